"""The `dikkat` command."""

from __future__ import annotations

import argparse
import getpass
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from dikkat.course import Course, CourseError


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; returns its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except CourseError as error:
        print(f"dikkat: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ndikkat: stopped. What was finished is kept; run it again to go on.")
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dikkat", description="A course in which you build attention with your own hands."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, run, text):
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run)
        return made

    start = command("start", start_learning, "copy the lessons you have not begun, open JupyterLab")
    start.add_argument("lesson", nargs="?", help="open this lesson; else the first unfinished one")
    start.add_argument("--no-browser", action="store_true", help="print the address only")
    start.add_argument("--copy-only", action="store_true", help="copy, but do not open JupyterLab")
    check = command("check", check_own, "grade your own copy with the hidden tests")
    check.add_argument("lesson", nargs="?", help="number, name or path; else all you have begun")
    command("progress", show_progress, "the lessons, your points, what comes next")
    grade = command("grade", grade_all, "grade the whole class")
    grade.add_argument("lessons", nargs="*", metavar="LESSON", help="number or name; else all")
    grade.add_argument("--student", help="only this student")
    grade.add_argument("--workers", type=int, help="how many at once; else one a processor core")
    grade.add_argument("--force", action="store_true", help="grade again what has not changed")
    sample = command("sample", make_sample, "hand in for a sample class, to try everything")
    sample.add_argument("lessons", nargs="*", metavar="LESSON", help="number or name; else all")
    command("doctor", examine, "what works on this machine, and what to do about the rest")
    return parser


def student_name() -> str:
    """The learner's own folder under submitted/: the user's name, or DIKKAT_STUDENT."""
    return (
        os.environ.get("DIKKAT_STUDENT") or os.environ.get("JUPYTERHUB_USER") or getpass.getuser()
    )


# --- learning --------------------------------------------------------------------------------


def start_learning(options) -> int:
    course = Course.find()
    you = student_name()
    own = course.root / "submitted" / you
    begun = [name for name in course.lesson_names() if (own / name).exists()]
    for name in course.lesson_names():
        _copy_lesson(course, name, own)
    lesson = course.resolve(options.lesson) if options.lesson else _next_lesson(course, you)
    new = len(course.lesson_names()) - len(begun)
    print(f"Your own copies are in {_shown(own)}" + (f" ({new} new)." if new else "."))
    if options.copy_only:
        return 0
    target = f"submitted/{you}/{lesson}/{lesson}.ipynb"
    print(f"Opening {lesson}. To stop JupyterLab, press Ctrl-C here, twice.")
    command = [
        sys.executable, "-m", "jupyter", "lab", "--ServerApp.root_dir", str(course.root),
        "--LabApp.default_url", f"/lab/tree/{target}",
        # No question about news in the first minute of a course.
        "--LabApp.news_url=None",
    ]  # fmt: skip
    if options.no_browser:
        command.append("--no-browser")
    return subprocess.call(command, cwd=course.root)


def _copy_lesson(course: Course, name: str, own: Path) -> None:
    """Copies a released lesson that is not begun. A newer release is put beside work that is."""
    released = course.root / "release" / name
    if not released.is_dir():
        raise CourseError(
            f"release/{name} is missing. Run `nbgrader generate_assignment {name}` first."
        )
    target = own / name
    if target.exists():
        _offer_update(course, released, target, own)
        return
    own.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=own))
    shutil.copytree(released, folder, dirs_exist_ok=True)
    shutil.copytree(released, own / ".begun" / name, dirs_exist_ok=True)
    os.chmod(folder, 0o755)
    os.rename(folder, target)


def _offer_update(course: Course, released: Path, target: Path, own: Path) -> None:
    """Where the release has changed since the copy was made, lays the new one beside it."""
    from dikkat.grading.gradebook import _content

    begun = own / ".begun" / target.name
    if not begun.is_dir() or _content(begun) == _content(released):
        return
    beside = own / f"{target.name} (updated)"
    if not beside.exists():
        shutil.copytree(released, beside)
        print(
            f"{target.name} has a newer version. It is in {_shown(beside)}; your own work in "
            f"{_shown(target)} was not touched. To go on with the new one, copy your answers over."
        )


def _next_lesson(course: Course, you: str) -> str:
    for name in course.lesson_names():
        result = _last_result(course, name, you)
        if result is None or result.score < course.lesson(name).points:
            return name
    return course.lesson_names()[-1]


def _last_result(course: Course, name: str, you: str):
    from dikkat.grading.class_run import read_result

    return read_result(course, name, you)


def check_own(options) -> int:
    course = Course.find()
    you = student_name()
    own = course.root / "submitted" / you
    names = [course.resolve(options.lesson)] if options.lesson else course.lesson_names()
    begun = [name for name in names if (own / name).is_dir()]
    if not begun:
        raise CourseError(
            f"You have no copy of {' or '.join(names[:1])} yet. `dikkat start` makes it."
        )
    lines = _graded(course, begun, student=you, own_work=True)
    missing = False
    for line in lines:
        print(f"\n{course.lesson(line.lesson).title}: {line.score:g} of {line.points:g} points")
        for finding in line.findings:
            print(f"  note: {finding['text']}")
        for verdict in line.verdicts:
            mark = "✓" if verdict["passed"] else "✗"
            print(f"  {mark} {verdict['score']:g} of {verdict['points']:g}  {verdict['property']}")
            if not verdict["passed"]:
                for text in verdict["message"].splitlines()[1:] or [verdict["message"]]:
                    print(f"        {text.strip()}")
        if line.error:
            print(f"  {line.error}")
        page = course.root / "feedback" / you / line.lesson / f"{line.lesson}.html"
        print(f"  The whole page: {page.as_uri()}")
        missing = missing or line.score < line.points
    return 1 if missing else 0


def show_progress(options) -> int:
    course = Course.find()
    you = student_name()
    total = most = 0
    print(f"{you}, this is how far you are:\n")
    for name in course.lesson_names():
        lesson = course.lesson(name)
        result = _last_result(course, name, you)
        score = result.score if result else 0
        total, most = total + score, most + lesson.points
        state = f"{score:g} of {lesson.points:g}" if result else "not checked yet"
        bar = "█" * round(10 * score / lesson.points) + "░" * (
            10 - round(10 * score / lesson.points)
        )
        print(f"  {bar}  {state:>15}  {lesson.title}")
    print(f"\n  {total:g} of {most:g} points in all.")
    following = _next_lesson(course, you)
    if total < most:
        print(f"  Next: `dikkat start {following.split('_')[0]}`, then `dikkat check`.")
    else:
        print("  All done. Every lesson has a `Going further` at its end.")
    return 0


# --- teaching --------------------------------------------------------------------------------


def grade_all(options) -> int:
    course = Course.find()
    names = [course.resolve(text) for text in options.lessons] or course.lesson_names()
    lines = _graded(
        course, names, student=options.student, workers=options.workers, force=options.force
    )
    if not lines:
        who = f" of {options.student}" if options.student else ""
        print(f"There is nothing to grade{who} under submitted/: submitted/STUDENT/LESSON/.")
        return 1
    for line in lines:
        if line.needs_person:
            print(f"! {line.student}, {line.lesson}: {line.needs_person}")
    print()
    print(table(lines))
    done = sum(line.skipped for line in lines)
    print(f"\n{len(lines) - done} graded, {done} unchanged since they were graded.")
    print(f"Feedback:  {_shown(course.root / 'feedback')}{os.sep}STUDENT{os.sep}LESSON")
    print(f"Gradebook: {_shown(course.root / 'gradebook.db')}  (nbgrader export, formgrader)")
    return 1 if any(line.needs_person for line in lines) else 0


def _graded(course: Course, names: list[str], **options):
    """Runs the class run with a progress bar."""
    from nbgrader.converters.base import NbGraderException
    from tqdm import tqdm

    from dikkat.grading.class_run import grade_class

    bar = tqdm(total=None, unit="notebook", leave=False, dynamic_ncols=True)

    def told(what: str, done: int, every: int) -> None:
        bar.total = every
        bar.set_description(what, refresh=False)
        bar.update(done - bar.n)
        bar.refresh()

    try:
        return grade_class(course, names, told=told, **options)
    except NbGraderException as error:
        raise CourseError(str(error)) from None
    finally:
        bar.close()


def table(lines) -> str:
    """A row a student, a column a lesson: points, and a `!` where a person should look."""
    lessons = sorted({line.lesson for line in lines})
    students = sorted({line.student for line in lines})
    cells = {(line.student, line.lesson): line for line in lines}
    width = max([len(s) for s in students] + [7])
    heads = [name[:14] for name in lessons]
    rows = [" ".join([f"{'student':<{width}}", *(f"{h:>14}" for h in heads), f"{'all':>8}"])]
    for student in students:
        row, total = [f"{student:<{width}}"], 0.0
        for lesson in lessons:
            line = cells.get((student, lesson))
            total += line.score if line else 0
            text = "-" if line is None else f"{line.score:g}{'!' if line.needs_person else ''}"
            row.append(f"{text:>14}")
        rows.append(" ".join([*row, f"{total:>8g}"]))
    return "\n".join(rows)


def make_sample(options) -> int:
    from dikkat import sample

    course = Course.find()
    names = [course.resolve(text) for text in options.lessons] or None
    written, there = sample.make(course, names)
    print(
        f"{written} submissions of a sample class written to {_shown(course.root / 'submitted')}"
        f"; {there} were there already and were not touched."
    )
    return 0


def examine(options) -> int:
    from dikkat import doctor

    return doctor.examine()


def _shown(path: Path) -> str:
    """A path as a person in the current folder would write it."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


if __name__ == "__main__":
    sys.exit(main())

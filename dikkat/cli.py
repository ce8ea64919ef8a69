"""The `dikkat` command."""

from __future__ import annotations

import argparse
import contextlib
import getpass
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
from pathlib import Path
from urllib.parse import quote

from dikkat.course import Course, CourseError, content_of


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
    solution = command("solution", show_solution, "the solution of a lesson that you have tried")
    solution.add_argument("lesson", help="number, name or path")
    solution.add_argument("--yes", action="store_true", help="do not ask first")
    grade = command("grade", grade_all, "grade the whole class")
    grade.add_argument("lessons", nargs="*", metavar="LESSON", help="number or name; else all")
    grade.add_argument("--student", help="only this student")
    grade.add_argument(
        "--workers", type=_at_least_one, help="how many at once; else one a processor core"
    )
    grade.add_argument("--force", action="store_true", help="grade again what has not changed")
    sample = command("sample", make_sample, "hand in for a sample class, to try everything")
    sample.add_argument("lessons", nargs="*", metavar="LESSON", help="number or name; else all")
    command("doctor", examine, "what works on this machine, and what to do about the rest")
    return parser


def _at_least_one(text: str) -> int:
    number = int(text) if text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return number


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
    released = [n for n in course.lesson_names() if (course.root / "release" / n).is_dir()]
    lesson = course.resolve(options.lesson) if options.lesson else _next_lesson(course, you)
    if not options.lesson and lesson not in released and released:
        lesson = released[-1]  # the next one is not out yet
    if lesson not in released:
        raise CourseError(
            f"{lesson} is not released yet. A teacher releases it with "
            f"`nbgrader generate_assignment {lesson}`."
        )
    begun = [name for name in released if (own / name).exists()]
    for name in released:
        _copy_lesson(course, name, own)
    new = len(released) - len(begun)
    print(f"Your own copies are in {_shown(own)}" + (f" ({new} new)." if new else "."))
    if options.copy_only:
        return 0
    target = quote(f"submitted/{you}/{lesson}/{lesson}.ipynb")
    print(f"Opening {lesson}. To stop JupyterLab, press Ctrl-C here, twice.", flush=True)
    command = [
        sys.executable, "-m", "jupyter", "lab", "--ServerApp.root_dir", str(course.root),
        "--LabApp.default_url", f"/lab/tree/{target}",
        # Of the log, only the address and what needs a person.
        "--Application.log_level=WARN",
    ]  # fmt: skip
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # In a container, the only user is often root, and JupyterLab would stop.
        command.append("--allow-root")
    if options.no_browser:
        command.append("--no-browser")
    # Our settings turn off the question about Jupyter news in the first minute of a course.
    settings = [str(Path(__file__).parent / "jupyter"), os.environ.get("JUPYTER_CONFIG_PATH")]
    # `dikkat` must work in JupyterLab's terminal, also where no environment was activated.
    commands = [os.path.dirname(sys.executable), os.environ.get("PATH")]
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, settings)),
        "PATH": os.pathsep.join(filter(None, commands)),
    }
    lab = subprocess.Popen(command, cwd=course.root, env=environment)
    # Ctrl-C is for JupyterLab, which asks first and ends its kernels.
    ours = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return lab.wait()
    finally:
        signal.signal(signal.SIGINT, ours)


def _copy_lesson(course: Course, name: str, own: Path) -> None:
    """Copies a released lesson that is not begun. A newer release is put beside work that is."""
    released = course.root / "release" / name
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
    begun = own / ".begun" / target.name
    if not begun.is_dir() or content_of(begun) == content_of(released):
        return
    names = [f"{target.name} (updated{n})" for n in ("", *(f" {i}" for i in range(2, 100)))]
    beside = next(own / name for name in names if not (own / name).exists())
    shutil.copytree(released, beside)
    # From now on this release is the known one: it is offered once.
    shutil.rmtree(begun)
    shutil.copytree(released, begun)
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
    from dikkat.grading.result import read_result

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
    for line in lines:
        print("\n" + _own_result(course, line))
    return 1 if any(line.score < line.points for line in lines) else 0


def _own_result(course: Course, line) -> str:
    """What a learner reads of one lesson: each check, and what to do about those that failed."""
    from dikkat.grading.result import message_lines

    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    lesson = course.lesson(line.lesson)
    rows = [f"{lesson.title}: {line.score:g} of {line.points:g} points"]
    if line.verdicts and all(v["mistake"] == "not-written" for v in line.verdicts):
        return f"{rows[0]}. Nothing is written yet."
    texts = [f["text"] for f in line.findings] + ([line.error] if line.error else [])
    for text in texts:
        rows.append(
            textwrap.fill(f"note: {text}", width, initial_indent="  ", subsequent_indent=" " * 8)
        )
    marks = [f"{v['score']:g} of {v['points']:g}" for v in line.verdicts]
    indent = " " * (6 + max(map(len, marks), default=0))
    said: dict[str, str] = {}
    last = ""
    for verdict, mark in zip(line.verdicts, marks, strict=True):
        tick = "✓" if verdict["passed"] else "✗"
        head = f"  {tick} {mark:>{len(indent) - 6}}  "
        rows.append(
            textwrap.fill(verdict["property"], width, initial_indent=head, subsequent_indent=indent)
        )
        if verdict["passed"]:
            continue
        message = message_lines(verdict)
        gist = _gist(message)
        if gist not in said:
            rows += [_message_line(text, indent, width) for text in message]
        elif last == gist:
            rows.append(f"{indent}The same as above.")
        else:
            rows.append(_message_line(f"The same as for: {said[gist]}", indent, width))
        said.setdefault(gist, verdict["property"])
        last = gist
    page = course.feedback_page(line.lesson, line.student)
    return "\n".join([*rows, f"  The whole page: {page.as_uri()}"])


def _gist(message: list[str]) -> str:
    """A message without what differs between two that say the same: inputs and sizes."""
    kept = [line for line in message if not line.startswith("  called:")]
    return "\n".join(
        re.sub(r"\(.*|\d+", "", line) if line.startswith("  stopped:") else line for line in kept
    )


def _message_line(text: str, indent: str, width: int) -> str:
    """A line of a check's message; a fact, such as `  got:       ...`, goes on below itself."""
    fact = re.match(r"  [\w ]+: +", text)
    below = " " * (len(fact[0]) - 2) if fact else ""
    return textwrap.fill(
        text.strip(), width, initial_indent=indent, subsequent_indent=indent + below,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def show_progress(options) -> int:
    from dikkat import solution

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
        seen = "  (solution seen)" if solution.place(course, you, name).exists() else ""
        bar = "█" * round(10 * score / lesson.points) + "░" * (
            10 - round(10 * score / lesson.points)
        )
        print(f"  {bar}  {state:>15}  {lesson.title}{seen}")
    print(f"\n  {total:g} of {most:g} points in all.")
    following = _next_lesson(course, you)
    if total < most:
        print(f"  Next: `dikkat start {following.split('_')[0]}`, then `dikkat check`.")
    else:
        print("  All done. Every lesson has a `Going further` at its end.")
    return 0


def show_solution(options) -> int:
    from dikkat import solution

    course = Course.find()
    you = student_name()
    name = course.resolve(options.lesson)
    lesson, number = course.lesson(name), name.split("_")[0]
    folder = solution.place(course, you, name)
    if folder.exists():
        print(f"You have it already: {_shown(folder)}")
        return 0
    result = _last_result(course, name, you)
    if result is None or not solution.tried(course, you, name):
        raise CourseError(
            f"Try {lesson.title} first: write into a cell of an exercise, then run "
            f"`dikkat check {number}` and read what the checks say. The lesson has hints in three "
            "steps. After a try of your own, this command shows the solution."
        )
    print(f"{lesson.title}: {result.score:g} of {lesson.points:g} points at your last check.")
    if result.score < lesson.points and not options.yes:
        print(
            "\nWait a moment. A solution that you read is gone tomorrow; one that you find stays.\n"
            "Have you read the message of the first failed check, and all three hints?\n"
            "Have you tried the worked example by hand, on paper?\n"
        )
        try:
            answer = input("Type yes to see the solution: ")
        except EOFError:
            answer = ""
        if answer.strip().lower() not in ("y", "yes"):
            print("Good. It stays closed, and it is there when you want it.")
            return 1
    print(f"Running the solution of {name}, so that you see its pictures too ...", flush=True)
    path = solution.make(course, you, name)
    print(
        f"It is in {_shown(path)}, beside your own copy, which was not touched. Compare it with "
        "yours, close it, and write yours again from memory."
    )
    return 0


# --- teaching --------------------------------------------------------------------------------


def grade_all(options) -> int:
    from dikkat.grading import report
    from dikkat.grading.result import all_results

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
        notes = [f["text"] for f in line.findings if not f["needs_person"]]
        if notes and not line.skipped:
            print(f"- {line.student}, {line.lesson}: {' '.join(notes)}")
    width = shutil.get_terminal_size((100, 24)).columns
    print(f"\n{table(lines, width)}\n")
    reports, page = report.write(course, all_results(course))
    of_this_run = [r for r in reports if r.lesson.name in names]
    print(f"What the class got wrong\n\n{report.text(of_this_run, min(width, 100))}\n")
    done = sum(line.skipped for line in lines)
    print(f"{len(lines) - done} graded, {done} unchanged since they were graded.")
    print(f"The class: {_shown(page)}, and class.csv for a spreadsheet")
    print(f"Feedback:  {_shown(course.root / 'feedback')}{os.sep}STUDENT{os.sep}LESSON")
    print(f"Gradebook: {_shown(course.root / 'gradebook.db')}  (nbgrader export, formgrader)")
    needed = [line for line in lines if line.needs_person]
    if needed:
        print(f"\n{len(needed)} of {len(lines)} need a person (marked ! in the table):")
    for line in needed:
        print(f"! {line.student}, {line.lesson}: {line.needs_person}")
    return 1 if needed else 0


def _graded(course: Course, names: list[str], **options):
    """Runs the class run and shows how far it is."""
    early = _start_early(course, names, options.get("student"), options.get("force"))
    from nbgrader.converters.base import NbGraderException

    from dikkat.grading.class_run import grade_class

    try:
        with _progress() as told:
            return grade_class(course, names, told=told, **options)
    except NbGraderException as error:
        raise CourseError(str(error)) from None
    finally:
        if early:
            early.join()


def _start_early(course: Course, names: list[str], student: str | None, force):
    """Lets the warm server import while this process does, where something seems to be new.

    Returns the thread that starts it, or None. Whether it is new, `grade_class` finds out; a wrong
    guess here costs time alone.
    """

    def start():
        from dikkat.grading.warm import start_servers

        paths = [course.root / "source" / name / f"{name}.ipynb" for name in names]
        with contextlib.suppress(RuntimeError, OSError):  # grade_class tries again, and says so
            start_servers([path.read_text(encoding="utf-8") for path in paths])

    def is_new(who: str, name: str) -> bool:
        page = course.feedback_page(name, who)
        mine = course.root / "submitted" / who / name / f"{name}.ipynb"
        return mine.exists() and (not page.exists() or page.stat().st_mtime < mine.stat().st_mtime)

    students = [student] if student else course.students()
    if not any(force or is_new(who, name) for who in students for name in names):
        return None
    thread = threading.Thread(target=start)
    thread.start()
    return thread


@contextlib.contextmanager
def _progress():
    """A bar in a terminal; elsewhere, a log say, a line a lesson."""
    from tqdm import tqdm

    bar = tqdm(
        total=0, unit=" notebooks", leave=False, dynamic_ncols=True, disable=None, file=sys.stderr,
        bar_format="{desc:<42.42} {bar} {n_fmt} of {total_fmt} [{elapsed}, {remaining} to go]",
    )  # fmt: skip
    counts: dict[str, int] = {}

    def told(what: str, done: int, every: int) -> None:
        if bar.disable:
            lesson = what.split(" of ")[0] if done else what
            if done == 0 or lesson not in counts:
                print(f"dikkat: {lesson} ...", file=sys.stderr, flush=True)
            counts[lesson] = counts.get(lesson, 0) + 1
            return
        bar.total = every
        bar.set_description_str(what, refresh=False)
        bar.update(done - bar.n)
        bar.refresh()

    try:
        yield told
    finally:
        bar.close()


def table(lines, width: int = 100) -> str:
    """A row a student, a column a lesson: points, and a `!` where a person should look."""
    lessons = sorted({line.lesson for line in lines})
    students = sorted({line.student for line in lines})
    cells = {(line.student, line.lesson): line for line in lines}
    first = max(len(name) for name in [*students, "student"])
    room = max(8, (width - first - 9) // len(lessons) - 2)
    wide = min(room, max(map(len, lessons)))
    heads = [name if len(name) <= wide else name[: wide - 1] + "…" for name in lessons]
    rows = ["  ".join([f"{'student':<{first}}", *(f"{h:>{wide}}" for h in heads), f"{'all':>6}"])]
    for student in students:
        row, total = [f"{student:<{first}}"], 0.0
        for lesson in lessons:
            line = cells.get((student, lesson))
            total += line.score if line else 0
            text = "-" if line is None else f"{'! ' if line.needs_person else ''}{line.score:g}"
            row.append(f"{text:>{wide}}")
        rows.append("  ".join([*row, f"{total:>6g}"]))
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

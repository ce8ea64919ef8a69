"""The commands for learners: start, check, progress, solution."""

from __future__ import annotations

from dikkat.cli.terminal import own_result, shown
from dikkat.course import Course, CourseError
from dikkat.grading.records.results import Result, read_result
from dikkat.learning import jupyterlab, workspace
from dikkat.learning import solution as solutions


def start(options) -> int:
    """`dikkat start`: copies the lessons that the learner does not have yet; opens JupyterLab."""
    course, you = Course.find(), workspace.student_name()
    lesson = workspace.lesson_to_open(course, you, options.lesson)
    new, updates = workspace.copy_lessons(course, you)
    for beside, own in updates:
        print(
            f"There is a newer version of {own.name}, in {shown(beside)}. Your own work in "
            f"{shown(own)} was not touched. To use the new version, copy your answers into it."
        )
    folder = shown(course.student_folder(you))
    print(f"Your copies of the lessons are in {folder}" + (f" ({new} new)." if new else "."))
    if options.copy_only:
        return 0
    print(f"Opening {lesson}. To stop JupyterLab, press Ctrl-C twice in this terminal.", flush=True)
    notebook = course.submitted_notebook(lesson, you)
    return jupyterlab.start(course, notebook, browser=not options.no_browser)


def check(options) -> int:
    """`dikkat check`: grades the learner's own copies, hidden checks included.

    The exit status is 0 only if every lesson has full marks.
    """
    from dikkat.cli.grading import run

    course, you = Course.find(), workspace.student_name()
    names = [course.resolve(options.lesson)] if options.lesson else course.lesson_names()
    begun = [name for name in names if course.submission_folder(name, you).is_dir()]
    if not begun:
        raise CourseError(
            f"You have no copy of {names[0] if options.lesson else 'any lesson'} yet. "
            "Run `dikkat start` to get one."
        )
    results = run(course, begun, student=you, own_work=True)
    for result in results:
        print("\n" + own_result(course, result))
    return 1 if any(result.score < result.automatic_points for result in results) else 0


def progress(options) -> int:
    """`dikkat progress`: lists the lessons, the points and the next step."""
    course = Course.find()
    you = workspace.student_name()
    results = _results(course, you)
    total = most = 0
    finished = True
    print(f"Progress of {you}:\n")
    for name in course.lesson_names():
        lesson, result = course.lesson(name), results.get(name)
        score = result.total if result else 0
        total, most = total + score, most + lesson.points
        finished = finished and result is not None and result.score >= result.automatic_points
        state = f"{score:g} of {lesson.points:g}" if result else "not checked yet"
        seen = "  (solution seen)" if solutions.folder_of(course, you, name).exists() else ""
        full = min(10, round(10 * score / lesson.points)) if lesson.points else 10
        print(f"  {'█' * full}{'░' * (10 - full)}  {state:>15}  {lesson.title}{seen}")
    print(f"\n  {total:g} of {most:g} points in total.")
    following = workspace.next_lesson(course, you)
    if finished:
        print("  All done. For more, see *Going further* at the end of each lesson.")
    else:
        print(f"  Next: `dikkat start {following.split('_')[0]}`, then `dikkat check`.")
    return 0


def _results(course: Course, you: str) -> dict[str, Result]:
    """{lesson: its last result, with final points} of the lessons that were checked or graded."""
    from dikkat.grading.records.gradebook import with_final_points

    found = {name: read_result(course, name, you) for name in course.lesson_names()}
    results = {name: result for name, result in found.items() if result is not None}
    with_final_points(course, list(results.values()))
    return results


def solution(options) -> int:
    """`dikkat solution`: shows the solution after an attempt and a confirmation."""
    course = Course.find()
    you = workspace.student_name()
    name = course.resolve(options.lesson)
    lesson, number = course.lesson(name), name.split("_")[0]
    folder = solutions.folder_of(course, you, name)
    if folder.exists():
        print(f"You already have the solution: {shown(folder)}")
        return 0
    result = _results(course, you).get(name)
    if result is None or not solutions.attempted(course, you, name):
        raise CourseError(
            f"Try {lesson.title} first: write your answer in an exercise cell, run "
            f"`dikkat check {number}` and read the messages. The lesson also has three hints. "
            "After an attempt of your own, this command shows the solution."
        )
    print(f"{lesson.title}: {result.total:g} of {lesson.points:g} points in your last check.")
    if result.score < result.automatic_points and not options.yes:
        print(
            "\nWait a moment. You remember a solution that you find, not one that you read.\n"
            "Have you read the message of the first failed check, and all three hints?\n"
            "Have you worked through the example by hand, on paper?\n"
        )
        try:
            answer = input("Type yes to see the solution: ")
        except EOFError:
            answer = ""
        if answer.strip().lower() not in ("y", "yes"):
            print("Not shown. Run the command again whenever you want the solution.")
            return 1
    print(f"Running the solution of {name}, so that you also see its pictures ...", flush=True)
    path = solutions.write(course, you, name)
    print(
        f"It is in {shown(path)}, next to your own copy, which was not touched. Compare the two, "
        "close the solution, and rewrite yours from memory."
    )
    return 0

"""The commands of a teacher: grade, sample, doctor."""

from __future__ import annotations

import os
import sys

from dikkat.cli.terminal import shown, table, width
from dikkat.course import Course
from dikkat.grading.reading.names import escaped
from dikkat.grading.records.results import Result


def grade(options) -> int:
    """`dikkat grade`: grades the class; prints a table, what went wrong, and who needs a person."""
    from dikkat.cli.grading import run
    from dikkat.grading.pages import class_report
    from dikkat.grading.records.gradebook import location

    course = Course.find()
    names = [course.resolve(text) for text in options.lessons] or course.lesson_names()
    results = run(
        course, names, student=options.student, workers=options.workers, force=options.force
    )
    if not results:
        who = f" of {escaped(options.student)}" if options.student else ""
        print(f"There is nothing to grade{who} under submitted/: submitted/STUDENT/LESSON/.")
        return 1
    reports, page, gone = class_report.bring_up_to_date(course)
    for result in results:
        notes = [f.text for f in result.findings if not f.needs_person and not result.skipped]
        if result.late and (result.penalty_changed or not result.skipped):
            notes.append(result.late.text)
        if notes:
            print(f"- {escaped(result.student)}, {result.lesson}: {' '.join(notes)}")
    columns = width()
    print(f"\n{table(results, columns)}\n")
    of_this_run = [report for report in reports if report.lesson.name in names]
    print(f"What the class got wrong\n\n{class_report.text(of_this_run, min(columns, 100))}\n")
    print(_what_was_done(results))
    print(f"The class: {shown(page)}, and class.csv for a spreadsheet")
    print(f"Feedback:  {shown(course.feedback)}{os.sep}STUDENT{os.sep}LESSON")
    print(f"Gradebook: {location(course)}  (nbgrader export, formgrader)")
    if gone:
        print(
            f"\nNot counted, because there is no submission any more: {', '.join(gone)}. The "
            "gradebook and `nbgrader export` still have their points; `nbgrader db student remove` "
            "deletes them."
        )
    waiting = sum(len(result.final.waiting) for result in results if result.final)
    if waiting:
        print(
            f"\n{_counted(waiting, 'cell waits', 'cells wait')} for a person (marked ? in the "
            "table). Grade by hand in the formgrader, then run `dikkat grade` again to update the "
            "pages."
        )
    needed = [result for result in results if result.needs_person]
    if needed:
        print(f"\n{len(needed)} of {len(results)} need a person (marked ! in the table):")
    for result in needed:
        print(f"! {escaped(result.student)}, {result.lesson}: {escaped(result.needs_person)}")
    return 1 if needed else 0


def _what_was_done(results: list[Result]) -> str:
    """How many were graded, and what changed for the others."""
    done = [result for result in results if result.skipped]
    text = f"{len(results) - len(done)} graded, {len(done)} unchanged since they were graded."
    penalties = sum(result.penalty_changed for result in done)
    pages = sum(result.page_changed for result in done)
    if penalties or pages:
        text += (
            f"\nUpdated without grading again: "
            f"{_counted(penalties, 'late penalty', 'late penalties')}, "
            f"{_counted(pages, 'feedback page', 'feedback pages')}."
        )
    return text


def _counted(number: int, one: str, many: str) -> str:
    """A number with its noun: 1 page, 2 pages."""
    return f"{number} {one if number == 1 else many}"


def sample(options) -> int:
    """`dikkat sample`: writes the submissions of a sample class."""
    from dikkat.teaching import sample as sample_class

    course = Course.find()
    names = [course.resolve(text) for text in options.lessons] or None
    written, there = sample_class.make(course, names)
    print(
        f"Wrote {written} submissions of a sample class to {shown(course.submitted)}; "
        f"{there} were there already and were not touched."
    )
    return 0


def doctor(options) -> int:
    """`dikkat doctor`: what works on this machine."""
    from dikkat.teaching import doctor as machine

    return machine.examine()


def build(options) -> int:
    """`dikkat build`: computes what wrong answers give on the inputs of a lesson's checks."""
    from dikkat.teaching import building

    course = Course.find()
    for name in [course.resolve(text) for text in options.lessons] or course.lesson_names():
        print(f"dikkat: {name} ...", file=sys.stderr, flush=True)
        built = building.build(course, name)
        if built is None:
            print(f"{name} has no faults.py, so there is nothing to compute.")
            continue
        changed = building.write(course, name, built)
        written = ", ".join(shown(path) for path in changed) or "nothing has changed"
        print(f"{name}: {len(built.calls)} calls; {written}.")
        for function, classes in built.silent.items():
            for group in classes:
                print(f"  {function}: these inputs do not tell apart: {', '.join(group)}")
    return 0

"""The commands of a teacher: grade, sample, doctor."""

from __future__ import annotations

import os
import sys

from dikkat.cli.terminal import shown, table, width
from dikkat.course import Course


def grade(options) -> int:
    """`dikkat grade`: grades the class; prints a table, what went wrong, and who needs a person."""
    from dikkat.cli.grading import run
    from dikkat.grading.pages import class_report
    from dikkat.grading.records.results import all_results

    course = Course.find()
    names = [course.resolve(text) for text in options.lessons] or course.lesson_names()
    results = run(
        course, names, student=options.student, workers=options.workers, force=options.force
    )
    if not results:
        who = f" of {options.student}" if options.student else ""
        print(f"There is nothing to grade{who} under submitted/: submitted/STUDENT/LESSON/.")
        return 1
    for result in results:
        notes = [f.text for f in result.findings if not f.needs_person]
        if notes and not result.skipped:
            print(f"- {result.student}, {result.lesson}: {' '.join(notes)}")
    columns = width()
    print(f"\n{table(results, columns)}\n")
    reports, page = class_report.write(course, all_results(course))
    of_this_run = [r for r in reports if r.lesson.name in names]
    print(f"What the class got wrong\n\n{class_report.text(of_this_run, min(columns, 100))}\n")
    done = sum(result.skipped for result in results)
    print(f"{len(results) - done} graded, {done} unchanged since they were graded.")
    print(f"The class: {shown(page)}, and class.csv for a spreadsheet")
    print(f"Feedback:  {shown(course.feedback)}{os.sep}STUDENT{os.sep}LESSON")
    print(f"Gradebook: {shown(course.gradebook)}  (nbgrader export, formgrader)")
    needed = [result for result in results if result.needs_person]
    if needed:
        print(f"\n{len(needed)} of {len(results)} need a person (marked ! in the table):")
    for result in needed:
        print(f"! {result.student}, {result.lesson}: {result.needs_person}")
    return 1 if needed else 0


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

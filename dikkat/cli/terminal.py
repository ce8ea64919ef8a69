"""What the commands print: a progress bar, the table of a class, the messages of checks."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from dikkat.course import Course
from dikkat.grading.reading.names import escaped
from dikkat.grading.records.results import Final, Manual, Result
from dikkat.notebook.failures import Failure


def width() -> int:
    """Columns of the terminal; 100 if there is none."""
    return shutil.get_terminal_size((100, 24)).columns


def shown(path: Path) -> str:
    """A path as a person in the current folder would write it."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


@contextlib.contextmanager
def progress_bar() -> Iterator:
    """Gives a function (what, done, total) that shows progress.

    It is a bar in a terminal; elsewhere, as in a log, one line per lesson.
    """
    from tqdm import tqdm

    bar = tqdm(
        total=0, unit=" notebooks", leave=False, dynamic_ncols=True, disable=None, file=sys.stderr,
        bar_format="{desc:<42.42} {bar} {n_fmt} of {total_fmt} [{elapsed}, {remaining} to go]",
    )  # fmt: skip
    said: set[str] = set()

    def progress(what: str, done: int, total: int) -> None:
        if bar.disable:
            lesson = what.split(" of ")[0] if done else what
            if done == 0 or lesson not in said:
                print(f"dikkat: {lesson} ...", file=sys.stderr, flush=True)
            said.add(lesson)
            return
        bar.total = total
        bar.set_description_str(escaped(what), refresh=False)
        bar.update(done - bar.n)
        bar.refresh()

    try:
        yield progress
    finally:
        bar.close()


def table(results: list[Result], columns: int = 100) -> str:
    """One row per student, one column per lesson: the final points.

    `!`: a person should look at the submission. `?`: cells wait for the points that a person gives.
    """
    lessons = sorted({result.lesson for result in results})
    students = sorted({result.student for result in results})
    cells = {(result.student, result.lesson): result for result in results}
    first = max(len(escaped(name)) for name in [*students, "student"])
    room = max(8, (columns - first - 9) // len(lessons) - 2)
    wide = min(room, max(map(len, lessons)))
    heads = [name if len(name) <= wide else name[: wide - 1] + "…" for name in lessons]
    rows = ["  ".join([f"{'student':<{first}}", *(f"{h:>{wide}}" for h in heads), f"{'all':>6}"])]
    for student in students:
        row, total = [f"{escaped(student):<{first}}"], 0.0
        for lesson in lessons:
            result = cells.get((student, lesson))
            total += result.total if result else 0
            row.append(f"{_points(result):>{wide}}")
        rows.append("  ".join([*row, f"{total:>6g}"]))
    return "\n".join(rows)


def _points(result: Result | None) -> str:
    """A cell of the table."""
    if result is None:
        return "-"
    waits = result.final is not None and result.final.waiting
    mark = "! " if result.needs_person else "? " if waits else ""
    return f"{mark}{result.total:g}"


def own_result(course: Course, result: Result) -> str:
    """What a learner reads about one lesson: each check, and what to do about those that failed."""
    columns = min(width(), 100)
    lesson = course.lesson(result.lesson)
    rows = [f"{lesson.title}: {result.total:g} of {result.points:g} points"]
    unwritten = all(cell.score == 0 for cell in result.manual)
    if result.verdicts and unwritten and all(v.mistake == "not-written" for v in result.verdicts):
        return f"{rows[0]}. Nothing is written yet."
    texts = [f.text for f in result.findings] + ([result.error] if result.error else [])
    for text in texts:
        rows.append(
            textwrap.fill(f"note: {text}", columns, initial_indent="  ", subsequent_indent=" " * 8)
        )
    cells = {} if result.final is None else result.final.cells
    marks = [f"{cells.get(v.id, v.score):g} of {v.points:g}" for v in result.verdicts]
    marks_of_manual = [_mark(cell, result.final) for cell in result.manual]
    indent = " " * (6 + max(map(len, marks + marks_of_manual), default=0))
    said: dict[tuple, str] = {}
    last = None
    for verdict, mark in zip(result.verdicts, marks, strict=True):
        tick = "✓" if verdict.passed else "✗"
        head = f"  {tick} {mark:>{len(indent) - 6}}  "
        rows.append(
            textwrap.fill(verdict.property, columns, initial_indent=head, subsequent_indent=indent)
        )
        if verdict.failure is None:
            continue
        gist = _gist(verdict.failure)
        if gist not in said:
            rows += [_message_line(text, indent, columns) for text in verdict.failure.lines]
        elif last == gist:
            rows.append(f"{indent}The same as above.")
        else:
            rows.append(_message_line(f"The same as for: {said[gist]}", indent, columns))
        said.setdefault(gist, verdict.property)
        last = gist
    rows += [_manual_line(cell, result.final, indent, columns) for cell in result.manual]
    page = course.feedback_page(result.lesson, result.student)
    return "\n".join([*rows, f"  The whole page: {page.as_uri()}"])


def _mark(cell: Manual, final: Final | None) -> str:
    """The points of a cell that is not graded automatically: `– of 2` while it waits."""
    given = cell.score if final is None else final.cells.get(cell.id, cell.score)
    waits = cell.score is None if final is None else cell.id in final.waiting
    return f"{'–' if waits and not given else f'{given:g}'} of {cell.points:g}"


def _manual_line(cell: Manual, final: Final | None, indent: str, columns: int) -> str:
    """What a learner reads about a cell that is not graded automatically."""
    mark = _mark(cell, final)
    text = f"{cell.title}: nobody grades this cell automatically."
    if mark.startswith("0 of") and cell.score == 0:
        text += " Nothing is written there yet."
    elif not mark.startswith("–"):
        text = f"{cell.title}: points that a person gave."
    head = f"  · {mark:>{len(indent) - 6}}  "
    return textwrap.fill(text, columns, initial_indent=head, subsequent_indent=indent)


def _gist(failure: Failure) -> tuple:
    """A failure without what differs between two that say the same: inputs and sizes."""
    facts = [
        (name, re.sub(r"\(.*|\d+", "", value) if name == "stopped" else value)
        for name, value in failure.facts
        if name != "called"
    ]
    return (*facts, *failure.sentences)


def _message_line(text: str, indent: str, columns: int) -> str:
    """A line of a check's message; a fact, such as `  got:       ...`, goes on below itself."""
    fact = re.match(r"  [\w ]+: +", text)
    below = " " * (len(fact[0]) - 2) if fact else ""
    return textwrap.fill(
        text.strip(), columns, initial_indent=indent, subsequent_indent=indent + below,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip

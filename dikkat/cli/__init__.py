"""The `dikkat` command: its parser. What a command does is in `learner` and `teacher`."""

from __future__ import annotations

import argparse
import sys

from dikkat import console
from dikkat.cli import learner, teacher
from dikkat.course import CourseError


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; returns its exit status."""
    console.never_fail()
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except CourseError as error:
        print(f"dikkat: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ndikkat: stopped. Finished work is kept; run the command again to go on.")
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

    start = command("start", learner.start, "copy the lessons you have not begun, open JupyterLab")
    start.add_argument(
        "lesson", nargs="?", help="the lesson to open (default: the first unfinished one)"
    )
    start.add_argument("--no-browser", action="store_true", help="print the address only")
    start.add_argument("--copy-only", action="store_true", help="copy, but do not open JupyterLab")
    check = command("check", learner.check, "grade your own copy with the hidden tests")
    check.add_argument(
        "lesson", nargs="?", help="number, name or path (default: all that you have begun)"
    )
    command("progress", learner.progress, "list the lessons, your points and what comes next")
    solution = command(
        "solution", learner.solution, "show the solution of a lesson that you have tried"
    )
    solution.add_argument("lesson", help="number, name or path")
    solution.add_argument("--yes", action="store_true", help="do not ask first")
    grade = command("grade", teacher.grade, "grade the whole class")
    grade.add_argument("lessons", nargs="*", metavar="LESSON", help="number or name (default: all)")
    grade.add_argument("--student", help="only this student")
    grade.add_argument(
        "--workers", type=_at_least_one, help="how many at once (default: one per CPU core)"
    )
    grade.add_argument(
        "--force", action="store_true", help="grade unchanged submissions again, too"
    )
    sample = command(
        "sample", teacher.sample, "write submissions of a sample class, to try everything"
    )
    sample.add_argument(
        "lessons", nargs="*", metavar="LESSON", help="number or name (default: all)"
    )
    command(
        "doctor", teacher.doctor, "say what works on this machine, and what to do about the rest"
    )
    return parser


def _at_least_one(text: str) -> int:
    number = int(text) if text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be a positive integer")
    return number

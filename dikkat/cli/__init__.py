"""The `dikkat` command and its argument parser; `learner` and `teacher` hold the commands."""

from __future__ import annotations

import argparse
import sys

from dikkat import console
from dikkat.cli import learner, teacher
from dikkat.course import CourseError


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; returns its exit status.

    arguments: those of the command line; None for sys.argv. The status is 2 for a `CourseError`
    or wrong arguments, and 130 after Ctrl-C.
    """
    console.never_fail()
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except CourseError as error:
        print(f"dikkat: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ndikkat: stopped. Finished work is kept; run the command again to continue.")
        return 130


def _parser() -> argparse.ArgumentParser:
    """The parser; `options.run` is the function of the command that was chosen."""
    parser = argparse.ArgumentParser(
        prog="dikkat", description="A course in which you build attention with your own hands."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, run, text):
        made = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        made.set_defaults(run=run)
        return made

    start = command(
        "start", learner.start, "copy the lessons that you do not have yet and open JupyterLab"
    )
    start.add_argument(
        "lesson", nargs="?", help="the lesson to open (default: the first unfinished one)"
    )
    start.add_argument(
        "--no-browser", action="store_true", help="print the address instead of opening a browser"
    )
    start.add_argument(
        "--copy-only", action="store_true", help="copy the lessons without opening JupyterLab"
    )
    check = command(
        "check", learner.check, "grade your own copy of a lesson, hidden tests included"
    )
    check.add_argument(
        "lesson",
        nargs="?",
        help="number, name or path (default: every lesson that you have a copy of)",
    )
    command("progress", learner.progress, "list the lessons, your points and the next step")
    solution = command(
        "solution", learner.solution, "show the solution of a lesson that you have attempted"
    )
    solution.add_argument("lesson", help="number, name or path")
    solution.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    grade = command("grade", teacher.grade, "grade the whole class")
    grade.add_argument("lessons", nargs="*", metavar="LESSON", help="number or name (default: all)")
    grade.add_argument("--student", help="only this student")
    grade.add_argument(
        "--workers",
        type=_at_least_one,
        help="submissions graded at once (default: one per CPU core)",
    )
    grade.add_argument(
        "--force", action="store_true", help="also grade unchanged submissions again"
    )
    sample = command(
        "sample", teacher.sample, "write the submissions of a sample class, for trying everything"
    )
    sample.add_argument(
        "lessons", nargs="*", metavar="LESSON", help="number or name (default: all)"
    )
    build = command("build", teacher.build, "compute what wrong answers give, for messages")
    build.add_argument("lessons", nargs="*", metavar="LESSON", help="number or name (default: all)")
    command(
        "doctor", teacher.doctor, "check what works on this machine, and say how to fix the rest"
    )
    return parser


def _at_least_one(text: str) -> int:
    """A positive integer from the command line."""
    number = int(text) if text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be a positive integer")
    return number

"""How much faster `dikkat grade` is than stock nbgrader, and whether both give the same marks.

    python benchmarks/class_run.py                            # 20 students, all lessons
    python benchmarks/class_run.py --students 4 --lessons 1   # a quick look
    python benchmarks/class_run.py --scale                    # only dikkat: 20, 40, 80 students

The submissions come from the bank of attempts. Stock nbgrader grades them with its default
settings, one `nbgrader autograde LESSON` per lesson; dikkat with this course's settings, in the
sandbox. Speed is given as a ratio of wall-clock times and a ratio of CPU times; other programs on
the machine affect the first more than the second. The exit status is 0 if the marks agree wherever
stock nbgrader is right and the wall-clock ratio is at least 8.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook

from dikkat.course import Course, grade_id
from dikkat.teaching import bank

ROOT = Path(__file__).resolve().parents[1]
WANTED_RATIO = 8
STOCK_CONFIG = "import os\nc = get_config()\nc.CourseDirectory.root = os.path.dirname(__file__)\n"


def main() -> int:
    """Runs the benchmark that the arguments ask for; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--students", type=int, default=20)
    parser.add_argument("--lessons", nargs="*", help="numbers or names (default: all)")
    parser.add_argument(
        "--scale", action="store_true", help="only dikkat, with 20, 40 and 80 students"
    )
    options = parser.parse_args()
    ours = Course(ROOT)
    lessons = [ours.resolve(text) for text in options.lessons or ours.lesson_names()]
    with tempfile.TemporaryDirectory(prefix="dikkat-benchmark-") as folder:
        if options.scale:
            return scale(Path(folder), lessons)
        return compare(Path(folder), lessons, options.students)


def compare(folder: Path, lessons: list[str], students: int) -> int:
    """Grades one class both ways and prints the comparison; returns the exit status."""
    dikkat = make_class(folder / "dikkat", lessons, students)
    stock = make_class(folder / "stock", lessons, students, STOCK_CONFIG)
    print(f"{students} students, {len(lessons)} lessons, {os.cpu_count()} CPU cores")
    fast = Measured(["dikkat", "grade"], dikkat.root)
    slow = [Measured(["nbgrader", "autograde", name], stock.root) for name in lessons]
    wall = sum(run.wall for run in slow)
    processor = sum(run.processor for run in slow)
    work = students * len(lessons)
    print(f"\n{'':16}{'wall clock':>12}{'CPU':>12}{'per notebook':>14}")
    for name, w, p in [
        ("stock nbgrader", wall, processor),
        ("dikkat grade", fast.wall, fast.processor),
    ]:
        print(f"{name:16}{w:>10.1f} s{p:>10.1f} s{w / work:>12.2f} s")
    ratio = wall / fast.wall
    print(f"{'ratio':16}{ratio:>12.1f}{processor / fast.processor:>12.1f}")
    print(f"\nPeak memory of dikkat (PSS, MiB): {fast.memory}")
    wrong = print_differences(dikkat, stock, lessons)
    if ratio < WANTED_RATIO:
        print(f"The ratio of wall-clock times is below {WANTED_RATIO}.")
    return 0 if ratio >= WANTED_RATIO and not wrong else 1


def scale(folder: Path, lessons: list[str]) -> int:
    """Grades classes of three sizes with dikkat and prints how time and memory grow.

    Returns 1 if a notebook of the largest class takes 1.25 times as long as one of the smallest.
    """
    print(f"{'students':>8}{'notebooks':>11}{'time':>8}{'/notebook':>12}{'CPU':>11}  memory")
    first = None
    for students in (20, 40, 80):
        course = make_class(folder / str(students), lessons, students)
        run = Measured(["dikkat", "grade"], course.root)
        work = students * len(lessons)
        first = first or (run.wall, run.wall / work, run.processor / work)
        print(
            f"{students:>8}{work:>11}{run.wall / first[0]:>7.2f}x"
            f"{run.wall / work / first[1]:>11.2f}x{run.processor / work / first[2]:>10.2f}x"
            f"  {run.memory}",
            flush=True,
        )
        last = run.wall / work
    print("Times are multiples of those in the first row; `/notebook` should not rise above 1.")
    return 0 if last < 1.25 * first[1] else 1


def make_class(root: Path, lessons: list[str], students: int, config: str | None = None) -> Course:
    """A new course folder with submissions from the bank of attempts.

    Each student submits another attempt at each lesson. config: the text of nbgrader_config.py;
    None for this course's own. Exits if nbgrader cannot generate a lesson.
    """
    root.mkdir(parents=True)
    if config is None:
        shutil.copy(ROOT / "nbgrader_config.py", root)
    else:
        (root / "nbgrader_config.py").write_text(config)
    ours, course = Course(ROOT), Course(root)
    for name in lessons:
        shutil.copytree(ROOT / "source" / name, root / "source" / name)
        generate = Measured(["nbgrader", "generate_assignment", name], root)
        if generate.status:
            sys.exit(f"{name} could not be generated:\n{generate.said}")
        attempts = bank.attempts(ours, name)
        solved = bank.solutions(ours.lesson(name))
        for student in range(students):
            attempt = attempts[student * len(attempts) // students % len(attempts)]
            target = root / "submitted" / f"student{student:03}" / name
            shutil.copytree(root / "release" / name, target)
            notebook = bank.submission(course, ours.lesson(name), solved | attempt.cells)
            nbformat.write(notebook, target / f"{name}.ipynb")
    return course


class Measured:
    """Runs a command to its end and measures it.

    wall, processor: seconds. peaks: bytes of memory by kind of process. status: the exit status.
    said: what the command printed.
    """

    def __init__(self, command: list[str], folder: Path):
        path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        self.peaks = {"coordinator": 0, "fork server": 0, "workers": 0, "all": 0}
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen(
                command, cwd=folder, stdout=output, stderr=output, env={**os.environ, "PATH": path}
            )
            ended = threading.Event()
            watcher = threading.Thread(target=self._watch, args=(process.pid, ended))
            watcher.start()
            self.status = process.wait()
            self.wall = time.monotonic() - begin
            ended.set()
            watcher.join()
            output.seek(0)
            self.said = output.read()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.processor = sum(after[:2]) - sum(before[:2])

    def _watch(self, pid: int, ended: threading.Event) -> None:
        while not ended.wait(2):  # measuring takes a good part of a core
            found = {"coordinator": pss(pid), "fork server": 0, "workers": 0}
            tree = descendants(pid)
            for depth, processes in enumerate(tree):
                name = "fork server" if depth == 0 else "workers"
                found[name] += sum(pss(process) for process in processes)
            found["all"] = sum(found.values())
            self.peaks = {name: max(self.peaks[name], found[name]) for name in self.peaks}

    @property
    def memory(self) -> str:
        """The peaks of memory as text, in MiB."""
        return ", ".join(f"{name} {size // 2**20}" for name, size in self.peaks.items())


def descendants(pid: int) -> list[list[int]]:
    """The ids of the descendants of a process: [its children, its grandchildren, ...]."""
    parents: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                after_name = Path("/proc", entry, "stat").read_text().rpartition(")")[2]
            except OSError:
                continue  # it has ended in the meantime
            parents.setdefault(int(after_name.split()[1]), []).append(int(entry))
    generations = [parents.get(pid, [])]
    while generations[-1]:
        generations.append([child for p in generations[-1] for child in parents.get(p, [])])
    return generations


def pss(pid: int) -> int:
    """The proportional set size of a process in bytes: shared memory is divided among its users."""
    try:
        for line in Path("/proc", str(pid), "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # it has ended in the meantime
    return 0


def print_differences(dikkat: Course, stock: Course, lessons: list[str]) -> int:
    """Prints where and why the marks differ; returns the number of differences without a reason."""
    here, there = marks(dikkat, lessons), marks(stock, lessons)
    differ = [key for key in sorted(here | there) if here.get(key) != there.get(key)]
    print(f"\n{len(here)} marks compared; {len(differ)} differ.")
    unexplained = 0
    for student, lesson, cell in differ:
        key = student, lesson, cell
        reason = _reason(stock, *key)
        unexplained += not reason
        print(
            f"  {student} {lesson} {cell}: dikkat {here.get(key)}, stock {there.get(key)}: "
            f"{reason or 'NOT EXPLAINED'}"
        )
    return unexplained


def marks(course: Course, lessons: list[str]) -> dict[tuple[str, str, str], float]:
    """{(student, lesson, test cell): points} in the gradebook."""
    found = {}
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        for lesson in lessons:
            for submission in book.find_assignment(lesson).submissions:
                for grade in submission.notebooks[0].grades:
                    found[submission.student.id, lesson, grade.cell.name] = grade.auto_score
    return found


def _reason(stock: Course, student: str, lesson: str, cell: str) -> str:
    """Why the mark of stock nbgrader for a cell is wrong, or "" if no reason is known."""
    path = stock.root / "autograded" / student / lesson / f"{lesson}.ipynb"
    if not path.exists():
        return "stock could not grade this submission at all"
    for each in nbformat.read(path, as_version=4).cells:
        if grade_id(each) == cell:
            outputs = each.get("outputs", [])
            failed = any(o.output_type == "error" for o in outputs)
            if not failed and any(o.get("name") == "stderr" for o in outputs):
                return "the check passed; stock gives 0 for what was written to stderr"
    return ""


if __name__ == "__main__":
    sys.exit(main())

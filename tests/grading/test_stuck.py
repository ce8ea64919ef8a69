"""Cells that never end, crash, or take all there is: what each costs, and what is left of it."""

from __future__ import annotations

import re
import secrets
import shutil
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dikkat.grading.run import Times
from dikkat.grading.sandbox import FULL, HOME, REDUCED, Limits
from dikkat.grading.warm import MODULES, Warm

MIB = 2**20
TIMES = Times(cell=2, notebook=40)
# For what ends otherwise than by the clock: a busy machine takes its time, and that is no fault.
PATIENT = Times(cell=200, notebook=1000)
LIMITS = Limits(memory=400 * MIB, processes=40, file_size=16 * MIB, folder_size=48 * MIB)

# In the command line of all that is started here: other runs on this machine have others.
MARK = f"run_{secrets.token_hex(8)}"
FOREVER = f"{8_700_000_000 + secrets.randbelow(10**8)}"  # seconds, and found again by it
# What a cell prints where nothing keeps it from going on. Not as the code has it: an error shows
# the lines around it.
GO_ON = "\nprint('it', 'went', 'on')"
WENT_ON = "^it went on"

# name: (a cell, a pattern of what the learner reads: one, or one for each level). A cell that
# defines `stuck` is called by a check.
CASES = {
    "a loop without end": ("while True:\n    pass", "TimeLimit: stopped after 2 seconds"),
    "a loop in a function": (
        "def stuck(x):\n    while True:\n        pass",
        r"stopped: TimeLimit: stopped after [\d.]+ seconds.* your line: (pass|while True:)",
    ),
    "a loop that swallows everything": (
        """
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
""",
        "it ran for more than 2 seconds. Is there a loop that never ends",
    ),
    "a loop that is deaf": (
        "import contextlib, signal\nfor s in range(1, 65):\n"
        "    with contextlib.suppress(OSError, ValueError):\n"
        "        signal.signal(s, signal.SIG_IGN)\n"
        "while True:\n    pass",
        "it ran for more than 2 seconds",
    ),
    "a loop in C": ("sum(iter(int, 1))", "TimeLimit: stopped after 2 s|it ran for more than 2 s"),
    "memory without end": (
        # Put away again: who keeps nearly all there is may be ended at any later moment.
        "kept = []\ntry:\n    while True:\n        kept.append(bytearray(10**7))\n"
        "finally:\n    kept.clear()",
        "MemoryError: |it used more than 400 MiB of memory",
    ),
    "memory without end in a function": (
        "def stuck(x):\n    return [bytearray(10**7) for _ in iter(int, 1)]",
        "stopped: MemoryError|it used more than 400 MiB of memory",
    ),
    "memory of many processes": (
        "import os, time\nfor _ in range(9):\n    if os.fork() == 0:\n"
        f"        kept = b'x' * 60_000_000\n        time.sleep({FOREVER})\ntime.sleep({FOREVER})",
        "it used more than 400 MiB of memory",
    ),
    "processes without end": (
        "import os\nwhile True:\n    os.fork()",
        "BlockingIOError: .*Resource temporarily unavailable",
    ),
    "a process that hops": (
        "import os\nwhile True:\n    if os.fork():\n        os._exit(0)",
        r"it ended its own process \(exit status 0\)",
    ),
    "threads without end": (
        "import threading, time\nwhile True:\n"
        f"    threading.Thread(target=time.sleep, args=({FOREVER},)).start()",
        "can't start new thread",
    ),
    "a process left behind": (
        f"import subprocess\nleft = subprocess.Popen(['sleep', '{FOREVER}']){GO_ON}",
        WENT_ON,
    ),
    "a process left behind, in a session of its own": (
        f"import subprocess\nsleep = ['sleep', '{FOREVER}']\n"
        f"left = subprocess.Popen(sleep, start_new_session=True){GO_ON}",
        {FULL: WENT_ON, REDUCED: "PermissionError: .*not permitted"},
    ),
    "a process whose parents are gone": (
        "import os, time\nif os.fork() == 0:\n    if os.fork() == 0:\n"
        f"        time.sleep({FOREVER})\n    os._exit(0){GO_ON}",
        WENT_ON,
    ),
    "a child that forgets to end": (
        "import os\nif os.fork():\n    print('the', 'parent')",
        "^the parent",
    ),
    "a child that keeps the sockets": (
        f"import os, time\nif os.fork() == 0:\n    time.sleep({FOREVER})\nos._exit(0)",
        r"it ended its own process \(exit status 0\)",
    ),
    "sockets closed": (
        "import os\nos.closerange(3, 256)",
        "it closed its connection to the grader|it ended its own process",
    ),
    "much printed": ("print('x' * 50_000_000)", "showed more than is kept; the rest was cut"),
    "much printed, in pieces": (
        "for _ in range(100_000):\n    print('x' * 500)",
        "showed more than is kept; the rest was cut",
    ),
    "much written to the descriptor": (
        "import os\nfor _ in range(50):\n    os.write(1, b'x' * 1_000_000)",
        "showed more than is kept; the rest was cut",
    ),
    "much printed by a function": (
        "def stuck(x):\n    print('x' * 50_000_000)\n    return x",
        r"got: shape \(\) 1 expected: shape \(\) 2",
    ),
    "ten thousand displays": (
        "from IPython.display import display\nfor i in range(10_000):\n    display(i)",
        "showed more than is kept; the rest was cut",
    ),
    "a picture of 20,000 by 20,000": (
        "import matplotlib.pyplot as plt\nfigure = plt.figure(figsize=(200, 200), dpi=100)\n"
        "plt.plot([1, 2])\nplt.show()",
        "MemoryError",
    ),
    "os._exit": ("import os\nos._exit(3)", r"it ended its own process \(exit status 3\)"),
    "os._exit in a function": (
        "import os\ndef stuck(x):\n    os._exit(0)",
        r"it ended its own process \(exit status 0\)",
    ),
    "sys.exit in a function": ("def stuck(x):\n    raise SystemExit", "stopped: SystemExit"),
    "a crash": ("import ctypes\nctypes.string_at(0)", r"it crashed \(SIGSEGV\)"),
    "an abort": ("import os\nos.abort()", r"it crashed \(SIGABRT\)"),
    "its parent killed": (
        f"import os, signal\nos.kill(os.getppid(), signal.SIGKILL){GO_ON}",
        f"{WENT_ON}|PermissionError: .*not permitted",
    ),
    "everybody killed": (
        f"import os, signal\nos.kill(-1, signal.SIGKILL){GO_ON}",
        f"{WENT_ON}|PermissionError: .*not permitted|ProcessLookupError: .*No such process",
    ),
    "itself stopped": (
        "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
        "it ran for more than 2 seconds",
    ),
    "itself killed": (
        "import os, signal\nos.kill(os.getpid(), 9)",
        r"crashed \(SIGKILL\)|closed its connection",
    ),
    "a thread that waits for itself": (
        "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()",
        "TimeLimit: stopped after 2 seconds",
    ),
    "threads that wait for each other": (
        "import threading\nlock = threading.Lock()\nlock.acquire()\n"
        "t = threading.Thread(target=lock.acquire)\nt.start()\nt.join()",
        "TimeLimit: stopped after 2 seconds",
    ),
    "input": ("name = input('Your name? ')", "EOFError: input\\(\\) waits for somebody to type"),
    "reading the keyboard": (
        "import sys\nprint('read:', repr(sys.stdin.read()))",
        "^read: ''",
    ),
    "an array of a billion": (
        "import numpy as np\ndef stuck(x):\n    return np.broadcast_to(np.zeros(1), (10**9,))",
        r"larger than 64 MiB",
    ),
    "a name with an array of a billion": (
        "import numpy as np\nstuck = np.broadcast_to(np.zeros(1), (10**9,))",
        "larger than 64 MiB",
    ),
    "deep lists": (
        "def stuck(x):\n    value = []\n    for _ in range(100_000):\n        value = [value]\n"
        "    return value",
        "nested more than 16 deep",
    ),
    "a list that holds itself": (
        "def stuck(x):\n    value = []\n    value.append(value)\n    return value",
        "nested more than 16 deep",
    ),
    "a recursion": ("def stuck(x):\n    return stuck(x) + 1", "RecursionError"),
    "a recursion without a limit": (
        "import sys\ndef stuck(x):\n    sys.setrecursionlimit(10**9)\n    return stuck(x) + 1",
        r"it crashed \(SIGSEGV\)|MemoryError|RecursionError|it used more than 400 MiB of memory",
    ),
    "an error that cannot be told": (
        "class Mute(Exception):\n    def __str__(self):\n        raise ValueError\n"
        "def stuck(x):\n    raise Mute",
        "stopped: ValueError",
    ),
    "a dict that cannot be read": (
        "class Shy(dict):\n    def items(self):\n        raise KeyError\ndef stuck(x):\n"
        "    return Shy(a=1)",
        "stopped: KeyError",
    ),
    "a dict that is never read to its end": (
        "class Long(dict):\n    def items(self):\n        while True:\n            pass\n"
        "def stuck(x):\n    return Long(a=1)",
        r"it ran for more than [\d.]+ seconds",
    ),
    "the disk filled": (
        "for i in range(10):\n    with open(f'file{i}', 'wb') as file:\n"
        f"        file.write(b'x' * 10**7)\nimport time\ntime.sleep({FOREVER})",
        {FULL: "No space left on device", REDUCED: "it wrote more than 48 MiB into its folder"},
    ),
    "folders in folders without end": (
        f"import os, time\nwatched = not os.getcwd().startswith({HOME!r})\n"
        "for _ in range(3000):\n    os.mkdir('x')\n    os.chdir('x')\n"
        f"time.sleep({FOREVER} if watched else 0){GO_ON}",
        {FULL: WENT_ON, REDUCED: "it could not be watched"},
    ),
    "a folder that its owner cannot read": (
        f"import os\nos.mkdir('x', 0o300)\nopen('x/file', 'w').close(){GO_ON}",
        WENT_ON,
    ),
    "one large file": (
        "with open('file', 'wb') as file:\n    for _ in range(100):\n"
        "        file.write(b'x' * 10**6)",
        "File too large",
    ),
    "files without end": (
        "for i in range(10**9):\n    open(f'file{i}', 'w').close()",
        # REDUCED counts bytes, not files: there the clock ends it.
        {FULL: "No space left on device", REDUCED: "TimeLimit: stopped after 2 seconds"},
    ),
    "open files without end": (
        "kept = []\nfor i in range(10**9):\n    kept.append(open('file', 'w'))",
        "Too many open files",
    ),
}

BEFORE = "def good(x):\n    return x + 1"
STUCK = """
from dikkat.notebook import Check
with Check("The stuck function answers") as check:
    check.close(check.call(stuck, 1), 2)
"""


# What a learner reads where nothing of this goes on; no case may be content with it.
NOTHING = "nothing"


def pattern(level: str, name: str) -> str:
    """What must be read in this case, at this level."""
    says = CASES[name][1]
    return says[level] if isinstance(says, dict) else says


def is_ended_by_the_clock(level: str, name: str) -> bool:
    return re.search("TimeLimit|it ran for more than", pattern(level, name)) is not None


def notebook(code: str) -> list[dict]:
    cells = [
        ("before", "learner", BEFORE),
        ("check-before", "test", "assert good(1) == 2"),
        ("stuck", "learner", code),
        ("check-stuck", "test", STUCK),
        ("check-after", "test", "assert good(2) == 3"),
    ]
    return [{"id": i, "kind": kind, "code": text, "released": ""} for i, kind, text in cells]


def said(answer: dict) -> str:
    """Everything that a learner reads of the cell and of the check, in one line."""
    texts = []
    for output in answer["outputs"][2]:
        texts += [output.get("text", "")[-1000:], output.get("ename", ""), ": "]
        texts += [output.get("evalue", ""), " ", "\n".join(output.get("traceback", []))]
    return " ".join(("".join(texts) + " " + answer["verdicts"]["check-stuck"]["message"]).split())


@pytest.fixture(scope="session")
def warm():
    """(a warm server whose temporary files have a folder of their own, that folder).

    Not one of pytest's: what a run that is killed leaves there may be deeper than pytest, which
    clears old runs away, can go.
    """
    folder, before = Path(tempfile.mkdtemp(prefix="stuck-")), tempfile.tempdir
    tempfile.tempdir = str(folder)
    with Warm([*MODULES, MARK]) as server:  # no such module; the server goes without it
        tempfile.tempdir = before
        yield server, folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def answers(warm):
    """{(level, name): answer}, and one of NOTHING; three notebooks at a time."""

    def one(case):
        level, name = case
        if name == NOTHING:
            return warm[0].run(notebook("x = 1"), {}, LIMITS, PATIENT, level)
        times = TIMES if is_ended_by_the_clock(level, name) else PATIENT
        return warm[0].run(notebook(CASES[name][0]), {}, LIMITS, times, level)

    cases = [(level, name) for level in (FULL, REDUCED) for name in [*CASES, NOTHING]]
    with ThreadPoolExecutor(3) as pool:
        return dict(zip(cases, pool.map(one, cases), strict=True))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("level", [FULL, REDUCED])
def test_it_ends_says_why_and_costs_nothing_else(answers, level, name):
    answer = answers[level, name]
    verdicts = answer["verdicts"]
    assert verdicts["check-before"]["passed"]
    assert verdicts["check-after"]["passed"], verdicts["check-after"]["message"]
    assert not verdicts["check-stuck"]["passed"]
    assert re.search(pattern(level, name), said(answer)), said(answer)[-600:]
    assert len(said(answer)) < 20_000
    assert sum(len(o.get("text", "")) for o in answer["outputs"][2]) < 300_000


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("level", [FULL, REDUCED])
def test_no_case_is_content_with_silence_or_with_another_message(answers, level, name):
    """Its own code is no message either: an error shows the lines around it."""
    answer = answers[level, NOTHING]
    assert "stuck" in answer["verdicts"]["check-stuck"]["message"]
    unrelated = ["", said(answer), "ZeroDivisionError: division by zero", CASES[name][0]]
    assert [text for text in unrelated if re.search(pattern(level, name), text)] == []


def left_of(server: Warm) -> list[str]:
    """The processes that came of this server, or of the cells above, and still run."""
    ours = Path(f"/proc/{server._process.pid}/cmdline").read_bytes()
    left = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes()
        except OSError:
            continue  # it has ended
        ended_badly = FOREVER.encode() in command or command == ours
        if ended_badly and int(entry.name) != server._process.pid:
            left.append(f"{entry.name}: {command!r}")
    return left


def test_nothing_is_left(answers, warm):
    """Checked once all of them have ended: processes, and temporary folders."""
    server, folder = warm
    # A busy machine takes a while to end forty processes. What is left sleeps for longer.
    patience = time.monotonic() + 300
    while left_of(server) and time.monotonic() < patience:
        time.sleep(0.1)
    assert left_of(server) == []
    assert [p.name for p in folder.iterdir()] == [Path(server._folder).name]


def test_the_whole_notebook_has_a_limit_too(warm):
    """Cells of a second each, in a notebook of 8: the rest is not run, and says so."""
    code = "import time\ntime.sleep(1)"
    cells = [{"id": f"c{i}", "kind": "learner", "code": code, "released": ""} for i in range(12)]
    answer = warm[0].run(cells, {}, LIMITS, Times(cell=200, notebook=8))
    ends = [o[-1]["evalue"] if o else "" for o in answer["outputs"]]
    not_run = ["whole notebook ran for more than 8 seconds" in text for text in ends]
    assert ends[0] == ""
    assert not_run == sorted(not_run) and all(not_run[9:])


def test_pictures_of_many_cells_do_not_add_up_without_end(warm):
    code = "from IPython.display import display\ndisplay({'text/plain': 'x' * 7_000_000}, raw=True)"
    cells = [{"id": f"c{i}", "kind": "learner", "code": code, "released": ""} for i in range(8)]
    answer = warm[0].run(cells, {})
    sizes = [len(str(outputs)) for outputs in answer["outputs"]]
    assert sizes[0] > 7_000_000 and sum(sizes) < 30_000_000
    assert "showed more than is kept" in str(answer["outputs"][-1])


def test_a_check_that_what_came_back_keeps_busy_is_stopped(warm):
    cells = [
        {"id": "a", "kind": "learner", "code": "n = 10**12", "released": ""},
        {
            "id": "b",
            "kind": "test",
            "code": "left = n\nwhile left > 0:\n    left -= 1",
            "released": "",
        },
        {"id": "c", "kind": "test", "code": "assert n == 10**12", "released": ""},
    ]
    answer = warm[0].run(cells, {}, LIMITS, Times(cell=2, notebook=200))
    assert "took too long to check" in answer["verdicts"]["b"]["message"]
    assert answer["verdicts"]["c"]["passed"]

"""Cells that never end, crash, or take all there is: what each costs, and what is left of it."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dikkat.grading.learner_side.files import HOME
from dikkat.grading.processes.client import MODULES, ForkServer
from dikkat.grading.settings import FULL, REDUCED, Limits, Times

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
        "kept = []\nwhile True:\n    kept.append(bytearray(10**7))",
        "MemoryError",
    ),
    "memory without end in a function": (
        "def stuck(x):\n    return [bytearray(10**7) for _ in iter(int, 1)]",
        "stopped: MemoryError",
    ),
    "memory of many processes": (
        "import os, time\nfor _ in range(9):\n    if os.fork() == 0:\n"
        f"        kept = b'x' * 60_000_000\n        time.sleep({FOREVER})\ntime.sleep({FOREVER})",
        "it used more than 400 MiB of memory",
    ),
    "memory of many processes, whose program cannot be read": (
        """
import os, shutil, time
with open(os.path.realpath("/bin/sh"), "rb") as file:
    program = file.read()
os.close(os.open("program", os.O_CREAT, 0o111))
os.chmod("program", 0o711)
with open("program", "wb") as file:
    file.write(program)
os.chmod("program", 0o111)
for _ in range(6):
    if os.fork() == 0:
        os.execv("program", ["sh", "-c", "x=$(yes | head -c 100000000); sleep 100"])
time.sleep(100)
""",
        "it used more than 400 MiB of memory",
    ),
    "memory of a process that hops": (
        """
import os, time
if os.fork() == 0:
    kept = [bytearray(100_000_000)]
    while True:
        for _ in range(6):
            if os.fork() == 0:
                kept.append(bytearray(60_000_000))
                time.sleep(100)
        if os.fork():
            os._exit(0)
time.sleep(100)
""",
        "it used more than 400 MiB of memory",
    ),
    "memory that no process maps": (
        "import mmap\nmmap.mmap(-1, 10**8)",
        "PermissionError: .*not permitted",
    ),
    "memory in sockets": (
        """
import os, socket, time
for _ in range(12):
    if os.fork() == 0:
        pairs = [socket.socketpair() for _ in range(100)]
        for pair in pairs:
            pair[0].setblocking(False)
            while True:
                try:
                    pair[0].send(b"x" * 100_000)
                except BlockingIOError:
                    break
        time.sleep(100)
time.sleep(100)
""",
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
        "PermissionError: .*not permitted",
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
    "the disk filled with deleted files": (
        "import os\nkept = []\nfor i in range(1000):\n    kept.append(open('file', 'wb'))\n"
        "    kept[-1].write(b'x' * 10**7)\n    kept[-1].flush()\n    os.remove('file')\n"
        "    if i > 5:\n        __import__('time').sleep(0.5)",
        {FULL: "No space left on device", REDUCED: "it wrote more than 48 MiB into its folder"},
    ),
    "the disk filled with deleted files that are only mapped": (
        "import mmap, os, time\nkept = []\nfor i in range(1000):\n"
        "    with open('file', 'w+b') as file:\n        file.write(b'x' * 10**7)\n"
        "        file.flush()\n        kept.append(mmap.mmap(file.fileno(), 0))\n"
        "    os.remove('file')\n    if i > 5:\n        time.sleep(0.5)",
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
        # As the grader's own user, who would not be able to look into it.
        f"{WENT_ON}|PermissionError: .*not permitted",
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
    return [request(*cell) for cell in cells]


def request(name: str, kind: str, code: str) -> dict:
    """A cell as the fork server is asked to run it."""
    return {
        "id": name, "kind": kind, "code": code, "released": "", "property": name, "points": 1.0,
    }  # fmt: skip


def answer_of(server: ForkServer, *arguments) -> dict:
    outputs, verdicts = server.run(*arguments)
    return {"outputs": outputs, "verdicts": verdicts}


def said(answer: dict) -> str:
    """Everything that a learner reads of the cell and of the check, in one line."""
    texts = []
    for output in answer["outputs"][2]:
        texts += [output.get("text", "")[-1000:], output.get("ename", ""), ": "]
        texts += [output.get("evalue", ""), " ", "\n".join(output.get("traceback", []))]
    return " ".join(("".join(texts) + " " + str(answer["verdicts"]["check-stuck"].failure)).split())


@pytest.fixture(scope="session")
def warm(tmp_path_factory):
    """(a fork server whose temporary files have a folder of their own, that folder)."""
    folder, before = tmp_path_factory.mktemp("sandboxes"), tempfile.tempdir
    tempfile.tempdir = str(folder)
    with ForkServer([*MODULES, MARK]) as server:  # no such module; the server goes without it
        tempfile.tempdir = before
        yield server, folder


@pytest.fixture(scope="session")
def answers(warm):
    """{(level, name): answer}, and one of NOTHING; three notebooks at a time."""

    def one(case):
        level, name = case
        if name == NOTHING:
            return answer_of(warm[0], notebook("x = 1"), {}, LIMITS, PATIENT, level)
        times = TIMES if is_ended_by_the_clock(level, name) else PATIENT
        return answer_of(warm[0], notebook(CASES[name][0]), {}, LIMITS, times, level)

    cases = [(level, name) for level in (FULL, REDUCED) for name in [*CASES, NOTHING]]
    with ThreadPoolExecutor(3) as pool:
        return dict(zip(cases, pool.map(one, cases), strict=True))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("level", [FULL, REDUCED])
def test_it_ends_says_why_and_costs_nothing_else(answers, level, name):
    answer = answers[level, name]
    verdicts = answer["verdicts"]
    assert verdicts["check-before"].passed
    assert verdicts["check-after"].passed, verdicts["check-after"].failure
    assert not verdicts["check-stuck"].passed
    assert re.search(pattern(level, name), said(answer)), said(answer)[-600:]
    assert len(said(answer)) < 20_000
    assert sum(len(o.get("text", "")) for o in answer["outputs"][2]) < 300_000


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("level", [FULL, REDUCED])
def test_no_case_is_content_with_silence_or_with_another_message(answers, level, name):
    """Its own code is no message either: an error shows the lines around it."""
    answer = answers[level, NOTHING]
    assert "stuck" in str(answer["verdicts"]["check-stuck"].failure)
    unrelated = ["", said(answer), "ZeroDivisionError: division by zero", CASES[name][0]]
    assert [text for text in unrelated if re.search(pattern(level, name), text)] == []


def left_of(server: ForkServer) -> list[str]:
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
    cells = [request(f"c{i}", "learner", code) for i in range(12)]
    answer = answer_of(warm[0], cells, {}, LIMITS, Times(cell=200, notebook=8))
    ends = [o[-1]["evalue"] if o else "" for o in answer["outputs"]]
    not_run = ["whole notebook ran for more than 8 seconds" in text for text in ends]
    assert ends[0] == ""
    assert not_run == sorted(not_run) and all(not_run[9:])


# --- processor time ---------------------------------------------------------------------------

# Twenty processes, whose parents have ended, compute without end.
CROWD = """
import os, time
for _ in range(20):
    if os.fork() == 0:
        if os.fork() == 0:
            while True:
                pass
        os._exit(0)
"""


@pytest.mark.parametrize("level", [FULL, REDUCED])
def test_processor_time_is_that_of_all_processes(warm, level):
    limits = dataclasses.replace(LIMITS, cpu_seconds=3)
    answer = answer_of(warm[0], notebook(CROWD + "time.sleep(1000)"), {}, limits, PATIENT, level)
    assert "it used more than 3 seconds of processor time" in said(answer)
    assert answer["verdicts"]["check-after"].passed


@pytest.mark.parametrize("level", [FULL, REDUCED])
def test_children_that_nobody_waits_for_count_as_well(warm, level):
    code = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0:
        while time.process_time() < 0.6:
            pass
        os._exit(0)
    time.sleep(0.3)
"""
    limits = dataclasses.replace(LIMITS, cpu_seconds=3)
    answer = answer_of(warm[0], notebook(code), {}, limits, PATIENT, level)
    assert "it used more than 3 seconds of processor time" in said(answer)


@pytest.mark.parametrize("level", [FULL, REDUCED])
def test_a_crowd_loses_its_priority_for_good(warm, level):
    code = (
        CROWD
        + """
def priority():
    return os.getpriority(os.PRIO_PROCESS, 0)
while priority() < 19:
    time.sleep(0.1)
try:
    os.setpriority(os.PRIO_PROCESS, 0, 0)
except OSError:
    pass
print("now it is", priority())
os._exit(7)
"""
    )
    answer = answer_of(warm[0], notebook(code), {}, LIMITS, PATIENT, level)
    assert "exit status 7" in said(answer)


def test_a_session_of_its_own_gives_no_share_of_its_own(warm):
    """Many kernels divide the processors by session first."""
    code = "import os\nprint(os.getpriority(os.PRIO_PROCESS, 0))\nos.setsid()"
    for level in (FULL, REDUCED):
        answer = answer_of(warm[0], [request("a", "learner", code)], {}, LIMITS, TIMES, level)
        assert "PermissionError" in str(answer["outputs"])


# Takes one processor, and there its neighbours' time: eight sessions that compute without end.
NEIGHBOURS = """
import os, sys
os.sched_setaffinity(0, {int(sys.argv[1])})
for _ in range(8):
    parent = os.getpid()
    if os.fork() == 0:
        os.setsid()
        print("ready", flush=True)
        while os.getppid() == parent:
            pass
        os._exit(0)
sys.stdin.read()
"""
STARVED = """
import json, os, sys, time
from dikkat.grading.processes.client import ForkServer
from dikkat.grading.settings import Times

def cell(code, kind="learner"):
    return {"id": kind, "kind": kind, "code": code, "released": "", "property": "", "points": 1.0}

WORK = '''
import time

def work(x):
    begun = time.process_time()
    while time.process_time() - begun < 0.8:
        pass
    return x

done = work(1)
'''
cells = [cell(WORK), cell("assert done == 1 and work(2) == 2", "test")]
modules = ["numpy", "dikkat.grading.learner_side.shell", "dikkat.grading.our_side.notebook"]
with ForkServer(modules) as server:
    os.sched_setaffinity(server._process.pid, {int(sys.argv[1])})
    began = time.monotonic()
    outputs, verdicts = server.run(cells, {}, times=Times(cell=1, notebook=4))
    print(json.dumps([time.monotonic() - began, outputs, verdicts["test"].passed]))
"""


def test_a_busy_neighbour_costs_no_points():
    """0.8 seconds of work in a cell of 1, on a processor that eight others want as well."""
    core = str(min(os.sched_getaffinity(0)))
    neighbours = subprocess.Popen(
        [sys.executable, "-c", NEIGHBOURS, core], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with neighbours:
        for _ in range(8):
            assert neighbours.stdout.readline()
        starved = [sys.executable, "-c", STARVED, core]
        done = subprocess.run(starved, capture_output=True, text=True)
        neighbours.stdin.close()  # then all of them end
    assert done.returncode == 0, done.stderr
    seconds, outputs, passed = json.loads(done.stdout)
    assert passed, outputs
    assert seconds > 4, "the neighbours were not busy: nothing was tested"


def test_who_sleeps_is_ended_by_the_clock_on_the_wall(warm):
    began = time.monotonic()
    answer = answer_of(warm[0], notebook("import time\ntime.sleep(1000)"), {}, LIMITS, TIMES)
    assert "stopped after 2 seconds" in said(answer)
    assert time.monotonic() - began < 500


def test_pictures_of_many_cells_do_not_add_up_without_end(warm):
    code = "from IPython.display import display\ndisplay({'text/plain': 'x' * 7_000_000}, raw=True)"
    cells = [request(f"c{i}", "learner", code) for i in range(8)]
    answer = answer_of(warm[0], cells, {})
    sizes = [len(str(outputs)) for outputs in answer["outputs"]]
    assert sizes[0] > 7_000_000 and sum(sizes) < 30_000_000
    assert "showed more than is kept" in str(answer["outputs"][-1])


def test_a_check_that_what_came_back_keeps_busy_is_stopped(warm):
    cells = [
        request("a", "learner", "n = 10**12"),
        request("b", "test", "left = n\nwhile left > 0:\n    left -= 1"),
        request("c", "test", "assert n == 10**12"),
    ]
    answer = answer_of(warm[0], cells, {}, LIMITS, Times(cell=2, notebook=200))
    assert "took too long to check" in str(answer["verdicts"]["b"].failure)
    assert answer["verdicts"]["c"].passed

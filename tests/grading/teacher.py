"""Plays a teacher with secrets who grades a notebook that is a spy: `teacher.py FOLDER`.

Prints JSON: the level and its reason, what the spy got (see probe.py), what is still as it
was, and what the spy's side left behind.
"""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import socket
import subprocess
import sys
import sysconfig
from pathlib import Path

from dikkat.grading.learner_side import landlock
from dikkat.grading.processes.client import ForkServer
from dikkat.grading.settings import Times

PROBE = Path(__file__).with_name("probe.py")
IPC_CREAT, IPC_EXCL = 0o1000, 0o2000


def secret(kind: str) -> str:
    return f"mark_{kind}_{secrets.token_hex(8)}"


def main(folder: Path) -> dict:
    home = folder / "home"
    files = {
        "gradebook": folder / "course/gradebook.db",
        "source": folder / "course/source/01/01.ipynb",
        "other": folder / "course/submitted/ada/01/01.ipynb",
        "home": home / ".ssh/id_ed25519",
    }
    for name, path in files.items():
        path.parent.mkdir(parents=True)
        path.write_text(secret(name))
    # What others have put beside Python, if the test has done so.
    environment = Path(sys.prefix)
    planted = [*environment.glob("share/**/*.ipynb"), *environment.glob("etc/**/*.py")]
    for number, path in enumerate(
        [*planted, *Path("/usr/local/share").rglob("nbgrader/**/*.ipynb")]
    ):
        files[f"planted {number}"] = path
    (home / ".ipython/profile_default/startup").mkdir(parents=True)
    temporary = folder / "tmp"
    temporary.mkdir()
    os.environ.update(HOME=str(home), TMPDIR=str(temporary), TEACHERS_PASSWORD=secret("env"))
    listeners = []
    tcp = socket.create_server(("127.0.0.1", 0))
    for kind, address in [
        (socket.SOCK_STREAM, str(folder / "unix")),
        (socket.SOCK_STREAM, f"\0{folder}"),
        (socket.SOCK_DGRAM, str(folder / "unix-d")),
        (socket.SOCK_DGRAM, f"\0{folder}-d"),
    ]:
        listener = socket.socket(socket.AF_UNIX, kind)
        listener.bind(address)
        if kind == socket.SOCK_STREAM:
            listener.listen()
        listeners.append(listener)
    memory = Path("/dev/shm", folder.name)
    memory.write_text(secret("shm"))
    libc = ctypes.CDLL(None)
    key, segment = 0, -1
    while segment < 0:  # somebody else may have this one
        key = secrets.randbelow(2**31)
        segment = libc.shmget(key, 4096, IPC_CREAT | IPC_EXCL | 0o666)
    sleeper = subprocess.Popen(
        ["sleep", "infinity"], start_new_session=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    before = {name: _state(path) for name, path in files.items()}
    affinity = os.sched_getaffinity(sleeper.pid)
    with ForkServer(
        ["numpy", "dikkat.grading.learner_side.shell", "dikkat.grading.our_side.notebook"]
    ) as server:
        home_before = sorted(home.rglob("*"))
        where = {
            "files": {name: str(path) for name, path in files.items()},
            "home": str(home),
            "teacher": os.getpid(),
            "sleeper": sleeper.pid,
            "port": tcp.getsockname()[1],
            "unix": str(folder / "unix"),
            "abstract": str(folder),
            "warm": server._path,
            "shm": memory.name,
            "sysv": key,
            "allowed": allowed(),
        }
        hidden = f"assert len({secret('test')!r}) > 3 and answer == 1"
        cells = [
            ("learner", f"WHERE = {where!r}", ""),
            ("test", "from dikkat.notebook import Check\n" + hidden, ""),
            ("learner", "answer = 1", ""),
            ("test", hidden, "# hidden"),
            ("learner", PROBE.read_text(), ""),
        ]
        requests = [
            {
                "id": f"cell-{n}",
                "kind": kind,
                "code": code,
                "released": released,
                "property": "",
                "points": 1.0,
            }
            for n, (kind, code, released) in enumerate(cells)
        ]
        data = {"data.txt": b"the lesson's own", "paths.json": json.dumps(elsewhere()).encode()}
        outputs, verdicts = server.run(requests, data, times=Times(1000, 2000))
        level, reason = server.level, server.reason
    try:
        got = json.loads(outputs[-1][0]["text"])
    except (LookupError, ValueError):
        got = outputs[-1]
    result = {
        "level": level,
        "reason": reason,
        "secrets": len(files),
        "landlock": landlock.version(),
        "hidden test passed": verdicts["cell-3"].passed,
        "got": got,
        "files are as they were": before == {name: _state(path) for name, path in files.items()},
        "the home is as it was": sorted(home.rglob("*")) == home_before,
        "the process is as it was": sleeper.poll() is None
        and os.getpriority(os.PRIO_PROCESS, sleeper.pid) == 0
        and os.sched_getaffinity(sleeper.pid) == affinity,
        "left behind": [path.name for path in temporary.iterdir()],
        "somebody called": [bool(_waits(listener)) for listener in [tcp, *listeners]],
    }
    sleeper.kill()
    memory.unlink()
    libc.shmctl(segment, 0, None)
    return result


def allowed() -> list[str]:
    """Beginnings of the paths that a learner's side may read: Python's, and the system's programs.

    Written down here once more, and not taken from the code that is tested.
    """
    system = [
        "/bin/", "/usr/bin/", "/lib64/", "/usr/lib64/", "/usr/lib/locale/", "/usr/share/fonts/",
        "/usr/local/share/fonts/", "/usr/share/zoneinfo/", "/etc/alternatives/",
        "/etc/ld.so.cache", "/lib/ld-", "/usr/lib/ld-", "/etc/passwd",
    ]  # fmt: skip
    triplet = sysconfig.get_config_var("MULTIARCH")
    folders = [f"/lib/{triplet}/", f"/usr/lib/{triplet}/"] if triplet else ["/lib/", "/usr/lib/"]
    python = [sysconfig.get_path("stdlib") + "/", sysconfig.get_path("platstdlib") + "/"]
    for prefix in (sys.prefix, sys.base_prefix):
        python += [f"{prefix}/{part}" for part in ("bin/python", "bin/pip", "pyvenv.cfg")]
        python += [f"{prefix}/lib/libpython"]
    packages = [f"{p}/" for p in sys.path if p.endswith(("site-packages", "dist-packages"))]
    own = [str(Path(landlock.__file__).parents[2]) + "/"]
    paths = [*system, *folders, *python, *packages, *own]
    return sorted({*paths, *(os.path.realpath(p) + "/" * p.endswith("/") for p in paths)})


def elsewhere(most: int = 5000) -> list[str]:
    """Files of this machine that this user can read: the first of each folder, near ones first."""
    found, folders = [], ["/"]
    for folder in folders:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        if folder not in ("/proc", "/sys", "/dev"):
            folders += [e.path for e in entries if e.is_dir(follow_symlinks=False)]
            plain = [e.path for e in entries if e.is_file(follow_symlinks=False)]
            found += [path for path in plain if os.access(path, os.R_OK)][:2]
        if len(found) > most:
            break
    return found


def _state(path: Path) -> list | None:
    if not path.exists():
        return None
    found = path.stat()
    return [path.read_text(), found.st_mode, found.st_uid, found.st_mtime_ns, os.listxattr(path)]


def _waits(listener: socket.socket) -> bool:
    listener.settimeout(0)
    try:
        listener.recv(1) if listener.type == socket.SOCK_DGRAM else listener.accept()
    except BlockingIOError:
        return False
    return True


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))

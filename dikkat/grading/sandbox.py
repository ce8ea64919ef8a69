"""The sandbox of the learner's side (Linux): what hostile code may not do, and for how long.

Two levels, the best that this machine has:

FULL     namespaces of its own: no network, no other processes, a read-only system with nothing
         but Python in it, one private folder in memory. Everything it started ends with it.
REDUCED  where namespaces are off, as in many containers: Landlock closes every file but
         Python's own and the private folder. That processes and files exist can still be seen.

Both levels: an unprivileged user where the grader is root, a seccomp filter (no sockets, no new
namespaces, no tracing), and limits on memory, processes, file size and time.

    server ── fork ── keeper ── fork ── learner's side
                      (pid 1 of the namespace; watches memory, and ends everything when the
                       learner's side ends or when our side closes its control connection)
"""

from __future__ import annotations

import ctypes
import dataclasses
import os
import platform
import resource
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

FULL, REDUCED, NONE = "full", "reduced", "none"

SYSTEM_PATHS = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache",
    "/etc/alternatives",
]  # fmt: skip
# Of Python's own folders, no more than this: an environment may have been made in a folder
# that holds a course as well.
PYTHON_PARTS = ["bin", "lib", "lib64", "include", "share", "etc", "pyvenv.cfg"]
DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"]
HOME = "/home/learner"
TEMPORARY = f"{HOME}/.tmp"


@dataclasses.dataclass(frozen=True)
class Limits:
    """What one learner's side may use."""

    memory: int = 2 * 2**30  # bytes over what the warm process had; all its processes together
    processes: int = 64  # threads count as well
    file_size: int = 64 * 2**20  # bytes a file
    folder_size: int = 128 * 2**20  # bytes of the private folder
    open_files: int = 256
    cpu_seconds: int = 300


class SandboxError(Exception):
    """The sandbox could not be made; nothing of the learner's was run."""


# --- the kernel's calls that Python has no function for ------------------------------------

_libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
CLONE_NEWCGROUP = 0x02000000
ALL_NAMESPACES = (
    CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET
    | CLONE_NEWCGROUP
)  # fmt: skip
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT = 1, 2, 4, 32
MS_BIND, MS_REC, MS_PRIVATE, MNT_DETACH = 4096, 16384, 1 << 18, 2
AT_RECURSIVE, MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV = 0x8000, 1, 2, 4
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_SECCOMP = 1, 4, 8, 22
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38
CAP_DAC_READ_SEARCH = 2
# The same numbers on every architecture, for calls of Linux 5 and later.
SYS_MOUNT_SETATTR, SYS_LANDLOCK_CREATE, SYS_LANDLOCK_ADD, SYS_LANDLOCK_RESTRICT = 442, 444, 445, 446


def _done(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def _unshare(flags: int) -> None:
    _done(_libc.unshare(flags), "unshare")


def _mount(source: str, target: str, kind: str | None, flags: int, data: str | None = None):
    def text(value):
        return value.encode() if value is not None else None

    _done(
        _libc.mount(text(source), text(target), text(kind), ctypes.c_ulong(flags), text(data)),
        f"mount {target}",
    )


def _prctl(option: int, *args: int) -> None:
    padded = [ctypes.c_ulong(a) for a in (*args, 0, 0, 0, 0)[:4]]
    _done(_libc.prctl(option, *padded), f"prctl {option}")


def _set_capabilities(mask: int) -> None:
    """Leaves this process the capabilities of `mask` alone, and its children none by exec."""
    header = struct.pack("<Ii", 0x20080522, 0)
    data = struct.pack("<IIIIII", mask, mask, 0, 0, 0, 0)
    _done(_libc.capset(header, data), "capset")


# --- what this machine has -------------------------------------------------------------------


def detect(wanted: str | None = None) -> tuple[str, str]:
    """Returns (level, reason): the best level that works here, tried for real in a child.

    wanted: a level that must not be exceeded (DIKKAT_SANDBOX); reason says why it is not FULL.
    """
    if sys.platform != "linux":
        return NONE, f"{platform.system()} has no sandbox that dikkat can use"
    if platform.machine() not in SECCOMP:
        return NONE, f"no seccomp filter is written for {platform.machine()}"
    reasons = []
    for level in (FULL, REDUCED):
        if wanted == NONE or (wanted == REDUCED and level == FULL):
            reasons.append(f"{level}: switched off by DIKKAT_SANDBOX={wanted}")
            continue
        problem = _try(level)
        if problem is None:
            return level, "; ".join(reasons)
        reasons.append(f"{level}: {problem}")
    return NONE, "; ".join(reasons)


def _try(level: str) -> str | None:
    """None if a child can enter this level, else what went wrong."""
    reader, writer = os.pipe()
    ours, control = socket.socketpair()
    child = os.fork()
    if child == 0:
        os.close(reader)
        ours.close()
        try:
            keep(level, Limits(), {}, lambda: os.write(writer, b"ok"), control)
        except BaseException as error:
            _report(control, str(error))
        os._exit(0)
    os.close(writer)
    control.close()
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as file, ours:
        return None if file.read() == b"ok" else ours.recv(1000).decode(errors="replace")


# --- the keeper ------------------------------------------------------------------------------


def keep(
    level: str, limits: Limits, files: dict[str, bytes], main, control, close_outside=None
) -> None:
    """Runs main() in a sandbox of this level, in a child, and returns when all of it has ended.

    files: the contents of the private folder. close_outside: a socket that main() alone keeps.
    control: a socket to our side; when the other end is shut, everything ends; what ended the
    learner's side is written to it, as text. It is the caller's to close, when all is gone.
    Call it in a child of its own: with FULL, every later child of this process would end up in
    namespaces that have ended. Raises OSError or SandboxError where the sandbox cannot be made.
    """
    if level == NONE:
        return _keep_in_the_open(files, main, control, close_outside)
    root = tempfile.mkdtemp(prefix="dikkat-") if level == FULL else None
    try:
        if root is not None:
            _isolate()
        keeper = os.fork()
        if keeper == 0:
            _keep_and_exit(level, limits, files, main, control, root, close_outside)
        _close(close_outside)
        _, status = os.waitpid(keeper, 0)
    finally:
        if root is not None:
            os.rmdir(root)
    if os.waitstatus_to_exitcode(status) == 13:
        raise SandboxError("the sandbox could not be made")


def _keep_in_the_open(files, main, control, close_outside) -> None:
    """NONE: no sandbox at all, for one's own work; ends with our side all the same."""
    folder = tempfile.mkdtemp(prefix="dikkat-")
    _fill(folder, files, None)
    side = os.fork()
    if side == 0:
        code = 1
        try:
            os.setsid()
            control.close()
            os.chdir(folder)
            os.environ.update(HOME=folder, TMPDIR=folder)
            tempfile.tempdir = None
            main()
            code = 0
        finally:
            os._exit(code)
    _close(close_outside)
    status = None
    while status is None:
        closed, _, _ = select.select([control], [], [], 0.1)
        if closed:
            os.kill(side, signal.SIGKILL)
        ended, raw = os.waitpid(side, 0 if closed else os.WNOHANG)
        status = os.waitstatus_to_exitcode(raw) if ended else None
    try:
        os.killpg(side, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    _report(control, f"it ended its own process (exit status {status})")
    shutil.rmtree(folder, ignore_errors=True)


def _isolate() -> None:
    """Gives this process's next child new namespaces; as an ordinary user, in one of its own."""
    flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    uid, gid = os.geteuid(), os.getegid()
    if uid == 0:
        _unshare(flags)
    else:
        _unshare(flags | CLONE_NEWUSER)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    _mount("none", "/", None, MS_REC | MS_PRIVATE)


def _keep_and_exit(level, limits, files, main, control, root, close_outside) -> None:
    """The keeper: starts the learner's side, watches it, ends all of it, and exits."""
    os.setsid()
    proc = None
    if level == FULL:
        try:
            _mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV)
            proc = "/proc"
        except OSError:
            pass  # a container that masks /proc: memory is then limited a process, not in all
    else:
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
        proc = "/proc"
    uid = learner_uid()
    folder = None if level == FULL else tempfile.mkdtemp(prefix="dikkat-")
    ready, entered = os.pipe()
    side = os.fork()
    if side == 0:
        os.close(ready)
        _close(control)
        _enter_and_run(level, limits, files, main, uid, root, folder, entered)
    os.close(entered)
    _close(close_outside)
    problem = os.read(ready, 1000).decode(errors="replace")
    os.close(ready)
    if problem != "ok":
        os.waitpid(side, 0)
        _remove(folder)
        _report(control, f"sandbox: {problem}")
        os._exit(13)
    _prctl(PR_SET_DUMPABLE, 0)  # same user, perhaps: it must not be traced by its ward
    try:
        ended = _watch(side, control, limits, proc, folder)
    except Exception as error:  # unwatched, it may not go on
        os.killpg(side, signal.SIGKILL)
        ended = f"it could not be watched ({type(error).__name__})"
    _report(control, ended)
    _remove(folder)
    os._exit(0)  # and with pid 1 of a namespace everything else in it


CLOSED = "it closed its connection to the grader"


def _watch(side: int, control, limits: Limits, proc: str | None, folder: str | None) -> str:
    """Waits until the learner's side ends, or must; returns what ended it, in a few words.

    folder: the private one, where there is no namespace (REDUCED): then all is ended here.
    """
    pidfd = os.pidfd_open(side)
    poller = select.poll()
    poller.register(pidfd, select.POLLIN)
    poller.register(control, select.POLLHUP | select.POLLRDHUP)
    keeper = None if folder is None else os.getpid()
    # What it shares with the warm process; measured at once, before any cell can have run.
    baseline, cause = _memory_used(proc, keeper) if proc is not None else 0, ""
    while True:
        events = dict(poller.poll(250))
        if pidfd in events:
            break
        if events:
            cause = CLOSED
        elif proc is not None:
            if _memory_used(proc, keeper) - baseline > limits.memory:
                cause = f"it used more than {limits.memory // 2**20} MiB of memory"
            if folder is not None and _folder_used(folder) > limits.folder_size:
                cause = f"it wrote more than {limits.folder_size // 2**20} MiB into its folder"
        if cause:
            os.kill(side, signal.SIGKILL)
            break
    if folder is not None:
        os.killpg(side, signal.SIGKILL)  # nothing of it can have left its process group
    _, status = os.waitpid(side, 0)
    if folder is not None:
        _reap_all()
    code = os.waitstatus_to_exitcode(status)
    if cause and (cause != CLOSED or code == -signal.SIGKILL):
        return cause
    if code >= 0:
        return f"it ended its own process (exit status {code})"
    name = signal.Signals(-code).name
    if name == "SIGXCPU" or (name == "SIGKILL" and _cpu_spent() >= limits.cpu_seconds):
        return f"it used more than {limits.cpu_seconds} seconds of processor time"
    return f"it crashed ({name})"


def _cpu_spent() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _memory_used(proc: str, keeper: int | None) -> int:
    """Bytes of memory that the learner's processes hold; what they share is counted once.

    keeper: whose descendants they are; None for all but pid 1.
    """
    total = 0
    everything = [p for p in os.listdir(proc) if p.isdigit() and p != "1"]
    for process in everything if keeper is None else _descendants(keeper):
        try:
            with open(f"{proc}/{process}/smaps_rollup") as file:
                for line in file:
                    if line.startswith(("Pss_Anon:", "Pss_Shmem:", "SwapPss:")):
                        total += int(line.split()[1]) * 1024
        except (OSError, ValueError):
            pass  # it ended meanwhile
    return total


def _descendants(parent: int) -> list[str]:
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                after_name = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2]
                children.setdefault(int(after_name.split()[1]), []).append(int(entry))
            except (OSError, IndexError):
                pass
    found, waiting = [], [parent]
    while waiting:
        for child in children.get(waiting.pop(), []):
            found.append(str(child))
            waiting.append(child)
    return found


def _folder_used(folder: str) -> int:
    """Bytes of disk that a folder takes; what was deleted and is still open is not seen."""
    total = 0
    for top, _, files in os.walk(folder):
        for name in files:
            try:
                total += os.lstat(os.path.join(top, name)).st_blocks * 512
            except OSError:
                pass  # it went meanwhile
    return total


def _remove(folder: str | None) -> None:
    """Removes a folder that hostile code has filled: very deep, say, or closed to its owner."""
    if folder is not None:
        for command in (["chmod", "-R", "u+rwx", folder], ["rm", "-rf", folder]):
            subprocess.run(command, stderr=subprocess.DEVNULL)


def _reap_all() -> None:
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass


def _close(*sockets) -> None:
    for each in sockets:
        if each is not None:
            each.close()


def _report(control, text: str) -> None:
    try:
        control.sendall(text.encode())
    except OSError:
        pass


# --- the learner's side, before any code of the learner's -------------------------------------


def _enter_and_run(level, limits, files, main, uid, root, folder, entered) -> None:
    try:
        address_space = _address_space()
        others = _threads_of(os.geteuid()) if level == REDUCED and uid is None else 0
        if level == FULL:
            _unshare(CLONE_NEWNS)  # the keeper keeps its own view
            _new_root(root, limits, files, uid)
        else:
            _fill(folder, files, uid)
        home = HOME if level == FULL else folder
        os.chdir(home)
        os.environ.update(HOME=home, TMPDIR=TEMPORARY if level == FULL else folder)
        for name in ("MPLCONFIGDIR", "PYTHONUSERBASE"):  # they name the teacher's home
            os.environ.pop(name, None)
        tempfile.tempdir = None
        os.setpgid(0, 0)
        _drop_privileges(uid, level)
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        _set_limits(limits, address_space, others)
        _prctl(PR_SET_NO_NEW_PRIVS, 1)
        if level == REDUCED:
            _landlock(folder)
        _seccomp(level, same_user=uid is None)
        os.write(entered, b"ok")
        os.close(entered)
    except BaseException as error:
        os.write(entered, (str(error) or type(error).__name__).encode()[:900])
        os._exit(1)
    code = 1
    try:
        main()
        code = 0
    except BaseException:  # before any cell, a fault of ours: where the server's errors go
        traceback.print_exc()
    finally:
        os._exit(code)


def learner_uid() -> int | None:
    """A user of its own for each learner's side, where the grader is root; else None.

    Root is not bound by the limit on processes. One user each, because that limit is counted
    by user.
    """
    if os.geteuid() != 0:
        return None
    number = os.getppid() if os.getpid() == 1 else os.getpid()
    candidates = [2**21 + time.monotonic_ns() // 1000 % 2**21, 60_000 + number % 5000, 65534]
    for uid in candidates:
        if _is_mapped(uid):
            return uid
    return None


def _is_mapped(uid: int) -> bool:
    for line in Path("/proc/self/uid_map").read_text().splitlines():
        first, _, count = map(int, line.split())
        if first <= uid < first + count:
            return True
    return False


def _fill(folder: str, files: dict[str, bytes], uid: int | None) -> None:
    for name, content in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if uid is not None:
        for path in [Path(folder), *Path(folder).rglob("*")]:
            os.chown(path, uid, uid)


def readable_paths() -> list[str]:
    """The files and folders of this machine that the learner's side may read: Python's."""
    package = str(Path(__file__).resolve().parents[1])
    prefixes = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix]
    python = [os.path.join(prefix, part) for prefix in prefixes for part in PYTHON_PARTS]
    libraries = [p for p in sys.path if "site-packages" in p or "dist-packages" in p]
    wanted = [p for p in [*SYSTEM_PATHS, *python, *libraries, package] if os.path.exists(p)]
    kept: list[str] = []
    real = map(os.path.realpath, wanted)  # where one of them is a symbolic link
    for path in sorted({os.path.abspath(p) for p in [*wanted, *real]}, key=len):
        if not any(path == k or path.startswith(k.rstrip("/") + "/") for k in kept):
            kept.append(path)
    return kept


def _new_root(root: str, limits: Limits, files: dict[str, bytes], uid: int | None) -> None:
    """Replaces / by a read-only one with Python's files, four devices and a private folder."""
    _mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755")
    for path in readable_paths() + DEVICES:
        inside = root + path
        os.makedirs(os.path.dirname(inside), exist_ok=True)
        if os.path.islink(path):
            os.symlink(os.readlink(path), inside)
            continue
        if os.path.isdir(path):
            os.makedirs(inside, exist_ok=True)
        else:
            Path(inside).touch()
        _mount(path, inside, None, MS_BIND | MS_REC)
        attributes = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID
        attributes |= 0 if path in DEVICES else MOUNT_ATTR_NODEV
        setting = struct.pack("<QQQQ", attributes, 0, 0, 0)
        _done(
            _libc.syscall(
                SYS_MOUNT_SETATTR, -100, inside.encode(), AT_RECURSIVE, setting, len(setting)
            ),
            f"mount_setattr {inside}",
        )
    owner = uid if uid is not None else os.geteuid()
    os.makedirs(f"{root}/etc", exist_ok=True)
    Path(f"{root}/etc/passwd").write_text(f"learner:x:{owner}:{owner}::{HOME}:/bin/sh\n")
    if not os.path.lexists(f"{root}/tmp"):  # Python, or the course, may lie in it
        os.symlink(TEMPORARY, f"{root}/tmp")
    os.makedirs(root + HOME)
    size = f"size={limits.folder_size},nr_inodes=20000,mode=700"
    _mount("tmpfs", root + HOME, "tmpfs", MS_NOSUID | MS_NODEV, size)
    _fill(root + HOME, files, None)
    os.mkdir(root + TEMPORARY)
    if uid is not None:
        for path in [root + HOME, *map(str, Path(root + HOME).rglob("*"))]:
            os.chown(path, uid, uid)
    os.chdir(root)
    _done(_libc.syscall(SECCOMP[platform.machine()]["pivot_root"], b".", b"."), "pivot_root")
    _done(_libc.umount2(b".", MNT_DETACH), "umount of the old root")
    os.chdir("/")
    _mount("none", "/", None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)


def _drop_privileges(uid: int | None, level: str) -> None:
    keep_reading = level == REDUCED and uid is not None
    if uid is not None:
        if keep_reading:
            _prctl(PR_SET_KEEPCAPS, 1)
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    # Python may lie in a home folder that others cannot enter; Landlock decides what is read.
    _set_capabilities(1 << CAP_DAC_READ_SEARCH if keep_reading else 0)


def _set_limits(limits: Limits, address_space: int, processes: int) -> None:
    for kind, value in [
        (resource.RLIMIT_AS, address_space + limits.memory),
        (resource.RLIMIT_NPROC, processes + limits.processes),
        (resource.RLIMIT_FSIZE, limits.file_size),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ]:
        resource.setrlimit(kind, (value, value))


def _address_space() -> int:
    """Bytes of address space that the warm process has already: PyTorch alone maps gigabytes."""
    pages = Path("/proc/self/statm").read_text().split()[0]
    return int(pages) * resource.getpagesize()


def _threads_of(user: int) -> int:
    """How many threads this user runs now; the kernel counts them all against the limit."""
    count = 0
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                if os.stat(f"/proc/{entry}").st_uid == user:
                    count += len(os.listdir(f"/proc/{entry}/task"))
            except OSError:
                pass
    return count


# --- Landlock: which files (REDUCED) ---------------------------------------------------------

FS_EXECUTE, FS_WRITE, FS_READ, FS_READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
FS_MAKE_CHAR, FS_MAKE_SOCK, FS_MAKE_BLOCK, FS_TRUNCATE = 1 << 6, 1 << 9, 1 << 11, 1 << 14
FS_OF_FILES = FS_EXECUTE | FS_WRITE | FS_READ | FS_TRUNCATE
LANDLOCK_VERSION, PATH_BENEATH, O_PATH = 1, 1, 0o10000000


def landlock_version() -> int:
    """The version of Landlock's interface here; 0 where the kernel has none."""
    return max(0, _libc.syscall(SYS_LANDLOCK_CREATE, None, 0, LANDLOCK_VERSION))


def _landlock(folder: str) -> None:
    """Closes every file but Python's own, to read, and this folder, to read and write.

    Source of the bits and sizes: the kernel's documentation, userspace-api/landlock.
    """
    version = landlock_version()
    if version == 0:
        raise OSError("this kernel has no Landlock")
    bits = {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)
    handled = (1 << bits) - 1
    ruleset = struct.pack("<QQQ", handled, 0b11 if version >= 4 else 0, 0b11 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _done(_libc.syscall(SYS_LANDLOCK_CREATE, ruleset, size, 0), "landlock_create_ruleset")

    def allow(path: str, access: int) -> None:
        if not os.path.isdir(path):
            access &= FS_OF_FILES
        parent = os.open(path, O_PATH | os.O_CLOEXEC)
        rule = struct.pack("<Qi", access & handled, parent)
        _done(_libc.syscall(SYS_LANDLOCK_ADD, rules, PATH_BENEATH, rule, 0), f"landlock {path}")
        os.close(parent)

    for path in readable_paths():
        allow(path, FS_EXECUTE | FS_READ | FS_READ_DIR)
    for path in DEVICES:
        allow(path, FS_READ | FS_WRITE)
    allow(folder, handled & ~(FS_MAKE_CHAR | FS_MAKE_SOCK | FS_MAKE_BLOCK))
    _done(_libc.syscall(SYS_LANDLOCK_RESTRICT, rules, 0), "landlock_restrict_self")
    os.close(rules)


# --- seccomp: which calls of the kernel ------------------------------------------------------

# Numbers: the kernel's own tables, arch/x86/entry/syscalls/syscall_64.tbl and
# include/uapi/asm-generic/unistd.h.
SECCOMP = {
    "x86_64": {
        "audit": 0xC000003E, "clone": 56, "clone3": 435, "prlimit64": 302, "pivot_root": 155,
        "fcntl": 72, "ioctl": 16,
        "denied": {
            "socket": 41, "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311,
            "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "unshare": 272,
            "setns": 308, "keyctl": 250, "add_key": 248, "request_key": 249, "bpf": 321,
            "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425,
            "open_by_handle_at": 304, "memfd_create": 319, "memfd_secret": 447, "shmget": 29,
            "msgget": 68, "semget": 64, "mq_open": 240, "pidfd_getfd": 438, "kcmp": 312,
            "fanotify_init": 300, "personality": 135, "open_tree": 428, "move_mount": 429,
            "fsopen": 430, "mount_setattr": 442, "syslog": 103,
        },
        "signals": {"kill": 62, "tkill": 200, "tgkill": 234, "rt_sigqueueinfo": 129,
                    "rt_tgsigqueueinfo": 297, "pidfd_send_signal": 424},
        "groups": {"setsid": 112, "setpgid": 109},
        "watching": {"inotify_init": 253, "inotify_init1": 294},
        "modes": {
            "chmod": 90, "fchmod": 91, "fchmodat": 268, "fchmodat2": 452, "utime": 132,
            "utimes": 235, "futimesat": 261, "utimensat": 280,
        },
        "of others": {
            "truncate": 76, "chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260,
            "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "setxattrat": 463,
            "removexattr": 197, "lremovexattr": 198, "fremovexattr": 199,
            "removexattrat": 466, "file_setattr": 469, "setpriority": 141, "ioprio_set": 251,
            "sched_setparam": 142, "sched_setscheduler": 144, "sched_setaffinity": 203,
            "sched_setattr": 314,
        },
    },
    "aarch64": {
        "audit": 0xC00000B7, "clone": 220, "clone3": 435, "prlimit64": 261, "pivot_root": 41,
        "fcntl": 25, "ioctl": 29,
        "denied": {
            "socket": 198, "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271,
            "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "unshare": 97,
            "setns": 268, "keyctl": 219, "add_key": 217, "request_key": 218, "bpf": 280,
            "perf_event_open": 241, "userfaultfd": 282, "io_uring_setup": 425,
            "open_by_handle_at": 265, "memfd_create": 279, "memfd_secret": 447, "shmget": 194,
            "msgget": 186, "semget": 190, "mq_open": 180, "pidfd_getfd": 438, "kcmp": 272,
            "fanotify_init": 262, "personality": 92, "open_tree": 428, "move_mount": 429,
            "fsopen": 430, "mount_setattr": 442, "syslog": 116,
        },
        "signals": {"kill": 129, "tkill": 130, "tgkill": 131, "rt_sigqueueinfo": 138,
                    "rt_tgsigqueueinfo": 240, "pidfd_send_signal": 424},
        "groups": {"setsid": 157, "setpgid": 154},
        "watching": {"inotify_init1": 26},
        "modes": {"fchmod": 52, "fchmodat": 53, "fchmodat2": 452, "utimensat": 88},
        "of others": {
            "truncate": 45, "fchown": 55, "fchownat": 54, "setxattr": 5, "lsetxattr": 6,
            "fsetxattr": 7, "setxattrat": 463, "removexattr": 14, "lremovexattr": 15,
            "fremovexattr": 16, "removexattrat": 466, "file_setattr": 469,
            "setpriority": 140, "ioprio_set": 30, "sched_setparam": 118,
            "sched_setscheduler": 119, "sched_setaffinity": 122, "sched_setattr": 274,
        },
    },
}  # fmt: skip
# Of calls that are needed, the commands that are not: signals to others through a file's owner,
# and typing into somebody's terminal.
F_SETOWN, F_SETSIG, F_SETOWN_EX = 8, 10, 15
FIOSETOWN, SIOCSPGRP, TIOCSTI, TIOCLINUX = 0x8901, 0x8902, 0x5412, 0x541C
LOAD, EQUAL, ANY_BIT, AT_LEAST, RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
ALLOW, ERRNO, SECCOMP_MODE_FILTER = 0x7FFF0000, 0x00050000, 2
EPERM, ENOSYS = 1, 38
NUMBER, ARCHITECTURE, FIRST, SECOND = 0, 4, 16, 24  # in seccomp_data; low halves of arguments


def _seccomp(level: str, same_user: bool) -> None:
    """Refuses the kernel calls that an exercise never needs: most escapes begin with one.

    same_user: the learner's side runs as the grader's user, who may change the grader's files
    and processes in ways that Landlock does not know.
    """
    table = SECCOMP[platform.machine()]
    denied = list(table["denied"].values())
    if level == REDUCED:
        denied += table["groups"].values()  # it is ended as a group
        denied += table["watching"].values()
        if landlock_version() < 6:
            denied += table["signals"].values()
        if same_user:
            denied += table["of others"].values()
    refuse, allow = (RETURN, 0, 0, ERRNO | EPERM), (RETURN, 0, 0, ALLOW)
    pretend = (RETURN, 0, 0, ERRNO | 0)
    program = [
        (LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, table["audit"]), refuse,
        (LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, 0x40000000), refuse,
        (EQUAL, 0, 1, table["clone3"]), (RETURN, 0, 0, ERRNO | ENOSYS),
        (EQUAL, 0, 4, table["clone"]), (LOAD, 0, 0, FIRST), (ANY_BIT, 0, 1, ALL_NAMESPACES),
        refuse, allow,
        (EQUAL, 0, 4, table["prlimit64"]), (LOAD, 0, 0, FIRST), (EQUAL, 1, 0, 0), refuse, allow,
    ]  # fmt: skip
    for call, commands in [
        ("fcntl", [F_SETOWN, F_SETSIG, F_SETOWN_EX]),
        ("ioctl", [FIOSETOWN, SIOCSPGRP, TIOCSTI, TIOCLINUX]),
    ]:
        refused = [step for command in commands for step in ((EQUAL, 0, 1, command), refuse)]
        steps = [(LOAD, 0, 0, SECOND), *refused, allow]
        program += [(EQUAL, 0, len(steps), table[call]), *steps]
    for number in denied:
        program += [(EQUAL, 0, 1, number), refuse]
    if level == REDUCED and same_user:
        for number in table["modes"].values():  # shutil.copy sets them, and fails if it may not
            program += [(EQUAL, 0, 1, number), pretend]
    program.append(allow)
    code = b"".join(struct.pack("<HBBI", *step) for step in program)
    buffer = ctypes.create_string_buffer(code)
    header = struct.pack("<HxxxxxxQ", len(program), ctypes.addressof(buffer))
    pointer = ctypes.create_string_buffer(header)
    _prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(pointer))

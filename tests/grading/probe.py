# Runs in a learner's notebook, as a cell: tries everything, and prints what it got as JSON.
# WHERE, defined in a cell before, says where things are, as a spy would know.
import ctypes
import gc
import json
import mmap
import os
import platform
import re
import signal
import socket
import stat
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)
SECRET = re.compile(rb"mark_[a-z]+_[0-9a-f]{16}")
X86 = platform.machine() == "x86_64"
ATTEMPTS = {}


def attempt(function):
    ATTEMPTS[function.__name__] = function
    return function


def called(result):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def secrets_in(raw):
    return sorted({found.decode() for found in SECRET.findall(raw)})


def read(path):
    with open(path, "rb") as file:
        return secrets_in(file.read(2**20)) or "opened"


# --- files ---------------------------------------------------------------------------------


@attempt
def read_by_path():
    return {name: tried(read, path) for name, path in WHERE["files"].items()}


@attempt
def read_by_links():
    got = {}
    for name, path in WHERE["files"].items():
        os.symlink(path, f"link-{name}")
        got[name + " by symbolic link"] = tried(read, f"link-{name}")
        got[name + " by hard link"] = tried(os.link, path, f"hard-{name}")
    return got


@attempt
def read_by_proc():
    path = WHERE["files"]["gradebook"]
    roots = [
        f"/proc/{p}/{kind}"
        for p in ("self", "1", os.getppid(), WHERE["teacher"])
        for kind in ("root", "cwd")
    ]
    return {root: tried(read, root + path) for root in roots}


@attempt
def see_files():
    return {
        name: tried(lambda p=path: bool(os.stat(p)), path) for name, path in WHERE["files"].items()
    }


@attempt
def read_everything_else():
    """What can be read beside Python: of all that is seen from here, and of what others see."""
    allowed = (*WHERE["allowed"], os.getcwd() + "/", "/proc/", "/sys/", "/dev/")
    paths = json.load(open("paths.json"))
    for top, folders, files in os.walk("/"):
        folders[:] = [f for f in folders if not f"{os.path.join(top, f)}/".startswith(allowed)]
        paths += [os.path.join(top, file) for file in files]
        if len(paths) > 100_000:  # as many are seen only where everything is
            break
    found = []
    for path in paths:
        if not path.startswith(allowed) and tried(read_plain, path) is not None:
            found.append(path)
        if len(found) == 50:  # that is enough to tell
            break
    return found or refuse(f"none of {len(paths)}")


def read_plain(path):
    return read(path) if stat.S_ISREG(os.stat(path).st_mode) else refuse("not a plain file")


@attempt
def change_files():
    path, folder = WHERE["files"]["gradebook"], WHERE["home"]
    return {
        "append": tried(lambda: open(path, "a")),
        "truncate": tried(os.truncate, path, 0),
        "chmod": tried(os.chmod, path, 0o777),
        "chown": tried(os.chown, path, os.getuid(), os.getgid()),
        "times": tried(os.utime, path, (1, 1)),
        "attribute": tried(os.setxattr, path, "user.spy", b"1"),
        "rename": tried(os.rename, path, path + ".old"),
        "remove": tried(os.remove, path),
        "start-up file": tried(
            lambda: open(f"{folder}/.ipython/profile_default/startup/x.py", "w")
        ),
        "new file": tried(lambda: open(f"{folder}/new", "w")),
        "new folder": tried(os.mkdir, f"{folder}/newdir"),
        "Python's own": tried(lambda: open(json.__file__, "a")),
        "chmod of Python's own": tried(os.chmod, json.__file__, 0o777),
        "dikkat's own": tried(lambda: open(sys.modules["dikkat"].__file__, "a")),
        "watch a folder": tried(
            lambda: called(
                libc.inotify_add_watch(called(libc.inotify_init1(0)), folder.encode(), 0xFFF)
            )
        ),
    }


@attempt
def devices():
    names = [
        "mem",
        "kmsg",
        "shm",
        "pts/0",
        "tty",
        "console",
        "sda",
        "vda",
        "kvm",
        "fuse",
        "net/tun",
        "loop0",
        "ptmx",
        "userfaultfd",
        "vsock",
        "shm/" + WHERE["shm"],
    ]
    return {
        name: tried(lambda n=name: os.close(os.open("/dev/" + n, os.O_RDONLY))) for name in names
    }


@attempt
def make_a_device():
    return os.mknod("device", 0o600 | 0o020000, os.makedev(1, 1))


# --- memory and environment --------------------------------------------------------------------


@attempt
def environment():
    return secrets_in(json.dumps(dict(os.environ)).encode()) or refuse("no secret")


@attempt
def environment_by_proc():
    return {
        p: tried(read, f"/proc/{p}/environ") for p in ("self", "1", os.getppid(), WHERE["teacher"])
    }


@attempt
def objects():
    texts = [o for o in gc.get_objects() if isinstance(o, (str, bytes))]
    texts += [
        v
        for o in gc.get_objects()
        if isinstance(o, dict)
        for v in list(o.values())
        if isinstance(v, (str, bytes))
    ]
    texts += [
        c
        for o in gc.get_objects()
        if hasattr(o, "__code__")
        for c in getattr(o.__code__, "co_consts", ())
    ]
    frame = sys._getframe()
    while frame:
        texts += [v for v in frame.f_locals.values() if isinstance(v, (str, bytes))]
        frame = frame.f_back
    texts += get_ipython().user_ns.get("In", [])
    everything = "\n".join(
        t if isinstance(t, str) else t.decode("latin-1")
        for t in texts
        if isinstance(t, (str, bytes))
    )
    return secrets_in(everything.encode(errors="replace")) or refuse("no secret")


@attempt
def own_memory():
    """Reads its own address space, around what it can find, page by page, through a pipe."""
    reader, writer = os.pipe()
    canary = b"_".join([b"mark", b"canary", b"0" * 16])  # what must be found, or nothing could
    libc.write.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t]
    libc.malloc.restype = ctypes.c_void_p
    stack = ctypes.c_void_p.in_dll(libc, "__libc_stack_end").value
    starts = [
        id(canary),
        id(object()),
        id([]),
        libc.malloc(100),
        libc.malloc(2**20),
        id(os),
        id(json.loads),
    ]
    starts += [stack + 2**16, ctypes.addressof(ctypes.c_int())]
    seen, found, pages = set(), set(), 0
    for start in starts:
        for step in (4096, -4096):
            at, gap, tail = start // 4096 * 4096, 0, b""
            for _ in range(20_000):
                if gap == 300 or at in seen:
                    break
                seen.add(at)
                if libc.write(writer, at, 4096) == 4096:
                    page = os.read(reader, 4096)
                    found.update(SECRET.findall(tail + page if step > 0 else page + tail))
                    tail, gap, pages = page[-64:] if step > 0 else page[:64], 0, pages + 1
                else:
                    gap += 1
                at += step
    assert pages > 1000 and canary in found, pages
    found.discard(canary)
    return sorted(f.decode() for f in found) or refuse(f"no secret in {pages} pages")


@attempt
def shared_memory():
    return called(libc.shmget(WHERE["sysv"], 16, 0))


@attempt
def message_queues():
    return {
        "sysv": tried(lambda: called(libc.msgget(0, 0o1600))),
        "semaphores": tried(lambda: called(libc.semget(0, 1, 0o1600))),
    }


# --- processes ---------------------------------------------------------------------------------


@attempt
def list_processes():
    return [p for p in os.listdir("/proc") if p.isdigit()]


@attempt
def see_processes():
    return {
        "group": tried(os.getpgid, WHERE["sleeper"]),
        "affinity": tried(lambda: sorted(os.sched_getaffinity(WHERE["sleeper"]))),
    }


@attempt
def signals():
    sleeper, pidfd = WHERE["sleeper"], tried(os.pidfd_open, WHERE["sleeper"])
    got = {
        "kill": tried(os.kill, sleeper, signal.SIGTERM),
        "killpg": tried(os.killpg, sleeper, signal.SIGTERM),
        "teacher": tried(os.kill, WHERE["teacher"], 0),
        "tgkill": tried(lambda: called(libc.syscall(234 if X86 else 131, sleeper, sleeper, 15))),
    }
    if isinstance(pidfd, int):
        got["pidfd"] = tried(signal.pidfd_send_signal, pidfd, signal.SIGTERM)
        got["pidfd_getfd"] = tried(lambda: called(libc.syscall(438, pidfd, 0, 0)))
    return got


@attempt
def signal_by_file_owner():
    import fcntl

    ours, theirs = socket.socketpair()
    fcntl.fcntl(ours, fcntl.F_SETOWN, WHERE["sleeper"])
    fcntl.fcntl(ours, 10, signal.SIGTERM)  # F_SETSIG
    fcntl.fcntl(ours, fcntl.F_SETFL, os.O_ASYNC)
    theirs.send(b"x")


@attempt
def slow_others_down():
    sleeper = WHERE["sleeper"]
    got = {
        "nice": tried(os.setpriority, os.PRIO_PROCESS, sleeper, 19),
        "affinity": tried(os.sched_setaffinity, sleeper, {0}),
        "scheduler": tried(os.sched_setscheduler, sleeper, os.SCHED_IDLE, os.sched_param(0)),
    }
    import resource

    got["limits"] = tried(resource.prlimit, sleeper, resource.RLIMIT_CPU, (1, 1))
    return got


@attempt
def trace():
    sleeper, buffer = WHERE["sleeper"], ctypes.create_string_buffer(16)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 16)
    return {
        "attach": tried(lambda: called(libc.ptrace(16, sleeper, 0, 0))),
        "seize": tried(lambda: called(libc.ptrace(0x4206, sleeper, 0, 0))),
        "read": tried(lambda: called(libc.process_vm_readv(sleeper, vector, 1, vector, 1, 0))),
        "write": tried(lambda: called(libc.process_vm_writev(sleeper, vector, 1, vector, 1, 0))),
        "mem": tried(lambda: open(f"/proc/{sleeper}/mem", "rb")),
        "parent's mem": tried(lambda: open(f"/proc/{os.getppid()}/mem", "rb")),
    }


# --- network -----------------------------------------------------------------------------------


@attempt
def network():
    def to(family, kind, address, send=None):
        with socket.socket(family, kind) as s:
            s.settimeout(2 if "192.0.2.1" in address else None)  # nobody there answers
            return s.sendto(b"x", address) if send else s.connect(address)

    inet, unix = socket.AF_INET, socket.AF_UNIX
    port = WHERE["port"]
    tries = {
        "tcp loopback": (inet, socket.SOCK_STREAM, ("127.0.0.1", port)),
        "tcp outside": (inet, socket.SOCK_STREAM, ("192.0.2.1", 80)),
        "udp loopback": (inet, socket.SOCK_DGRAM, ("127.0.0.1", port), True),
        "udp outside": (inet, socket.SOCK_DGRAM, ("192.0.2.1", 53), True),
        "tcp6": (socket.AF_INET6, socket.SOCK_STREAM, ("::1", port)),
        "unix path": (unix, socket.SOCK_STREAM, WHERE["unix"]),
        "unix abstract": (unix, socket.SOCK_STREAM, "\0" + WHERE["abstract"]),
        "unix datagram": (unix, socket.SOCK_DGRAM, "\0" + WHERE["abstract"] + "-d", True),
        "the warm server": (unix, socket.SOCK_STREAM, WHERE["warm"]),
    }
    got = {name: tried(to, *how) for name, how in tries.items()}
    got["netlink"] = tried(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))
    got["raw"] = tried(lambda: socket.socket(inet, socket.SOCK_RAW, 1))
    got["packet"] = tried(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
    got["vsock"] = tried(lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM))
    got["names"] = tried(socket.getaddrinfo, "example.org", 80)
    got["io_uring"] = tried(lambda: called(libc.syscall(425, 8, ctypes.create_string_buffer(120))))
    return got


@attempt
def pairs_of_sockets():
    """A socket of a pair needs no address, and can perhaps be given one all the same."""
    got = {}
    for kind in (socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_STREAM):
        pair = tried_pair(kind)
        if pair is None:
            continue
        for address in (WHERE["unix"], WHERE["unix"] + "-d", "\0" + WHERE["abstract"] + "-d"):
            for name, how in {
                "sendto": lambda s, a: s.sendto(b"x", a),
                "sendmsg": lambda s, a: s.sendmsg([b"x"], [], 0, a),
                "connect": lambda s, a: s.connect(a) or s.send(b"x"),
            }.items():
                got[f"{kind!r} {name} {address!r}"] = tried(how, pair[0], address)
        got[f"{kind!r} bind"] = tried(pair[1].bind, "own-socket")
        got[f"{kind!r} file"] = tried(socket.send_fds, pair[0], [b"x"], [0])
    return got


def tried_pair(kind):
    try:
        return socket.socketpair(socket.AF_UNIX, kind)
    except OSError:
        return None


@attempt
def open_files():
    """What is open: only /dev/null, our file of printed text, and one socket, to the grader."""
    strange, sockets = [], 0
    for fd in range(256):
        try:
            mode = os.fstat(fd).st_mode
        except OSError:
            continue
        if stat.S_ISSOCK(mode):
            sockets += 1
        elif stat.S_ISCHR(mode):
            if os.fstat(fd).st_rdev != os.makedev(1, 3) and os.isatty(fd):
                strange.append(f"{fd}: a terminal")
        elif stat.S_ISDIR(mode):
            strange.append(f"{fd}: a folder")
    return strange or sockets


# --- rights ------------------------------------------------------------------------------------


@attempt
def namespaces():
    flags = {"user": 0x10000000, "mount": 0x20000, "pid": 0x20000000, "net": 0x40000000}
    got = {f"unshare {n}": tried(lambda f=f: called(libc.unshare(f))) for n, f in flags.items()}
    got["clone"] = tried(
        lambda: called(libc.syscall(56 if X86 else 220, 0x10000000 | 17, 0, 0, 0, 0))
    )
    got["clone3"] = tried(lambda: called(libc.syscall(435, ctypes.create_string_buffer(88), 88)))
    got["mount"] = tried(lambda: called(libc.mount(b"none", b"/", None, 4096 | 32, None)))
    got["chroot"] = tried(os.chroot, ".")
    got["open_tree"] = tried(lambda: called(libc.syscall(428, -100, b"/", 1)))
    return got


@attempt
def become_root():
    return {
        "setuid": tried(os.setuid, 0),
        "setgid": tried(os.setgid, 0),
        "groups": tried(os.setgroups, [0]),
    }


@attempt
def setuid_programs():
    got = {}
    for command in (
        ["su", "-c", "id -u"],
        ["sudo", "-n", "id", "-u"],
        ["pkexec", "id", "-u"],
        ["newgrp", "root"],
        ["unshare", "-r", "id", "-u"],
    ):
        done = tried(
            lambda c=command: subprocess.run(
                c, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=200
            ).stdout.strip()
        )
        if done == "0":
            got[command[0]] = done
    return got or refuse("none gave root")


@attempt
def new_privileges():
    return "possible" if libc.prctl(39, 0, 0, 0, 0) != 1 else refuse("no_new_privs is set")


@attempt
def capabilities():
    header = ctypes.create_string_buffer((0x20080522).to_bytes(4, "little") + bytes(4))
    data = (ctypes.c_uint32 * 6)()
    called(libc.capget(header, data))
    return data[0] | data[1] | data[3] << 32 | data[4] << 32


@attempt
def kernel():
    buffer = ctypes.create_string_buffer(16)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 16)
    return {
        "log": tried(lambda: called(libc.klogctl(3, ctypes.create_string_buffer(999), 999))),
        "keys": tried(lambda: called(libc.syscall(250 if X86 else 219, 0, -3, 0))),
        "bpf": tried(lambda: called(libc.syscall(321 if X86 else 280, 0, 0, 0))),
        "perf": tried(lambda: called(libc.syscall(298 if X86 else 241, 0, 0, -1, -1, 0))),
        "32 bit": tried(lambda: called(libc.syscall(0x40000000 + 39))) if X86 else None,
        "hidden memory": tried(lambda: called(libc.prctl(4, 0, 0, 0, 0))),
        "shared memory": tried(lambda: mmap.mmap(-1, 4096).close()),
        "pages in a pipe": tried(lambda: called(libc.vmsplice(os.pipe()[1], vector, 1, 0))),
    }


@attempt
def type_into_a_terminal():
    import fcntl

    return {fd: tried(fcntl.ioctl, fd, 0x5412, b"x") for fd in (0, 1, 2)}


@attempt
def leave_the_group():
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
        except OSError:
            os._exit(1)
        os._exit(0)
    return "left" if os.waitpid(child, 0)[1] == 0 else refuse("it may not")


class Refused(Exception):
    pass


def refuse(why):
    raise Refused(why)


def tried(function, *args):
    """What a try gave; None if it was refused."""
    try:
        got = function(*args)
    except Refused:
        return None
    except (OSError, OverflowError, AttributeError, subprocess.SubprocessError):
        return None
    return "done" if got is None else got if isinstance(got, (int, str, list, dict)) else str(got)


results = {}
for name, function in ATTEMPTS.items():
    got = tried(function)
    if isinstance(got, dict):
        got = {key: value for key, value in got.items() if value is not None} or None
    results[name] = got
print(json.dumps(results))

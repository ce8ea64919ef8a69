"""Numbers of the kernel calls that the seccomp filter knows, by architecture."""

# Numbers: the kernel's own tables, arch/x86/entry/syscalls/syscall_64.tbl and
# include/uapi/asm-generic/unistd.h.
TABLES = {
    "x86_64": {
        "audit": 0xC000003E, "clone": 56, "clone3": 435, "prlimit64": 302, "pivot_root": 155,
        "socket": 41, "fcntl": 72, "ioctl": 16, "prctl": 157, "mmap": 9, "socketpair": 53,
        "sendto": 44, "mkdir": 83, "mkdirat": 258, "umask": 95,
        "denied": {
            "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311,
            "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "unshare": 272,
            "setns": 308, "keyctl": 250, "add_key": 248, "request_key": 249, "bpf": 321,
            "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425,
            "open_by_handle_at": 304, "memfd_create": 319, "memfd_secret": 447, "shmget": 29,
            "msgget": 68, "semget": 64, "mq_open": 240, "pidfd_getfd": 438, "kcmp": 312,
            "fanotify_init": 300, "personality": 135, "open_tree": 428, "move_mount": 429,
            "fsopen": 430, "mount_setattr": 442, "syslog": 103, "connect": 42, "bind": 49,
            "listen": 50, "accept": 43, "accept4": 288, "sendmsg": 46, "sendmmsg": 307,
            "setsockopt": 54, "vmsplice": 278, "splice": 275, "tee": 276, "sendfile": 40,
            "io_setup": 206, "setsid": 112, "setpgid": 109, "open_tree_attr": 467,
        },
        "signals": {"kill": 62, "tkill": 200, "tgkill": 234, "rt_sigqueueinfo": 129,
                    "rt_tgsigqueueinfo": 297, "pidfd_send_signal": 424},
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
        "socket": 198, "fcntl": 25, "ioctl": 29, "prctl": 167, "mmap": 222, "socketpair": 199,
        "sendto": 206, "mkdirat": 34, "umask": 166,
        "denied": {
            "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271,
            "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "unshare": 97,
            "setns": 268, "keyctl": 219, "add_key": 217, "request_key": 218, "bpf": 280,
            "perf_event_open": 241, "userfaultfd": 282, "io_uring_setup": 425,
            "open_by_handle_at": 265, "memfd_create": 279, "memfd_secret": 447, "shmget": 194,
            "msgget": 186, "semget": 190, "mq_open": 180, "pidfd_getfd": 438, "kcmp": 272,
            "fanotify_init": 262, "personality": 92, "open_tree": 428, "move_mount": 429,
            "fsopen": 430, "mount_setattr": 442, "syslog": 116, "connect": 203, "bind": 200,
            "listen": 201, "accept": 202, "accept4": 242, "sendmsg": 211, "sendmmsg": 269,
            "setsockopt": 208, "vmsplice": 75, "splice": 76, "tee": 77, "sendfile": 71,
            "io_setup": 0, "setsid": 157, "setpgid": 154, "open_tree_attr": 467,
        },
        "signals": {"kill": 129, "tkill": 130, "tgkill": 131, "rt_sigqueueinfo": 138,
                    "rt_tgsigqueueinfo": 240, "pidfd_send_signal": 424},
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

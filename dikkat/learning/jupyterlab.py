"""Starting JupyterLab for a learner."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from dikkat.course import Course


def start(course: Course, notebook: Path, browser: bool = True) -> int:
    """Opens a notebook of the course in JupyterLab; returns its exit status when it ends."""
    target = quote(notebook.relative_to(course.root).as_posix())
    command = [
        sys.executable, "-m", "jupyter", "lab", "--ServerApp.root_dir", str(course.root),
        "--LabApp.default_url", f"/lab/tree/{target}",
        # Of the log, only the address and what needs a person.
        "--Application.log_level=WARN",
    ]  # fmt: skip
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # In a container, the only user is often root, and JupyterLab would refuse to start.
        command.append("--allow-root")
    if not browser:
        command.append("--no-browser")
    lab = subprocess.Popen(command, cwd=course.root, env=_environment())
    # Ctrl-C is for JupyterLab, which asks first and ends its kernels.
    ours = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return lab.wait()
    finally:
        signal.signal(signal.SIGINT, ours)


def _environment() -> dict[str, str]:
    # Our settings turn off the question about Jupyter news in the first minute of a course.
    settings = [str(Path(__file__).parent / "jupyter"), os.environ.get("JUPYTER_CONFIG_PATH")]
    # `dikkat` must work in JupyterLab's terminal, even if no environment was activated.
    commands = [os.path.dirname(sys.executable), os.environ.get("PATH")]
    return {
        **os.environ,
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, settings)),
        "PATH": os.pathsep.join(filter(None, commands)),
    }

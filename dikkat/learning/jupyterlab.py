"""Starts JupyterLab for a learner."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from dikkat.course import Course


def start(course: Course, notebook: Path, browser: bool = True) -> int:
    """Opens a notebook of the course in JupyterLab; returns JupyterLab's exit status.

    notebook: a path inside the course folder. browser: open a browser; otherwise JupyterLab only
    prints its address. Blocks until JupyterLab ends.
    """
    target = quote(notebook.relative_to(course.root).as_posix())
    command = [
        sys.executable, "-m", "jupyter", "lab", "--ServerApp.root_dir", str(course.root),
        "--LabApp.default_url", f"/lab/tree/{target}",
        # Print only the address and warnings.
        "--Application.log_level=WARN",
    ]  # fmt: skip
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Root is often the only user in a container; JupyterLab refuses to start without this flag.
        command.append("--allow-root")
    if not browser:
        command.append("--no-browser")
    lab = subprocess.Popen(command, cwd=course.root, env=_environment())
    # Leave Ctrl-C to JupyterLab, which asks for confirmation and shuts its kernels down.
    ours = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return lab.wait()
    finally:
        signal.signal(signal.SIGINT, ours)


def _environment() -> dict[str, str]:
    """The environment of JupyterLab: with this course's settings, and `dikkat` on the PATH."""
    # The settings turn off JupyterLab's question about Jupyter news.
    settings = [str(Path(__file__).parent / "jupyter"), os.environ.get("JUPYTER_CONFIG_PATH")]
    # JupyterLab's terminal needs `dikkat` even if no virtual environment is activated.
    commands = [os.path.dirname(sys.executable), os.environ.get("PATH")]
    return {
        **os.environ,
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, settings)),
        "PATH": os.pathsep.join(filter(None, commands)),
    }

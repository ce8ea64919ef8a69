"""The users as whom the grader is tested: the tests' own and, if that is root, an ordinary one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
IS_ROOT = os.geteuid() == 0
NOBODY = "65534"
USERS = ["root", "ordinary"] if IS_ROOT else ["ordinary"]
AS_NOBODY = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]


def pythons() -> Iterator[dict[str, list[str]]]:
    """{user: the command that runs Python as this user}; for a fixture to yield from."""
    if not IS_ROOT:
        yield {"ordinary": [sys.executable]}
        return
    folder = Path(tempfile.mkdtemp(prefix="ordinary-", dir="/var/tmp"))
    folder.chmod(0o755)
    own = str(environment_over(folder / "own", os.path.realpath(sys.executable)))
    yield {"root": [own], "ordinary": [*AS_NOBODY, str(_everybodys_python(folder))]}
    shutil.rmtree(folder)


def environment_over(folder: Path, base: str) -> Path:
    """The Python of a new environment over this one, with the modules of the tests' own.

    In its etc/ and share/ lie secrets, as Jupyter's configuration may hold some.
    """
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = next(p for p in sys.path if p.endswith("site-packages"))
    (folder / "bin").mkdir(parents=True)
    (folder / "lib" / version).mkdir(parents=True)
    (folder / "lib" / version / "site-packages").symlink_to(packages)
    (folder / "bin/python").symlink_to(base)
    (folder / "pyvenv.cfg").write_text(f"home = {os.path.dirname(base)}\n")
    for path in ("etc/jupyter/nbgrader_config.py", "share/nbgrader/exchange/inbound/ada.ipynb"):
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text("mark_environment_0123456789abcdef")
    return folder / "bin/python"


def _everybodys_python(folder: Path) -> Path:
    """A Python that everybody may run.

    The tests' own may lie in root's home, as with pyenv; then it is the system's, of the same
    version.
    """
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    tried = []
    for number, base in enumerate((os.path.realpath(sys.executable), f"/usr/bin/{version}")):
        python = environment_over(folder / str(number), base)
        code = f"import IPython, dikkat, numpy; open({str(HERE / 'teacher.py')!r})"
        # setpriv itself may start what this user may not: let this user start it.
        again = (
            f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}], check=True)"
        )
        command = [*AS_NOBODY, str(python), "-c", again]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/")
        if done.returncode == 0:
            return python
        tried.append(f"{base}: {done.stderr.strip()}")
    pytest.fail("An ordinary user cannot run Python and read the tests here:\n" + "\n".join(tried))

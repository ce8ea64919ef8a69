"""What the course prints where the console cannot show every character."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import environment

CHECKS = """
from dikkat.notebook import Check
with Check("Ağırlıkların toplamı 1 → ✓"):
    pass
"""


@pytest.mark.parametrize(
    ("encoding", "printed"),
    [
        ("utf-8", "✓ Ağırlıkların toplamı 1 → ✓"), ("cp1254", "? Ağırlıkların toplamı 1 ? ?"),
        ("cp1252", "? A??rl?klar?n toplam? 1 ? ?"), ("ascii", "? A??rl?klar?n toplam? 1 ? ?"),
    ],
)  # fmt: skip
def test_visible_check_prints_on_any_console(encoding, printed):
    done = subprocess.run(
        [sys.executable, "-c", CHECKS], capture_output=True,
        env=environment(PYTHONIOENCODING=f"{encoding}:strict"),
    )  # fmt: skip
    assert done.stdout.decode(encoding).split("\n")[0].rstrip() == printed, done.stderr


@pytest.mark.parametrize("variables", [
    {"PYTHONIOENCODING": "ascii:strict"},
    {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
], ids=["PYTHONIOENCODING", "LANG=C"])  # fmt: skip
@pytest.mark.parametrize("command", [["--help"], ["grade", "İpek→"], ["doctor"], ["progress"]])
def test_commands_on_any_console(tmp_path, command, variables):
    done = subprocess.run(
        [sys.executable, "-m", "dikkat.cli", *command], capture_output=True, cwd=tmp_path,
        env=environment(**variables),
    )  # fmt: skip
    assert b"Traceback" not in done.stderr and b"UnicodeEncodeError" not in done.stderr
    assert done.stdout + done.stderr

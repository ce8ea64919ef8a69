"""Runs the command as `python -m dikkat.cli`."""

import sys

from dikkat.cli import main

sys.exit(main())

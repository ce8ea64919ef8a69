"""nbgrader's plug points: what nbgrader_config.py plugs in, through nbgrader's own settings.

`nbgrader autograde` and the formgrader's button then grade as `dikkat grade` does. The few steps
that nbgrader has no setting for are in `autograde.SafeAutograde`; docs/grading.md lists them.
"""

from __future__ import annotations

import warnings

from nbconvert.preprocessors import ClearMetadataPreprocessor, CSSHTMLHeaderPreprocessor
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearHiddenTests,
    GetGrades,
    IgnorePattern,
    LimitOutput,
    SaveAutoGrades,
)
from sqlalchemy.exc import SAWarning

from dikkat import console
from dikkat.grading.pages.safe_html import SafeOutputs, safe_markdown
from dikkat.grading.plugins.autograde import Reader, TwoSided
from dikkat.grading.plugins.collect import Collector, Extractor
from dikkat.grading.plugins.release import Releaser


def configure(c) -> None:
    """Makes nbgrader grade two-sided. c: the configuration object of nbgrader_config.py."""
    # nbgrader 0.9.6 makes SQLAlchemy warn about every submission; nothing is wrong.
    warnings.filterwarnings("ignore", category=SAWarning, module=r"nbgrader\.api")
    console.never_fail()  # nbgrader prints what learners wrote
    c.GenerateAssignment.exporter_class = Releaser
    c.Autograde.exporter_class = Reader
    c.ZipCollectApp.extractor_plugin = Extractor
    c.ZipCollectApp.collector_plugin = Collector
    c.Autograde.autograde_preprocessors = [
        TwoSided, IgnorePattern, ClearMetadataPreprocessor, LimitOutput, SaveAutoGrades,
        AssignLatePenalties, CheckCellMetadata,
    ]  # fmt: skip
    # Feedback and formgrader show no hidden test, and nothing active that a learner made.
    c.GenerateFeedback.preprocessors = [
        GetGrades, ClearHiddenTests, SafeOutputs, CSSHTMLHeaderPreprocessor,
    ]  # fmt: skip
    c.HTMLExporter.sanitize_html = True  # outputs only: nbgrader's pages do not ask for text cells
    c.HTMLExporter.filters = {"markdown2html": safe_markdown}
    # `nbgrader validate` and `generate_solution` start a kernel; other users may be on the machine.
    c.KernelManager.transport_encryption = "auto"
    c.Execute.shutdown_kernel = "immediate"  # nothing to wait for
    # Not the one that the notebook names: it may be of another computer (a conda environment).
    c.Execute.kernel_name = "python3"

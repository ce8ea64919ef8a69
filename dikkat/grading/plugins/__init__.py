"""nbgrader's plug points: what nbgrader_config.py plugs in, through nbgrader's own settings.

`nbgrader autograde` and the formgrader's button then grade as `dikkat grade` does. The few steps
that nbgrader has no setting for are in `autograde.SafeAutograde` and in `reading_times`;
docs/grading.md lists them.
"""

from __future__ import annotations

import warnings

from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbgrader.preprocessors import CheckCellMetadata, IgnorePattern, LimitOutput
from sqlalchemy.exc import SAWarning

from dikkat import console
from dikkat.grading.pages.safe_html import safe_markdown
from dikkat.grading.plugins import reading_times
from dikkat.grading.plugins.autograde import Reader, Recorder, TwoSided
from dikkat.grading.plugins.collect import Collector, Extractor
from dikkat.grading.plugins.delivery import FeedbackPage, ReleaseFeedback
from dikkat.grading.plugins.release import Releaser


def configure(c) -> None:
    """Makes nbgrader grade two-sided. c: the configuration object of nbgrader_config.py."""
    # nbgrader 0.9.6 makes SQLAlchemy warn about every submission; nothing is wrong.
    warnings.filterwarnings("ignore", category=SAWarning, module=r"nbgrader\.api")
    console.never_fail()  # nbgrader prints what learners wrote
    reading_times.take_over()
    c.GenerateAssignment.exporter_class = Releaser
    c.Autograde.exporter_class = Reader
    c.ZipCollectApp.extractor_plugin = Extractor
    c.ZipCollectApp.collector_plugin = Collector
    c.Autograde.autograde_preprocessors = [
        TwoSided, IgnorePattern, ClearMetadataPreprocessor, LimitOutput, Recorder,
        CheckCellMetadata,
    ]  # fmt: skip
    c.GenerateFeedback.exporter_class = FeedbackPage
    c.GenerateFeedback.preprocessors = []
    c.ExchangeFactory.release_feedback = ReleaseFeedback
    # The formgrader shows nothing active that a learner made.
    c.HTMLExporter.sanitize_html = True  # outputs only: nbgrader's pages do not ask for text cells
    c.HTMLExporter.filters = {"markdown2html": safe_markdown}
    # `nbgrader validate` and `generate_solution` start a kernel; other users may be on the machine.
    c.KernelManager.transport_encryption = "auto"
    c.Execute.shutdown_kernel = "immediate"  # nothing to wait for
    # Not the one that the notebook names: it may be of another computer (a conda environment).
    c.Execute.kernel_name = "python3"

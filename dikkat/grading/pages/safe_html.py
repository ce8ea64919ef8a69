"""What of a learner's notebook can be shown in a page without running in the reader's browser."""

from __future__ import annotations

import re

import nh3
from nbconvert.filters import markdown2html
from nbgrader.preprocessors import NbGraderPreprocessor

from dikkat.grading.between.outputs import PAGE_TYPES

TAGS = set(
    "a blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr img kbd li ol p pre "
    "span strong sub summary sup table tbody td th thead tr ul".split()
)
ATTRIBUTES = {"a": {"href", "title"}, "img": {"alt", "title", "src"}, "ol": {"start"}}


class SafeOutputs(NbGraderPreprocessor):
    """Keeps text and pictures of what a learner's code showed; no HTML, script or link."""

    def preprocess_cell(self, cell, resources, index):
        """Drops every output type that could be active in a browser."""
        for output in cell.get("outputs", []):
            if "data" in output:
                output.data = {k: v for k, v in output.data.items() if k in PAGE_TYPES}
        return cell, resources


def safe_markdown(text: str) -> str:
    """A text cell as HTML that runs no script and loads nothing from elsewhere."""
    return nh3.clean(
        markdown2html(text),
        tags=TAGS,
        attributes=ATTRIBUTES,
        attribute_filter=_safe_value,
        url_schemes={"http", "https", "mailto"},
    )


def _safe_value(tag: str, name: str, value: str) -> str | None:
    """The value of an attribute, or None to drop it: a picture must be a file beside the page."""
    if (tag, name) == ("img", "src"):
        return value if re.fullmatch(r"[\w .()%-]+(/[\w .()%-]+)*", value) else None
    return value

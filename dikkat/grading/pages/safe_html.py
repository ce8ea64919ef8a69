"""What of a learner's notebook can be shown in a page without running in the reader's browser."""

from __future__ import annotations

import html
import re
from urllib.parse import unquote

import jinja2
import nh3
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from dikkat.grading.reading.notebooks import PICTURES

LINKS = ("http:", "https:", "mailto:")
MAX_LAID_OUT = 10_000  # characters of a text cell
MAX_SHOWN = 100_000  # characters of a text cell that is not laid out

TAGS = set(
    "a blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr img kbd li ol p pre "
    "span strong sub summary sup table tbody td th thead tr ul".split()
)
ATTRIBUTES = {"a": {"href", "title"}, "img": {"alt", "title", "src"}, "ol": {"start"}}


class _PlainPictures(IPythonRenderer):
    """Leaves the address of a picture as it is; nbconvert's raises for a missing attachment."""

    def image(self, text: str, url: str, title: str | None = None) -> str:
        return super(IPythonRenderer, self).image(text, url, title)


@jinja2.pass_context
def safe_markdown(context, text: str) -> str:
    """A text cell as HTML that runs no script and loads nothing from elsewhere.

    context: nbconvert's, with the cell, whose pasted pictures are shown. Never raises: what cannot
    be laid out is shown as it was written.
    """

    def safe_value(tag: str, name: str, value: str) -> str | None:
        """The value of an attribute, or None to drop it."""
        if (tag, name) == ("img", "src"):
            return _source_of_picture(value, attachments)
        scheme = re.match(r"[a-z][a-z0-9+.-]*:", re.sub(r"[\x00-\x20]", "", value.lower()))
        return None if name == "href" and scheme and scheme[0] not in LINKS else value

    try:
        attachments = (context.get("cell") or {}).get("attachments") or {}
        if len(text) > MAX_LAID_OUT:  # some texts take a time that grows with their square
            return _as_written(text)
        return nh3.clean(
            MarkdownWithMath(renderer=_PlainPictures(escape=False)).render(text),
            tags=TAGS,
            attributes=ATTRIBUTES,
            attribute_filter=safe_value,
            url_schemes={"http", "https", "mailto", "attachment"},
        )
    except Exception:
        return _as_written(text)


def _as_written(text: str) -> str:
    shown = str(text)[:MAX_SHOWN].encode("utf-8", "replace").decode()
    return f"<pre>{html.escape(shown)}</pre>"


def _source_of_picture(value: str, attachments: dict) -> str | None:
    """What is written for the address of a picture: a pasted one, or a file beside the page."""
    if value.startswith("attachment:"):
        name = value.removeprefix("attachment:")
        for kind, data in attachments.get(name, attachments.get(unquote(name), {})).items():
            if kind in PICTURES and re.fullmatch(r"[A-Za-z0-9+/]+=*", data):
                return f"data:{kind};base64,{data}"
        return None
    return value if re.fullmatch(r"[\w .()%-]+(/[\w .()%-]+)*", value) else None

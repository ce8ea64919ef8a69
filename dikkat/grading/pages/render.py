"""The template engine of our pages."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dikkat.grading.reading.names import escaped

_environment = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def number(value: float) -> str:
    """A score as people write it: 7, not 7.0."""
    return f"{value:g}"


_environment.filters["number"] = number
_environment.filters["escaped"] = escaped


def render(template: str, **values) -> str:
    """A page made from one of the templates; every value is escaped."""
    return _environment.get_template(template).render(**values)

"""A failed check as data: its parts are put together only when they are shown."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Failure:
    """Why a check failed.

    property: the sentence that must be true, or "" for a test that names none. facts: pairs of
    name and value, such as ("got", "shape (2, 3)"). sentences: what they mean and what to do.
    mistake: the id of a known misconception, or None. kind: the name of the exception.
    """

    property: str
    facts: tuple[tuple[str, str], ...] = ()
    sentences: tuple[str, ...] = ()
    mistake: str | None = None
    kind: str = "CheckFailed"

    @property
    def lines(self) -> list[str]:
        """The message without its first line, the property: facts, then sentences."""
        return [f"  {name + ':':<10} {value}" for name, value in self.facts] + [*self.sentences]

    @property
    def explanation(self) -> str:
        """The sentences alone, as one text."""
        return " ".join(self.sentences)

    def fact(self, name: str) -> str:
        """The value of a fact, or ""."""
        return dict(self.facts).get(name, "")

    def __str__(self) -> str:
        return "\n".join([f"✗ {self.property}"] * bool(self.property) + self.lines)

    @classmethod
    def from_json(cls, data: dict) -> Failure:
        """The failure that `dataclasses.asdict` made. Raises TypeError or KeyError for others."""
        facts = tuple((str(name), str(value)) for name, value in data["facts"])
        return cls(**data | {"facts": facts, "sentences": tuple(map(str, data["sentences"]))})

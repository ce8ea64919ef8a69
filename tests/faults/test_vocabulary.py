"""One vocabulary for all lessons: ids in kebab case, nothing unused, sentences of two at most."""

from __future__ import annotations

import re

from fault_models import LESSONS, models

from dikkat.faults import VOCABULARY

# Named by `explain` itself, for results that hold nothing.
GENERIC = {"all-zeros", "all-nan", "all-the-same", "ignores-its-arguments"}

FAULTS = [
    (lesson, fault) for lesson in LESSONS for model in models(lesson) for fault in model.faults
]


def test_ids_are_words_in_kebab_case():
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", id) for id in VOCABULARY)
    assert all(id == entry.id and entry.name for id, entry in VOCABULARY.items())


def test_each_misconception_is_some_lessons():
    assert set(VOCABULARY) - {fault.id for _, fault in FAULTS} == GENERIC


def test_sentences_are_short_and_complete():
    for lesson, fault in FAULTS:
        text = fault.sentence
        if fault.harmless:
            continue
        assert text.endswith((".", "?")) and "{" not in text, (lesson, text)
        assert len(re.findall(r"[.] [A-Za-z]", text)) <= 2, (lesson, text)
        assert len(text) <= 220, (lesson, text)

"""WRITE with FORMAT -> a variable that is 1 while the statement is executed; a run reports when that begins.

It is named after the text of the FORMAT: `FORMAT(' NO CONVERGENCE')` gives NO_CONVERGENCE. The variables that are
written are in the record of the run anyway.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from simnon.model import Number
from simnon.source import Source, Span, frozen, whole_number

from ..identifiers import free_name
from ..steps import Assign
from ..tokens import Token, Unreadable

_HINT = "write WRITE(6,21) X and 21 FORMAT(' X =', F8.3)"
_TEXT = re.compile(r"'((?:[^']|'')*)'|(\d+)H")
_LONGEST = 40


@frozen
class Write:
    """A WRITE statement and its variable."""

    name: str
    span: Span


@dataclass(slots=True)
class Writing:
    """The WRITE and FORMAT statements of a program."""

    source: Source
    is_taken: Callable[[str], bool]
    writes: list[Write] = field(default_factory=list)
    _text_of_label: dict[str, str] = field(default_factory=dict)

    def add_format(self, label: str, span: Span) -> None:
        self._text_of_label[label] = span.text

    def step(self, tokens: list[Token], span: Span) -> Assign:
        """`WRITE(unit, label) names`, as the assignment to its variable."""
        texts = [token.text for token in tokens[:-1]]
        is_complete = len(texts) > 5 and (texts[1], texts[3], texts[5]) == ("(", ",", ")")
        listed = tokens[6:-1]
        if not is_complete or any(
            token.kind != "name" if i % 2 == 0 else token.text != "," for i, token in enumerate(listed)
        ):
            raise Unreadable(
                "unreadable-line", "WRITE needs a unit, the number of a FORMAT, and variables", span, _HINT
            )
        label = texts[4].lstrip("0")
        if label not in self._text_of_label:
            raise Unreadable("unknown-label", f"there is no FORMAT with the number {texts[4]}", span, _HINT)
        name = free_name(_name_from(self._text_of_label[label]) or f"write_{label}", self._is_used)
        self.writes.append(Write(name, span))
        return Assign(name, Number(1.0, span), span)

    def _is_used(self, name: str) -> bool:
        return self.is_taken(name) or any(name.casefold() == write.name.casefold() for write in self.writes)


def _name_from(text: str) -> str:
    """The quoted text and the Hollerith text of a FORMAT, as a name."""
    words = [
        found[1] if found[2] is None else text[found.end() : found.end() + whole_number(found[2])]
        for found in _TEXT.finditer(text)
    ]
    name = re.sub(r"\W+", "_", " ".join(words), flags=re.ASCII).strip("_")[:_LONGEST].strip("_")
    return name if not name or name[0].isalpha() else f"write_{name}"

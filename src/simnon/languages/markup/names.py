"""Identifiers in which case counts -> Simnon names, in which it does not."""

from simnon.model import NAMED_FUNCTIONS, SOFT_WORDS, SYNONYMS

from ..identifiers import RESERVED, free_name
from ..simnon.reader import KEYWORDS

_WORDS = frozenset(
    word.casefold() for word in (*RESERVED, *KEYWORDS, *NAMED_FUNCTIONS, *SYNONYMS, *SOFT_WORDS, "arctan", "ln")
)


class Names:
    """Each identifier has one name, as near to it as possible; names of our own are taken beside them."""

    def __init__(self, *taken: str) -> None:
        self._taken = set(taken)
        self._of_identifier: dict[str, str] = {}

    def __getitem__(self, identifier: str) -> str:
        if identifier not in self._of_identifier:
            self._of_identifier[identifier] = self.free(identifier)
        return self._of_identifier[identifier]

    def free(self, proposed: str) -> str:
        """A name that is not taken; it is taken from now on."""
        name = free_name(proposed, self._is_taken)
        self._taken.add(name.casefold())
        return name

    def _is_taken(self, name: str) -> bool:
        return name.casefold() in self._taken or name.casefold() in _WORDS

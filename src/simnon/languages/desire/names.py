"""Names of DESIRE, in which capitals matter -> names that differ otherwise too."""

from simnon.source import Report, Source, Span

from ..identifiers import free_name
from ..tokens import Token

TIME = "t"


class Spellings:
    """Each spelling gets a name of its own: the first keeps it, another that differs by capitals only gets a number."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self._name_of_spelling = {TIME: TIME}
        self._taken = {TIME}

    def introduce(self, token: Token) -> None:
        """Take the spelling over, and say where it clashes with another."""
        if token.text in self._name_of_spelling:
            return
        name = self.free(token.text)
        self._name_of_spelling[token.text] = name
        if name != token.text:
            self.report.note(
                "renamed-name",
                f"'{token.text}' is renamed to '{name}'",
                Span(self.source, token.start, token.end),
                "names are case-sensitive in DESIRE, but not in Simnon",
            )

    def spelled(self, text: str) -> str:
        if text not in self._name_of_spelling:
            self._name_of_spelling[text] = self.free(text)
        return self._name_of_spelling[text]

    def free(self, wanted: str) -> str:
        """A name that nothing has yet."""
        name = free_name(wanted, self.is_taken)
        self._taken.add(name.casefold())
        return name

    def is_taken(self, name: str) -> bool:
        return name.casefold() in self._taken

"""Case-sensitive names of DESIRE -> names that differ in more than case."""

from simnon.source import Report, Source, Span

from ..identifiers import free_name
from ..tokens import Token

TIME = "t"


class Spellings:
    """Each spelling gets its own name: the first keeps it, later ones that differ only in case get a number."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self._name_of_spelling = {TIME: TIME}
        self._taken = {TIME}

    def introduce(self, token: Token) -> None:
        """Record the spelling, and report a clash with an earlier one."""
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

    def free(self, preferred: str) -> str:
        """A name that is not yet in use."""
        name = free_name(preferred, self.is_taken)
        self._taken.add(name.casefold())
        return name

    def is_taken(self, name: str) -> bool:
        return name.casefold() in self._taken

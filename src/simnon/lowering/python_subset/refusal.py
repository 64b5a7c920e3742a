"""The one way in which this package says no: what was found, and where."""


class NotInSubset(Exception):
    """A text that is Python, perhaps, but not the typed subset; lines and columns count from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"

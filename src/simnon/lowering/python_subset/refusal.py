"""How this package rejects a text: what was found, and where."""


class NotInSubset(Exception):
    """A text that is not in the typed subset, though perhaps Python; lines and columns count from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"

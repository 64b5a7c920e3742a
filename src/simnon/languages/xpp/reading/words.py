"""DATA: the words that begin a statement; XPP looks at their first letters only."""

from simnon.source import nearest

DONE = "done"
_WORD_OF_LETTERS = {
    "input": "input", "vector": "vector", "gr": "group", "p": "par", "w": "wiener", "n": "number", "on": "only",
    "o": "options", "se": "set", "so": "solve", "sp": "special", "b": "bdry", "g": "global", "i": "init", "au": "aux",
    "v": "volterra", "ta": "table", "ma": "markov", "ex": "export", "d": DONE,
}  # fmt: skip
"""In the order in which they are tried. `input` is an addition."""
_OTHER_WORDS = {"a": "aux", "t": "table", "m": "markov"}
SPELLED_OUT = (
    "aux", "bdry", "boundary", "bndry", "done", "export", "global", "group", "initial", "input", "markov", "number",
    "only", "options", "parameters", "params", "set", "solve", "special", "table", "tabular", "vector", "volterra",
    "wiener",
)  # fmt: skip


def statement_word(text: str) -> str | None:
    """The statement that a word begins; None if XPP ignores lines that begin with it."""
    word = text.casefold()
    if word in _OTHER_WORDS:
        return _OTHER_WORDS[word]
    return next((full for letters, full in _WORD_OF_LETTERS.items() if word.startswith(letters)), None)


def is_spelled_out(text: str) -> bool:
    """Whether the word is one of XPP's or the beginning of one, not just something with the same first letter."""
    word = text.casefold()
    return any(long.startswith(word) for long in SPELLED_OUT)


def nearest_word(text: str) -> str:
    return nearest(text, list(SPELLED_OUT)) if len(text) > 2 else ""

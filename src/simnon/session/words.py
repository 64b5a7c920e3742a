"""The text after a command -> words, options and values, as all commands parse them.

`name ...` are words; `-NAME` (a blank can follow the sign) is an option if the command has it; `/name` names a stored
run or a file; a comment begins with a quote and ends with the line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from simnon.source import UserError, did_you_mean, frozen

_TEXT = r"'[^']*'"
_COMMENT = re.compile(rf"({_TEXT}|[^\"'])*")
_BRACKETS = r"\[(?:[^\[\]]|\[[^\]]*\])*\]"
_WORD = re.compile(
    rf"\s*,?\s*(/?\s*{_TEXT}|/\s*[^\s,()/]+|[()]|[^\s,()\[/]+(?:{_BRACKETS}[^\s,()\[/]*)*(?:/[^\s,()]+)?|\S)"
)
_FILE_WORD = re.compile(rf"\s*,?\s*(/?\s*{_TEXT}|[()]|(?:[^\s,()\[]|{_BRACKETS}|\[)+|\S)")
"""As `_WORD`, but a slash belongs to the name of a file: `/data/tank.t` is one word."""
_STEP = r"[^\W\d]\w*(?:\[\s*\d+\s*\](?=\s*[.\]]))?"
_PATH = rf"{_STEP}(?:\.{_STEP})*"
_PLACES = r"\[\s*(?:\d|\.\.|,|[-+]|\s|(?i:END))+\]"
VARIABLE = rf"{_PATH}(?:\[\d+\]|\s*{_PLACES}(?=\s*\[))?(?:\s*\[\s*{_PATH}\s*\])?"
"""A variable as commands name it: `H`, `H[TANK]`, `motor.R`, `cell[3].p.v`, `x[2]`.

Some commands have ranges in brackets: `k[0,1]` is a variable with a range, `A[2,1][0,1]` an element with a range.
"""
SELECTED = rf"{_PATH}(?:\s*{_PLACES})?(?:\s*\[\s*{_PATH}\s*\])?"
"""The same with any elements of an array: `A[2, ..]`, `x[2..3][plant]`."""
_NAME = re.compile(r"[^\W\d]\w*")
FREE = "FREE"
"""In place of an initial value: none is given, the model finds it."""
_ASSIGNED = re.compile(rf"({SELECTED}(?:\s*\([^():]*\))?)\s*:")


@frozen
class Arguments:
    """Words in order, options in capitals, and the name after a slash."""

    words: tuple[str, ...]
    options: frozenset[str] = frozenset()
    slash: str = ""


def is_variable(text: str) -> bool:
    """Whether the text names a variable, rather than computing something from some."""
    return re.fullmatch(SELECTED, text.strip()) is not None


def without_comment(text: str) -> str:
    """Everything before the first quote that is not inside 'a text'."""
    match = _COMMENT.match(text)
    assert match is not None
    return match.group().strip()


def check_quotes(text: str) -> None:
    """Refuse "words" in double quotes instead of taking them for a comment."""
    quoted = re.fullmatch(r'\s*"([^"]+)"\s*', text)
    if quoted:
        raise UserError("bad-command", 'a comment begins with "', f"use single quotes: '{quoted[1]}'")


def split_words(text: str, *, has_files: bool = False) -> tuple[str, ...]:
    """Words at blanks and commas; parentheses are words, `'a text'` is one, `y/run` and `H[TANK]` stay whole."""
    joined = re.sub(r"\s*\[\s*(\w+)\s*\]", r"[\1]", without_comment(text))
    return tuple(match.group(1) for match in (_FILE_WORD if has_files else _WORD).finditer(joined))


def split_expressions(text: str) -> tuple[str, ...]:
    """Split at blanks and commas, but not inside parentheses, brackets or 'a text'."""
    parts: list[str] = []
    depth, is_open = 0, False
    for piece in re.findall(rf"{_TEXT}|.", without_comment(text)):
        depth += (piece in "([") - (piece in ")]")
        if depth < 0:
            raise UserError("bad-command", "unmatched ')'")
        if depth == 0 and (piece.isspace() or piece == ","):
            is_open = False
        elif is_open:
            parts[-1] += piece
        else:
            parts.append(piece)
            is_open = True
    return tuple(parts)


def split_at_blanks(text: str) -> list[str]:
    """Split at blanks outside of parentheses and brackets."""
    words, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter.isspace() and depth <= 0:
            words.append("")
        elif not letter.isspace():
            words[-1] += letter
    return [word for word in words if word]


def read_arguments(
    text: str,
    options: Sequence[str] = (),
    *,
    has_slash: bool = False,
    has_expressions: bool = False,
    has_files: bool = False,
) -> Arguments:
    """Separate words from options; a minus begins one only before the name of an option, so that -5 stays a number."""
    words: list[str] = []
    found: set[str] = set()
    slash = ""
    given = list(split_expressions(text) if has_expressions else split_words(text, has_files=has_files))
    while given:
        word = given.pop(0)
        if word == "-" and given and given[0][:1].isalpha():
            word += given.pop(0)
        if word == "/" and has_slash and given:
            word += given.pop(0)
        if has_slash and word.startswith("/") and len(word) > 1 and not (has_files and _is_path(word)):
            slash = only_name(slash, text_in(word[1:].strip()))
        elif word.startswith("-") and word[1:2].isalpha():
            found.add(_option(word[1:], options))
        else:
            words.append(word)
    return Arguments(tuple(words), frozenset(found), slash)


def _is_path(word: str) -> bool:
    """Whether a word that begins with a slash is a path from the root, rather than the name of a run."""
    return "'" not in word and "/" in word[1:]


def read_files(text: str, options: Sequence[str] = (), *, has_slash: bool = False) -> Arguments:
    """The same for a command whose words are names of files: plain ones, paths, or 'texts', which lose their quotes.

    With `has_slash`, /name names a run; a path from the root has a second slash, or quotes.
    """
    arguments = read_arguments(text, options, has_slash=has_slash, has_files=True)
    return replace(arguments, words=tuple(map(text_in, arguments.words)))


def only_name(earlier: str, name: str) -> str:
    """The name after a slash, if there is no earlier one."""
    if earlier:
        raise UserError("bad-command", f"two names are given: /{earlier} and /{name}", "give one")
    return name


def no_arguments(text: str) -> None:
    """Parse the text of a command without arguments."""
    if without_comment(text):
        raise UserError("bad-command", f"the command takes no arguments, found '{without_comment(text)}'")


def check_once(names: Sequence[str], usage: str) -> None:
    """Refuse a name that is given twice, regardless of case."""
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise UserError("given-twice", f"'{name}' is given twice", usage)
        seen.add(name.casefold())


@contextmanager
def as_settings(setting_of_argument: Mapping[str, str]) -> Iterator[None]:
    """Messages about the arguments of a function name the settings that were written."""
    try:
        yield
    except UserError as error:
        argument, colon, rest = error.message.partition(":")
        if not colon or argument not in setting_of_argument:
            raise
        raise UserError(error.code, f"{setting_of_argument[argument]}:{rest}", error.hint) from None


def _option(word: str, options: Sequence[str]) -> str:
    upper = word.upper()
    if upper in options:
        return upper
    raise unknown_option(word, options)


def unknown_option(word: str, options: Iterable[str]) -> UserError:
    """The error for an option that the command does not have."""
    dashed = [f"-{option}" for option in options]
    known = f"the options are {', '.join(dashed)}" if dashed else "the command has no options"
    return UserError("unknown-option", f"there is no option '-{word}'", did_you_mean(f"-{word}", dashed, known))


def read_assignments(text: str, usage: str) -> tuple[tuple[str, str], ...]:
    """`name: expression` any number of times -> names and the texts of their expressions."""
    plain = without_comment(text)
    places = list(_ASSIGNED.finditer(plain))
    if not places or plain[: places[0].start()].strip(" ,"):
        raise UserError("bad-command", "expected a name, a colon and a value", usage)
    pairs = []
    for place, following in zip(places, [*places[1:], None], strict=True):
        value = plain[place.end() : following.start() if following else len(plain)].strip().rstrip(",").strip()
        name = re.sub(r"\s+", "", place.group(1))
        if not value:
            raise UserError("bad-command", f"no value is given for '{name}'", usage)
        pairs.append((name, value))
    check_once([name for name, _ in pairs], usage)
    return tuple(pairs)


def is_name(text: str) -> bool:
    """Whether it is a single name, like that of a version."""
    return _NAME.fullmatch(text) is not None


def text_in(word: str) -> str:
    """The text between the quotes of 'a text'; other words as they are."""
    return word[1:-1] if len(word) >= 2 and word[0] == word[-1] == "'" else word

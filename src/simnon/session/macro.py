"""DATA: a macro, and how its text is read: MACRO name formals, lines, END.

A formal can have a default: `MACRO STEP SIZE=1`. Labels and the pairs of FOR and NEXT are found when the macro is read,
so that a jump to a missing label is an error before anything is executed.
"""

import itertools
import re
from collections.abc import Mapping, Sequence

from simnon.source import UserError, frozen, nearest

from .words import without_comment

NAME = re.compile(r"\.?[^\W\d]\w*\.?\Z")
_FORMAL = re.compile(r"(\.?[^\W\d]\w*\.?)(?:\s*=\s*('[^']*'|\S+))?")


@frozen
class Formal:
    """An argument by name; `default` is its text, None if it is required."""

    name: str
    default: str | None = None


@frozen
class Macro:
    """`lines` are those between MACRO and END as written; `first_line` is the number of the first in its file."""

    name: str
    formals: tuple[Formal, ...]
    lines: tuple[str, ...]
    file: str = ""
    first_line: int = 2
    label_places: Mapping[str, int] | None = None
    next_of_for: Mapping[int, int] | None = None

    def place(self, position: int) -> str:
        """The position of a line, in words."""
        file = f" ({self.file})" if self.file else ""
        name = f"macro {self.name}" if self.name else "the loop"
        return f"{name}, line {position + self.first_line}{file}"

    @property
    def text(self) -> str:
        """As it can be typed in or read again."""
        formals = "".join(f" {f.name}" if f.default is None else f" {f.name}={f.default}" for f in self.formals)
        return "\n".join((f"MACRO {self.name}{formals}", *self.lines, "END", ""))


def first_word(line: str) -> tuple[str, str]:
    """The command in capitals, and the text after it; `DISP/file` and `SAMP(1)` are split after the word."""
    match = re.match(r"\s*([^\W\d]\w*)", line)
    if match is None:
        return "", line.strip()
    return match.group(1).upper(), line[match.end() :].strip()


def is_macro_text(text: str) -> bool:
    """The first line that is not a comment is MACRO."""
    for line in text.split("\n"):
        if without_comment(line):
            return first_word(line)[0] == "MACRO"
    return False


def read_macros(text: str, file: str = "") -> tuple[Macro, ...]:
    """All macros of a file, in order."""
    macros: list[Macro] = []
    heading, start, lines = "", 0, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        word = first_word(without_comment(line))[0]
        if not heading:
            if word == "MACRO":
                heading, start = line, number
            elif word:
                raise UserError("bad-macro", f"{file}, line {number}: '{word}' is outside a macro", "begin with MACRO")
        elif word == "END":
            macros.append(make_macro(heading, lines, file, start + 1))
            heading, lines = "", []
        else:
            lines.append(line)
    if heading:
        raise UserError("bad-macro", f"{file}: the macro that begins in line {start} has no END", "END closes it")
    return tuple(macros)


def make_macro(heading: str, lines: Sequence[str], file: str = "", first_line: int = 2) -> Macro:
    """A macro from its first line and those up to END."""
    name, rest = first_word(first_word(without_comment(heading))[1])
    if not name:
        raise UserError("bad-macro", "a macro needs a name", "MACRO name [arguments]")
    formals = _formals(rest, name)
    macro = Macro(name, formals, tuple(lines), file, first_line)
    return Macro(name, formals, tuple(lines), file, first_line, _labels(macro), _pairs(macro))


def _formals(text: str, macro: str) -> tuple[Formal, ...]:
    formals = tuple(Formal(m.group(1), m.group(2)) for m in _FORMAL.finditer(text))
    if _FORMAL.sub("", text).strip(" ,"):
        raise UserError("bad-macro", f"macro {macro}: '{text}' is not a list of names", "MACRO name a b c=1")
    folded = [formal.name.casefold() for formal in formals]
    twice = next((name for name in folded if folded.count(name) > 1), None)
    if twice:
        raise UserError("bad-macro", f"macro {macro}: the argument '{twice}' is given twice")
    for earlier, later in itertools.pairwise(formals):
        if earlier.default is not None and later.default is None:
            raise UserError(
                "bad-macro", f"macro {macro}: '{later.name}' needs a default too", "arguments with defaults come last"
            )
    return formals


def _labels(macro: Macro) -> dict[str, int]:
    """The position of each label; every GOTO must have one."""
    places: dict[str, int] = {}
    for i, line in enumerate(macro.lines):
        word, rest = first_word(without_comment(line))
        if word == "LABEL":
            label = rest.casefold()
            if not label or label in places:
                raise UserError(
                    "bad-macro", f"{macro.place(i)}: {'this label is defined twice' if label else 'LABEL name'}"
                )
            places[label] = i
    for i, line in enumerate(macro.lines):
        word, rest = first_word(without_comment(line))
        target = re.search(r"\bGO\s*TO\s+(\S+)\s*\Z", f"{word} {rest}", re.IGNORECASE)
        if word in ("IF", "GOTO") and target and target.group(1).casefold() not in places:
            near = nearest(target.group(1), places)
            raise UserError(
                "bad-macro",
                f"{macro.place(i)}: there is no label '{target.group(1)}'",
                f"did you mean '{near}'?" if near else "define it with LABEL name",
            )
    return places


def _pairs(macro: Macro) -> dict[int, int]:
    """The NEXT of each FOR; loops are nested or separate."""
    pairs: dict[int, int] = {}
    opened: list[tuple[int, str]] = []
    for i, line in enumerate(macro.lines):
        word, rest = first_word(without_comment(line))
        if word == "FOR":
            opened.append((i, rest.partition("=")[0].strip().casefold()))
        elif word == "NEXT":
            if not opened:
                raise UserError("bad-macro", f"{macro.place(i)}: NEXT without FOR")
            start, variable = opened.pop()
            if rest and rest.casefold() != variable:
                raise UserError("bad-macro", f"{macro.place(i)}: NEXT {rest} ends the loop of '{variable}'")
            pairs[start] = i
    if opened:
        raise UserError("bad-macro", f"{macro.place(opened[-1][0])}: FOR without NEXT", "NEXT variable ends the loop")
    return pairs

"""The line editor of the paper: a text, a current line, and commands of one letter.

    T top            N [n] down n lines     L text  locate the next line that holds the text
    R line replace   C /old/new/ change     I line  insert after the current line
    D delete         P [n] print n lines    E leave and save       Q leave and discard

The editor is an immutable value: each command gives a new one, and the lines to show.
"""

import re
from dataclasses import replace

from simnon.source import UserError, frozen

USAGE = "T  N [n]  L text  R line  C /old/new/  I line  D  P [n]; E saves the text, Q discards the changes"
_COMMAND = re.compile(r"\s*[TNLRCIDPEQ](?![^\W\d]).*", re.IGNORECASE | re.DOTALL)
TOP = -1
"""Before the first line, so that I can insert there."""


@frozen
class LineEditor:
    lines: tuple[str, ...]
    current: int = TOP

    @classmethod
    def of(cls, text: str, line: int | None = None) -> "LineEditor":
        """The editor on a text, at its top or at a line counted from 1."""
        lines = tuple(text.split("\n"))
        if not lines[-1]:
            lines = lines[:-1]
        return cls(lines, TOP if line is None else max(TOP, min(line, len(lines)) - 1))

    @property
    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines)

    @property
    def shown(self) -> str:
        """The current line with its number."""
        return "top" if self.current == TOP else f"{self.current + 1:4} {self.lines[self.current]}"


@frozen
class Edited:
    """The editor after a command, and the lines to show."""

    editor: LineEditor
    shown: tuple[str, ...] = ()


def is_editor_command(line: str) -> bool:
    """Whether the line is for the editor: a letter by itself, so that DISP does not delete a line."""
    return _COMMAND.fullmatch(line) is not None


def edit(editor: LineEditor, line: str) -> Edited:
    """Execute one command; E and Q are handled by the session. A UserError changes nothing."""
    if not is_editor_command(line):
        raise UserError("bad-edit", f"'{line.strip()}' is not a command of the editor", USAGE)
    letter, argument = line[:1].upper(), line[1:]
    text = argument.removeprefix(" ").rstrip("\n")
    match letter:
        case "T":
            moved = replace(editor, current=TOP)
            return Edited(moved, (moved.shown,))
        case "N":
            moved = replace(editor, current=_within(editor, editor.current + _count(text, 1)))
            return Edited(moved, (moved.shown,))
        case "L":
            return _locate(editor, text.strip())
        case "R":
            _insist_on_a_line(editor)
            changed = _with_line(editor, text)
            return Edited(changed, (changed.shown,))
        case "C":
            return _change(editor, text.strip())
        case "I":
            at = editor.current + 1
            return Edited(LineEditor((*editor.lines[:at], text, *editor.lines[at:]), at))
        case "D":
            return _delete(editor)
        case "P":
            return _print(editor, _count(text, 10))
        case _:
            raise UserError("bad-edit", f"{letter} stands alone", USAGE)


def _locate(editor: LineEditor, text: str) -> Edited:
    """From the next line to the end, then from the top; blanks and case are ignored."""
    if not text:
        raise UserError("bad-edit", "L needs a text to find", "L text")
    count = len(editor.lines)
    for i in (*range(editor.current + 1, count), *range(min(editor.current + 1, count))):
        if _folded(text) in _folded(editor.lines[i]):
            found = replace(editor, current=i)
            return Edited(found, (found.shown,))
    raise UserError("bad-edit", f"no line contains '{text}'", "P prints the lines")


def _change(editor: LineEditor, text: str) -> Edited:
    _insist_on_a_line(editor)
    parts = text.split(text[0]) if text else []
    if len(parts) not in (3, 4) or not parts[1]:
        raise UserError("bad-edit", "C needs the old and the new text between delimiters", "C /old/new/")
    line = editor.lines[editor.current]
    if parts[1] not in line:
        raise UserError("bad-edit", f"the line does not contain '{parts[1]}'", editor.shown.strip())
    changed = _with_line(editor, line.replace(parts[1], parts[2], 1))
    return Edited(changed, (changed.shown,))


def _delete(editor: LineEditor) -> Edited:
    """The line after the deleted one becomes the current one."""
    _insist_on_a_line(editor)
    lines = (*editor.lines[: editor.current], *editor.lines[editor.current + 1 :])
    shorter = LineEditor(lines, min(editor.current, len(lines) - 1))
    return Edited(shorter, (shorter.shown,))


def _print(editor: LineEditor, count: int) -> Edited:
    """The current line and those after it; the last one printed becomes the current one."""
    first = max(editor.current, 0)
    last = min(first + max(count, 1), len(editor.lines))
    shown = tuple(f"{i + 1:4} {editor.lines[i]}" for i in range(first, last))
    return Edited(replace(editor, current=_within(editor, last - 1)), shown)


def _with_line(editor: LineEditor, line: str) -> LineEditor:
    at = editor.current
    return replace(editor, lines=(*editor.lines[:at], line, *editor.lines[at + 1 :]))


def _insist_on_a_line(editor: LineEditor) -> None:
    if editor.current == TOP:
        raise UserError("bad-edit", "no line is selected", "N or L goes to one")


def _within(editor: LineEditor, line: int) -> int:
    return max(TOP, min(line, len(editor.lines) - 1))


def _count(text: str, default: int) -> int:
    word = text.partition('"')[0].strip()
    try:
        return int(word) if word else default
    except ValueError:
        raise UserError("bad-edit", f"'{word}' is not a number of lines", USAGE) from None


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()

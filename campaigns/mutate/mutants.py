"""Modules -> mutants: the same text with one small mistake, identified by the lines that differ."""

import ast
import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from .changes import Change, changes_of


@dataclass(frozen=True, slots=True)
class Mutant:
    """`before` and `after` are the lines that differ, without their indentation; `file` is below src/simnon."""

    file: str
    line: int
    kind: str
    text: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def difference(self) -> tuple[str, ...]:
        """What identifies it even after lines have moved."""
        return (self.file, *(f"- {line}" for line in self.before), *(f"+ {line}" for line in self.after))

    @property
    def package(self) -> str:
        return self.file.split("/", 1)[0]

    def __str__(self) -> str:
        return "\n".join((f"{self.file}:{self.line}  {self.kind}", *self.difference[1:]))


def draw(
    folder: Path, packages: Sequence[str], count: int, chance: random.Random, known: Collection[tuple[str, ...]] = ()
) -> list[Mutant]:
    """`count` mutants of packages below `folder`, all equally likely; none of the `known` differences."""
    found: list[tuple[str, Change]] = []
    text_of_file: dict[str, str] = {}
    for package in packages:
        for path in sorted((folder / package).rglob("*.py")):
            file = path.relative_to(folder).as_posix()
            text_of_file[file] = path.read_text("utf-8")
            found += [(file, change) for change in changes_of(text_of_file[file])]
    chance.shuffle(found)
    drawn: list[Mutant] = []
    for file, change in found:
        mutant = make_mutant(file, text_of_file[file], change)
        if mutant is not None and mutant.difference not in known:
            drawn.append(mutant)
        if len(drawn) == count:
            break
    return drawn


def make_mutant(file: str, text: str, change: Change) -> Mutant | None:
    """None if the result is not valid Python, or does not differ."""
    content = text.encode()
    changed = (content[: change.start] + change.instead.encode() + content[change.end :]).decode()
    try:
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(text)):
            return None
    except SyntaxError:
        return None
    old, new = text.splitlines(), changed.splitlines()
    first = _same(old, new)
    last = _same(old[first:][::-1], new[first:][::-1])
    before, after = ([line.strip() for line in lines[first : len(lines) - last]] for lines in (old, new))
    return Mutant(file, first + 1, change.kind, changed, tuple(before), tuple(after))


def _same(one: list[str], other: list[str]) -> int:
    """The number of leading lines that both share."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count

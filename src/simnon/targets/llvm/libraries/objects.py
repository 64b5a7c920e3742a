"""An object file of LLVM (ELF, COFF or Mach-O) -> sections, symbols and relocations in one form."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from simnon.source import frozen


class Relocation(Enum):
    """What is written at a place P for a symbol at S with the addend A."""

    RELATIVE32 = "S + A - P as 32 bits"
    BRANCH26 = "S + A - P in an instruction of ARM, in words"
    PAGE21 = "the distance of the pages of S + A and P, in an instruction of ARM"
    LOW12 = "the place of S + A in its page, in an instruction of ARM, by the size of its access"


@frozen
class Section:
    name: str
    data: bytes
    alignment: int


@frozen
class Symbol:
    """`section` is the index of its section, None if it is defined elsewhere."""

    name: str
    section: int | None
    offset: int
    is_visible: bool = False


@frozen
class Place:
    """A relocation at `offset` of a section."""

    section: int
    offset: int
    kind: Relocation
    symbol: Symbol
    addend: int


@dataclass(slots=True)
class ObjectFile:
    sections: dict[int, Section] = field(default_factory=dict)
    symbols: list[Symbol] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    @property
    def undefined(self) -> tuple[str, ...]:
        """What other libraries must define, as far as it is used."""
        used = {place.symbol.name for place in self.places if place.symbol.section is None}
        return tuple(symbol.name for symbol in self.symbols if symbol.section is None and symbol.name in used)

    def visible(self) -> dict[str, Symbol]:
        return {s.name: s for s in self.symbols if s.is_visible and s.section is not None}


def text_at(data: bytes, start: int) -> str:
    return data[start : data.index(b"\0", start)].decode()


def unknown(what: str, number: int) -> AssertionError:
    return AssertionError(f"libraries: unknown {what} {number}")


def signed(number: int, bits: int) -> int:
    return number - (1 << bits) if number >> (bits - 1) else number


def word_at(data: bytes | bytearray, offset: int) -> int:
    return int(struct.unpack_from("<I", data, offset)[0])


def merged(parts: Sequence[ObjectFile]) -> ObjectFile:
    """All parts as one: what one leaves undefined, another may define."""
    visible: dict[str, Symbol] = {}
    moved: list[dict[int, int]] = []
    whole = ObjectFile()
    for part in parts:
        numbers = {index: len(whole.sections) + i for i, index in enumerate(part.sections)}
        whole.sections |= {numbers[index]: section for index, section in part.sections.items()}
        moved.append(numbers)
        visible |= {
            name: replace(symbol, section=numbers[symbol.section or 0]) for name, symbol in part.visible().items()
        }
    for part, numbers in zip(parts, moved, strict=True):
        for place in part.places:
            symbol = place.symbol
            if symbol.section is None:
                symbol = visible.get(symbol.name, symbol)
            else:
                symbol = replace(symbol, section=numbers[symbol.section])
            whole.places.append(replace(place, section=numbers[place.section], symbol=symbol))
    used = dict.fromkeys(place.symbol for place in whole.places if place.symbol.section is None)
    whole.symbols = [*visible.values(), *used]
    return whole


def renamed(part: ObjectFile, names: Mapping[str, str]) -> ObjectFile:
    """With these visible symbols under other names, and no others."""
    symbols = [symbol for symbol in part.symbols if symbol.section is None or symbol.name in names]
    return replace(part, symbols=[replace(s, name=names[s.name]) if s.section is not None else s for s in symbols])

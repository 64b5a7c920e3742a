"""DATA: the functions of a program by the kinds of their arguments: what varies in each, and its LLVM name."""

from dataclasses import dataclass, field

from simnon.program import Program
from simnon.source import frozen

from ..operations import LLVM_TYPE, vector
from ..symbols import Symbols, entry_symbol
from .cells import Uses
from .divergence import Divergence, find_divergence
from .kinds import Kinds, LaneConvention, Scalar


@frozen
class Variant:
    """A function, called with arguments of these kinds.

    `free` are, for each argument, the elements of an array that only the lanes in the call need.
    """

    function: str
    kinds: Kinds
    free: tuple[frozenset[int], ...] = ()


@dataclass(slots=True)
class Variants:
    program: Program
    symbols: Symbols
    width: int
    convention: LaneConvention
    uses: Uses
    _divergences: dict[Variant, Divergence] = field(default_factory=dict)
    _symbol_of_variant: dict[Variant, str] = field(default_factory=dict)

    def entry(self, name: str) -> Variant:
        """The variant called from outside."""
        return Variant(name, self.convention.kinds(self.symbols.functions[name]))

    def variant(self, name: str, kinds: Kinds) -> Variant:
        """The variant to call with arguments of these kinds; functions of other programs have only one."""
        assert name in self.symbols.functions, f"lanes: '{name}' is foreign; such members are run one by one"
        if name not in self.symbols.imported:
            return Variant(name, kinds)
        entry = self.entry(name)
        for own, given in zip(entry.kinds, kinds, strict=True):
            is_fitting = own == given or isinstance(own, Scalar)
            assert is_fitting, f"lanes: '{name}' is called with {given} instead of {own}"
        return entry

    def divergence(self, variant: Variant) -> Divergence:
        plain = Variant(variant.function, variant.kinds)
        found = self._divergences.get(plain)
        if found is None:
            function = self.symbols.functions[variant.function]
            found = find_divergence(function, variant.kinds, self.result_varies)
            self._divergences[plain] = found
        return found

    def result_varies(self, name: str, kinds: Kinds) -> bool:
        variant = self.variant(name, kinds)
        if self.symbols.functions[name].result is None:
            return False
        return name in self.symbols.imported or self.divergence(variant).result_varies

    def result_type(self, variant: Variant) -> str:
        """The LLVM type of its result."""
        result = self.symbols.functions[variant.function].result
        if result is None:
            return "void"
        return vector(LLVM_TYPE[result], self.width if self.result_varies(variant.function, variant.kinds) else 0)

    def symbol(self, variant: Variant) -> str:
        found = self._symbol_of_variant.get(variant)
        if found is None:
            name = variant.function
            is_linked = name in self.symbols.imported or name in self.program.entries
            if is_linked and variant == self.entry(name):
                found = lane_symbol(name, self.width)
            else:
                number = len(self._symbol_of_variant)
                found = f"{self.symbols.function_symbol[name]}.x{self.width}.{number}"
            self._symbol_of_variant[variant] = found
        return found

    def helper(self, name: str) -> str:
        return f"@lanes.{name}.x{self.width}"


def lane_symbol(entry: str, width: int) -> str:
    """The same in every program, so that programs can be linked."""
    return f"{entry_symbol(entry)}.x{width}"


def wrapper_symbol(entry: str, width: int) -> str:
    """The entry for callers in C."""
    return f"@door.{entry}.x{width}"

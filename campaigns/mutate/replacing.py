"""Two texts of a module -> the functions to replace in a process that has imported the first."""

import gc
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType

IN_FUNCTION = 0x2
"""CO_NEWLOCALS: the code of a function, not that of a module or a class."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """A function's code before and after."""

    before: CodeType
    after: CodeType

    @property
    def lines(self) -> set[int]:
        """Those of its body, if that is not on the line of its `def`, which runs when the module is imported."""
        return set(_lines(self.before)) - {self.before.co_firstlineno}


def replacements(path: str, before: str, after: str) -> list[Replacement] | None:
    """None if the texts differ outside of functions: then the module must be imported again."""
    found: list[Replacement] = []
    if _compare(compile(before, path, "exec"), compile(after, path, "exec"), found):
        return found
    return None


def _compare(before: CodeType, after: CodeType, found: list[Replacement]) -> bool:
    """Whether the two codes of a module or class are the same but for functions, which are appended to `found`."""
    if before == after:
        return True
    if before.co_flags & IN_FUNCTION:
        found.append(Replacement(before, after))
        return before.co_freevars == after.co_freevars and before.co_qualname == after.co_qualname
    if len(before.co_consts) != len(after.co_consts) or _without_constants(before) != _without_constants(after):
        return False
    return all(
        _compare(one, two, found)
        if isinstance(one, CodeType) and isinstance(two, CodeType)
        else type(one) is type(two) and repr(one) == repr(two)
        for one, two in zip(before.co_consts, after.co_consts, strict=True)
    )


def _without_constants(code: CodeType) -> tuple[object, ...]:
    return (code.co_name, code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)


def _lines(code: CodeType) -> Iterator[int]:
    yield from (line for _, _, line in code.co_lines() if line is not None)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _lines(constant)


def replace(found: list[Replacement]) -> None:
    """Give every function of this process that has one of these codes its new code."""
    after_of_before = {(each.before.co_filename, each.before): each.after for each in found}
    gc.unfreeze()
    for function in gc.get_objects():
        if isinstance(function, FunctionType):
            after = after_of_before.get((function.__code__.co_filename, function.__code__))
            function.__code__ = after or function.__code__
    gc.freeze()

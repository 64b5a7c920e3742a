"""Choices -> the functions among them, `part.f(x)` with the text of an expression, as definitions."""

import re
from collections.abc import Mapping

from simnon.languages import DIALECTS
from simnon.model import FunctionDefinition
from simnon.source import Report, Source

LANGUAGE = ".t"
_FUNCTION = re.compile(r"\s*([^()]+?)\s*\([^()]*\)\s*")


def is_function(name: str) -> bool:
    """Whether a choice is a function, not a size or a version."""
    return _FUNCTION.fullmatch(name) is not None


def functions_among(choices: Mapping[str, float | str]) -> dict[str, str]:
    """The functions, each once: the last one given for a part counts, whatever its parameters are called."""
    last = {}
    for name, value in choices.items():
        found = _FUNCTION.fullmatch(name)
        if found is not None:
            last[found[1].casefold()] = (name, str(value))
    return dict(last.values())


def define_functions(choices: Mapping[str, float | str], report: Report) -> tuple[FunctionDefinition, ...]:
    """Their definitions; a mistake in one is reported in its own text."""
    definitions: list[FunctionDefinition] = []
    for name, body in functions_among(choices).items():
        if len(f"{name}{body}".splitlines()) != 1:
            report.error("unreadable-line", f"{name}: a function must be one line", None, "give one expression")
            continue
        text = f"CONNECTING SYSTEM chosen\nFUNCTION {name} = {body}\nEND\n"
        for system in DIALECTS[LANGUAGE](Source(f"{name}: {body}", text), report):
            definitions += [each for each in system.functions if each.part]
    return tuple(definitions)

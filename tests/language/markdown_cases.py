"""Markdown -> cases: each block of a language is one model, with the blocks after it that state its expected results.

A block's kind is the first word after the fence, or the second if the first is `text` (for pages
whose formatter does not know the word):

    simnon    a model; words after it: `classic`, `run`, `units` (checked strictly), `error=CODE` for a diagnostic
              without a position; likewise acsl, cellml, csmp, darep, desire, sbml, sial, simnon72, xpp for the other
              languages
    values    numbers the model must give (see `evaluator`)
    experiment
              the run settings in the program (see `experiments`)
    show      the text of a stage of the compiler; words: `after=STAGE`, `only=guard,mode` (first words)

A diagnostic is expected on its very line, in a comment: `error: [code]`, `warning: [code]`, `note: [code]`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^```(.*)$")
_EXPECTED = re.compile(r"\b(error|warning|note): \[([a-z0-9-]+)\]")
EXTENSION_OF_KIND = {
    "simnon": ".t",
    "acsl": ".csl",
    "csmp": ".csm",
    "darep": ".dar",
    "desire": ".src",
    "cellml": ".cellml",
    "sbml": ".sbml",
    "sial": ".sial",
    "simnon72": ".non",
    "xpp": ".ode",
}
CHECKS = ("values", "show", "experiment")


@dataclass(frozen=True, slots=True)
class Fence:
    """One block of a page: the words after its fence, the heading above it, the line its text starts on."""

    words: tuple[str, ...]
    heading: str
    line: int
    text: str

    @property
    def kind(self) -> str:
        return self.words[0] if self.words else ""

    def setting(self, name: str) -> str | None:
        """The value of `name=value` among the words."""
        found = [word.removeprefix(f"{name}=") for word in self.words if word.startswith(f"{name}=")]
        return found[0] if found else None


@dataclass(frozen=True, slots=True)
class Expected:
    """A diagnostic that must appear; `line` is counted in the model's text, 0 if it has no position."""

    line: int
    severity: str
    code: str


@dataclass(frozen=True, slots=True)
class Case:
    """A model and its expected results."""

    path: Path
    model: Fence
    checks: tuple[Fence, ...]

    @property
    def name(self) -> str:
        return self.name_of(self.model)

    def name_of(self, fence: Fence) -> str:
        return f"{self.path.parent.name}/{self.path.stem}:{fence.line}"

    @property
    def expected(self) -> list[Expected]:
        """The expected diagnostics in the order of their lines."""
        found = [Expected(0, "error", word[len("error=") :]) for word in self.model.words if word.startswith("error=")]
        for number, line in enumerate(self.model.text.split("\n"), 1):
            found += [Expected(number, severity, code) for severity, code in _EXPECTED.findall(line)]
        return found


def cases_in(path: Path) -> list[Case]:
    """The models of one page, in order."""
    cases: list[Case] = []
    for fence in fences_in(path.read_text("utf-8")):
        if fence.kind in EXTENSION_OF_KIND:
            cases.append(Case(path, fence, ()))
        elif fence.kind in CHECKS:
            assert cases, f"{path.name}:{fence.line}: a block '{fence.kind}' needs a model before it"
            last = cases[-1]
            assert last.model.heading == fence.heading, f"{path.name}:{fence.line}: its model is in another section"
            cases[-1] = Case(last.path, last.model, (*last.checks, fence))
    return cases


def fences_in(text: str) -> Iterator[Fence]:
    """Every fenced block of a page."""
    heading = ""
    opening: tuple[str, int] | None = None
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        fence = _FENCE.match(line)
        if fence is None:
            if opening is not None:
                lines.append(f"{line}\n")
            elif line.startswith("#"):
                heading = line.lstrip("#").strip()
        elif opening is None:
            opening, lines = (fence[1], number + 1), []
        else:
            words = tuple(opening[0].split())
            yield Fence(words[1:] if words[:1] == ("text",) else words, heading, opening[1], "".join(lines))
            opening = None
    assert opening is None, f"a block that starts on line {opening} is never closed"

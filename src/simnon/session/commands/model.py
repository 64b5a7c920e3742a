"""`MODEL`: what is loaded."""

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

from simnon.compiler import STAGES, explain
from simnon.languages import LISTINGS
from simnon.model import Role
from simnon.source import Report, UserError, listed

from ..outcome import Outcome, Printed
from ..words import split_words
from ..workspace import Workspace
from .command import Command

_SHOWN = ("EQUATIONS", "LOOPS", "EVENTS", "CODE")


def parse(text: str) -> tuple[str, ...]:
    return tuple(word.lstrip("-") for word in split_words(text.replace("- ", "-")))


def run(workspace: Workspace, words: tuple[str, ...]) -> Iterator[Outcome]:
    match [word.upper() for word in words]:
        case []:
            yield Printed(_summary(workspace))
        case ["EQUATIONS"]:
            yield Printed(_explained(workspace, "order"))
        case ["LOOPS"]:
            yield Printed("\n".join(_loops(workspace)) or "no algebraic loops")
        case ["EVENTS"]:
            yield Printed("\n".join(_events(workspace)) or "no events")
        case ["CODE"]:
            yield Printed(_code(workspace))
        case ["AFTER", _]:
            yield Printed(_explained(workspace, words[1].lower()))
        case _:
            hint = f"one of {', '.join('-' + name for name in _SHOWN)}, or -AFTER and one of {', '.join(STAGES)}"
            raise UserError("bad-command", f"MODEL cannot interpret '{' '.join(words)}'", hint)


def _summary(workspace: Workspace) -> str:
    model = workspace.model
    layout = model.program.layout
    counts = Counter(variable.role for variable in model.variables)
    rows = {
        "files": " ".join(path.name for path in workspace.system.files),
        "states": f"{len(layout.states)} continuous, {sum(len(s.updates) for s in layout.samplers)} sampled",
        "parameters": str(counts[Role.PARAMETER]),
        "sampled systems": str(len(layout.samplers)),
        "guards": str(len(layout.guards)),
        "events at known times": str(len(layout.time_events)),
        "WHEN": str(len(layout.events)),
        "delays": str(len(layout.delays)),
        "algebraic loops": str(len(_loops(workspace))),
        "equations": str(sum(len(block.part.targets) for block in model.analysed.schedule.blocks)),
    }
    shown = {name: value for name, value in rows.items() if value != "0"}
    return "\n".join((model.name, *(f"  {name:22}{value}" for name, value in shown.items())))


def _code(workspace: Workspace) -> str:
    """The code that the original program generated for each text in its language."""
    sources = [(source, PurePath(source.name).suffix.lower()) for source in workspace.model.sources]
    listings = [LISTINGS[extension](source) for source, extension in sources if extension in LISTINGS]
    if not listings:
        raise UserError(
            "bad-command", "no system of the model has such code", f"files {', '.join(LISTINGS)} have; -AFTER llvm"
        )
    return "\n\n".join(listings)


def _loops(workspace: Workspace) -> list[str]:
    blocks = workspace.model.analysed.schedule.blocks
    return [
        f"{listed(block.part.targets)}: {'linear' if type(block.part).__name__ == 'LinearSystem' else 'iterated'}"
        for block in blocks
        if len(block.part.targets) > 1 or type(block.part).__name__ in ("LinearSystem", "Iteration")
    ]


def _events(workspace: Workspace) -> list[str]:
    layout = workspace.model.program.layout
    guards = [(guard.span, "changes sign") for guard in layout.guards if not guard.limits]
    limits = [(guard.span, f"leaves the domain of {guard.limits.upper()}") for guard in layout.guards if guard.limits]
    times = [(event.span, "at a known time") for event in layout.time_events]
    whens = [(event.span, "WHEN") for event in layout.events]
    return [
        f"{span.text}: {kind}, {span.source.name} line {span.line}"
        for span, kind in (*guards, *limits, *times, *whens)
        if span is not None
    ]


def _explained(workspace: Workspace, stage: str) -> str:
    text = explain(workspace.model.sources, Report(), stage)
    assert text is not None, "MODEL: a compiled model can always be explained"
    return text.rstrip("\n")


MODEL = Command(
    "MODEL",
    "MODEL [-EQUATIONS | -LOOPS | -EVENTS | -CODE | -AFTER stage]",
    "Show what is loaded.",
    parse,
    run,
    "-EQUATIONS shows the sorted equations by the stage at which each is computed; -LOOPS the algebraic loops and "
    "how they are solved; -EVENTS the events that can happen in a run; -CODE the code of the 1972 program for a system "
    "in its language; -AFTER the model after any stage of the compiler.",
    ("MODEL", "MODEL -EQUATIONS"),
    repeats=False,
)

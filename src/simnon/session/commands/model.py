"""`MODEL`: what is loaded."""

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

from simnon.compiler import STAGES, explain, gather_systems, loops_of, print_sorted_equations
from simnon.diagrams import differences, print_diagram, print_differences
from simnon.languages import LISTINGS
from simnon.model import Role
from simnon.source import Report, UserError, listed, nearest

from ..comparing import earlier_systems
from ..editing_models import model_texts
from ..outcome import Outcome, Printed
from ..words import split_words, text_in
from ..workspace import Workspace
from .command import Command
from .diagram import graph_of_model

_SHOWN = ("EQUATIONS", "LOOPS", "EVENTS", "CODE", "GRAPH", "DIFF")


def parse(text: str) -> tuple[str, ...]:
    return tuple(word.lstrip("-") for word in split_words(text.replace("- ", "-")))


def run(workspace: Workspace, words: tuple[str, ...]) -> Iterator[Outcome]:
    match [word.upper() for word in words]:
        case []:
            yield Printed(_summary(workspace))
        case ["EQUATIONS"]:
            yield Printed(print_sorted_equations(workspace.elements.analysed))
        case ["LOOPS"]:
            yield Printed("\n".join(_loops(workspace)) or "no algebraic loops")
        case ["EVENTS"]:
            yield Printed("\n".join(_events(workspace)) or "no events")
        case ["CODE"]:
            yield Printed(_code(workspace))
        case ["GRAPH"]:
            scene = graph_of_model(workspace)
            yield Printed(print_diagram(scene.diagrams[scene.top.casefold()]))
        case ["DIFF", *_]:
            yield Printed(_differences(workspace, words[1:]))
        case ["AFTER", _]:
            yield Printed(_explained(workspace, words[1].lower()))
        case _:
            known = f"one of {', '.join('-' + name for name in _SHOWN)}, or -AFTER and one of {', '.join(STAGES)}"
            near = nearest(words[0], (*_SHOWN, "AFTER"))
            hint = f"did you mean -{near}?" if near and words[0].upper() != near else known
            raise UserError("bad-command", f"MODEL cannot interpret '{' '.join(words)}'", hint)


def _summary(workspace: Workspace) -> str:
    model = workspace.elements
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
        "equations": str(_count_of_equations(workspace)),
    }
    shown = {name: value for name, value in rows.items() if value != "0"}
    return "\n".join((model.name, *(f"  {name:22}{value}" for name, value in shown.items())))


def _count_of_equations(workspace: Workspace) -> int:
    """Those of the user's variables."""
    shown = {variable.name for variable in workspace.elements.variables}
    return sum(target in shown for block in workspace.elements.analysed.schedule.blocks for target in block.targets)


def _code(workspace: Workspace) -> str:
    """The code that the original program generated for each text in its language."""
    sources = [(source, PurePath(source.name).suffix.lower()) for source in workspace.elements.sources]
    listings = [LISTINGS[extension](source) for source, extension in sources if extension in LISTINGS]
    if not listings:
        raise UserError(
            "bad-command", "no system of the model has such code", f"files {', '.join(LISTINGS)} have; -AFTER llvm"
        )
    return "\n\n".join(listings)


def _loops(workspace: Workspace) -> list[str]:
    loops = loops_of(workspace.elements.analysed)
    return [f"{listed(members)}: {'linear' if is_linear else 'iterated'}" for members, is_linear in loops]


def _events(workspace: Workspace) -> list[str]:
    layout = workspace.elements.program.layout
    guards = [(guard.span, "changes sign") for guard in layout.guards if not guard.limits]
    limits = [(guard.span, f"leaves the domain of {guard.limits.upper()}") for guard in layout.guards if guard.limits]
    times = [(event.span, "at a known time") for event in layout.time_events]
    whens = [(event.span, "WHEN") for event in layout.events]
    lines = Counter(
        f"{' '.join(span.text.split())}: {kind}, {span.source.name} line {span.line}"
        for span, kind in (*guards, *limits, *times, *whens)
        if span is not None
    )
    return [f"{line}, {count} times" if count > 1 else line for line, count in lines.items()]


def _differences(workspace: Workspace, names: tuple[str, ...]) -> str:
    """From the systems in the files to those that are compiled; without files, to those on the disk."""
    now = gather_systems(workspace.elements.sources, Report())[0]
    if not names:
        return print_differences(differences(now, model_texts(workspace).systems))
    return print_differences(differences(earlier_systems(workspace, map(text_in, names)), now))


def _explained(workspace: Workspace, stage: str) -> str:
    text = explain(workspace.elements.sources, Report(), stage, workspace.elements.analysed.choices)
    assert text is not None, "MODEL: a compiled model can always be explained"
    return text.rstrip("\n")


MODEL = Command(
    "MODEL",
    "MODEL [-EQUATIONS | -LOOPS | -EVENTS | -GRAPH | -DIFF [file ...] | -CODE | -AFTER stage]",
    "Show what is loaded.",
    parse,
    run,
    "-EQUATIONS shows the sorted equations by the stage at which each is computed; -LOOPS the algebraic loops and "
    "how they are solved; -EVENTS the events that can happen in a run; -GRAPH which equation depends on which; -DIFF "
    "how the model differs from the one in other files or, without any, how its own files have changed since; -CODE "
    "the code of the 1972 program for a system in its language; -AFTER the model after any stage of the compiler.",
    ("MODEL", "MODEL -EQUATIONS", "MODEL -DIFF yesterday/drive"),
    repeats=False,
)

"""Sources -> the model as text after any phase or pass of the compiler."""

from collections.abc import Iterable

from simnon.analysis import PASS_NAMES, order_equations, run_passes
from simnon.assembly import Choices, assemble
from simnon.lowering import lower_model
from simnon.model import AnyModel, Arrays, HybridModel, print_model, print_schedule
from simnon.program import print_program
from simnon.source import Report, Source, UserError, nearest
from simnon.targets import TARGETS

from .array_lines import array_lines
from .chosen_functions import define_functions, is_function
from .compile import analyse, gather_systems
from .foreign_texts import read_foreign_texts

STAGES = ("assemble", *PASS_NAMES, "order", "lower", *TARGETS)
"""What `--after` takes; `order` is the sorted equations, `lower` the program, a target its code."""


def explain(
    sources: Iterable[Source], report: Report, after: str = "order", choices: Choices | None = None
) -> str | None:
    """The text of the model after the stage `after`, or None if there are errors, all reported.

    `choices` are those with which it was compiled.
    """
    stage = after.replace("-", "_")
    if stage not in STAGES:
        near = nearest(stage, STAGES)
        raise UserError(
            "unknown-stage",
            f"there is no stage '{after}'",
            f"did you mean '{near}'?" if near else f"the stages are {', '.join(STAGES)}",
        )
    choices = choices or {}
    others = {name: value for name, value in choices.items() if not is_function(name)}
    flat = assemble(gather_systems(sources, report)[0], report, others, {}, define_functions(choices, report))
    if flat is None:
        return None
    model: AnyModel = flat
    if stage == "assemble":
        return print_model(flat)
    for name, model in zip(PASS_NAMES, run_passes(flat, report), strict=False):
        if name == stage:
            return print_model(model)
    if not isinstance(model, HybridModel) or report.has_errors:
        return None
    return _text_after_analysis(model, stage, report)


def explain_arrays(sources: Iterable[Source]) -> list[str]:
    """What becomes of the arrays when the model is loaded: the listing after a stage is that of their elements."""
    analysed = analyse(sources, Report(), arrays=Arrays.AUTO)
    return [] if analysed is None else list(array_lines(analysed.declared))


def _text_after_analysis(model: HybridModel, stage: str, report: Report) -> str | None:
    schedule = order_equations(model)
    if stage == "order":
        return print_schedule(model, schedule)
    texts = read_foreign_texts(model, report)
    if report.has_errors:
        return None
    program = lower_model(model, schedule, texts)
    return print_program(program) if stage == "lower" else TARGETS[stage].text(program)

"""Source -> System: a DESIRE program, its DYNAMIC section as equations, its experiment as settings and commands.

The statements above DYNAMIC are executed once, in order; those below are executed in order at each evaluation,
the OUT section for display only. All errors in the text are reported together.
"""

from simnon.model import System, SystemKind
from simnon.source import Report, Source, Span

from ..identifiers import system_name
from ..tokens import Token
from .dynamic import DynamicReader
from .experiment import ExperimentReader
from .grammar import Statement, statements_of
from .names import Spellings


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The one system of the program, whatever errors it has."""
    statements, comments = statements_of(source)
    names = Spellings(source, report)
    for statement in statements:
        for token, following in zip(statement.tokens, statement.tokens[1:], strict=False):
            if token.kind == "name" and _is_variable(statement, token, following):
                names.introduce(token)
    heads = [i for i, statement in enumerate(statements) if statement.word == "DYNAMIC"]
    whole = Span(source, 0, min(1, len(source.text)))
    if not heads:
        report.error("heading-expected", "the text contains no DYNAMIC", None, "the equations come after DYNAMIC")
        return ()
    experiment = ExperimentReader(source, report, names)
    for statement in statements[: heads[0]]:
        experiment.read(statement)
    dynamic = DynamicReader(source, report, names, experiment.prepare())
    for statement in statements[heads[0] :]:
        dynamic.read(statement)
    model = dynamic.model(experiment.assigned)
    values, settings = experiment.finish(model, tuple(name.name for name in dynamic.shown), dynamic.picture)
    if dynamic.picture and f"HCOPY {dynamic.picture}" not in settings.commands:
        report.note(
            "output-left-out",
            "no picture is written: the program draws nothing",
            dynamic.picture_span,
            "drun makes a run, dispt names what is drawn",
        )
    return (
        System(
            system_name(source),
            SystemKind.CONTINUOUS,
            whole,
            model.declarations,
            values,
            model.assignments,
            (),
            model.stops,
            unreadable=frozenset(dynamic.unreadable | experiment.unreadable),
            experiment=settings,
            comments=tuple(comments),
            has_brackets=bool(dynamic.arrays.counts),
            soft_words=frozenset({"sum"}) if dynamic.arrays.counts else frozenset(),
        ),
    )


def _is_variable(statement: Statement, token: Token, following: Token) -> bool:
    """Words of the language and labels are not variables."""
    first = statement.tokens[0]
    if statement.is_directive or statement.word in ("label", "go", "goto", "DYNAMIC", "OUT"):
        return False
    if token is first:
        return following.text == "="
    if first.text == "d" and statement.tokens[1].text == "/" and token is statement.tokens[2]:
        return False
    if first.text == "Vectr" and any(token is each for each in statement.tokens[1:4]):
        return token.text not in ("d", "dt", "delta")
    return following.text != "(" and token.text not in ("to", "step", "then", "and", "or", "not")

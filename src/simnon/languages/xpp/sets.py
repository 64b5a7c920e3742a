"""`set` lines -> commands of a session: a run for each set, which has its name."""

from simnon.model import print_number
from simnon.source import Report, nearest

from .formulas import Spelling
from .meaning import Meanings
from .program import NamedSet, Program, Setting
from .settings import Settings, is_setting, number_of, report_left_out

_TIMES = ("total", "t0")


def commands_of(
    program: Program, settings: Settings, meanings: Meanings, spelling: Spelling, report: Report
) -> tuple[str, ...]:
    """Each run begins with the values of the text, whatever the run before it changed."""
    if not program.sets:
        return ()
    starts = {state.name: 0.0 for state in program.states}
    for definition in program.initial:
        starts[definition.name] = meanings.constant(definition.value) or 0.0
    parameters = {d.name: meanings.constant(d.value) or 0.0 for d in program.parameters}
    found = [(each.name, _numbers(each, starts, parameters, spelling, report)) for each in program.sets]
    changed = list(dict.fromkeys(name for _, numbers in found for name in numbers if name not in _TIMES))
    lines = []
    for name, numbers in found:
        for variable in changed:
            word, usual = ("INIT", starts) if variable in starts else ("PAR", parameters)
            value = numbers.get(variable, usual[variable])
            lines.append(f"{word} {variable}: {print_number(value)}")
        start = numbers.get("t0", settings.start)
        stop = settings.stop(start, numbers.get("total", settings.total))
        lines.append(f"SIMU {print_number(start)} {print_number(stop)} /{name}")
    return tuple(lines)


def _numbers(
    named: NamedSet, starts: dict[str, float], parameters: dict[str, float], spelling: Spelling, report: Report
) -> dict[str, float]:
    numbers = {}
    for setting in named.settings:
        name = spelling(setting.name)
        if name in starts or name in parameters or name in _TIMES:
            value = number_of(setting, report)
            if value is not None:
                numbers[name] = value
        elif is_setting(name):
            report_left_out(setting, report)
        else:
            _note_unknown(setting, [*starts, *parameters], report)
    return numbers


def _note_unknown(setting: Setting, known: list[str], report: Report) -> None:
    near = nearest(setting.name, known)
    report.note(
        "unknown-setting",
        f"the program has no parameter or variable '{setting.name}'; it is ignored",
        setting.span,
        f"did you mean '{near}'?" if near else "a set can change only parameters, initial values, total and t0",
    )

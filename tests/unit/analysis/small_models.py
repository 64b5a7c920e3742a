"""Small models from text, taken as far through the compiler as a test wants."""

import numpy as np

from simnon.analysis import PASSES, Pass, order_equations
from simnon.assembly import assemble
from simnon.languages import DIALECTS
from simnon.lowering import lower_model
from simnon.model import Model, print_expression
from simnon.program import Program, check_program
from simnon.source import Report, Source, render_all
from simnon.targets.interpreter import interpret
from tests.targets.running_models import Numbers, call, numbers_at_start, settle


def text_of(*lines: str, start: str = "x: 0") -> str:
    """A continuous system with the state x and the time t; `dx` is zero unless a line says more."""
    own = [] if any(line.startswith("dx =") for line in lines) else ["dx = 0*x"]
    return "\n".join(["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "TIME t", *own, *lines, start, "END"]) + "\n"


def assembled(text: str, report: Report | None = None) -> Model:
    report = report or Report()
    model = assemble(DIALECTS[".t"](Source("text", text), report), report)
    assert model is not None, render_all(report.diagnostics)
    return model


def passed(text: str, last: Pass | None = None, report: Report | None = None) -> Model:
    """The model after the passes up to and with `last`, or after all."""
    report = report or Report()
    model = assembled(text, report)
    for analysis_pass in PASSES:
        model = analysis_pass(model, report)
        assert not report.has_errors, render_all(report.diagnostics)
        if analysis_pass is last:
            break
    return model


def equations_of(model: Model) -> dict[str, str]:
    """The equations as text, by target."""
    return {equation.target: print_expression(equation.value) for equation in model.equations}


def program_without(text: str, *left_out: Pass) -> Program:
    """The program of the model with some passes left out."""
    model = assembled(text)
    for analysis_pass in PASSES:
        if analysis_pass not in left_out:
            model = analysis_pass(model, Report())
    program = lower_model(model, order_equations(model), {})
    check_program(program)
    return program


def settled_values(program: Program, numbers: Numbers) -> dict[str, float]:
    """Every variable by name, after the start, the modes and the outputs have been computed."""
    executable = interpret(program)
    call(executable, "initial", numbers)
    settle(executable, numbers)
    call(executable, "outputs", numbers)
    return {name: float(numbers.values[slot]) for name, slot in program.layout.slot_of_name().items()}


def values_at(program: Program, state: float, time: float = 0.0, **parameters: float) -> dict[str, float]:
    """Every variable where the one state and the time have these values."""
    numbers = numbers_at_start(program.layout)
    slots = program.layout.slot_of_name()
    for name, value in parameters.items():
        numbers.values[slots[name]] = value
    numbers.time = time
    numbers.states = np.full(len(program.layout.states), state)
    return settled_values(program, numbers)

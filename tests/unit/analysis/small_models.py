"""Small models from text, compiled as far as a test needs."""

import numpy as np

from simnon.analysis import FLAT_PASSES, HYBRID_PASSES, FlatPass, HybridPass, order_equations, solve_relations
from simnon.assembly import assemble
from simnon.languages import DIALECTS
from simnon.lowering import lower_model
from simnon.model import AnyModel, FlatModel, HybridModel, print_expression
from simnon.program import Program, check_program
from simnon.source import Report, Source, render_all
from simnon.targets.interpreter import interpret
from tests.targets.running_models import Numbers, call, iterate_modes, numbers_at_start


def text_of(*lines: str, start: str = "x: 0") -> str:
    """A continuous system with the state x and the time t; `dx` is zero unless a line defines it."""
    own = [] if any(line.startswith("dx =") for line in lines) else ["dx = 0*x"]
    return "\n".join(["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "TIME t", *own, *lines, start, "END"]) + "\n"


def assembled(text: str, report: Report | None = None) -> FlatModel:
    report = report or Report()
    model = assemble(DIALECTS[".t"](Source("text", text), report), report)
    assert model is not None, render_all(report.diagnostics)
    return model


def flat_after(text: str, last: FlatPass, report: Report | None = None) -> FlatModel:
    """The model after the passes up to and including `last`, while it is flat."""
    report = report or Report()
    model = assembled(text, report)
    for flat_pass in FLAT_PASSES[: FLAT_PASSES.index(last) + 1]:
        model = flat_pass(model, report)
        assert not report.has_errors, render_all(report.diagnostics)
    return model


def passed(text: str, last: HybridPass = HYBRID_PASSES[-1], report: Report | None = None) -> HybridModel:
    """The model after the passes up to and including `last`, or after all."""
    report = report or Report()
    model = solve_relations(flat_after(text, FLAT_PASSES[-1], report), report)
    assert model is not None, render_all(report.diagnostics)
    for hybrid_pass in HYBRID_PASSES[: HYBRID_PASSES.index(last) + 1]:
        model = hybrid_pass(model, report)
        assert not report.has_errors, render_all(report.diagnostics)
    return model


def equations_of(model: AnyModel) -> dict[str, str]:
    """The equations as text, by target."""
    return {equation.target: print_expression(equation.value) for equation in model.equations}


def program_without(text: str, *left_out: HybridPass) -> Program:
    """The program of the model without some passes."""
    model = solve_relations(flat_after(text, FLAT_PASSES[-1]), Report())
    assert model is not None
    for hybrid_pass in HYBRID_PASSES:
        if hybrid_pass not in left_out:
            model = hybrid_pass(model, Report())
    program = lower_model(model, order_equations(model), {})
    check_program(program)
    return program


def values_after_start(program: Program, numbers: Numbers) -> dict[str, float]:
    """Every variable by name, after the start, the modes and the outputs have been computed."""
    executable = interpret(program)
    call(executable, "initial", numbers)
    iterate_modes(executable, numbers)
    call(executable, "outputs", numbers)
    return {name: float(numbers.values[slot]) for name, slot in program.layout.slot_of_name().items()}


def values_at(program: Program, state: float, time: float = 0.0, **parameters: float) -> dict[str, float]:
    """Every variable at these values of the one state and the time."""
    numbers = numbers_at_start(program.layout)
    slots = program.layout.slot_of_name()
    for name, value in parameters.items():
        numbers.values[slots[name]] = value
    numbers.time = time
    numbers.states = np.full(len(program.layout.states), state)
    return values_after_start(program, numbers)

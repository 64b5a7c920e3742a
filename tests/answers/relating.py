"""Texts with relations -> models, for tests: every `=` outside INITIAL and WHEN says that two sides are equal."""

import re
from dataclasses import replace

from simnon.analysis import PASSES, order_equations
from simnon.assembly import assemble
from simnon.compiler import Analysed, CompiledModel, lower
from simnon.compiler.compile import read_systems
from simnon.compiler.elementary import compile_with_elementary
from simnon.model import Model, Role, shown_variables
from simnon.simulation import Model as Runnable
from simnon.source import Report, Source


def declared(text: str, report: Report) -> Model:
    unknowns: list[str] = []
    guesses: dict[str, float] = {}
    lines: list[str] = []
    count = 0
    for line in text.strip().splitlines():
        words = line.replace(",", " ").split()
        if words[:1] == ["VARIABLE"]:
            unknowns += words[1:]
            continue
        if words[:1] == ["DER"]:
            unknowns += words[1:]
        guess = re.match(r"^(\w+) *: *([-+.\de]+)", line)
        if guess and guess[1] in unknowns:
            guesses[guess[1]] = float(guess[2])
            continue
        sides = re.match(r"^([^:'\"]*[^<>:'\"])=([^'\"]*)$", line)
        if sides and words[0] not in ("WHEN", "INITIAL", "FUNCTION", "STOP") and not line.startswith("  "):
            count += 1
            lines.append(f"relation_{count} = ({sides[1]}) - ({sides[2]})")
            continue
        if words[:1] == ["END"]:
            lines += [f"{name} = 0" for name in unknowns]
        lines.append(line)
    systems = read_systems([Source("text", "\n".join(lines) + "\n", "")], report)
    model = assemble(systems, report)
    assert model is not None, [str(d) for d in report.diagnostics]
    return replace(
        model,
        variables=tuple(
            replace(v, role=Role.RESIDUAL)
            if v.name.startswith("relation_")
            else replace(v, start=guesses.get(v.name, v.start))
            for v in model.variables
        ),
        equations=tuple(equation for equation in model.equations if equation.target not in unknowns),
    )


def analysed(text: str, report: Report) -> Analysed | None:
    first = model = declared(text, report)
    for analysis_pass in PASSES:
        model = analysis_pass(model, report)
        if report.has_errors:
            return None
    return Analysed(first, model, order_equations(model), {})


def load_relations(text: str) -> Runnable:
    report = Report()
    done = analysed(text, report)
    assert done is not None, [(d.code, d.message) for d in report.diagnostics]
    program = lower(done)
    variables = shown_variables(done.declared)
    return Runnable(
        CompiledModel(
            "text",
            variables,
            {v.name: v.start for v in variables if v.role is Role.PARAMETER and v.start is not None},
            tuple(v.name for v in variables if v.role is Role.STATE),
            {},
            report.diagnostics,
            done,
            program,
            compile_with_elementary(program),
            (Source("text", text, ""),),
        )
    )

"""Simulator + options -> an FMU: the description, libraries for five machines, and the text of the model."""

import hashlib
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from simnon.compiler import compile_gradients
from simnon.kernels import control as codes
from simnon.kernels import fmu
from simnon.lowering import FMU_ENTRIES, fmu_loop
from simnon.model import Role
from simnon.program import Program, SharedProgram
from simnon.simulation import Instance, RunOptions, Simulator, make_instance, offsets_of_own, time_offset
from simnon.source import UserError, atomic_file, frozen
from simnon.targets import MACHINES, InstanceImage, Machine, build_libraries

from ..c import identifier
from .description import Description, derivative_name, describe
from .scheduling import check_schedulable
from .terminals import terminals_of
from .variables import INPUT, OUTPUT, Variables

VERSIONS = (2, 3)
LOOP = SharedProgram("fmu loop", fmu_loop, frozenset(FMU_ENTRIES))
_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file in the archive, so that the same model gives the same bytes."""
_MESSAGES = {
    codes.RUNNING: "the run continues",
    codes.ENDED: "the end of the step",
    codes.STOPPED: "a STOP WHEN of the model ended the run",
    codes.HISTORY_IS_FULL: "a DELAY needs more memory than the unit has: use longer steps",
    codes.STEP_TOO_SMALL: "the step has become too small: the solution may be singular here",
    codes.NOT_FINITE: "an event has made a state infinite or undefined",
    codes.CHATTERING: "infinitely many events follow each other at one instant",
    codes.SAMPLING_STUCK: "a discrete system requests its next sample at once",
    codes.OUTSIDE_DOMAIN: "a function is applied to a number outside its domain",
    codes.DELAY_VANISHED: "a DELAY is not positive",
    codes.SLIDE_AMBIGUOUS: "the motion along a switching surface is not unique",
}


@frozen
class FmuOptions:
    """`inputs` are parameters that become inputs, `outputs` the variables that become outputs (None for OUTPUT)."""

    version: int = 3
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] | None = None
    machines: tuple[str, ...] = tuple(MACHINES)
    is_scheduled: bool = False
    """True for scheduled execution: the importer decides when each discrete system is sampled."""


def write_fmu(
    simulator: Simulator, path: Path, options: RunOptions, choices: FmuOptions, *, force: bool = False
) -> None:
    """Write the archive; raises UserError if the model or the options cannot be exported."""
    if choices.version not in VERSIONS:
        raise UserError("bad-option", f"there is no FMI {choices.version}", "choose 2 or 3")
    files = fmu_files(simulator, options, choices)
    with atomic_file(path, force=force) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)


def fmu_files(simulator: Simulator, options: RunOptions, choices: FmuOptions) -> dict[str, bytes]:
    """The contents of the archive by name.

    Nothing is fused: not all machines have an instruction for it, and an archive has no library.
    """
    if simulator.analysed.is_fused:
        simulator = Simulator.of(replace(simulator.recipe, is_fused=False).compiled())
    if choices.is_scheduled:
        check_schedulable(simulator, choices.version)
    variables = Variables(simulator, choices.inputs, choices.outputs, has_clocks=choices.is_scheduled)
    gradients = _Gradients(simulator, variables)
    instance = make_instance(simulator, options, gradients.program)
    token = _token(simulator, options, choices)
    name = identifier(simulator.name)
    clocks = tuple(sampler.name for sampler in simulator.layout.samplers) if choices.is_scheduled else ()
    image = replace(
        _image(instance, gradients, token, name),
        choices=variables.choices,
        first_choice=fmu.CHOICES,
        clock_count=len(clocks),
        first_clock=fmu.CLOCKS,
    )
    machines = [_machine(each) for each in choices.machines]
    libraries = build_libraries(LOOP, instance.program, image, choices.version, machines)
    description = replace(_description(simulator, variables, gradients, options, token, name), clocks=clocks)
    files = {"modelDescription.xml": describe(description, choices.version)}
    for machine in machines:
        folder = machine.name if choices.version == 3 else machine.older_name
        files[f"binaries/{folder}/{name}{machine.extension}"] = libraries[machine.name]
    terminals = terminals_of(simulator, variables) if choices.version == 3 else None
    if terminals is not None:
        files["terminalsAndIcons/terminalsAndIcons.xml"] = terminals
    for source in simulator.sources:
        files[f"resources/simnon/{Path(source.name).name}"] = source.text.encode()
    return files


def _machine(name: str) -> Machine:
    if name not in MACHINES:
        raise UserError("bad-option", f"there is no machine '{name}'", f"choose from {', '.join(MACHINES)}")
    return MACHINES[name]


def _token(simulator: Simulator, options: RunOptions, choices: FmuOptions) -> str:
    """The same for the same model and options, different for every other."""
    text = repr((simulator.hashes, options, choices.version, choices.inputs, choices.outputs, choices.is_scheduled))
    found = hashlib.sha256(text.encode()).hexdigest()
    return f"{{{found[:8]}-{found[8:12]}-{found[12:16]}-{found[16:20]}-{found[20:32]}}}"


class _Gradients:
    """The derivatives of derivatives and outputs by states and inputs, as a program and as pairs of references."""

    def __init__(self, simulator: Simulator, variables: Variables) -> None:
        self.program: Program | None = None
        self.pairs: tuple[tuple[int, int], ...] = ()
        self.size = 0
        self.dependencies: dict[str, tuple[str, ...]] = {}
        layout = simulator.layout
        if layout.delays or layout.sensitivities is not None:
            return
        scalars, hybrid = variables.by_name(), simulator.analysed.model
        alias_of_name = dict(hybrid.aliases)
        known = {each.name for each in hybrid.variables}
        states = [state.name for state in layout.states]
        inputs = [s.name for s in scalars.values() if s.causality == INPUT and s.name in known]
        sampled = {v.name for v in hybrid.variables if v.sampler or v.role in (Role.HELD, Role.STATE)}
        outputs = [s.name for s in scalars.values() if s.causality == OUTPUT and s.variability == "continuous"]
        outputs = [n for n in outputs if n in {**alias_of_name, **dict.fromkeys(known)} and n not in simulator.negated]
        rows = [alias_of_name.get(name, name) for name in outputs]
        pairs = [(name, row) for name, row in zip(outputs, rows, strict=True) if row not in sampled]
        columns = [*states, *inputs]
        if not columns or not states + pairs:
            return
        derivatives = [state.derivative for state in layout.states]
        self.program = compile_gradients(simulator.analysed, [*derivatives, *(row for _, row in pairs)], columns)
        unknowns = [derivative_name(state) for state in states] + [name for name, _ in pairs]
        references = [fmu.DERIVATIVES + i for i in range(len(states))]
        references += [scalars[name].reference for name, _ in pairs]
        of_columns = [scalars[name].reference if name in scalars else -1 for name in columns]
        entries = self.program.layout.jacobian
        self.pairs = tuple((references[row], of_columns[column]) for row, column in entries)
        self.size = max(1, self.program.layout.jacobian_size)
        self.dependencies = dict.fromkeys(unknowns, ())
        for row, column in entries:
            if columns[column] in scalars:
                self.dependencies[unknowns[row]] += (columns[column],)
        equal = {name: row for name, row in zip(outputs, rows, strict=True) if row in states and row != name}
        self.dependencies |= {name: (row,) for name, row in equal.items() if row in scalars}


def _image(instance: Instance, gradients: _Gradients, token: str, name: str) -> InstanceImage:
    arrays = instance.arrays
    sizes = {name: len(array) for name, array in arrays.items()}
    sizes |= {"record": 8, "log": 8, "gradients": gradients.size}
    numbers = np.concatenate([arrays[name] for name in ("own", "control", "plan", "states", "values", "work")])
    used = np.flatnonzero(numbers)
    return InstanceImage(
        sizes,
        tuple(numbers[: int(used[-1]) + 1].tolist()),
        offsets_of_own(),
        time_offset(),
        instance.free_space,
        len(instance.layout.states),
        len(instance.layout.guards),
        (1.0,) * len(instance.layout.states),
        tuple(_MESSAGES.get(i, "the run cannot continue") for i in range(codes.ARRIVED + 1)),
        gradients.pairs,
        gradients.size,
        token,
        name,
    )


def _description(
    simulator: Simulator,
    variables: Variables,
    gradients: _Gradients,
    options: RunOptions,
    token: str,
    name: str,
) -> Description:
    remarks = _first_lines(simulator)
    return Description(
        simulator.name,
        name,
        token,
        remarks,
        variables.scalars,
        tuple(state.name for state in simulator.layout.states),
        len(simulator.layout.guards),
        options.start,
        options.stop,
        options.rtol,
        None,
        not simulator.layout.delays,
        gradients.program is not None,
        _known_only(gradients.dependencies, variables),
    )


def _known_only(dependencies: Mapping[str, tuple[str, ...]], variables: Variables) -> dict[str, tuple[str, ...]]:
    names = variables.by_name()
    return {name: known for name, known in dependencies.items() if name in names or name.startswith("der(")}


def _first_lines(simulator: Simulator) -> str:
    """The comment beside the first line of the text."""
    line = simulator.sources[0].text.partition("\n")[0]
    return " ".join(line.partition('"')[2].split()) or simulator.name

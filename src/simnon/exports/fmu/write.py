"""Simulator + options -> an FMU: the description, libraries for five machines, and the text of the model."""

import hashlib
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from simnon.kernels import control as codes
from simnon.kernels import fmu
from simnon.lowering import FMU_ENTRIES, fmu_loop
from simnon.program import SharedProgram
from simnon.simulation import Instance, RunOptions, Simulator, make_instance, offsets_of_own, time_offset
from simnon.source import UserError, atomic_file, frozen
from simnon.targets import MACHINES, InstanceImage, Machine, build_alternatives, build_libraries

from ..c import identifier
from .alternatives import Combined, Unit, combine
from .description import Description, describe
from .gradients import Gradients
from .scheduling import check_schedulable
from .terminals import terminals_of
from .variables import Variables

VERSIONS = (2, 3)
LOOP = SharedProgram("fmu loop", fmu_loop, frozenset(FMU_ENTRIES))
_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file in the archive, so that the same model gives the same bytes."""
_LONGEST = 100
"""Letters in the name of a library: a name of a file has at most 255 bytes, with its extension."""
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
    choices: tuple[str, ...] = ()
    """The versions (`valve.version`) that an importer chooses before the start."""
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
        if choices.choices:
            message = "versions cannot be chosen in an FMU whose samples are scheduled"
            raise UserError("cannot-export", message, "export each version alone")
    token, name = _token(simulator, options, choices), identifier(simulator.name)[:_LONGEST]
    machines = [_machine(each) for each in choices.machines]
    if choices.choices:
        combined = combine(simulator, choices.choices, lambda each: _unit(each, options, choices, token, name))
        libraries = build_alternatives(
            LOOP, [unit.program for unit in combined.units], combined.alternatives, choices.version, machines
        )
        description = _description(simulator, combined, options, token, name)
        variables = combined.units[combined.alternatives.initial].variables
    else:
        unit = _unit(simulator, options, choices, token, name)
        libraries = build_libraries(LOOP, unit.program, unit.image, choices.version, machines)
        clocks = tuple(sampler.name for sampler in simulator.layout.samplers) if choices.is_scheduled else ()
        description = replace(_description(simulator, Combined.of(unit), options, token, name), clocks=clocks)
        variables = unit.variables
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


def _unit(simulator: Simulator, options: RunOptions, choices: FmuOptions, token: str, name: str) -> Unit:
    """With those of the given numbers that this version of the model has."""
    known = simulator.slot_of_name
    parameters = {name: value for name, value in options.parameters.items() if name in known}
    initial = {name: value for name, value in options.initial.items() if name in known}
    options = replace(options, parameters=parameters, initial=initial)
    variables = Variables(
        simulator,
        choices.inputs,
        choices.outputs,
        given={**parameters, **initial},
        has_clocks=choices.is_scheduled,
    )
    gradients = Gradients(simulator, variables)
    instance = make_instance(simulator, options, gradients.program)
    image = replace(
        _image(instance, gradients, token, name),
        choices=variables.choices,
        first_choice=fmu.CHOICES,
        clock_count=len(simulator.layout.samplers) if choices.is_scheduled else 0,
        first_clock=fmu.CLOCKS,
    )
    return Unit(simulator, variables, gradients, instance.program, image)


def _machine(name: str) -> Machine:
    if name not in MACHINES:
        raise UserError("bad-option", f"there is no machine '{name}'", f"choose from {', '.join(MACHINES)}")
    return MACHINES[name]


def _token(simulator: Simulator, options: RunOptions, choices: FmuOptions) -> str:
    """The same for the same model and options, different for every other."""
    text = repr(
        (
            simulator.hashes,
            options,
            choices.version,
            choices.inputs,
            choices.outputs,
            choices.is_scheduled,
            choices.choices,
        )
    )
    found = hashlib.sha256(text.encode()).hexdigest()
    return f"{{{found[:8]}-{found[8:12]}-{found[12:16]}-{found[16:20]}-{found[20:32]}}}"


def _image(instance: Instance, gradients: Gradients, token: str, name: str) -> InstanceImage:
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


def _description(simulator: Simulator, combined: Combined, options: RunOptions, token: str, name: str) -> Description:
    return Description(
        simulator.name,
        name,
        token,
        _first_lines(simulator),
        combined.scalars,
        combined.states,
        max(unit.image.guard_count for unit in combined.units),
        options.start,
        options.stop,
        options.rtol,
        None,
        not any(unit.simulator.layout.delays for unit in combined.units),
        all(unit.gradients.program is not None for unit in combined.units),
        combined.dependencies,
        first_derivative=combined.first_derivative,
        first_guard=combined.first_guard,
    )


def _first_lines(simulator: Simulator) -> str:
    """The comment beside the first line of the text."""
    line = simulator.sources[0].text.partition("\n")[0]
    return " ".join(line.partition('"')[2].split()) or simulator.name

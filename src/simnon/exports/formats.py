"""The formats that a model can be exported to, one line each; `FORMATS` is their table by name."""

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Protocol

from simnon.compiler import CompiledModel
from simnon.simulation import RunOptions, Simulator
from simnon.source import UserError, atomic_file, did_you_mean, frozen

from .c import CCode, write_c, write_fixed_c, write_pil
from .fmu import FmuOptions, write_fmu
from .texts import write_graphviz, write_latex, write_modelica, write_sbml

FIXED = "fixed"


@frozen
class ExportOptions:
    """What the formats can be told: the run for an FMU, the numbers of C code."""

    run: RunOptions = field(default_factory=lambda: RunOptions(0.0, 1.0))
    number: str = "double"
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    fmu: FmuOptions = field(default_factory=FmuOptions)
    keeps: bool = False
    """True if what a format cannot express becomes a comment, instead of an error."""
    has_protocol: bool = False
    """True if C code is written with the protocol of tests on a processor."""


Writer = Callable[[Simulator, Path, ExportOptions, bool], tuple[Path, ...]]
"""Writes to the path, over a file that is not ours only if the last argument says so; returns the files."""


class Text(Protocol):
    """The text of a model; with `keeps`, what it cannot express is a comment."""

    def __call__(self, compiled: CompiledModel, *, keeps: bool = False) -> str: ...


@frozen
class Format:
    name: str
    extension: str
    summary: str
    write: Writer
    text: Text | None = None
    """For formats that are one text."""


def c_code(simulator: Simulator, options: ExportOptions) -> CCode:
    """The C of a model with the numbers and the method of the options."""
    if options.number == FIXED:
        return write_fixed_c(simulator, options.ranges)
    method = "rk4" if options.run.method == "auto" else options.run.method
    return write_c(simulator, options.number, method, keeps=options.keeps)


def _write_c(simulator: Simulator, path: Path, options: ExportOptions, force: bool) -> tuple[Path, ...]:
    code = c_code(simulator, options)
    header = path.with_suffix(".h")
    implementation = code.implementation.replace(f'#include "{code.name}.h"', f'#include "{header.name}"', 1)
    texts = {path: implementation, header: code.header}
    if options.has_protocol:
        protocol = write_pil(simulator, options.number, header.name, keeps=options.keeps)
        texts[path.with_name(f"{path.stem}_pil.h")] = protocol
    for target, text in texts.items():
        _write_text(target, text, force)
    return tuple(texts)


def _write_fmu(simulator: Simulator, path: Path, options: ExportOptions, force: bool) -> tuple[Path, ...]:
    write_fmu(simulator, path, options.run, options.fmu, force=force)
    return (path,)


def _text_format(name: str, extension: str, summary: str, text: Text) -> Format:
    def write(simulator: Simulator, path: Path, options: ExportOptions, force: bool) -> tuple[Path, ...]:
        _write_text(path, text(simulator, keeps=options.keeps), force)
        return (path,)

    return Format(name, extension, summary, write, text)


def _write_text(path: Path, text: str, force: bool) -> None:
    with atomic_file(path, force=force) as temporary:
        temporary.write_text(text, encoding="utf-8")


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format("fmu", ".fmu", "a functional mock-up unit (FMI 2.0 or 3.0) for five systems", _write_fmu),
        Format("c", ".c", "a controller in C99, with its header", _write_c),
        _text_format("modelica", ".mo", "a model in Modelica", write_modelica),
        _text_format("sbml", ".sbml", "a model in SBML, with reactions", write_sbml),
        _text_format("latex", ".tex", "the equations in LaTeX", write_latex),
        _text_format("graphviz", ".gv", "the structure as a graph, for Graphviz", write_graphviz),
    )
}


def format_of(path: Path) -> Format | None:
    """The format that the extension stands for."""
    return next((each for each in FORMATS.values() if each.extension == path.suffix.lower()), None)


def export_model(
    simulator: Simulator, path: Path, name: str, options: ExportOptions | None = None, *, force: bool = False
) -> tuple[Path, ...]:
    """Write the model in a format; the files. Raises UserError with the place of what it cannot express."""
    if name not in FORMATS:
        hint = did_you_mean(name, FORMATS, f"the formats are {', '.join(FORMATS)}")
        raise UserError("bad-option", f"there is no format '{name}'", hint)
    return FORMATS[name].write(simulator, path, options or ExportOptions(), force)

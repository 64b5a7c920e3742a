"""Exports as users call them: methods of the public `Model`."""

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Unpack

from simnon.doors import loaded_on_use
from simnon.simulation import OrbitKeywords, RunOptions, Simulator, shows_options
from simnon.source import UserError, arguments, did_you_mean
from simnon.targets import MACHINES

with loaded_on_use(__name__):
    from simnon.exports import FORMATS, ExportOptions, FmuOptions, Processor, Stream, export_model


class ExportMethods:
    """What `Model` has of them."""

    __slots__ = ()

    @property
    def _simulator(self) -> Simulator:
        raise NotImplementedError

    def to_c(
        self,
        path: str | PathLike[str],
        *,
        number: str = "double",
        method: str = "rk4",
        ranges: Mapping[str, tuple[float, float]] | None = None,
        comments: bool = False,
        pil: bool = False,
        force: bool = False,
    ) -> tuple[Path, ...]:
        """Write a discrete system, or continuous ones with a method of fixed steps, as C99; the files written.

        `number` is "double", which gives the bits of the simulation, "float", or "fixed", for integers of 32 bits in Q
        formats: `ranges` are then those of inputs, and of others for which neither RANGE nor simulated samples decide.
        With `comments`, WHEN and STOP WHEN, which C code does not express, are comments in it, instead of an error.
        With `pil`, a second header has the protocol of tests on a processor, which `processor` speaks.
        """
        run = RunOptions(0.0, 1.0, method=arguments.text(method, "method", "the name of a method"))
        found = arguments.by_name(ranges, "ranges", "of names and pairs of numbers")
        limits = {self._simulator.names.find(name): (float(low), float(high)) for name, (low, high) in found.items()}
        kind = arguments.text(number, "number", "'double', 'float' or 'fixed'")
        options = ExportOptions(run, kind, limits, keeps=arguments.truth(comments, "comments"), has_protocol=pil)
        return export_model(self._simulator, _path(path), "c", options, force=force)

    def processor(self, stream: Stream) -> Processor:
        """The C code of this model on a processor behind a serial line or socket, to step it there.

        `stream` reads and writes bytes, as `serial.Serial` and `socket.makefile("rwb", buffering=0)` do.
        """
        return Processor(self._simulator, stream)

    @shows_options
    def to_fmu(
        self,
        path: str | PathLike[str],
        *,
        version: int = 3,
        start: float = 0.0,
        stop: float = 1.0,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] | None = None,
        choices: Sequence[str] = (),
        machines: Sequence[str] | None = None,
        scheduled: bool = False,
        force: bool = False,
        **options: Unpack[OrbitKeywords],
    ) -> Path:
        """Write a functional mock-up unit (FMI 2.0 or 3.0) for co-simulation and model exchange, without a compiler.

        `start` and `stop` are its default experiment. Unconnected inputs are its inputs, and so are the parameters
        named in `inputs`; all other parameters can be tuned. `outputs` are by default the OUTPUT variables of the text,
        or the states. `choices` are versions (`valve.version`) that the importer chooses before the start: the model is
        compiled for each combination of them. `machines` are the systems it has libraries for, all five by default.
        With `scheduled`, it is for scheduled execution (FMI 3.0): each discrete system has a clock, and the importer
        decides when it is sampled.
        """
        run = self._simulator.options(start, stop, **options)
        unit = FmuOptions(
            version,
            tuple(inputs),
            None if outputs is None else tuple(outputs),
            tuple(MACHINES) if machines is None else tuple(machines),
            tuple(choices),
            arguments.truth(scheduled, "scheduled"),
        )
        return export_model(self._simulator, _path(path), "fmu", ExportOptions(run, fmu=unit), force=force)[0]

    def to_text(self, language: str, *, comments: bool = False) -> str:
        """The model in another language: "modelica", "sbml", "latex", "graphviz".

        With `comments`, what the language cannot express is a comment in it, instead of an error.
        """
        texts = {name: each.text for name, each in FORMATS.items() if each.text is not None}
        write = texts.get(arguments.text(language, "language", "the name of a format"))
        if write is None:
            hint = did_you_mean(language, texts, f"choose one of {', '.join(texts)}")
            raise UserError("bad-option", f"'{language}' is not a text that a model can be exported to", hint)
        return write(self._simulator, keeps=arguments.truth(comments, "comments"))


def _path(path: str | PathLike[str]) -> Path:
    return Path(arguments.file_path(path, "path"))

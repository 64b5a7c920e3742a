"""The results of many runs for the user: numbers and curves by name, a Dataset, files, a summary, figures."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simnon.figures import Figure
from simnon.model import Role, Variable
from simnon.program import Array
from simnon.simulation import NOT_RUN, STOPS, NameTable
from simnon.source import (
    UnknownName,
    UserError,
    arguments,
    frozen,
    has_same_fields,
    methods_check_keywords,
    nearest,
    no_hash,
    table_html,
)

from .designs import START, Grid
from .ensemble_figures import draw_bands, draw_fan, draw_map
from .ensemble_files import read_results, to_dataset, write_results
from .results import Results


@methods_check_keywords
@frozen
class Ensemble:
    """`ensemble["max(H)"]` has the axes of the grid, or a number for each member; `ensemble["H"]` has curves."""

    results: Results = field(repr=False)
    lookup: NameTable = field(repr=False, compare=False)
    """All names of each variable."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __len__(self) -> int:
        return len(self.results.design)

    def __repr__(self) -> str:
        return f"Ensemble({len(self):,} members: {', '.join(self.results.design.names)}; {self.kind})"

    def __getitem__(self, label: str) -> Array:
        stored = self.results.stored
        name = self.label(label)
        if name in stored.reduced:
            return stored.reduced[name].reshape(self.results.shape)
        if name in stored.curves:
            return np.asarray(stored.curves[name][:]).reshape(*self.results.shape, -1)
        return self.results.design.column(name).reshape(self.results.shape)

    @property
    def names(self) -> tuple[str, ...]:
        """What was kept, numbers first, then the parameters and initial values that differ."""
        stored = self.results.stored
        return (*stored.reduced, *stored.curves, *self.results.design.names)

    def keys(self) -> tuple[str, ...]:
        """The names, so that `dict(ensemble)` has the arrays."""
        return self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, label: object) -> bool:
        try:
            return isinstance(label, str) and self.label(label) in self.names
        except UnknownName:
            return False

    def label(self, label: str) -> str:
        """The label as it is spelt here."""
        arguments.text(label, "the name of a result")
        known = {_plain(name): name for name in self.names}
        if _plain(label) in known:
            return known[_plain(label)]
        function, bracket, inside = label.partition("(")
        found = self._with_full_name(function, inside) if bracket else self.lookup.find(label)
        for name in (found, f"{START}({found})"):
            if _plain(name) in known:
                return known[_plain(name)]
        near = nearest(label, known.values())
        hint = f"did you mean '{near}'?" if near else f"the results are {', '.join(known.values())}"
        raise UnknownName("not-kept", f"'{label}' was not kept", hint)

    def _with_full_name(self, function: str, inside: str) -> str:
        """`max(H)` with the full name of H."""
        ends = [position for sign in ",<>)" if (position := inside.find(sign)) >= 0]
        end = min(ends, default=len(inside))
        return f"{function}({self.lookup.find(inside[:end])}{inside[end:]}"

    @property
    def stops(self) -> NDArray[np.str_]:
        """Why each member stopped, in words; `messages` has details."""
        return np.array(STOPS)[self.results.stored.stops].reshape(self.results.shape)

    @property
    def messages(self) -> Mapping[str, str]:
        """For each stop reason, the message of the first member that stopped for it."""
        return self.results.messages

    @property
    def provenance(self) -> Mapping[str, str]:
        """Model, sources, options, design and version, as texts: enough to reproduce it, bit for bit."""
        return self.results.provenance

    @property
    def t(self) -> Array:
        """The times of the points of curves."""
        return self.results.t

    @property
    def is_complete(self) -> bool:
        return bool((self.results.stored.stops != STOPS.index(NOT_RUN)).all())

    @property
    def dataset(self) -> Any:
        """An xarray Dataset: the parameters are coordinates, those of a grid its dimensions."""
        return to_dataset(self.results)

    def write(self, path: str | Path, *, force: bool = False) -> None:
        """Write a file: .nc, .zarr or .parquet.

        A file that Simnon did not write, or that was changed since, is replaced only with `force`.
        """
        write_results(self.results, arguments.file_path(path), force=arguments.truth(force, "force"))

    @property
    def kind(self) -> str:
        design = self.results.design
        if isinstance(design, Grid):
            return "a grid of " + " by ".join(map(str, design.shape)) if len(design.shape) > 1 else "a list of values"
        return _KINDS.get(design.description, design.description)

    def summary(self) -> str:
        """Why members stopped, and how the numbers are distributed, as lines of text."""
        stored = self.results.stored
        counts = np.bincount(stored.stops, minlength=len(STOPS)).tolist()
        lines = [f"{len(self):,} members: {', '.join(self.results.design.names)}; {self.kind}"]
        for code, count in zip(STOPS, counts, strict=True):
            message = self.messages.get(code, "")
            phrase = _PHRASES.get(code, f"failed, {code}") + (f": {message}" if message else "")
            lines += [f"  {count:,} {phrase}"] if count else []
        return "\n".join([*lines, *_table_of_spreads(stored.reduced)])

    def _repr_html_(self) -> str:
        rows = [
            (label, *(f"{value:.5g}" for value in _spread(values)))
            for label, values in self.results.stored.reduced.items()
        ]
        return table_html(repr(self), ("", *_HEADS), rows)

    def fan(self, name: str, most: int = 200) -> Figure:
        """The curves of at most this many members, spread evenly over the ensemble."""
        return draw_fan(self.results, self._curves(name), arguments.integer(most, "most", least=1))

    def bands(self, name: str) -> Figure:
        """The median of the curves, and the bands that hold half and nine tenths of them."""
        return draw_bands(self.results, self._curves(name))

    def map(self, label: str, *parameters: str) -> Figure:
        """A number over two parameters as a map, over one as a curve; for a sample as dots over one parameter."""
        chosen = tuple(self.label(name) for name in parameters)
        name = self.label(label)
        for each in chosen:
            if each not in self.results.design.names:
                hint = f"the names that differ are {', '.join(self.results.design.names)}"
                raise UserError("bad-map", f"'{each}' does not differ between the members", hint)
        if name not in self.results.stored.reduced:
            raise UserError("not-kept", f"'{label}' is not one number per member", "give a number such as max(H)")
        return draw_map(self.results, name, chosen)

    def _curves(self, name: str) -> str:
        label = self.label(name)
        if label not in self.results.stored.curves:
            raise UserError("not-kept", f"no curves of '{name}' were kept", "name the variable in keep=")
        return label


def read_ensemble(path: str | Path) -> Ensemble:
    """Read a file that `write` wrote or that a study streamed into: .nc or .zarr."""
    results = read_results(arguments.file_path(path))
    known = dict.fromkeys((*results.units, *results.design.names, *results.stored.curves, *results.recorded))
    variables = [Variable(name, Role.AUXILIARY, local=name.partition("[")[0]) for name in known]
    return Ensemble(results, NameTable(variables))


def _table_of_spreads(values_of_label: Mapping[str, Array]) -> list[str]:
    """A line for each kept number; none if no member has any."""
    if all(np.isnan(values).all() for values in values_of_label.values()):
        return []
    width = max(map(len, values_of_label))
    lines = [" " * width + "".join(f"{head:>12}" for head in _HEADS)]
    for label, values in values_of_label.items():
        is_empty = np.isnan(values).all()
        spread = "  no member has one" if is_empty else "".join(f"{value:12.5g}" for value in _spread(values))
        lines.append(f"{label:<{width}}{spread}")
    return lines


_HEADS = ("min", "5 %", "median", "95 %", "max", "mean")


def _plain(label: str) -> str:
    return label.replace(" ", "").casefold()


_PHRASES = {NOT_RUN: "not run", "end": "completed", "stop-condition": "ended by STOP WHEN"}
_KINDS = {"zipped": "lists in parallel", "random": "at random", "latin": "a Latin hypercube", "sobol": "Sobol points"}


def _spread(values: Array) -> tuple[float, ...]:
    known = values[np.isfinite(values)]
    if not len(known):
        return (np.nan,) * 6
    quantiles = np.quantile(known, (0.0, 0.05, 0.5, 0.95, 1.0)).tolist()
    return (*quantiles, float(known.mean()))

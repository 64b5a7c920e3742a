"""The `@` lines of a program -> what they say about its run, and Experiment."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from simnon.model import Experiment
from simnon.source import Report, nearest

from .formulas import Spelling
from .program import Setting

_NUMBERS = (
    "total", "dt", "t0", "trans", "nout", "njmp", "tol", "toler", "bound", "bounds", "xlo", "xhi", "ylo", "yhi", "seed",
    "parmin", "parmax", "ds", "dsmax", "nmax",
)  # fmt: skip
_AUTO = {"parmin": 0.0, "parmax": 2.0, "ds": 0.02, "dsmax": 0.5, "nmax": 200.0}
"""The settings of a continuation that BRANCH has too, and what they are in XPP if others are given."""
_LARGEST_STEPS = 0.03, 0.1
"""Those of BRANCH are relative to the size of each state too, which dsmax is not: a small one would take forever."""
_AUTO_VARIABLE = "autovar"
_AXES = ("xp", "yp", *(f"{axis}{number}" for number in range(2, 9) for axis in ("xp", "yp")))
_LEFT_OUT = ("fold", "poimap", "poivar", "poipln", "poisgn", "poistop", "back")
"""Options that would change the numbers of a run and are ignored here; no matter if they are off."""
_OFF = ("0", "0.0", "0.", "off")
_WITHOUT_EFFECT = (
    "bandup", "bandlo", "maxstor", "bell", "delay", "atoler", "atol", "newt", "newton_iter", "jac_eps", "newt_tol",
    "newt_iter", "nplot", "zp", "axes", "phi", "theta", "xmin", "xmax", "ymin", "ymax", "zmin", "zmax", "zlo", "zhi",
    "lt", "but", "runnow", "output", "dfdraw", "dfgrid", "ncdraw", "nmesh", "grads", "colormap", "colorvia",
    "colorlo", "colorhi", "color", "smallfont", "bigfont", "small", "big", "forecolor", "width", "height", "mwcolor",
    "dwcolor", "autoeval", "postproc", "simplot", "multiwin", "silent", "quiet", "allwin", "logfile", "dll_lib",
    "dll_fun", "ps_font", "ps_fsize", "ps_lw", "ps_color", "sec", "yn", "rangeover", "rangestep", "rangelow",
    "rangehigh", "rangereset", "rangeoldic", "range", "dtmin", "dtmax", "vmaxpts", "backimage", "plotfmt", "t0dat",
    "ntst", "npr", "ncol", "dsmin", "normmin", "normmax", "epsl", "epss",
    "epsu", "autoxmin", "autoxmax", "autoymin", "autoymax", "autoxvar", "autoyvar", "iad", "mxbf", "iid",
    "itmx", "itnw", "nwtn", "iads", "isp", "ilp", "spc", "auto", "smc", "umc", "s", "u", "p", "c",
)  # fmt: skip
"""Options of XPP's windows, its storage and its bifurcation package."""
DISCRETE = "discrete"
_METHODS = {
    "discrete": DISCRETE, "euler": "euler", "modeuler": "heun", "rungekutta": "rk4", "rk4": "rk4", "adams": "hampc",
    "gear": "rodas5p", "stiff": "rodas5p", "cvode": "rodas5p", "rosen": "rodas5p", "rosenbrock": "rodas5p",
    "backeul": "rodas5p", "qualrk": "dopri5", "5dp": "dopri5", "dp5": "dopri5", "83dp": "dop853", "dp83": "dop853",
    "2rb": "rodas5p", "volterra": "rk4", "ymp": "dop853", "symplectic": "dop853",
}  # fmt: skip
_METHOD_OF_LETTER = {method[0]: method for method in (
    "discrete", "euler", "modeuler", "rungekutta", "adams", "gear", "volterra", "backeul", "qualrk", "stiff", "cvode",
    "5dp", "83dp", "2rb", "ymp",
)}  # fmt: skip
"""XPP looks at the first letter only."""
_EVERY_STEP = ("gear", "stiff", "cvode", "rosen", "rosenbrock", "qualrk", "5dp", "dp5", "83dp", "dp83", "2rb")
"""Methods under which XPP stores every dt, whatever nout is."""
DEFAULT_BOUND = 100.0
SYMPLECTIC_TOLERANCE = 1e-10
"""With this one DOP853 keeps the energy at least as well as XPP's symplectic method of the third order."""
_FIXED_STEP = ("euler", "heun", "rk4")
_UNCOUNTABLE = 2.0**53
"""So many steps or more are not counted one by one in a float."""
_ROUNDING = 1e-9
_LEADING_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


@dataclass(slots=True)
class Settings:
    """The defaults are those of XPP."""

    method: str = "rk4"
    is_map: bool = False
    stores_every_step: bool = False
    is_symplectic: bool = False
    numbers: dict[str, float] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def step(self) -> float:
        return self.numbers.get("dt", 0.05)

    @property
    def has_fixed_step(self) -> bool:
        return self.method in _FIXED_STEP

    @property
    def start(self) -> float:
        return self.numbers.get("t0", 0.0)

    @property
    def total(self) -> float:
        return self.numbers.get("total", 20.0)

    @property
    def every(self) -> int:
        """So many steps are one record."""
        return 1 if self.stores_every_step else max(1, int(self.numbers.get("nout", 1.0)))

    def stop(self, start: float, total: float) -> float:
        """XPP takes whole steps, and whole records of `every` steps."""
        step = 1.0 if self.is_map else self.step
        exact = total if self.is_map else total / step + 0.1
        if not exact < _UNCOUNTABLE:
            return start + total
        steps = int(exact)
        length = math.ceil(steps / self.every) * self.every * step
        return start + (total if abs(length - total) < _ROUNDING * total else length)

    @property
    def record_from(self) -> float | None:
        """The first record is not before the time `trans`, counted from 0 whatever its sign; none is after the run."""
        trans, spacing = self.numbers.get("trans", 0.0), self.every * (1.0 if self.is_map else self.step)
        if trans <= abs(self.start):
            return None
        records = (trans - self.start) / spacing - _ROUNDING
        first = self.start + math.ceil(records) * spacing if records < _UNCOUNTABLE else trans
        return min(first, self.stop(self.start, self.total))

    def experiment(self, first: str, parameter: str, printed: Sequence[str], commands: tuple[str, ...]) -> Experiment:
        """`first` is the variable that XPP shows by default, `parameter` the one that its continuation varies."""
        step = 1.0 if self.is_map else self.step
        across = self.names.get("xp", "t")
        shown = [self.names.get("yp", first), *(self.names[name] for name in _AXES[3::2] if name in self.names)]
        return Experiment(
            start=self.start,
            stop=self.stop(self.start, self.total),
            spacing=step * self.every,
            record_from=self.record_from,
            method=None if self.is_map else self.method,
            step=step if self.has_fixed_step and not self.is_map else None,
            rtol=SYMPLECTIC_TOLERANCE if self.is_symplectic else self.numbers.get("tol"),
            seed=int(self.numbers["seed"]) if "seed" in self.numbers else None,
            shown=tuple(name for name in shown if name),
            against="" if across.casefold() == "t" else across,
            printed=tuple(printed),
            ranges=self._ranges(across, shown[0]),
            commands=commands,
            branch=self._branch(parameter, self.names.get(_AUTO_VARIABLE, first)),
        )

    def _branch(self, parameter: str, shown: str) -> str:
        """The arguments of BRANCH; steps are fractions of the range there."""
        given = _AUTO_VARIABLE in self.names or not self.numbers.keys().isdisjoint(_AUTO)
        low, high, first, largest, points = (self.numbers.get(name, usual) for name, usual in _AUTO.items())
        if not (given and parameter and shown and low < high and first != 0.0):
            return ""
        largest = min(max(largest / (high - low), _LARGEST_STEPS[0]), _LARGEST_STEPS[1])
        first = min(abs(first) / (high - low), largest)
        steps = f"POINTS:{max(2, int(points))} STEP:{first:.6g} LARGEST:{largest:.6g}"
        return f"{parameter} {low!r} {high!r} {steps} SHOW:{shown}"

    def _ranges(self, across: str, up: str) -> dict[str, tuple[float, float]]:
        ranges = {}
        usual = {"xlo": 0.0, "xhi": 20.0, "ylo": -1.0, "yhi": 1.0}
        for name, *ends in ((across, "xlo", "xhi"), (up, "ylo", "yhi")):
            low, high = (self.numbers.get(end, usual[end]) for end in ends)
            if name and low < high and any(end in self.numbers for end in ends):
                ranges[name] = (low, high)
        return ranges


_SYNONYMS = {
    "njmp": "nout", "toler": "tol", "rtol": "tol", "bounds": "bound", "method": "meth", "transient": "trans",
    "xplot": "xp", "xp1": "xp", "yplot": "yp", "yp1": "yp", "zplot": "zp",
}  # fmt: skip
_NOT_NEGATIVE = ("total",)
_POSITIVE = ("dt", "nout", "tol", "bound", "dsmax", "nmax")


def read_settings(found: Sequence[Setting], spelling: Spelling, report: Report) -> Settings:
    settings = Settings()
    for setting in found:
        name = _SYNONYMS.get(setting.name, setting.name)
        if name == "meth":
            _read_method(setting, settings, report)
        elif name in _NUMBERS:
            value = number_of(setting, report, name in _POSITIVE, name in _NOT_NEGATIVE)
            if value is not None:
                settings.numbers[name] = value
        elif name in (*_AXES, _AUTO_VARIABLE):
            settings.names[name] = spelling(setting.text)
        elif name in _LEFT_OUT and setting.text not in _OFF:
            report_left_out(setting, report)
        elif name not in (*_LEFT_OUT, *_WITHOUT_EFFECT):
            _note_unknown(setting, report)
    return settings


def is_setting(name: str) -> bool:
    known = (*_NUMBERS, *_AXES, _AUTO_VARIABLE, *_LEFT_OUT, *_WITHOUT_EFFECT, *_SYNONYMS, "meth")
    return name in known


def number_of(
    setting: Setting, report: Report, is_positive: bool = False, is_not_negative: bool = False
) -> float | None:
    """XPP takes the number with which the text begins, and ignores the rest."""
    number = _LEADING_NUMBER.match(setting.text)
    value = float(number[0]) if number is not None else math.nan
    if number is not None and number[0] != setting.text:
        message = f"{setting.name} is {number[0]}: XPP reads a number, not a formula"
        report.warn("unknown-setting", message, setting.span, "write one number")
    if math.isfinite(value) and (value > 0.0 or ((value == 0.0 or not is_not_negative) and not is_positive)):
        return value
    kind = "a positive number" if is_positive else "a number that is not negative" if is_not_negative else "a number"
    report.error("number-expected", f"{setting.name} must be {kind}, not {setting.text}", setting.span)
    return None


def report_left_out(setting: Setting, report: Report) -> None:
    report.warn("setting-left-out", f"{setting.name} is ignored", setting.span, "remove it, or use commands instead")


def _read_method(setting: Setting, settings: Settings, report: Report) -> None:
    """XPP's names in full, then its first letters; without a method that it knows, XPP keeps the one it has."""
    word = setting.text.casefold()
    method = word if word in _METHODS else _METHOD_OF_LETTER.get(word[0])
    if method is None:
        message, hint = f"the method {setting.text} is unknown and ignored", f"the methods are {', '.join(_METHODS)}"
        report.note("unknown-setting", message, setting.span, hint)
        return
    settings.method = _METHODS[method]
    settings.stores_every_step = method in _EVERY_STEP
    settings.is_symplectic = method in ("ymp", "symplectic")
    if settings.is_symplectic:
        message = f"instead of the symplectic method the run uses 83dp with a tolerance of {SYMPLECTIC_TOLERANCE:g}"
        report.note("setting-left-out", message, setting.span, "it keeps the energy as well")


def _note_unknown(setting: Setting, report: Report) -> None:
    near = nearest(setting.name, [*_NUMBERS, *_AXES[:2], "meth"])
    hint = f"did you mean {near}?" if near else ""
    report.note("unknown-setting", f"the option {setting.name} is unknown and ignored", setting.span, hint)

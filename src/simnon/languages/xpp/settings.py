"""The `@` lines of a program -> what they say about its run, and Experiment."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from simnon.model import Experiment
from simnon.source import Report, nearest

from .formulas import Spelling
from .program import Setting

_NUMBERS = (
    "total", "dt", "t0", "trans", "nout", "njmp", "tol", "toler", "bound", "bounds", "xlo", "xhi", "ylo", "yhi", "seed",
)  # fmt: skip
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
    "ntst", "nmax", "npr", "ncol", "dsmin", "dsmax", "ds", "parmin", "parmax", "normmin", "normmax", "epsl", "epss",
    "epsu", "autoxmin", "autoxmax", "autoymin", "autoymax", "autovar", "autoxvar", "autoyvar", "iad", "mxbf", "iid",
    "itmx", "itnw", "nwtn", "iads", "isp", "ilp", "spc", "auto", "smc", "umc", "s", "u", "p", "c",
)  # fmt: skip
"""Options of XPP's windows, its storage and its bifurcation package."""
DISCRETE = "discrete"
_METHODS = {
    "discrete": DISCRETE, "euler": "euler", "modeuler": "heun", "rungekutta": "rk4", "rk4": "rk4", "adams": "hampc",
    "gear": "rodas5p", "stiff": "rodas5p", "cvode": "rodas5p", "rosen": "rodas5p", "rosenbrock": "rodas5p",
    "backeul": "rodas5p", "qualrk": "dopri5", "5dp": "dopri5", "dp5": "dopri5", "83dp": "dop853", "dp83": "dop853",
    "2rb": "rodas5p", "volterra": "rk4", "ymp": "rk4", "symplectic": "rk4",
}  # fmt: skip
_METHOD_OF_LETTER = {method[0]: method for method in (
    "discrete", "euler", "modeuler", "rungekutta", "adams", "gear", "volterra", "backeul", "qualrk", "stiff", "cvode",
    "5dp", "83dp", "2rb", "ymp",
)}  # fmt: skip
"""XPP looks at the first letter only."""
_EVERY_STEP = ("gear", "stiff", "cvode", "rosen", "rosenbrock", "qualrk", "5dp", "dp5", "83dp", "dp83", "2rb")
"""Methods under which XPP stores every dt, whatever nout is."""
DEFAULT_BOUND = 100.0
_FIXED_STEP = ("euler", "heun", "rk4")
_ROUNDING = 1e-9


@dataclass(slots=True)
class Settings:
    """The defaults are those of XPP."""

    method: str = "rk4"
    is_map: bool = False
    stores_every_step: bool = False
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
        steps = max(1, int(total if self.is_map else total / step + 0.1))
        length = math.ceil(steps / self.every) * self.every * step
        return start + (total if abs(length - total) < _ROUNDING * total else length)

    def experiment(self, first: str, printed: Sequence[str], commands: tuple[str, ...]) -> Experiment:
        """`first` is the variable that XPP shows by default."""
        step = 1.0 if self.is_map else self.step
        across = self.names.get("xp", "t")
        shown = [self.names.get("yp", first), *(self.names[name] for name in _AXES[3::2] if name in self.names)]
        return Experiment(
            start=self.start,
            stop=self.stop(self.start, self.total),
            spacing=step * self.every,
            method=None if self.is_map else self.method,
            step=step if self.has_fixed_step and not self.is_map else None,
            rtol=self.numbers.get("tol"),
            seed=int(self.numbers["seed"]) if "seed" in self.numbers else None,
            shown=tuple(name for name in shown if name),
            against="" if across.casefold() == "t" else across,
            printed=tuple(printed),
            ranges=self._ranges(across, shown[0]),
            commands=commands,
        )

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
_POSITIVE = ("total", "dt", "nout", "tol", "bound")


def read_settings(found: Sequence[Setting], spelling: Spelling, report: Report) -> Settings:
    settings = Settings()
    for setting in found:
        name = _SYNONYMS.get(setting.name, setting.name)
        if name == "meth":
            _read_method(setting, settings, report)
        elif name in _NUMBERS:
            value = number_of(setting, report, is_positive=name in _POSITIVE)
            if value is not None:
                settings.numbers[name] = value
        elif name in _AXES:
            settings.names[name] = spelling(setting.text)
        elif name in _LEFT_OUT and setting.text not in _OFF:
            report_left_out(setting, report)
        elif name not in (*_LEFT_OUT, *_WITHOUT_EFFECT):
            _note_unknown(setting, report)
        if name == "trans" and settings.numbers.get("trans", 0.0) > 0.0:
            message = "XPP stores nothing before the time trans; here the record begins with the run"
            report.note("setting-left-out", message, setting.span, f"show t from {setting.text} on with AXES")
    return settings


def is_setting(name: str) -> bool:
    known = (*_NUMBERS, *_AXES, *_LEFT_OUT, *_WITHOUT_EFFECT, *_SYNONYMS, "meth")
    return name in known


def number_of(setting: Setting, report: Report, is_positive: bool = False) -> float | None:
    try:
        value = float(setting.text)
    except ValueError:
        value = math.nan
    if math.isfinite(value) and (value > 0.0 or not is_positive):
        return value
    kind = "a positive number" if is_positive else "a number"
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
    if method in ("ymp", "symplectic"):
        message = "the symplectic method is not supported; the run uses rungekutta"
        report.warn("setting-left-out", message, setting.span, "choose a small dt, or meth=83dp")


def _note_unknown(setting: Setting, report: Report) -> None:
    near = nearest(setting.name, [*_NUMBERS, *_AXES[:2], "meth"])
    hint = f"did you mean {near}?" if near else ""
    report.note("unknown-setting", f"the option {setting.name} is unknown and ignored", setting.span, hint)

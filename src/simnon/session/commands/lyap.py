"""`LYAP`: the rates at which small differences grow."""

from collections.abc import Iterator

from simnon.source import UserError
from simnon.studies import find_lyapunov, read_lyapunov, read_orbit_run

from ..outcome import Outcome, PageDrawn, Printed
from ..plotting import with_figure
from ..running import orbit_settings
from ..study_words import StudyWords, read_study_words
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> StudyWords:
    words = read_study_words(text, LYAP.usage, ("TRANSIENT", "INTERVAL"))
    if words.words:
        raise UserError("bad-command", f"LYAP cannot interpret '{words.words[0]}'", LYAP.usage)
    return words


def run(workspace: Workspace, words: StudyWords) -> Iterator[Outcome]:
    model, settings = workspace.elements, workspace.settings
    options = read_orbit_run(model, settings.start, settings.stop, orbit_settings(workspace), "runs for exponents")
    request = read_lyapunov(options, words.number(workspace, "TRANSIENT"), words.number(workspace, "INTERVAL"))
    found = find_lyapunov(model, options, request)
    yield Printed(found.summary())
    workspace.page = with_figure(workspace.page, found.plot())
    yield PageDrawn(workspace.page.figure)


LYAP = Command(
    "LYAP",
    "LYAP [TRANSIENT:time] [INTERVAL:time]",
    "Find the Lyapunov exponents: the mean rates at which small differences grow.",
    parse,
    run,
    "The run is that of the last SIMU, with the derivatives of all states by their initial values, through samples "
    "and events. Growth before TRANSIENT:, by default a tenth of the run, is discarded. The exponents are shown with "
    "standard errors estimated from segments of the run, and drawn as they converge.",
    ("LYAP", "LYAP TRANSIENT:20"),
)

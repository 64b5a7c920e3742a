"""`python -m campaigns.fuzz.child FOLDER`: cases as lines of JSON on standard input -> verdicts on standard output.

The process has a memory limit, gets a Ctrl-C after some seconds, and is killed if it does not react.
"""

import json
import os
import resource
import shutil
import signal
import sys
import traceback
from pathlib import Path
from types import FrameType

from simnon.session import examples_folder

from ..findings import ROOT
from .case import Case, Verdict
from .oracles import try_case

MAX_BYTES = 4 << 30
SECONDS_BEFORE_INTERRUPT = 4.0
OURS = ("simnon", "campaigns", "tests")


def main() -> None:
    folder = Path(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGALRM, _interrupt)
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Accidental output must not be taken for a verdict.
    os.dup2(2, 1)
    # Otherwise compiling what all models share would count as time of the first case.
    try_case(Case("call", ("model.sweep({'k': [1.0, 2.0]}, 0, 1)", "model.simulate(0, 1, method='rodas5p')")), folder)
    for line in sys.stdin:
        replies.write(json.dumps(_judge(Case.from_json(json.loads(line)), folder)) + "\n")
        replies.flush()


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _judge(case: Case, folder: Path) -> dict[str, str]:
    verdict = judge(case, folder)
    return {"outcome": verdict.outcome, "signature": verdict.signature, "account": verdict.account}


def judge(case: Case, folder: Path) -> Verdict:
    """Try a case in a folder with the examples."""
    _lay_out(folder)
    os.chdir(folder)
    try:
        signal.setitimer(signal.ITIMER_REAL, SECONDS_BEFORE_INTERRUPT)
        outcome = try_case(case, folder)
        signal.setitimer(signal.ITIMER_REAL, 0.0)
    except KeyboardInterrupt:
        return Verdict("interrupted")
    except BaseException as error:  # noqa: BLE001  any exception is a finding
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        return Verdict("exception", signature_of(error), "".join(traceback.format_exception(error)))
    return Verdict(outcome)


def _lay_out(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for example in examples_folder().iterdir():
        if example.is_file():
            shutil.copy(example, folder)


def signature_of(error: BaseException) -> str:
    """What went wrong and in which function of Simnon: the same mistake has the same signature."""
    places = [
        f"{Path(frame.filename).relative_to(ROOT)}, {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(ROOT) and ".venv" not in frame.filename
    ]
    what = str(error) if isinstance(error, AssertionError) and str(error).startswith("oracle") else ""
    return ": ".join(filter(None, (type(error).__name__, what, places[-1] if places else "")))


if __name__ == "__main__":
    main()

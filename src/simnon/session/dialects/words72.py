"""DATA: the commands of 1972 and how their words are written; what refuses them."""

import math
import re
from collections.abc import Iterator

from simnon.simulation import StopKind

from ..outcome import Changed, Noted, Outcome, RunEnded

NUMBER = r"[+-]?\s*(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_ITEM = re.compile(r",|[^\s,]+")
USAGES = {
    "SYSTT": "SYSTT [file]   type in a description up to *END",
    "SYSDK": "SYSDK file   read a description from file.NON",
    "DISP": "DISP   show the values",
    "CX0": "CX0 X1:number   change an initial value",
    "CPAR": "CPAR name:number   change a parameter",
    "PLOT": "PLOT x←y ...   choose what is drawn; also x<-y",
    "AXIS": "AXIS [H|V low high]   draw empty axes",
    "COMPU": "COMPU [start stop n] [MARK]   compute for n+1 times, without integrating",
    "SIMU": "SIMU [start stop n] [CONT MARK EVERY bound]   simulate",
    "SWITCH": "SWITCH 0   continue the run that was interrupted",
    "STOP": "STOP   end",
    "MODEL": "MODEL -CODE   show the code of the description",
}


class Refused(Exception):
    """A command that is not executed; the message is what the teletype printed."""


def times_in(rest: str, times: list[float], intervals: int) -> tuple[list[float], int, list[str]]:
    """Start, stop and number of intervals, each replaced by the last one at a comma; and the words after them."""
    items = _ITEM.findall(rest)
    times = list(times)
    for place, name in enumerate(("<START VALUE>", "<STOP VALUE>")):
        if items and (item := items.pop(0)) != ",":
            if not is_number(item):
                raise Refused(f"{name} SHOULD BE <NUMBER>")
            times[place] = number(item)
    if items:
        item = items.pop(0)
        if item == "," and not items:
            raise Refused("NOT CORRECT CONT/MARK/EVERY/<UPPER ERROR BOUND>")
        if item != ",":
            if not re.fullmatch(r"\+?0*[1-9][0-9]{0,8}", item):
                raise Refused("<NUMBER OF INTERVALS> SHOULD BE POSITIVE <INTEGER>")
            intervals = int(item)
    return times, intervals, items


def end_of(rest: str, word: str) -> None:
    if rest:
        raise Refused(f"AFTER {word} SHOULD FOLLOW <COMMENT>")


def is_file_name(text: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9]{1,5}", text) is not None


def is_number(text: str) -> bool:
    return re.fullmatch(NUMBER, text) is not None and math.isfinite(number(text))


def number(text: str) -> float:
    return float(re.sub(r"\s", "", text))


def quiet(outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
    """Without what the program of 1972 did not print."""
    for outcome in outcomes:
        is_good_end = isinstance(outcome, RunEnded) and outcome.stop.kind is StopKind.END
        if not is_good_end and not isinstance(outcome, Changed | Noted):
            yield outcome

"""Picture, columns of a run -> Scene: every operation is performed once, for all moments.

Errors in names and arguments are all reported; a scene is returned whatever was wrong.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from simnon.figures import Array
from simnon.model import Expression
from simnon.source import Report, Span, frozen

from .acts import PERFORMERS
from .columns import ColumnOf, Evaluator
from .given import Given
from .picture import Act, Block, For, FrameBlock, If, Picture, Segment
from .scene import Column, RequestKind, Scene
from .state import merged
from .theatre import Theatre

MAX_REPETITIONS = 100_000
MAX_CALLS = 30
"""Segments within segments."""
USUAL_LIMITS = (0.0, 0.0, 100.0, 75.0)


@frozen
class Moments:
    """The times of a scene, and what gives the column of a variable at them."""

    times: Array
    column_of: ColumnOf
    unit: str = ""


def stage(picture: Picture, moments: Moments, report: Report) -> Scene:
    """The picture at all moments; numbers that are too large, or none, are not an error of the picture."""
    with np.errstate(all="ignore"):
        return _Stage(picture, moments, report).scene()


class _Stage:
    def __init__(self, picture: Picture, moments: Moments, report: Report) -> None:
        self._picture = picture
        self._report = report
        self._moments = moments
        self._evaluator = Evaluator(moments.column_of, report)
        self._repetitions = 0
        self._calls = 0
        self.theatre = Theatre(moments.times, self._limits(), report, picture.source.folder)

    def scene(self) -> Scene:
        self._perform(self._picture.block, {})
        self.theatre.easel.finish_line()
        return self.theatre.scene(self._picture.name, self._moments.unit)

    def _limits(self) -> tuple[float, float, float, float]:
        """Of the whole picture, which decide the shape of the page."""
        for part in self._picture.block:
            if isinstance(part, Act) and part.word == "create":
                break
            if isinstance(part, Act) and part.word == "limits":
                given = Given(part, self._evaluator, {}, self._report)
                return limits_of(given, self._report)
        return USUAL_LIMITS

    def _perform(self, block: Block, indices: Mapping[str, float]) -> None:
        for part in block:
            match part:
                case Act():
                    self._act(part, indices)
                case If():
                    self._if(part, indices)
                case For():
                    self._for(part, indices)
                case FrameBlock():
                    self._frame(part, indices)
                case Segment():
                    self._store(part)

    def _act(self, act: Act, indices: Mapping[str, float]) -> None:
        if act.word != "draw":
            self.theatre.easel.finish_line()
        if act.word == "call":
            self._call(act, indices, Given(act, self._evaluator, indices, self._report).word("name"))
            return
        PERFORMERS[act.word](self.theatre, Given(act, self._evaluator, indices, self._report))
        if act.word == "requestshape":
            self._attach_shapes(act, indices)

    def _store(self, segment: Segment) -> None:
        """A segment that is there already is appended to."""
        known = self.theatre.segments.get(segment.name)
        block = segment.block if known is None else (*known.block, *segment.block)
        self.theatre.segments[segment.name] = replace(segment, block=block)

    def _attach_shapes(self, act: Act, indices: Mapping[str, float]) -> None:
        """To the request that was added last: what its segment would draw here, which is not drawn."""
        theatre, easel = self.theatre, self.theatre.easel
        if not theatre.requests or theatre.requests[-1].kind is not RequestKind.SHAPE:
            return
        count, controls, requests = len(easel.shapes), list(theatre.controls), list(theatre.requests)
        self._call(act, indices, Given(act, self._evaluator, indices, self._report).word("segment"))
        shapes = tuple(easel.shapes[count:])
        del easel.shapes[count:]
        theatre.controls, theatre.requests = controls, [*requests[:-1], replace(requests[-1], shapes=shapes)]

    def _if(self, part: If, indices: Mapping[str, float]) -> None:
        easel = self.theatre.easel
        easel.finish_line()
        condition = self._number(part.condition, indices)
        if not isinstance(condition, np.ndarray):
            self._perform(part.then if condition else part.otherwise, indices)
            return
        before = easel.state.copy()
        ends = []
        for is_true, block in ((condition != 0.0, part.then), (condition == 0.0, part.otherwise)):
            easel.state = before.copy()
            easel.state.visible = np.logical_and(before.visible, is_true).astype(np.float64)
            self._perform(block, indices)
            easel.finish_line()
            ends.append(easel.state)
        easel.state = merged(condition, *ends)
        easel.state.visible = before.visible

    def _for(self, part: For, indices: Mapping[str, float]) -> None:
        low, high = self._integer(part.low, indices, part.span), self._integer(part.high, indices, part.span)
        for number in range(low, high + 1):
            self._repetitions += 1
            if self._repetitions > MAX_REPETITIONS:
                hint = f"loops can repeat {MAX_REPETITIONS} times in all"
                self._report.error("wrong-arguments", "this FOR repeats too often", part.span, hint)
                return
            self._perform(part.block, {**indices, part.index: float(number)})

    def _frame(self, part: FrameBlock, indices: Mapping[str, float]) -> None:
        easel = self.theatre.easel
        easel.finish_line()
        before = easel.state.copy()
        self._perform(part.block, indices)
        easel.finish_line()
        self.theatre.matrices[part.name] = easel.state.matrix
        easel.state = before

    def _call(self, act: Act, indices: Mapping[str, float], name: str) -> None:
        theatre, easel = self.theatre, self.theatre.easel
        segment = theatre.segment(name, act.span)
        if segment is None:
            return
        if self._calls >= MAX_CALLS:
            hint = "a segment cannot call itself"
            self._report.error("nesting-too-deep", f"'{name}' calls too many segments", act.span, hint)
            return
        before, depth = easel.state.copy(), len(theatre.stack)
        easel.state.highlight = theatre.highlights.get(name, before.highlight)
        self._calls += 1
        self._perform(segment.block, indices)
        self._calls -= 1
        easel.finish_line()
        del theatre.stack[depth:]
        easel.state = before

    def _number(self, expression: Expression, indices: Mapping[str, float]) -> Column:
        value = self._evaluator.evaluate(expression, indices)
        return value if isinstance(value, np.ndarray) and value.ndim else float(value)

    def _integer(self, expression: Expression, indices: Mapping[str, float], span: Span) -> int:
        value = self._number(expression, indices)
        if isinstance(value, np.ndarray) or not float(value).is_integer():
            self._report.error("wrong-arguments", "FOR needs integers that do not change", span, "write FOR k = 1..9")
            return 0
        return int(value)


def limits_of(given: Given, report: Report) -> tuple[float, float, float, float]:
    """The corners of LIMITS, which must not coincide."""
    x1, y1, x2, y2 = (given.constant(name) for name in ("x1", "y1", "x2", "y2"))
    if not (x2 > x1 and y2 > y1):
        hint = "give the lower left corner first"
        report.error("wrong-arguments", "the limits must increase", given.act.span, hint)
        return USUAL_LIMITS
    return x1, y1, x2, y2

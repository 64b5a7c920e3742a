"""Wiener and markov variables -> inputs that a separate system draws; in a map, variables of the map itself."""

from functools import partial

from simnon.model import Apply, Declaration, Declared, Expression, GivenValue, Name, Number
from simnon.source import Span

from .draft import Draft
from .noise import next_state, wiener_value
from .program import Markov

PERIOD_OF_MAP = 1.0


class StochasticDraft(Draft):
    """Adds what is random to a draft."""

    def _add_noise(self) -> None:
        for noise in self.program.wieners:
            if self.is_map:
                period = Number(PERIOD_OF_MAP, noise.span)
                self._define(noise.name, wiener_value(period, noise.span), noise.span)
            else:
                self.declarations.append(Declaration(Declared.INPUT, noise.name, None, noise.span))
                self.noise.wiener(noise.name, noise.span)
        for markov in self.program.markovs:
            self._attempted(partial(self._add_markov, markov))
        declared = {declaration.name for declaration in self.declarations}
        for wire in self.drawing.to_program:
            if wire.target not in declared:
                self.declarations.append(Declaration(Declared.INPUT, wire.target, None, self.whole))

    def _add_markov(self, markov: Markov) -> None:
        span = markov.span
        rates = [
            [Number(0.0, span) if i == j else self.meanings.number(rate, self.draw) for j, rate in enumerate(row)]
            for i, row in enumerate(markov.rates)
        ]
        start = next((d.value for d in self.program.initial if d.name == markov.name), Number(0.0, span))
        value = self.meanings.constant(start) or 0.0
        if self.is_map:
            self._add_markov_to_map(markov, rates, value)
            return
        names = [
            [
                "" if rate == Number(0.0) else self._rate(f"{markov.name}_{i}_{j}", rate, span)
                for j, rate in enumerate(row)
            ]
            for i, row in enumerate(rates)
        ]
        self.noise.markov(markov, names, value)

    def _rate(self, proposed: str, rate: Expression, span: Span) -> str:
        name = self.spelling.free(proposed)
        self._define(name, rate, span)
        return name

    def _add_markov_to_map(self, markov: Markov, rates: list[list[Expression]], start: float) -> None:
        span = markov.span
        following, draw = self.spelling.free(f"n{markov.name}"), self.spelling.free(f"{markov.name}_draw")
        self.declarations += [
            Declaration(Declared.STATE, markov.name, None, span),
            Declaration(Declared.NEW, following, None, span),
        ]
        self.values.append(GivenValue(markov.name, start, None, span))
        self._define(draw, Apply("rect", (), span), span)
        value = next_state(Name(markov.name, span), Name(draw, span), rates, Number(PERIOD_OF_MAP, span))
        self._define(following, value, span)

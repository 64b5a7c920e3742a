"""Source -> Systems: the statements of CSMP III; all errors in the text are reported together.

Structure statements and data are collected in a deck; `structure` builds the system from it, `runs` the experiment.
"""

import re
from dataclasses import replace
from pathlib import Path

from simnon.model import Apply, Expression, Name, System
from simnon.source import Report, Source, nearest

from ..tokens import Unreadable
from .cards import Card, read_cards
from .data_statements import DataReader
from .deck import Deck, Procedure, RunData, Segment, Structural
from .macros import Heading, Macro, expand, read_heading
from .names import TakenNames
from .procedures import FORTRAN
from .runs import make_experiment
from .structure import build_systems

SEGMENTS = {segment.value: segment for segment in Segment}
_REFUSED = ("COMMON", "DATA", "DECK", "DIMENSION", "ENDDATA", "HISTORY", "MEMORY", "OVERLAY", "RENAME", "SUBROUTINE")
WORDS = ("SORT", "NOSORT", "MACRO", "ENDMAC", "PROCEDURE", "ENDPRO", "ENDPROCEDURE", "END", "STOP", "ENDJOB")


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The system of the program, and those for its random numbers if it has any."""
    cards, comments = read_cards(source, report)
    reader = _Reader(source, report, cards)
    for card in cards:
        reader.read(card)
    if not cards:
        return ()
    deck = reader.finish()
    systems, facts = build_systems(_name_of(source), source, deck, reader.names, report)
    experiment = make_experiment(source, deck, facts, report)
    first, *others = systems
    return replace(first, experiment=experiment, comments=comments), *others


def _name_of(source: Source) -> str:
    name = re.sub(r"\W", "_", Path(source.name).stem.upper()) or "CSMP"
    return name if name[0].isalpha() else f"P{name}"


class _Reader:
    """Reads one program card by card; tracks the open segment, section, macro or procedure."""

    def __init__(self, source: Source, report: Report, cards: list[Card]) -> None:
        self.source = source
        self.report = report
        self.deck = Deck()
        self.names = TakenNames(token.text for card in cards for token in card.tokens if token.kind == "name")
        self.data = DataReader(source, report, self.deck)
        self.segment = Segment.DYNAMIC
        self.is_sorted = True
        self.procedural: list[Card] = []
        self.procedure: Card | None = None
        self.macro: tuple[Heading | None, Card, list[Card]] | None = None
        self.macros: dict[str, Macro] = {}
        self.is_over = False
        self.is_job_over = False

    def read(self, card: Card) -> None:
        try:
            if self.macro is not None:
                self._macro_card(card)
                return
            for written in expand(card, self.macros, self.source, self.names.local):
                self._statement(written)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)
            self._remember_targets(card)

    def finish(self) -> Deck:
        if self.macro is not None:
            self.report.error("end-expected", "this MACRO has no ENDMAC", self.macro[1].span, "add a line ENDMAC")
        if self.procedure is not None:
            self._missing_end_of_procedure()
        self._close_section()
        if not self.deck.cases:
            if not self.is_over:
                self.report.error("end-expected", "the program has no END", self.data.case.span, "add END and STOP")
            self.deck.cases.append(self.data.case)
        return self.deck

    def _statement(self, card: Card) -> None:
        word = card.word
        following = card.tokens[1].text if word else ""
        is_word = bool(word) and following != "=" and (following != "(" or word in FORTRAN)
        if self.is_over:
            self._after_stop(card)
        elif is_word and word in self.data.statements:
            self.data.statements[word](card)
        elif is_word and (word in WORDS or word in SEGMENTS):
            self._structure_word(card)
        elif is_word and word in _REFUSED:
            raise Unreadable("unreadable-line", f"{word} is not known here", card.span, "leave it out")
        elif self.deck.cases:
            raise Unreadable(
                "wrong-section",
                "after END only data can be changed",
                card.span,
                "PARAM, TIMER, METHOD, PRINT, OUTPUT, TITLE, RESET; or STOP",
            )
        elif self.procedure is not None or not self.is_sorted or self.segment is Segment.TERMINAL:
            self.procedural.append(card)
        elif (is_word and word in FORTRAN) or card.label:
            raise Unreadable(
                "wrong-section",
                f"{word or card.label} is only for statements that are executed in order",
                card.span,
                "write NOSORT, or PROCEDURE and ENDPROCEDURE around it",
            )
        else:
            self._structural(card)

    def _structure_word(self, card: Card) -> None:
        word = card.word
        if word in ("ENDPRO", "ENDPROCEDURE"):
            self._end_procedure(card)
            return
        if self.procedure is not None:
            self._missing_end_of_procedure()
        match word:
            case "SORT" | "NOSORT":
                self._close_section()
                self.is_sorted = word == "SORT"
            case "MACRO":
                self.macro = (None, card, [])
                self.macro = (read_heading(self.source, card), card, [])
            case "ENDMAC":
                raise Unreadable("unexpected-text", "ENDMAC without MACRO", card.span, "remove it")
            case "PROCEDURE":
                self._close_section()
                self.procedure = card
                read_heading(self.source, card)
            case "END" | "STOP" | "ENDJOB":
                self._end(card)
            case _:
                self._close_section()
                self.segment, self.is_sorted = SEGMENTS[word], True

    def _end_procedure(self, card: Card) -> None:
        if self.procedure is None:
            raise Unreadable("unexpected-text", f"{card.word} without PROCEDURE", card.span, "remove it")
        self.procedure = None
        self._close_section()

    def _missing_end_of_procedure(self) -> None:
        assert self.procedure is not None
        self.report.error(
            "end-expected", "this PROCEDURE has no ENDPROCEDURE", self.procedure.span, "add a line ENDPROCEDURE"
        )
        self.procedure = None
        self._close_section()

    def _close_section(self) -> None:
        if self.procedural:
            self.deck.parts[self.segment].append(Procedure(tuple(self.procedural)))
            self.procedural = []

    def _end(self, card: Card) -> None:
        self._close_section()
        if card.word == "END":
            self.deck.cases.append(self.data.case)
            self.data.case = RunData(card.span)
            words = [token.text for token in card.tokens[1:-1]]
            self.data.case.is_continued = words in (["CONTIN"], ["CONTINUE"])
            if words and not self.data.case.is_continued:
                raise Unreadable("unexpected-text", f"'{words[0]}' does not belong after END", card.span, "")
        else:
            self.is_over = True
            self.is_job_over = card.word == "ENDJOB"
            if not self.deck.cases:
                self.report.error("end-expected", f"no END before {card.word}", card.span, "END starts the run")

    def _after_stop(self, card: Card) -> None:
        if card.word == "ENDJOB" and not self.is_job_over:
            self.is_job_over = True
            return
        raise Unreadable("unexpected-text", "only ENDJOB can follow STOP", card.span, "remove it")

    def _macro_card(self, card: Card) -> None:
        assert self.macro is not None
        heading, opening, cards = self.macro
        if card.word == "ENDMAC":
            self.macro = None
            if heading is not None:
                self.macros[heading.name] = Macro(heading, tuple(cards))
        elif card.word in ("MACRO", "END", "STOP"):
            self.macro = None
            self.report.error("end-expected", "this MACRO has no ENDMAC", opening.span, "add a line ENDMAC")
            self._statement(card)
        else:
            cards.append(card)

    def _structural(self, card: Card) -> None:
        parser = self.data.parser(card, 0)
        targets: list[Expression] = []
        while True:
            target = parser.expression() if parser.token.kind == "name" else None
            is_target = isinstance(target, Name) or (isinstance(target, Apply) and target.function.isupper())
            if target is None or not is_target or parser.token.text not in (",", "="):
                raise self._unreadable_card(card)
            targets.append(target)
            if parser.take().text == "=":
                break
        value = parser.expression()
        parser.finish()
        self.deck.parts[self.segment].append(Structural(tuple(targets), value, card.span))

    def _unreadable_card(self, card: Card) -> Unreadable:
        if card.tokens[0].kind == "bad":
            return self.data.parser(card, 0).unexpected(card.tokens[0])
        words = (*self.data.statements, *SEGMENTS, *WORDS)
        near = nearest(card.word, words) if card.word else ""
        named = f"'{card.word}' does not begin a CSMP statement" if card.word else "this is not a statement"
        hint = f"did you mean {near}?" if near else "a structure statement is NAME=expression"
        return Unreadable("unreadable-line", named, card.span, hint)

    def _remember_targets(self, card: Card) -> None:
        """Names that an unreadable card would have defined count as defined."""
        texts = [token.text for token in card.tokens]
        names = [t.text for i, t in enumerate(card.tokens) if t.kind == "name" and texts[i + 1] in ("=", ",")]
        self.deck.unreadable.update(names)

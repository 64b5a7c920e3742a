"""The conversation of SIAL/74 (Alfonseca 1974) -> lines of the session.

A variable that holds a program is a file NAME.sial; FUENTE is the one typed in last. PO and POI are the program
compiled last: PO runs it, POI restores its data. Any other line is one of the session.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from simnon.compiler import compile_model
from simnon.languages import DIALECTS
from simnon.languages.sial import instructions as sial_instructions
from simnon.languages.sial import with_datum as sial_with_datum
from simnon.model import Experiment
from simnon.simulation import StopKind
from simnon.source import Report, Severity, SimnonError, Source, UserError, frozen

from ..compiling import read_text
from ..files import find_file, missing_file, path_to_write, write_file
from ..outcome import Failed, Noted, Outcome, Printed, RunEnded
from ..workspace import LAST, Loaded, Workspace
from .dialect import CommandDialect, ExecuteCommand
from .sial_words import (
    COMMENT_SIGNS,
    ENGLISH,
    LANGUAGES,
    NO,
    YES,
    label,
    listing,
    numbers,
    plain_number,
    scale_factor,
    table,
)

EXTENSION = ".sial"
SOURCE = "FUENTE"
MARGIN = " " * 5
"""With the blank that follows a prompt, the six blanks of APL."""
USAGES = {
    "COMPILAR": "COMPILAR   compile a program, line by line or by its name",
    "LISTAR": "LISTAR name   list a program",
    "CAMBIAR": "name←CAMBIAR name   change a program",
    "EJEC": "EJEC PO   run it; EJEC POI restores its data",
    "DEF": "'name'DEF PO   name the run",
    "IDIOMA": "IDIOMA ESPANOL | ENGLISH   the language of the conversation",
}
NO_TITLE = "a program begins with its title"
_NAME = r"[^\W\d]\w*"
_COMMENT = re.compile(r"^\s*\*|⍝")
_ARROW = r"\s*(?:←|<-)\s*"


@frozen
class _Waiting:
    """What the conversation expects, and its handler."""

    prompt: str
    take: Callable[[str], Iterator[Outcome]]


@frozen
class _Program:
    """A compiled program: PO and POI."""

    loaded: Loaded
    experiment: Experiment


def _count(lines: list[str]) -> int:
    """The number of instructions."""
    return sum(number is not None for number in numbers(lines))


def _is_title(text: str) -> bool:
    return bool(text.strip()) and text.strip()[0] not in (*COMMENT_SIGNS, "[")


class Sial(CommandDialect):
    def __init__(self, workspace: Workspace, execute_command: ExecuteCommand) -> None:
        super().__init__(workspace, execute_command)
        self._commands: tuple[tuple[re.Pattern[str], Callable[..., Iterator[Outcome]]], ...] = tuple(
            (re.compile(pattern, re.IGNORECASE), take)
            for pattern, take in (
                (r"COMPILAR", self._compile),
                (rf"LISTAR\s+({_NAME})", self._list),
                (rf"(?:({_NAME}){_ARROW})?CAMBIAR\s+({_NAME})", self._change),
                (r"EJEC\s+(POI?)", self._execute_object),
                (rf"'({_NAME})'\s*DEF\s+PO", self._define),
                (r"IDIOMA\s+(\S+)", self._speak),
                (rf"(P|CI)\s*\[\s*([0-9]+)\s*\]{_ARROW}(.+)", self._adjust),
                (rf"(Δ|∆|DELTA|II|TM|INTEG|INTGR|I|PLOT){_ARROW}(.+)", self._give),
                (r"(P|CI)\s*\[\s*([0-9]+)\s*\]", self._tell),
                (r"SIMU", self._simulate_alone),
                (r"\)OFF", self._leave),
            )
        )
        self._words = ENGLISH
        self._waiting: _Waiting | None = None
        self._typed: list[str] = []
        self._program: _Program | None = None
        self._data = Experiment()
        self._functions: dict[str, _Program] = {}

    @property
    def prompt(self) -> str:
        return MARGIN if self._waiting is None else self._waiting.prompt

    @property
    def is_typing(self) -> bool:
        return self._waiting is not None

    @property
    def usages(self) -> Mapping[str, str]:
        return USAGES if self._waiting is None else {}

    def abandon(self) -> None:
        self._waiting = None

    def execute(self, line: str) -> Iterator[Outcome]:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            yield from waiting.take(line)
            return
        text = _COMMENT.split(line, maxsplit=1)[0].strip()
        for pattern, take in self._commands:
            match = pattern.fullmatch(text)
            if match is not None:
                yield from take(*match.groups())
                return
        if text.upper() in self._functions:
            yield from self._call(text.upper())
        elif text:
            yield from self.execute_command(text)

    def _speak(self, language: str) -> Iterator[Outcome]:
        if language.upper() not in LANGUAGES:
            raise UserError("bad-command", f"'{language}' is not available", "IDIOMA ESPANOL or IDIOMA ENGLISH")
        self._words = LANGUAGES[language.upper()]
        yield from ()

    def _leave(self) -> Iterator[Outcome]:
        yield from self.execute_command("STOP")

    def _compile(self) -> Iterator[Outcome]:
        self._waiting = _Waiting("", self._take_mode)
        yield Printed(self._words.interactive)

    def _take_mode(self, line: str) -> Iterator[Outcome]:
        answer = line.strip().upper()
        if answer in YES:
            self._waiting = _Waiting(self._words.title, self._take_title)
            yield Printed(self._words.compilation)
        elif answer in NO:
            self._waiting = _Waiting(MARGIN, self._take_program)
            yield Printed(f"{self._words.program}\n⎕:")
        else:
            yield from self._compile()

    def _take_title(self, line: str) -> Iterator[Outcome]:
        if not _is_title(line):
            self._waiting = _Waiting(self._words.title, self._take_title)
            yield Noted(NO_TITLE)
            return
        self._typed = [line.strip()]
        self._wait_for_block()

    def _wait_for_block(self) -> None:
        self._waiting = _Waiting(label(_count(self._typed)), self._take_block)

    def _take_block(self, line: str) -> Iterator[Outcome]:
        """A wrong line is asked for again; blocks can be used before they are defined."""
        is_last = line.strip() == "//"
        allowed = ("missing-datum",) if is_last else ("missing-datum", "undefined-name")
        failed = self._fault([*self._typed, line] if is_last else [*self._typed, line, "//"], line, allowed)
        if failed is not None:
            self._wait_for_block()
            yield failed
        elif is_last:
            self._typed.append("//")
            self._wait_for_datum()
            yield Printed("//")
        else:
            self._typed += [line.strip()] if line.strip() else []
            self._wait_for_block()

    def _wait_for_datum(self) -> None:
        number = _count(self._typed[self._typed.index("//") :])
        self._waiting = _Waiting(label(number), self._take_datum)

    def _take_datum(self, line: str) -> Iterator[Outcome]:
        """An empty line ends the program."""
        is_last = not line.strip()
        failed = self._fault([*self._typed, line], line, () if is_last else ("missing-datum",))
        if failed is not None:
            self._wait_for_datum()
            yield failed
        elif is_last:
            self._write(SOURCE, self._typed)
            yield from self._make_program(self._file(SOURCE))
        else:
            self._typed.append(line.strip())
            self._wait_for_datum()

    def _fault(self, lines: list[str], line: str, allowed: tuple[str, ...]) -> Failed | None:
        """The errors of the program so far, except for what can still follow."""
        report = Report()
        DIALECTS[EXTENSION](Source(SOURCE + EXTENSION, "\n".join(lines)), report)
        found = tuple(d for d in report.diagnostics if d.severity is Severity.ERROR and d.code not in allowed)
        return Failed("model-error", f"'{line.strip()}' is not allowed here", diagnostics=found) if found else None

    def _take_program(self, line: str) -> Iterator[Outcome]:
        path = self._file(line.strip())
        yield Printed(f"{listing(self._read(path))}\n{self._words.compilation}")
        yield from self._make_program(path)

    def _make_program(self, path: Path) -> Iterator[Outcome]:
        """All errors of the text are reported; the current program is kept."""
        try:
            compile_model(path)
        except SimnonError as error:
            yield Failed("model-error", "the program has errors", diagnostics=error.diagnostics)
            return
        yield from self.execute_command(f"SYST {path.name}")
        loaded = self.workspace.system
        experiment = loaded.model.analysed.declared.experiment
        assert experiment is not None
        self._program = _Program(loaded, experiment)
        self._data = experiment

    def _list(self, name: str) -> Iterator[Outcome]:
        yield Printed(listing(self._read(self._file(name))))

    def _change(self, target: str | None, name: str) -> Iterator[Outcome]:
        self._typed = self._read(self._file(name))
        self._wait_for_number(target)
        yield from ()

    def _wait_for_number(self, target: str | None) -> None:
        self._waiting = _Waiting(self._words.instruction, lambda line: self._take_number(line, target))

    def _take_number(self, line: str, target: str | None) -> Iterator[Outcome]:
        text = line.strip().replace("¯", "-")
        place_of_number = {str(number): place for place, number in enumerate(numbers(self._typed))}
        if text == "-1":
            kept = [each for each in self._typed if each.strip()]
            if target is None:
                yield Printed(listing(kept))
            else:
                self._write(target, kept)
        elif text in place_of_number and text.isdecimal():
            place = place_of_number[text]
            self._waiting = _Waiting("", lambda marks: self._take_marks(marks, place, target))
            yield Printed(f" {self._typed[place]}")
        else:
            self._wait_for_number(target)
            yield Noted(f"instructions are numbered 0 to {_count(self._typed) - 1}; ¯1 ends")

    def _take_marks(self, line: str, place: int, target: str | None) -> Iterator[Outcome]:
        """Slashes are under the characters to delete."""
        if line.replace("/", "").strip():
            self._waiting = _Waiting("", lambda marks: self._take_marks(marks, place, target))
            yield Noted("put only slashes under the characters to be replaced")
        else:
            self._waiting = _Waiting("", lambda text: self._take_replacement(text, line, place, target))
            yield Printed("?")

    def _take_replacement(self, text: str, marks: str, place: int, target: str | None) -> Iterator[Outcome]:
        """The text goes where the first slash was, or to the end."""
        old = self._typed[place]
        first = marks.find("/") if "/" in marks else len(old)
        kept = [c if marks[i : i + 1] != "/" else "" for i, c in enumerate(old)]
        new = "".join((*kept[:first], text, *kept[first:]))
        self._wait_for_number(target)
        if numbers(self._typed)[place] == 0 and not _is_title(new):
            yield Noted(NO_TITLE)
        else:
            self._typed[place] = new

    def _file(self, name: str) -> Path:
        found = find_file(name, self.workspace.folders, (EXTENSION,), self.workspace.allowed) if name else None
        if found is None or found.suffix.lower() != EXTENSION:
            raise missing_file(name, self.workspace.folders, (EXTENSION,))
        return found

    def _read(self, path: Path) -> list[str]:
        return sial_instructions(read_text(path))

    def _write(self, name: str, lines: list[str]) -> None:
        path = path_to_write(name, self.workspace.folder, EXTENSION, self.workspace.allowed)
        write_file(path, "\n".join(lines) + "\n", is_edited=True)

    def _compiled(self) -> _Program:
        if self._program is None:
            raise UserError("no-model", "no program is compiled", "compile one with COMPILAR")
        return self._present(self._program)

    def _present(self, program: _Program) -> _Program:
        """The program, which must still be the model of the session."""
        if self.workspace.loaded is not program.loaded:
            raise UserError("no-model", "a different program was compiled since", "COMPILAR compiles this one again")
        return program

    def _execute_object(self, name: str) -> Iterator[Outcome]:
        program = self._compiled()
        if name.upper() == "PO":
            yield from self._run()
            return
        self._data = program.experiment
        for flat in self.workspace.given.parameters:
            list(self.execute_command(f"PAR {flat}: {program.loaded.model.parameters[flat]!r}"))

    def _define(self, name: str) -> Iterator[Outcome]:
        self._functions = {**self._functions, name.upper(): self._compiled()}
        yield Printed(name)

    def _adjust(self, kind: str, number: str, value: str) -> Iterator[Outcome]:
        self._compiled()
        for outcome in self.execute_command(f"PAR {kind}{int(number)}: {value.replace('¯', '-')}"):
            if isinstance(outcome, Failed):
                yield outcome

    def _tell(self, kind: str, number: str) -> Iterator[Outcome]:
        name = f"{kind}{int(number)}".upper()
        parameters = {**self._compiled().loaded.model.parameters, **self.workspace.given.parameters}
        if name not in parameters:
            raise UserError("unknown-parameter", f"the program has no {kind}[{number}]", "LISTAR shows it")
        yield Printed(plain_number(parameters[name]))

    def _give(self, name: str, value: str) -> Iterator[Outcome]:
        """Read like the line of a program."""
        names = [variable.local for variable in self._compiled().loaded.model.variables]
        report = Report()
        changed = sial_with_datum(self._data, f"{name}←{value}", sum(each.startswith("Z") for each in names), report)
        if report.has_errors:
            yield Failed("bad-command", f"'{value}' cannot be {name}", diagnostics=report.diagnostics)
        else:
            self._data = changed

    def _call(self, name: str) -> Iterator[Outcome]:
        self._present(self._functions[name])
        yield from self._run()

    def _simulate_alone(self) -> Iterator[Outcome]:
        """SIMU of the session, with the data as they are now."""
        return self.execute_command("SIMU") if self._program is None else self._simulate()

    def _simulate(self) -> Iterator[Outcome]:
        data = self._data
        step = f" {data.step!r}" if data.step is not None else ""
        list(self.execute_command(f"ALGOR {data.method}{step}"))
        spacing = f" {data.spacing!r}" if data.spacing is not None else ""
        yield from self.execute_command(f"SIMU 0 {data.stop!r}{spacing}")

    def _run(self) -> Iterator[Outcome]:
        data = self._data
        for outcome in self._simulate():
            is_good_end = isinstance(outcome, RunEnded) and outcome.stop.kind is StopKind.END
            if not is_good_end:
                yield outcome
            if isinstance(outcome, Failed):
                return
        run = self.workspace.run_named(LAST)
        columns = [run[name].tolist() for name in data.printed]
        yield Printed(table(data.title, [int(name[1:]) for name in data.printed], run.t.tolist(), columns))
        if data.shown:
            against = f" ({data.against})" if data.against else ""
            yield from self.execute_command(f"ASHOW {' '.join(data.shown)}{against}")
            factor = scale_factor(run[data.against].tolist()) if data.against else ""
            if factor:
                yield Printed(factor)

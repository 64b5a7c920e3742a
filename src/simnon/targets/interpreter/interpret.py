"""Program -> Executable that runs as plain Python: the oracle of all targets, and easy to debug."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from types import CodeType

from simnon.program import Array, Layout, Program
from simnon.source import frozen

from ..foreign import ForeignLibrary, load_foreign
from .operator_text import NAMESPACE
from .translate import PythonNames, names_of, translate_function

PythonFunction = Callable[..., int | float | None]


@frozen
class Translated:
    """A program as Python code that has not been executed."""

    program: Program
    names: PythonNames
    source: str
    code: CodeType = field(repr=False)


@frozen
class Loaded:
    """The functions of a program, in their own namespace."""

    translated: Translated
    foreign: ForeignLibrary
    namespace: dict[str, object]

    @property
    def entries(self) -> dict[str, PythonFunction]:
        return {entry: self._function(entry) for entry in self.translated.program.entries}

    def take(self, functions: Mapping[str, PythonFunction]) -> None:
        """Bind the functions that it imports."""
        for imported in self.translated.program.imports:
            self.namespace[self.translated.names.functions[imported.name]] = functions.get(imported.name, _do_nothing)

    def _function(self, name: str) -> PythonFunction:
        function = self.namespace[self.translated.names.functions[name]]
        assert callable(function), f"interpreter: '{name}' is not a function"
        return function


@frozen
class InterpretedProgram:
    """`source` is the Python text that runs."""

    layout: Layout
    entries: tuple[str, ...]
    source: str
    function_of_entry: dict[str, PythonFunction] = field(repr=False)
    foreign: ForeignLibrary = field(repr=False)

    @property
    def foreign_errors(self) -> dict[str, str]:
        return self.foreign.errors

    @property
    def foreign_losses(self) -> list[str]:
        return self.foreign.losses

    def call(self, entry: str, time: float, states: Array, values: Array, out: Array) -> None:
        self.function_of_entry[entry](float(time), *memory_of((states, values, out)))


def interpret(program: Program) -> InterpretedProgram:
    """Make `program` callable without a compiler."""
    loaded = load(translate(program))
    return InterpretedProgram(program.layout, program.entries, loaded.translated.source, loaded.entries, loaded.foreign)


def translate(program: Program) -> Translated:
    names = names_of(program)
    source = "\n\n".join(translate_function(function, names) for function in program.functions)
    return Translated(program, names, source, compile(source, f"<{program.name}>", "exec"))


def load(translated: Translated, foreign: ForeignLibrary | None = None) -> Loaded:
    """The programs of one model share its `foreign` functions: a Python file is run once, and keeps its own state."""
    program, names = translated.program, translated.names
    foreign = foreign or load_foreign(program.foreign)
    namespace: dict[str, object] = dict(NAMESPACE)
    namespace |= {names.constants[c.name]: tuple(map(float, c.values)) for c in program.constants}
    namespace |= {names.functions[each.name]: foreign.functions[each.name].call for each in program.foreign}
    # The text is Simnon's own translation: nothing of the user's is in it but digits and letters of names.
    exec(translated.code, namespace)  # noqa: S102
    return Loaded(translated, foreign, namespace)


def memory_of(arrays: Iterable[Array]) -> list[memoryview]:
    """A memoryview returns plain floats; an array would return numpy's own, which trap and are slow."""
    return [_flat(array).data for array in arrays]


def _flat(array: Array) -> Array:
    assert array.flags.c_contiguous, "interpreter: an array of a program must be contiguous"
    return array if array.ndim == 1 else array.reshape(-1)


def _do_nothing(*_arguments: object) -> None:
    """For the entries that a model does not need."""

"""Program -> Executable that runs as plain Python: the oracle of all targets, and easy to debug."""

from collections.abc import Callable
from dataclasses import field

from simnon.program import Array, Layout, Program
from simnon.source import frozen

from ..foreign import ForeignError, ForeignLibrary, load_foreign
from .operator_text import NAMESPACE
from .translate import names_of, translate_function

Entry = Callable[[float, memoryview, memoryview, memoryview], None]


@frozen
class InterpretedProgram:
    """`source` is the Python text that runs."""

    layout: Layout
    entries: tuple[str, ...]
    source: str
    _function_of_entry: dict[str, Entry] = field(repr=False)
    _foreign: ForeignLibrary = field(repr=False)

    @property
    def foreign_errors(self) -> tuple[ForeignError, ...]:
        return self._foreign.errors

    def call(self, entry: str, time: float, states: Array, values: Array, out: Array) -> None:
        # A memoryview gives plain floats where an array would give numpy's own, which trap and are slow.
        self._function_of_entry[entry](float(time), states.data, values.data, out.data)


def interpret(program: Program) -> InterpretedProgram:
    """Make `program` callable without any compiler."""
    names = names_of(program)
    foreign = load_foreign(program.foreign)
    source = "\n\n".join(translate_function(function, names) for function in program.functions)
    namespace = dict(NAMESPACE)
    namespace |= {names.constants[c.name]: tuple(map(float, c.values)) for c in program.constants}
    namespace |= {names.functions[name]: loaded.call for name, loaded in foreign.functions.items()}
    # The text is our own translation: nothing of the user's stands in it but digits and letters of names.
    exec(compile(source, f"<{program.name}>", "exec"), namespace)  # noqa: S102
    functions = {entry: _entry(namespace, names.functions[entry]) for entry in program.entries}
    return InterpretedProgram(program.layout, program.entries, source, functions, foreign)


def _entry(namespace: dict[str, object], name: str) -> Entry:
    function = namespace[name]
    assert callable(function), f"interpreter: '{name}' is not a function"
    return function

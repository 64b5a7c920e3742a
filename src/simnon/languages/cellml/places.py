"""Text of a CellML document -> the lines of its components, variables and equations, which libCellML does not keep."""

from dataclasses import dataclass, field
from xml.parsers import expat

from simnon.source import Source, Span

from ..markup import span_of_line, with_utf8

Key = tuple[str, str]
"""A component and a variable in it."""


@dataclass(slots=True)
class _Element:
    """An element that is being read: in an equation, `sides` are the variables that may be what it determines."""

    name: str
    line: int
    is_equation: bool = False
    sides: list[str] = field(default_factory=list)


class Places:
    """Where things are written; an ExpatError if the text is not well formed."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._lines: dict[Key, int] = {}
        self._equations: dict[Key, int] = {}
        self._component = ""
        self._open: list[_Element] = []
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.Parse(with_utf8(source.text).encode(), True)

    @property
    def whole(self) -> Span:
        return span_of_line(self.source, self._lines.get(("", ""), 1))

    def of_component(self, component: str) -> Span:
        return span_of_line(self.source, self._lines.get((component, ""), 1))

    def of_variable(self, component: str, variable: str) -> Span:
        line = self._lines.get((component, variable)) or self._lines.get((component, ""), 1)
        return span_of_line(self.source, line)

    def of_equation(self, component: str, variable: str) -> Span:
        """The equation whose left or right side is the variable or its derivative, else the component."""
        line = self._equations.get((component, variable))
        return self.of_component(component) if line is None else span_of_line(self.source, line)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line, local = self._parser.CurrentLineNumber, name.rpartition(":")[2]
        self._lines.setdefault(("", ""), line)
        if local == "component":
            self._component = attributes.get("name", "")
            self._lines.setdefault((self._component, ""), line)
        if local == "variable":
            self._lines.setdefault((self._component, attributes.get("name", "")), line)
        is_equation = local == "apply" and bool(self._open) and self._open[-1].name == "math"
        self._open.append(_Element(local, line, is_equation))

    def _end(self, _name: str) -> None:
        element = self._open.pop()
        if element.is_equation:
            for side in element.sides:
                self._equations.setdefault((self._component, side), element.line)

    def _text(self, text: str) -> None:
        """A side is a variable, or its derivative: `<apply><diff/><bvar>...</bvar><ci>x</ci></apply>`."""
        if self._open and self._open[-1].name == "ci" and text.strip():
            for around in self._open[-2:-4:-1]:
                if around.is_equation:
                    around.sides.append(text.strip())
                elif around.name != "apply":
                    break

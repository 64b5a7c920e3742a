"""A system being read: what its lines have defined so far."""

from dataclasses import dataclass, field, replace

from simnon.model import (
    SOFT_WORDS,
    Assignment,
    Connect,
    Declaration,
    Expression,
    ForeignDefinition,
    ForeignSystem,
    FunctionDefinition,
    GivenValue,
    IndexRange,
    Name,
    Part,
    Range,
    Redefinition,
    Relation,
    Remark,
    Require,
    Section,
    Stop,
    System,
    SystemKind,
    Table,
    Terminal,
    When,
)
from simnon.source import Span


@dataclass(slots=True)
class OpenWhen:
    condition: Expression | None
    span: Span
    assignments: list[Assignment] = field(default_factory=list)
    orders: list[Name] = field(default_factory=list)
    version: str = ""
    loop: IndexRange | None = None


@dataclass(slots=True)
class OpenSystem:
    """A system being read."""

    name: str
    kind: SystemKind
    span: Span
    section: Section = Section.NONE
    declarations: list[Declaration] = field(default_factory=list)
    values: list[GivenValue] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    whens: list[When] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    functions: list[FunctionDefinition] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    foreign: list[ForeignDefinition] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)
    terminals: list[Terminal] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    connects: list[Connect] = field(default_factory=list)
    redefinitions: list[Redefinition] = field(default_factory=list)
    ranges: list[Range] = field(default_factory=list)
    requires: list[Require] = field(default_factory=list)
    versions: list[System] = field(default_factory=list)
    remarks: list[tuple[Remark, str]] = field(default_factory=list)
    version_of: "OpenSystem | None" = None
    """The system of which this is a version."""
    spelling: dict[str, str] = field(default_factory=dict)
    """Each name as first written, by its casefolded name."""
    last_line: int = 0
    file: ForeignSystem | None = None
    has_brackets: bool = False
    has_initial: bool = False
    """Whether a section INITIAL has begun."""

    def spelled(self, text: str) -> str:
        return self.spelling.setdefault(text.casefold(), text)

    def closed(self) -> System:
        return System(
            self.name,
            self.kind,
            self.span,
            tuple(self.declarations),
            tuple(self.values),
            tuple(self.assignments),
            tuple(self.whens),
            tuple(self.stops),
            tuple(self.functions),
            tuple(self.tables),
            tuple(self.foreign),
            frozenset(self.unreadable),
            last_line=self.last_line,
            terminals=tuple(self.terminals),
            parts=tuple(self.parts),
            relations=tuple(self.relations),
            connects=tuple(self.connects),
            redefinitions=tuple(self.redefinitions),
            ranges=tuple(self.ranges),
            requires=tuple(self.requires),
            versions=tuple(self.versions),
            remarks=tuple(self.remarks),
            file=self._file(),
            has_brackets=self.has_brackets,
            soft_words=SOFT_WORDS.intersection(self.spelling),
        )

    def _file(self) -> ForeignSystem | None:
        """An INITIAL without equations leaves them to the file."""
        has_own = any(assignment.section is Section.INITIAL for assignment in self.assignments)
        return self.file and replace(self.file, has_initial=self.has_initial and not has_own)

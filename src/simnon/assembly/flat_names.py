"""Names of the parts of a system -> names in the flat model."""

from collections.abc import Callable
from dataclasses import replace

from simnon.model import Apply, Expression, Name, Number, Role, SystemKind, Variable, rewrite
from simnon.source import Report

from .connections import References
from .instances import Instance

Rename = Callable[[Expression], Expression]


class FlatNames:
    """The flat names of variables and functions of all instances, and what a name refers to."""

    def __init__(self, tops: list[Instance], *, is_single: bool, report: Report) -> None:
        self.tops = tops
        self.is_single = is_single
        self.time = self._name_of_time()
        connected = {} if is_single else {top.path.casefold(): top for top in tops}
        self.references = References(connected, report)

    def flat(self, instance: Instance, local: str) -> str:
        return f"{instance.prefix}{local}{instance.suffix}"

    def _name_of_time(self) -> str:
        if not self.is_single:
            return "t"
        variables = self.tops[0].definition.variables
        declared = [name for name, variable in variables.items() if variable.role is Role.TIME]
        return declared[0] if declared else "t" if "t" not in variables else "time of the run"

    def flat_variable(self, instance: Instance, variable: Variable) -> str:
        return self.time if variable.role is Role.TIME else self.flat(instance, variable.local)

    def owner(self, instance: Instance) -> str:
        return instance.path or instance.definition.system.name

    def function(self, instance: Instance, name: str) -> str:
        return f"{name}[{instance.path}]" if instance.path else name

    def can_refer(self, instance: Instance) -> bool:
        """Whether it can name variables of its parts, or of the systems it connects."""
        return instance.definition.system.kind is SystemKind.CONNECTING or bool(instance.definition.parts)

    def renamer(self, instance: Instance, hidden: tuple[str, ...] = ()) -> Rename:
        """From local to flat names; those in `hidden` are parameters of a function and stay."""
        system = instance.definition.system
        flat_of_local = {
            name: self.flat_variable(instance, variable) for name, variable in instance.definition.variables.items()
        }
        flat_of_local.update(zip(hidden, hidden, strict=True))
        functions = {
            definition.name: self.function(instance, definition.name) for definition in system.function_definitions
        }
        for foreign in system.foreign:
            renamed = replace(foreign, name=self.function(instance, foreign.name))
            functions |= zip(foreign.elements, renamed.elements, strict=True)
        is_alone = self.is_single and not instance.path and not instance.children
        is_alone = is_alone and system.kind is not SystemKind.CONNECTING
        if is_alone and all(local == flat for local, flat in flat_of_local.items()):
            return lambda expression: expression

        def change(node: Expression) -> Expression | None:
            match node:
                case Name(name, span, ()):
                    return Name(flat_of_local.get(name, name), span)
                case Name(_, span, _):
                    endpoint = self.references.variable(node, instance) if self.can_refer(instance) else None
                    if endpoint is None or endpoint.variable is None:
                        return Number(0.0, span)
                    return Name(self.flat_variable(endpoint.instance, endpoint.variable), span)
                case Apply(function, arguments, span) if function in functions:
                    return Apply(functions[function], tuple(rewrite(a, change) for a in arguments), span)
                case _:
                    return None

        return lambda expression: rewrite(expression, change)

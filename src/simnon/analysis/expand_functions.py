"""FlatModel -> FlatModel: inline the body of each FUNCTION of the user.

An argument that is more than a name gets its own variable, so that nothing is computed
twice and nested calls do not grow; recursion is an error.
"""

from dataclasses import replace

from simnon.model import (
    Apply,
    Equation,
    Expression,
    FlatModel,
    FunctionDefinition,
    Name,
    Number,
    functions_in,
    rewrite,
    substitute,
)
from simnon.source import Related, Report

from .graph import shortest_cycle, strongly_connected
from .workbench import Setting, Workbench


def expand_functions(model: FlatModel, report: Report) -> FlatModel:
    if not model.functions:
        return model
    function_of_name = {function.name: function for function in model.functions}
    _report_recursion(model.functions, report)
    if report.has_errors:
        return model
    bench = Workbench(model)

    def expand(equation: Equation, setting: Setting) -> Expression:
        known: dict[tuple[str, tuple[Expression, ...]], Expression] = {}

        def change(node: Expression) -> Expression | None:
            if not isinstance(node, Apply) or node.function not in function_of_name:
                return None
            function = function_of_name[node.function]
            arguments = [
                _named(rewrite(argument, change), setting, bench, f"{node.function}()") for argument in node.arguments
            ]
            call = (node.function, tuple(arguments))
            if call not in known:
                by_name = dict(zip(function.parameters, arguments, strict=True))
                body = rewrite(substitute(function.body, by_name), change)
                known[call] = _named(body, setting, bench, f"{node.function}()")
            return known[call]

        return rewrite(equation.value, change)

    bench.rewrite(expand, lambda equation: not function_of_name.keys().isdisjoint(equation.functions))
    return replace(bench.finished(), functions=())


def _named(expression: Expression, setting: Setting, bench: Workbench[FlatModel], stem: str) -> Expression:
    if isinstance(expression, Name | Number):
        return expression
    return bench.hoist(expression, setting, stem)


def _report_recursion(functions: tuple[FunctionDefinition, ...], report: Report) -> None:
    number_of_name = {function.name: i for i, function in enumerate(functions)}
    needs = [
        [number_of_name[name] for name in number_of_name if name in functions_in(function.body)]
        for function in functions
    ]
    for component in strongly_connected(needs):
        if len(component) == 1 and component[0] not in needs[component[0]]:
            continue
        cycle = [functions[i] for i in shortest_cycle(needs, component)]
        first, *others = cycle
        report.error(
            "recursive-function",
            f"the function '{first.name}' calls itself" + (" through others" if others else ""),
            first.span,
            "write it without recursion",
            tuple(Related(f"which calls '{function.name}'", function.span) for function in others),
        )

"""The text of a surface, `z = 27` -> what a model must watch to count the crossings of it."""

from collections.abc import Mapping

from simnon.compiler import Counter, Watch
from simnon.languages import Unreadable, read_expression
from simnon.model import Apply, Expression, Name, Number, names_in, rewrite
from simnon.simulation import Simulator
from simnon.source import UserError, arguments, nearest

CROSSINGS = "crossings of the section"
HEIGHT = "height over the section"
SINCE = "start of the section"
MOST = "most crossings"
DIRECTIONS: Mapping[str, tuple[str, ...]] = {"up": (">",), "down": ("<",), "both": (">", "<")}


def watch_section(model: Simulator, text: str, direction: str) -> Watch:
    """Crossings are counted after the time SINCE, and the run ends after MOST of them; both are parameters."""
    if arguments.text(direction, "direction", f"one of {', '.join(DIRECTIONS)}") not in DIRECTIONS:
        near = nearest(direction, DIRECTIONS)
        hint = f"did you mean '{near}'?" if near else f"the directions are {', '.join(DIRECTIONS)}"
        raise UserError("bad-option", f"unknown direction '{direction}'", hint)
    height = _height(model, text)
    zero = Number(0.0)
    is_late = Apply(">", (Name(model.analysed.declared.time), Name(SINCE)))
    counter = Counter(
        CROSSINGS,
        tuple(Apply(sign, (Name(HEIGHT), zero)) for sign in DIRECTIONS[direction]),
        Apply("if", (is_late, Number(1.0), zero)),
    )
    return Watch(
        parameters=((SINCE, 0.0), (MOST, 1.0)),
        variables=((HEIGHT, height),),
        counters=(counter,),
        stops=(Apply(">=", (Name(CROSSINGS), Name(MOST))),),
    )


def variables_of(model: Simulator, text: str) -> frozenset[str]:
    """The variable that is constant on the surface, if that is a variable and an expression of parameters."""
    left, right = _sides(text)
    for one, other in ((left, right), (right, left)):
        if model.names.has(one) and all(name in model.parameters for name in names_in(_expression(model, other))):
            return frozenset({model.names.find(one)})
    return frozenset()


def _sides(text: str) -> tuple[str, str]:
    left, _, right = (side.strip() for side in text.partition("="))
    if not (left and right) or left[-1] in "<>" or "=" in right:
        raise UserError("bad-section", f"'{text}' is not a surface", "write an expression, '=' and a value: z = 27")
    return left, right


def _height(model: Simulator, text: str) -> Expression:
    """The left side minus the right side, with full names."""
    left, right = _sides(text)
    return Apply("+", (_expression(model, left), Apply("neg", (_expression(model, right),))))


def _expression(model: Simulator, text: str) -> Expression:
    try:
        read = read_expression(text)
    except Unreadable as error:
        raise UserError("bad-section", f"'{text.strip()}': {error}", error.hint) from None

    def with_full_name(node: Expression) -> Expression | None:
        if not isinstance(node, Name):
            return None
        written = f"{node.name}[{node.owner}]" if node.path else node.name
        return Name(model.names.find(written))

    return rewrite(read, with_full_name)

"""Expression -> its linear form: numbers times names, plus a number; None if it is not linear."""

from simnon.model import Apply, Expression, Name, Number, apply

LinearForm = tuple[dict[str, float], float]


def linear_form(expression: Expression) -> LinearForm | None:
    coefficients: dict[str, float] = {}
    constant = 0.0
    stack: list[tuple[Expression, float]] = [(expression, 1.0)]
    while stack:
        node, factor = stack.pop()
        if isinstance(node, Name):
            coefficients[node.name] = coefficients.get(node.name, 0.0) + factor
        elif isinstance(node, Number):
            constant += factor * node.value
        elif node.function == "+":
            stack += [(argument, factor) for argument in reversed(node.arguments)]
        elif node.function == "neg":
            stack.append((node.arguments[0], -factor))
        else:
            inner = _factored(node)
            if inner is None:
                return None
            stack.append((inner[0], factor * inner[1]))
    return coefficients, constant


def _factored(node: Apply) -> tuple[Expression, float] | None:
    """A product or quotient as an expression times a number."""
    match node:
        case Apply("*", (Number(value), other)) | Apply("*", (other, Number(value))):
            return other, value
        case Apply("/", (dividend, Number(value))) if value != 0.0:
            return dividend, 1.0 / value
        case _:
            return None


def expression_of(coefficients: dict[str, float], constant: float) -> Expression:
    """The sum of the terms, starting with a positive one if there is one."""
    pairs = [*coefficients.items(), *([("", constant)] if constant != 0.0 or not coefficients else [])]
    if pairs[0][1] < 0.0:
        pairs.sort(key=lambda pair: pair[1] < 0.0)
    terms = [_term(name, coefficient, i == 0) for i, (name, coefficient) in enumerate(pairs)]
    return terms[0] if len(terms) == 1 else apply("+", *terms)


def _term(name: str, coefficient: float, is_first: bool) -> Expression:
    if not name:
        return Number(coefficient)
    if coefficient == 1.0:
        return Name(name)
    if coefficient == -1.0:
        return apply("neg", Name(name))
    if coefficient < 0.0 and not is_first:
        return apply("neg", apply("*", Number(-coefficient), Name(name)))
    return apply("*", Number(coefficient), Name(name))

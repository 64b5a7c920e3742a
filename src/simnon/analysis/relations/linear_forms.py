"""Expression -> its linear form: numbers times names, and a number; None where it has another form."""

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
    """The sum of the terms, a positive one first where there is one."""
    terms = [(coefficient, _term(name, coefficient)) for name, coefficient in coefficients.items()]
    if constant != 0.0 or not terms:
        terms.append((constant, Number(constant)))
    if terms[0][0] < 0.0:
        terms.sort(key=lambda term: term[0] < 0.0)
    return terms[0][1] if len(terms) == 1 else apply("+", *(term for _, term in terms))


def _term(name: str, coefficient: float) -> Expression:
    if coefficient == 1.0:
        return Name(name)
    if coefficient == -1.0:
        return apply("neg", Name(name))
    if coefficient < 0.0:
        return apply("neg", apply("*", Number(-coefficient), Name(name)))
    return apply("*", Number(coefficient), Name(name))

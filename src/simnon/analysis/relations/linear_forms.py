"""Expression -> its linear form: numbers times names, and a number; None where it has another form."""

from simnon.model import Apply, Expression, Name, Number, apply

LinearForm = tuple[dict[str, float], float]


def linear_form(expression: Expression) -> LinearForm | None:
    coefficients: dict[str, float] = {}
    constant = 0.0
    stack: list[tuple[Expression, float]] = [(expression, 1.0)]
    while stack:
        node, factor = stack.pop()
        match node:
            case Number(value):
                constant += factor * value
            case Name(name):
                coefficients[name] = coefficients.get(name, 0.0) + factor
            case Apply("+", arguments):
                stack += [(argument, factor) for argument in reversed(arguments)]
            case Apply("neg", (argument,)):
                stack.append((argument, -factor))
            case Apply("*", (Number(value), other)) | Apply("*", (other, Number(value))):
                stack.append((other, factor * value))
            case Apply("/", (dividend, Number(value))) if value != 0.0:
                stack.append((dividend, factor / value))
            case _:
                return None
    return coefficients, constant


def expression_of(coefficients: dict[str, float], constant: float) -> Expression:
    terms: list[Expression] = []
    for name, coefficient in coefficients.items():
        if coefficient == 1.0:
            terms.append(Name(name))
        elif coefficient == -1.0:
            terms.append(apply("neg", Name(name)))
        else:
            terms.append(apply("*", Number(coefficient), Name(name)))
    if constant != 0.0 or not terms:
        terms.append(Number(constant))
    return terms[0] if len(terms) == 1 else apply("+", *terms)

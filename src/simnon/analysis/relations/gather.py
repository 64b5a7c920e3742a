"""FlatModel -> the relations among its continuous variables, with equal and negated names merged."""

from collections.abc import Mapping

from simnon.doors import loaded_on_use
from simnon.model import Equation, Expression, FlatModel, Name, Role, Variable, names_in, substitute
from simnon.source import frozen

from ..derivative import simplified
from ..fold_constants import folded
from .linear_forms import LinearForm

with loaded_on_use(__name__):
    from .linear_forms import expression_of, linear_form
    from .merge_names import Classes, merge_names
    from .relation import Relation, residual_of

_UNKNOWN = (Role.AUXILIARY, Role.INPUT, Role.OUTPUT, Role.DERIVATIVE)


@frozen
class RelationSystem:
    """`meaning_of_name` replaces merged names; `unknowns` are in source order, including derivatives."""

    relations: tuple[Relation, ...]
    unknowns: tuple[str, ...]
    meaning_of_name: Mapping[str, Expression]
    classes: Classes
    others: tuple[Equation, ...]
    """Equations that are not relations: conditions, remembered values, samples."""


def gather(model: FlatModel) -> RelationSystem:
    variable_of_name = model.by_name()
    targets = {equation.target for equation in model.equations}
    constant = _set_at_the_start(model, targets)
    free = {v.name for v in model.variables if _is_unknown(v, targets) and v.name not in constant}
    concerned = [e for e in model.equations if e.target in free or variable_of_name[e.target].role is Role.RESIDUAL]
    stays = {name for name in free if variable_of_name[name].role is Role.DERIVATIVE}
    classes = Classes(lambda name: name not in free or name in stays)
    written = [_relation(equation, variable_of_name) for equation in concerned]
    relations, meaning_of_name = _merged(written, free, classes)
    others = tuple(e for e in model.equations if e.target not in free and not _is_residual(variable_of_name[e.target]))
    unknowns = tuple(v.name for v in model.variables if v.name in free and v.name not in meaning_of_name)
    return RelationSystem(tuple(relations), unknowns, meaning_of_name, classes, others)


def has_relations(model: FlatModel) -> bool:
    """Whether an equation does not state which variable it determines, or a variable has no equation."""
    targets = {equation.target for equation in model.equations}
    given = targets | _set_at_the_start(model, targets)
    return any(
        variable.role is Role.RESIDUAL or (variable.name not in given and _is_unknown(variable, targets))
        for variable in model.variables
    )


def _set_at_the_start(model: FlatModel, targets: set[str]) -> set[str]:
    """Inputs and outputs that only INITIAL assigns: they keep that value."""
    initial = {equation.target for equation in model.initial_equations} - targets
    return {v.name for v in model.variables if v.name in initial and v.role in (Role.INPUT, Role.OUTPUT)}


def _is_residual(variable: Variable) -> bool:
    return variable.role is Role.RESIDUAL


def _is_unknown(variable: Variable, targets: set[str]) -> bool:
    if variable.sampler or variable.is_condition:
        return False
    return variable.role in _UNKNOWN or (variable.role is Role.INTERMEDIATE and variable.name in targets)


def _relation(equation: Equation, variable_of_name: Mapping[str, Variable]) -> Relation:
    if _is_residual(variable_of_name[equation.target]):
        return Relation(equation.value, equation.span)
    return Relation(residual_of(Name(equation.target), equation.value), equation.span, equation.target)


def _merged(written: list[Relation], free: set[str], classes: Classes) -> tuple[list[Relation], dict[str, Expression]]:
    """Merge until nothing changes: a number found can turn a product into a number, or into a linear form."""
    relations = written
    forms: list[LinearForm | None] = [linear_form(relation.residual) for relation in relations]
    while True:
        forms = merge_names(forms, classes)
        meaning_of_name = {name: meaning for name in free if (meaning := classes.meaning(name)) is not None}
        is_new = False
        for i, (relation, form) in enumerate(zip(relations, forms, strict=True)):
            if form is None and not meaning_of_name.keys().isdisjoint(names := names_in(relation.residual)):
                relations[i] = _replaced(relation, {n: meaning_of_name[n] for n in names if n in meaning_of_name})
                forms[i] = linear_form(relations[i].residual)
                is_new = is_new or forms[i] is not None
        if not is_new:
            return _left(relations, forms, meaning_of_name), meaning_of_name


def _replaced(relation: Relation, meaning_of_name: dict[str, Expression]) -> Relation:
    residual = folded(simplified(substitute(relation.residual, meaning_of_name)))
    target = meaning_of_name.get(relation.target, Name(relation.target))
    return Relation(residual, relation.span, target.name if isinstance(target, Name) else "")


def _left(
    relations: list[Relation], forms: list[LinearForm | None], meaning_of_name: Mapping[str, Expression]
) -> list[Relation]:
    left: list[Relation] = []
    for relation, form in zip(relations, forms, strict=True):
        if form is None:
            left.append(relation)
        elif form[0] or form[1] != 0.0:
            target = meaning_of_name.get(relation.target)
            kept = relation.target if target is None else target.name if isinstance(target, Name) else ""
            kept = kept if kept in form[0] else ""
            is_as_written = kept and form[0].keys() == set(names_in(relation.residual))
            residual = relation.residual if is_as_written else expression_of(*form)
            left.append(Relation(residual, relation.span, kept, form=form))
    return left

"""Models -> one model: in series, in parallel, in feedback, chosen inputs and outputs, delays before or after.

All are one operation: the models stand side by side, and a matrix leads outputs back to inputs.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simnon.source import UserError, arguments

from .opened import Opened, closed, linalg, opened
from .realisation import Array, DelayChannels, Model, Realisation, positions


def series(first: Model, second: Model) -> Model:
    """The outputs of `first` are the inputs of `second`, in order."""
    _check_sizes(len(first.outputs), len(second.inputs), "outputs of the first model", "inputs of the second")
    form, states = _side_by_side(first, second)
    m1, m2, p1, p2 = len(first.inputs), len(second.inputs), len(first.outputs), len(second.outputs)
    back = np.zeros((m1 + m2, p1 + p2))
    back[m1:, :p1] = np.eye(p1)
    joined = _connected(form, back, np.eye(m1 + m2, m1), np.eye(p1 + p2)[p1:])
    return closed(_merged(first, second, first.inputs, second.outputs), joined, states)


def parallel(one: Model, other: Model) -> Model:
    """Both have the same inputs, and their outputs are added."""
    _check_sizes(len(one.inputs), len(other.inputs), "inputs of the first model", "inputs of the second")
    _check_sizes(len(one.outputs), len(other.outputs), "outputs of the first model", "outputs of the second")
    form, states = _side_by_side(one, other)
    m, p = len(one.inputs), len(one.outputs)
    joined = _connected(form, np.zeros((2 * m, 2 * p)), np.vstack((np.eye(m),) * 2), np.hstack((np.eye(p),) * 2))
    return closed(_merged(one, other, one.inputs, one.outputs), joined, states)


def feedback(forward: Model, back: Model, sign: float = -1.0) -> Model:
    """The loop of `forward` with `back` from its outputs to its inputs, negative unless `sign` is 1."""
    if sign not in (-1, 1):
        raise arguments.refusal("sign", "-1 or 1", sign)
    _check_sizes(len(forward.outputs), len(back.inputs), "outputs of the model", "inputs of the feedback")
    _check_sizes(len(back.outputs), len(forward.inputs), "outputs of the feedback", "inputs of the model")
    form, states = _side_by_side(forward, back)
    m, p = len(forward.inputs), len(forward.outputs)
    loop = np.zeros((m + p, p + m))
    loop[:m, p:] = sign * np.eye(m)
    loop[m:, :p] = np.eye(p)
    joined = _connected(form, loop, np.eye(m + p, m), np.eye(p + m)[:p])
    return closed(_merged(forward, back, forward.inputs, forward.outputs), joined, states)


def scaled(model: Model, factor: float | Array) -> Model:
    """Every output times `factor`, or the vector of outputs times a matrix with as many rows as outputs."""
    gain = np.asarray(factor, dtype=np.float64) * np.eye(len(model.outputs)) if np.ndim(factor) == 0 else factor
    form = opened(model)
    rows = linalg().block_diag(gain, np.eye(len(form.lags)))
    return closed(model, replace(form, C=rows @ form.C, D=rows @ form.D), model.states)


def select(model: Model, inputs: Sequence[str] | str | None, outputs: Sequence[str] | str | None) -> Model:
    """The model from some of its inputs to some of its outputs, by name; None keeps them all."""
    columns = list(range(len(model.inputs))) if inputs is None else positions(inputs, model.inputs, "inputs")
    rows = list(range(len(model.outputs))) if outputs is None else positions(outputs, model.outputs, "outputs")
    form = opened(model)
    all_columns = columns + list(range(form.input_count, form.B.shape[1]))
    all_rows = rows + list(range(form.output_count, form.C.shape[0]))
    chosen = Opened(
        form.A,
        form.B[:, all_columns],
        form.C[all_rows],
        form.D[np.ix_(all_rows, all_columns)],
        len(columns),
        len(rows),
        form.lags,
    )
    named = replace(
        model, inputs=tuple(model.inputs[i] for i in columns), outputs=tuple(model.outputs[i] for i in rows)
    )
    return closed(named, chosen, model.states)


def delay_before(model: Model, lags: float | Sequence[float]) -> Model:
    """The model with its inputs delayed, all by the same lag or each by its own."""
    return series(_delay_of(model, lags, model.inputs), model) if np.any(lags) else model


def delay_after(model: Model, lags: float | Sequence[float]) -> Model:
    """The model with its outputs delayed, all by the same lag or each by its own."""
    return series(model, _delay_of(model, lags, model.outputs)) if np.any(lags) else model


def static(model: Model, gain: Array, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> Model:
    """A model without states, of the class and period of another."""
    empty = np.zeros((0, 0))
    return replace(
        model,
        A=empty,
        B=np.zeros((0, len(inputs))),
        C=np.zeros((len(outputs), 0)),
        D=gain,
        states=(),
        inputs=inputs,
        outputs=outputs,
        channels=None,
        units={},
        notes=(),
    )


def _delay_of(model: Model, lags: float | Sequence[float], names: tuple[str, ...]) -> Model:
    count = len(names)
    each = np.broadcast_to(np.asarray(lags, dtype=np.float64), (count,))
    if not (np.isfinite(each).all() and (each >= 0.0).all()):
        raise arguments.refusal("lag", "numbers that are not negative", lags)
    late = [i for i in range(count) if each[i] > 0.0]
    through = np.eye(count)[:, late]
    channels = DelayChannels(
        tuple(float(each[i]) for i in late),
        np.zeros((0, len(late))),
        np.zeros((len(late), 0)),
        through,
        through.T.copy(),
        np.zeros((len(late), len(late))),
    )
    direct = np.diag((each == 0.0).astype(np.float64))
    return replace(static(model, direct, names, names), channels=channels)


def _side_by_side(one: Realisation, other: Realisation) -> tuple[Opened, tuple[str, ...]]:
    if one.period != other.period:
        kinds = [f"sampled every {each.period:g} s" if each.is_sampled else "continuous" for each in (one, other)]
        raise UserError(
            "different-periods",
            f"one model is {kinds[0]}, the other {kinds[1]}",
            "bring them to one period with discretise() or to_continuous()",
        )
    a, b, diagonal = opened(one), opened(other), linalg().block_diag
    rows, columns = _order(a.output_count, b.output_count, a.C, b.C), _order(a.input_count, b.input_count, a.B.T, b.B.T)
    form = Opened(
        diagonal(a.A, b.A),
        diagonal(a.B, b.B)[:, columns],
        diagonal(a.C, b.C)[rows],
        diagonal(a.D, b.D)[rows][:, columns],
        a.input_count + b.input_count,
        a.output_count + b.output_count,
        a.lags + b.lags,
    )
    return form, _distinct(one.states, other.states)


def _order(count_of_one: int, count_of_other: int, one: Array, other: Array) -> list[int]:
    """Signals first, then delays."""
    start, end = len(one), len(one) + len(other)
    return [
        *range(count_of_one),
        *range(start, start + count_of_other),
        *range(count_of_one, start),
        *range(start + count_of_other, end),
    ]


def _connected(form: Opened, back: Array, inward: Array, outward: Array) -> Opened:
    """With u = back y + inward r, and outputs outward y; delays are carried through."""
    diagonal, count = linalg().block_diag, len(form.lags)
    K = diagonal(back, np.zeros((count, count)))
    L, M = diagonal(inward, np.eye(count)), diagonal(outward, np.eye(count))
    loop = np.eye(len(K)) - K @ form.D
    if len(K) and np.linalg.cond(loop) > 1e14:
        raise UserError(
            "algebraic-loop",
            "the direct terms of the loop form an algebraic loop without a solution",
            "a gain around the loop of exactly 1 cannot be closed",
        )
    states, inputs = np.linalg.solve(loop, K @ form.C), np.linalg.solve(loop, L)
    return Opened(
        form.A + form.B @ states,
        form.B @ inputs,
        M @ (form.C + form.D @ states),
        M @ form.D @ inputs,
        inward.shape[1],
        len(outward),
        form.lags,
    )


def _merged(one: Model, other: Realisation, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> Model:
    units = {**other.units, **one.units}
    notes = tuple(dict.fromkeys((*one.notes, *other.notes)))
    return replace(one, inputs=inputs, outputs=outputs, units=units, notes=notes)


def _distinct(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """States of the second that have the name of one of the first get a number."""
    names = list(one)
    for name in other:
        unique, count = name, 1
        while unique in names:
            count += 1
            unique = f"{name}_{count}"
        names.append(unique)
    return tuple(names)


def _check_sizes(found: int, expected: int, what: str, whose: str) -> None:
    if found != expected:
        raise UserError("bad-connection", f"{found} {what} cannot be joined to {expected} {whose}")

"""20_adam: steps of the optimiser Adam, from a new state or from a given one."""

import numpy as np

from attention import run
from course import Case

NEW = dict(m=0, v=0, steps=0)

CASES = [
    Case("document", dict(S=5, P=10), dict(state=0, gradients=3, rate=1), NEW | dict(lr=0.001)),
    Case("new_state", dict(S=4, P=6), dict(state=201, gradients=202, rate=203), NEW),
    Case("resumed", dict(S=3, P=7), dict(state=204, gradients=205, rate=206)),
    Case("square", dict(S=4, P=4), dict(state=207, gradients=208, rate=209)),
    Case("resumed_late", dict(S=3, P=5), dict(state=210, gradients=211, rate=212),
         dict(steps=100)),
    Case("first_step", dict(S=1, P=5), dict(state=213, gradients=214, rate=215), NEW),
    Case("one_parameter", dict(S=6, P=1), dict(state=216, gradients=217, rate=218)),
    Case("tiny_gradients", dict(S=3, P=5), dict(state=219, gradients=220, rate=221),
         NEW | dict(gradients=1e-8)),
    Case("zero_gradients", dict(S=2, P=3), dict(state=222, gradients=223, rate=224),
         NEW | dict(gradients=0)),
]

# The document prints no numbers.
PUBLISHED = {}

# One step. `old` is the state before it, `state` the one that the call began with.
STEP = {
    "beta1": lambda s: 0.9,
    "beta2": lambda s: 0.999,
    "eps": lambda s: 1e-8,
    "g": lambda s: s.gradients[s.turn],
    "steps": lambda s: s.old.steps + 1,
    "t": lambda s: s.steps,
    "m": lambda s: s.beta1 * s.old.m + (1 - s.beta1) * s.g,
    "squares": lambda s: s.g ** 2,
    "v": lambda s: s.beta2 * s.old.v + (1 - s.beta2) * s.squares,
    "mean": lambda s: s.m / (1 - s.beta1 ** s.t),
    "square": lambda s: s.v / (1 - s.beta2 ** s.t),
    "decayed": lambda s: s.old.theta,
    "theta": lambda s: s.decayed - s.lr * s.mean / (np.sqrt(s.square) + s.eps),
}


def theta(step):
    """Parameters from which something else is subtracted."""
    return {"theta": lambda s: s.old.theta - step(s)}


def squares(compute):
    return {"squares": compute}


def count(t):
    return {"t": t}


def constants(**values):
    return {name: lambda s, value=value: value for name, value in values.items()}


def restarted(*names):
    """Parts of the state that begin each call at zero."""
    return {"old": lambda s: s.old if s.turn else run({}, **(
        vars(s.old) | {name: 0 * getattr(s.old, name) for name in names}))}


MISTAKES = {
    "no_bias_correction": {"mean": lambda s: s.m, "square": lambda s: s.v},
    "mean_not_corrected": {"mean": lambda s: s.m},
    "square_not_corrected": {"square": lambda s: s.v},
    "correction_multiplied": {
        "mean": lambda s: s.m * (1 - s.beta1 ** s.t),
        "square": lambda s: s.v * (1 - s.beta2 ** s.t),
    },
    "correction_without_power": {
        "mean": lambda s: s.m / (1 - s.beta1),
        "square": lambda s: s.v / (1 - s.beta2),
    },
    "divided_by_power": {
        "mean": lambda s: s.m / s.beta1 ** s.t,
        "square": lambda s: s.v / s.beta2 ** s.t,
    },
    "correction_betas_swapped": {
        "mean": lambda s: s.m / (1 - s.beta2 ** s.t),
        "square": lambda s: s.v / (1 - s.beta1 ** s.t),
    },
    "correction_outside_root": theta(
        lambda s: s.lr * s.mean / (np.sqrt(s.v) / (1 - s.beta2 ** s.t) + s.eps)),
    "count_from_zero": count(lambda s: s.steps - 1),
    "not_counted": {"steps": lambda s: s.old.steps},
    "counted_once": {"steps": lambda s: s.state.steps + 1},
    "count_restarted": {"steps": lambda s: s.turn + 1},
    "correction_restarted": count(lambda s: s.turn + 1),
    "eps_inside_root": theta(lambda s: s.lr * s.mean / np.sqrt(s.square + s.eps)),
    "eps_missing": constants(eps=0.0),
    "eps_too_large": constants(eps=1e-3),
    "eps_before_correction": theta(
        lambda s: s.lr * s.mean / (np.sqrt(s.v) + s.eps) * np.sqrt(1 - s.beta2 ** s.t)),
    "betas_swapped": constants(beta1=0.999, beta2=0.9),
    "beta1_for_both": constants(beta2=0.9),
    "beta2_smaller": constants(beta2=0.99),
    "beta_of_gradient": {
        "m": lambda s: (1 - s.beta1) * s.old.m + s.beta1 * s.g,
        "v": lambda s: (1 - s.beta2) * s.old.v + s.beta2 * s.squares,
    },
    "m_as_momentum": {"m": lambda s: s.beta1 * s.old.m + s.g},
    "v_as_sum": {"v": lambda s: s.beta2 * s.old.v + s.squares},
    "m_not_carried": {"m": lambda s: (1 - s.beta1) * s.g},
    "v_not_carried": {"v": lambda s: (1 - s.beta2) * s.squares},
    "moments_restarted": restarted("m", "v"),
    "corrected_m_kept": {"m_kept": lambda s: s.mean},
    "corrected_v_kept": {"v_kept": lambda s: s.square},
    "corrected_moments_kept": {"m_kept": lambda s: s.mean, "v_kept": lambda s: s.square},
    "gradient_not_squared": squares(lambda s: s.g),
    "absolute_gradient": squares(lambda s: abs(s.g)),
    "m_squared": squares(lambda s: s.m ** 2),
    "whole_gradient_squared": squares(lambda s: (s.g ** 2).mean()),
    "root_missing": theta(lambda s: s.lr * s.mean / (s.square + s.eps)),
    "not_divided": theta(lambda s: s.lr * s.mean),
    "gradient_for_mean": {"mean": lambda s: s.g},
    "nesterov": {"mean": lambda s: (
        s.beta1 * s.m + (1 - s.beta1) * s.g) / (1 - s.beta1 ** s.t)},
    "largest_v": {
        "largest": lambda s: np.maximum(s.state.v if s.turn == 0 else s.before.largest, s.v),
        "square": lambda s: s.largest / (1 - s.beta2 ** s.t),
    },
    "old_moments_used": {
        "mean": lambda s: s.old.m / (1 - s.beta1 ** s.t),
        "square": lambda s: s.old.v / (1 - s.beta2 ** s.t),
    },
    "ascent": theta(lambda s: -s.lr * s.mean / (np.sqrt(s.square) + s.eps)),
    "lr_falls": theta(lambda s: s.lr / np.sqrt(s.t) * s.mean / (np.sqrt(s.square) + s.eps)),
    "decoupled_weight_decay": {"decayed": lambda s: (1 - s.lr * 0.01) * s.old.theta},
    "weight_decay": {"g": lambda s: s.gradients[s.turn] + 0.01 * s.old.theta},
    "first_row_only": {"g": lambda s: s.gradients[0]},
    "rows_averaged": {
        "turns": lambda s: 1,
        "g": lambda s: s.gradients.mean(axis=0),
    },
}


def in_order(changes):
    """The stages of a step, with those that only a mistake has before the one that needs them."""
    stages = {}
    for name, stage in STEP.items():
        if name == "square" and "largest" in changes:
            stages["largest"] = changes["largest"]
        stages[name] = changes.get(name, stage)
    return {"old": changes.get("old", lambda s: s.old)} | stages | {
        "m_kept": changes.get("m_kept", lambda s: s.m),
        "v_kept": changes.get("v_kept", lambda s: s.v),
    }


def evaluate(inputs, changes):
    """The results and the recorded steps, with the changes of a mistake or with none."""
    state = run({}, **{name: inputs[name] for name in ("theta", "m", "v", "steps")})
    now, before, recorded = state, None, []
    turns = 1 if "turns" in changes else len(inputs["gradients"])
    for turn in range(turns):
        s = run(in_order(changes), gradients=inputs["gradients"], lr=inputs["lr"], turn=turn,
                state=state, old=now, before=before)
        recorded += [("first moment", s.m), ("second moment", s.v),
                     ("corrected first moment", s.mean), ("corrected second moment", s.square)]
        now = run({}, theta=s.theta, m=s.m_kept, v=s.v_kept, steps=s.steps)
        before = s
    return (now.theta, now.m, now.v, np.asarray(now.steps, dtype=float)), recorded

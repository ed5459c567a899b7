"""23_sgd_momentum: the classifier of 21 trained by gradient descent with momentum."""

import numpy as np

from attention import run
from course import Case
from token_classifier import log_softmax_rows

# All but one of these seeds of the stream `steps` give 20 steps.
CASES = [
    Case("document", dict(N=20, k=3), dict(tokens=3, labels=1, weights=0, rates=2, steps=1),
         dict(lr=0.01)),
    Case("unequal_sizes", dict(N=7, k=5), dict(tokens=261, labels=262, weights=263, rates=264,
                                               steps=253)),
    Case("square", dict(N=6, k=2), dict(tokens=265, labels=266, weights=267, rates=268,
                                        steps=263)),
    Case("confident", dict(N=5, k=3), dict(tokens=274, labels=275, weights=276, rates=277,
                                           steps=265), dict(b=800)),
    Case("untrained", dict(N=5, k=4), dict(tokens=278, labels=279, weights=280, rates=281,
                                           steps=277), dict(W=0, b=0)),
    Case("one_step", dict(N=5, k=4), dict(tokens=282, labels=283, weights=284, rates=285,
                                          steps=280), dict(steps=0.05)),
    Case("one_token", dict(N=1, k=3), dict(tokens=286, labels=287, weights=288, rates=289,
                                           steps=273)),
]

# The document's numbers come from generators without a seed.
PUBLISHED = {}

# One step. `v_W` and `v_b` are the velocities, `last` is the state of the step before.
STEP = {
    "tokens": lambda s: s.X,
    "targets": lambda s: np.eye(2)[s.y],
    "logits": lambda s: s.tokens @ s.W.T + s.b,
    "logs": lambda s: log_softmax_rows(s.logits),
    "probabilities": lambda s: np.exp(s.logs),
    "errors": lambda s: (s.probabilities - s.targets) / len(s.tokens),
    "gradient_W": lambda s: s.errors.T @ s.tokens,
    "velocity_W": lambda s: s.momentum * s.v_W + s.gradient_W,
    "new_W": lambda s: s.W - s.lr * s.velocity_W,
    "gradient_b": lambda s: s.errors.sum(axis=0),
    "velocity_b": lambda s: s.momentum * s.v_b + s.gradient_b,
    "new_b": lambda s: s.b - s.lr * s.velocity_b,
    "loss": lambda s: mean_loss(s, s.logs),
}


def mean_loss(s, logs):
    return -(s.targets * logs).sum() / len(s.tokens)


def label_probabilities(s):
    """(N, 1) how probable the label of each token is."""
    return (s.targets * s.probabilities).sum(axis=1, keepdims=True)


def velocities(rule):
    """Both velocities by another rule, from the old velocity and the gradient."""
    return {
        "velocity_W": lambda s: rule(s, s.v_W, s.gradient_W),
        "velocity_b": lambda s: rule(s, s.v_b, s.gradient_b),
    }


def updates(rule):
    """Both updates by another rule, from the parameter, its old and new velocity, its gradient."""
    return {
        "new_W": lambda s: rule(s, s.W, s.v_W, s.velocity_W, s.gradient_W),
        "new_b": lambda s: rule(s, s.b, s.v_b, s.velocity_b, s.gradient_b),
    }


def gradients(change):
    """Both gradients changed, the second argument being that of the step before."""
    return {
        "gradient_W": lambda s: change(STEP["gradient_W"](s), s.last.gradient_W),
        "gradient_b": lambda s: change(STEP["gradient_b"](s), s.last.gradient_b),
    }


def errors(compute):
    return {"errors": compute}


def loss(compute):
    return {"loss": compute}


GRADIENT_OF_PROBABILITY = errors(lambda s: (
    label_probabilities(s) * (s.probabilities - s.targets) / len(s.tokens)))
LOSS_IS_PROBABILITY = loss(lambda s: -label_probabilities(s).mean())
NOT_AVERAGED = errors(lambda s: s.probabilities - s.targets)
LOSS_SUMMED = loss(lambda s: -(s.targets * s.logs).sum())

MISTAKES = {
    "trained_on_probabilities": GRADIENT_OF_PROBABILITY | LOSS_IS_PROBABILITY,
    "gradient_of_probability": GRADIENT_OF_PROBABILITY,
    "loss_is_probability": LOSS_IS_PROBABILITY,
    "exponential_average": velocities(lambda s, v, g: s.momentum * v + (1 - s.momentum) * g),
    "nesterov": updates(lambda s, p, old, v, g: p - s.lr * (g + s.momentum * v)),
    "no_momentum": velocities(lambda s, v, g: g),
    "velocity_reset": velocities(lambda s, v, g: s.momentum * 0 * v + g),
    "velocity_never_decays": velocities(lambda s, v, g: v + g),
    "gradient_accumulated": gradients(lambda g, last: g + last),
    "gradient_decays_too": velocities(lambda s, v, g: s.momentum * (v + g)),
    "old_velocity_used": updates(lambda s, p, old, v, g: p - s.lr * old),
    "lr_twice": velocities(lambda s, v, g: s.momentum * v + s.lr * g),
    "lr_and_momentum_swapped": {
        **velocities(lambda s, v, g: s.lr * v + g),
        **updates(lambda s, p, old, v, g: p - s.momentum * v),
    },
    "lr_left_out": updates(lambda s, p, old, v, g: p - v),
    "ascent": updates(lambda s, p, old, v, g: p + s.lr * v),
    "targets_minus_probabilities": errors(
        lambda s: (s.targets - s.probabilities) / len(s.tokens)),
    "lr_in_velocity": {
        **velocities(lambda s, v, g: s.momentum * v - s.lr * g),
        **updates(lambda s, p, old, v, g: p + v),
    },
    "lr_in_positive_velocity": {
        **velocities(lambda s, v, g: s.momentum * v + s.lr * g),
        **updates(lambda s, p, old, v, g: p - v),
    },
    "bias_not_updated": {"new_b": lambda s: s.b},
    "W_not_updated": {"new_W": lambda s: s.W},
    "bias_without_momentum": {"velocity_b": lambda s: s.gradient_b},
    "bias_gradient_after_W": {"gradient_b": lambda s: ((np.exp(log_softmax_rows(
        s.tokens @ s.new_W.T + s.b)) - s.targets) / len(s.tokens)).sum(axis=0)},
    "bias_gradient_averaged": {"gradient_b": lambda s: s.errors.mean(axis=0)},
    "gradient_summed": NOT_AVERAGED,
    "loss_summed": LOSS_SUMMED,
    "nothing_averaged": NOT_AVERAGED | LOSS_SUMMED,
    "gradient_over_all_elements": errors(
        lambda s: (s.probabilities - s.targets) / s.targets.size),
    "loss_over_all_elements": loss(lambda s: -(s.targets * s.logs).mean()),
    "loss_after_update": loss(lambda s: mean_loss(s, log_softmax_rows(
        s.tokens @ s.new_W.T + s.new_b))),
    "loss_accumulated": loss(lambda s: s.last.loss + mean_loss(s, s.logs)),
    "loss_positive": loss(lambda s: -mean_loss(s, s.logs)),
    "loss_of_both_classes": loss(lambda s: -s.logs.sum() / len(s.tokens)),
    "targets_forgotten": errors(lambda s: s.probabilities / len(s.tokens)),
    "labels_inverted": {"targets": lambda s: 1 - np.eye(2)[s.y]},
    "log_probabilities_in_gradient": errors(lambda s: (s.logs - s.targets) / len(s.tokens)),
    "logits_in_gradient": errors(lambda s: (s.logits - s.targets) / len(s.tokens)),
    "gradient_transposed": {"gradient_W": lambda s: s.tokens.T @ s.errors},
    "W_not_transposed": {"logits": lambda s: s.tokens @ s.W + s.b},
    "bias_left_out": {"logits": lambda s: s.tokens @ s.W.T},
    "one_token_for_each_step": {
        "tokens": lambda s: s.X[[s.step % len(s.X)]],
        "targets": lambda s: np.eye(2)[s.y[[s.step % len(s.X)]]],
    },
    "last_update_missing": updates(
        lambda s, p, old, v, g: p if s.step + 1 == s.steps else p - s.lr * v),
    "started_at_zero": {
        "W": lambda s: 0 * s.W if s.step == 0 else s.W,
        "b": lambda s: 0 * s.b if s.step == 0 else s.b,
    },
}


def evaluate(inputs, changes):
    """The results and the recorded steps, with the changes of a mistake or with none."""
    inputs = inputs | {"y": inputs["y"].astype(int)}
    W, b = inputs.pop("W"), inputs.pop("b")
    v_W, v_b = 0 * W, 0 * b
    last = run({}, gradient_W=0 * W, gradient_b=0 * b, loss=0)
    losses, recorded = [], []
    # Stages that a mistake adds come first.
    stages = {name: None for name in changes if name not in STEP} | STEP | changes
    for step in range(round(float(inputs["steps"]))):
        s = run(stages, **inputs, W=W, b=b, v_W=v_W, v_b=v_b, last=last, step=step)
        recorded += [("log probabilities", s.logs), ("gradient of W", s.gradient_W),
                     ("gradient of b", s.gradient_b), ("velocity of W", s.velocity_W),
                     ("velocity of b", s.velocity_b)]
        losses.append(s.loss)
        W, b, v_W, v_b, last = s.new_W, s.new_b, s.velocity_W, s.velocity_b, s
    return (W, b, np.array(losses)), recorded

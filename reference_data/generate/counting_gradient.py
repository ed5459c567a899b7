"""19_counting_gradient: loss and gradient of the counting model, derived here once more.

The softmax has its full Jacobian matrix, and every right gradient is compared with central
differences of the loss before anything is written.
"""

import numpy as np

import counting_model
from attention import run
from course import Case
from row_attention import row_max, softmax_rows

CASES = [
    Case("document", dict(B=4, N=10, V=10, E=5, d=5, H=200),
         dict(tokens=61, labels=3, weights=0)),
    Case("unequal_sizes", dict(B=3, N=6, V=11, E=4, d=3, H=7),
         dict(tokens=241, labels=4, weights=242)),
    Case("long_query", dict(B=5, N=4, V=10, E=2, d=6, H=5),
         dict(tokens=243, labels=5, weights=244)),
    Case("all_equal", dict(B=4, N=4, V=10, E=4, d=4, H=4),
         dict(tokens=245, labels=6, weights=246)),
    Case("equal_integers", dict(B=3, N=4, V=10, E=3, d=2, H=4),
         dict(tokens=247, labels=7, weights=248), dict(ids=0)),
    Case("large_logits", dict(B=6, N=4, V=10, E=4, d=2, H=5),
         dict(tokens=239, labels=8, weights=239), dict(W_output=3000)),
    # Features just above 0, where the ReLU has its slope as elsewhere.
    Case("one_sequence", dict(B=1, N=5, V=12, E=2, d=3, H=4),
         dict(tokens=249, labels=9, weights=250), dict(W_hidden=1e-4, b_hidden=1e-4)),
    Case("one_token", dict(B=3, N=1, V=10, E=3, d=2, H=5),
         dict(tokens=251, labels=10, weights=252)),
    # Scores so far apart that exponentials overflow unless the largest is taken off.
    Case("scores_far_apart", dict(B=2, N=4, V=10, E=3, d=2, H=4),
         dict(tokens=283, labels=283, weights=284), dict(query=5000)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(B=2, N=3, V=10, E=2, d=2, H=4),
         dict(tokens=279, labels=279, weights=280), {}, dict(b_key=-3000)),
]

PARAMETERS = ["table", "query", "W_key", "b_key", "W_value", "b_value", "W_hidden", "b_hidden",
              "W_output", "b_output"]


def forward(inputs, changes={}):
    return run(counting_model.MODEL | changes,
               **{name: inputs[name] for name in ["ids", *PARAMETERS]})


def cross_entropy(z, y):
    """Of each sequence, from its logit."""
    return np.logaddexp(0, z) - y * z


def root(s):
    return np.sqrt(s.f.query.shape[1])


def softmax_jacobian(w):
    """(B, N) to (B, N, N): the derivative of weight n in score m."""
    return w[:, :, None] * (np.eye(w.shape[1]) - w[:, None, :])


def scattered(s, ids, rows):
    """A table with each row added to that of its integer."""
    gradient = np.zeros_like(s.f.table)
    np.add.at(gradient, ids, rows)
    return gradient


# The state has the inputs, the forward pass as f, the labels as y, the numbers of sequences and tokens as B, N.
BACKWARD = {
    "p": lambda s: counting_model.sigmoid(s.f.logits),
    "losses": lambda s: cross_entropy(s.f.logits, s.y),
    "loss": lambda s: s.losses.sum() / s.B,
    "d_logits": lambda s: (s.p - s.y) / s.B,
    "W_output": lambda s: np.einsum("bo,bh->oh", s.d_logits, s.f.positive),
    "b_output": lambda s: s.d_logits.sum(axis=0),
    "d_features": lambda s: s.d_logits @ s.f.W_output,
    "d_hidden": lambda s: s.d_features * (s.f.hidden > 0),
    "W_hidden": lambda s: np.einsum("bh,bo->ho", s.d_hidden, s.f.answers),
    "b_hidden": lambda s: s.d_hidden.sum(axis=0),
    "d_answers": lambda s: s.d_hidden @ s.f.W_hidden,
    "d_values": lambda s: s.d_answers * s.f.weights,
    "d_weights": lambda s: s.d_answers * s.f.values,
    "d_scores": lambda s: np.einsum("bn,bnm->bm", s.d_weights, softmax_jacobian(s.f.weights)),
    "query": lambda s: np.einsum("bn,bnk->k", s.d_scores, s.f.keys)[None] / root(s),
    "d_keys": lambda s: np.einsum("bn,ok->bnk", s.d_scores, s.f.query) / root(s),
    "W_key": lambda s: np.einsum("bnk,bne->ke", s.d_keys, s.f.X),
    "b_key": lambda s: s.d_keys.sum(axis=(0, 1)),
    "W_value": lambda s: np.einsum("bn,bne->e", s.d_values, s.f.X)[None],
    "b_value": lambda s: s.d_values.sum().reshape(1),
    "key_path": lambda s: np.einsum("bnk,ke->bne", s.d_keys, s.f.W_key),
    "value_path": lambda s: np.einsum("bn,oe->bne", s.d_values, s.f.W_value),
    "d_embedded": lambda s: s.key_path + s.value_path,
    "table": lambda s: scattered(s, s.f.ids, s.d_embedded),
}


def check_with_differences(inputs, gradient, eps=1e-5, threshold=1e-6):
    """Stops the generator unless a gradient is that of the loss, by central differences."""

    def loss_with(name, values):
        return cross_entropy(forward(inputs | {name: values}).logits, inputs["labels"]).mean()

    for name in PARAMETERS:
        for place in np.ndindex(inputs[name].shape):
            step = np.zeros_like(inputs[name])
            step[place] = eps
            slope = (loss_with(name, inputs[name] + step)
                     - loss_with(name, inputs[name] - step)) / (2 * eps)
            given = gradient[name][place]
            if not abs(slope - given) <= threshold * max(1, abs(given)):
                raise ArithmeticError(f"gradient of {name}{list(place)} is {given}, but central "
                                      f"differences give {slope}")


def evaluate(inputs):
    """Loss and gradients, and the recorded steps."""
    y = inputs["labels"]
    s = run(BACKWARD, f=forward(inputs), y=y, B=len(y), N=inputs["ids"].shape[1])
    check_with_differences(inputs, vars(s))
    steps = [("answers", s.f.answers), ("features", s.f.positive)]
    steps += [(name, getattr(s, name)) for name in (
        "d_logits", "d_hidden", "d_answers", "d_values", "d_weights", "d_scores")]
    steps += [(name, d.reshape(-1, d.shape[2])) for name, d in [
        ("d_keys", s.d_keys), ("d_embedded", s.d_embedded)]]
    return tuple(np.asarray(getattr(s, name)) for name in ["loss", *PARAMETERS]), steps

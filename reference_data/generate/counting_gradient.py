"""19_counting_gradient: loss and gradient of the counting model, derived here once more.

The softmax has its full Jacobian matrix, and every right gradient is compared with central
differences of the loss before anything is written.
"""

import numpy as np

from counting_model import model, sigmoid
from course import Case

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


def cross_entropy(z, y):
    """Of each sequence, from its logit."""
    return np.logaddexp(0, z) - y * z


def check_with_differences(inputs, labels, gradient, eps=1e-5, threshold=1e-6):
    """Stops the generator unless a gradient is that of the loss, by central differences."""

    def loss_with(name, values):
        return cross_entropy(model(**(inputs | {name: values})).logits, labels).mean()

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
    inputs = {name: inputs[name] for name in ["ids", *PARAMETERS]}
    f, B, root = model(**inputs), len(y), np.sqrt(inputs["query"].shape[1])
    d_logits = (sigmoid(f.logits) - y) / B
    d_hidden = d_logits @ f.W_output * (f.hidden > 0)
    d_answers = d_hidden @ f.W_hidden
    d_values, d_weights = d_answers * f.weights, d_answers * f.values
    # The derivative of weight n in score m, of each sequence.
    jacobian = f.weights[:, :, None] * (np.eye(f.weights.shape[1]) - f.weights[:, None, :])
    d_scores = np.einsum("bn,bnm->bm", d_weights, jacobian)
    d_keys = np.einsum("bn,ok->bnk", d_scores, f.query) / root
    d_embedded = (np.einsum("bnk,ke->bne", d_keys, f.W_key)
                  + np.einsum("bn,oe->bne", d_values, f.W_value))
    table = np.zeros_like(f.table)
    np.add.at(table, f.ids, d_embedded)
    gradient = {
        "table": table,
        "query": np.einsum("bn,bnk->k", d_scores, f.keys)[None] / root,
        "W_key": np.einsum("bnk,bne->ke", d_keys, f.X), "b_key": d_keys.sum(axis=(0, 1)),
        "W_value": np.einsum("bn,bne->e", d_values, f.X)[None],
        "b_value": d_values.sum().reshape(1),
        "W_hidden": np.einsum("bh,bo->ho", d_hidden, f.answers), "b_hidden": d_hidden.sum(axis=0),
        "W_output": np.einsum("bo,bh->oh", d_logits, f.positive), "b_output": d_logits.sum(axis=0),
    }
    check_with_differences(inputs, y, gradient)
    loss = cross_entropy(f.logits, y).sum() / B
    return (np.asarray(loss), *(gradient[name] for name in PARAMETERS)), [
        ("answers", f.answers), ("features", f.positive), ("d_logits", d_logits),
        ("d_hidden", d_hidden), ("d_answers", d_answers), ("d_values", d_values),
        ("d_weights", d_weights), ("d_scores", d_scores),
        ("d_keys", d_keys.reshape(-1, d_keys.shape[2])),
        ("d_embedded", d_embedded.reshape(-1, d_embedded.shape[2]))]

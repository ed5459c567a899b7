"""21_token_classifier: a linear classifier with two classes, its cross-entropy and its accuracy."""

import numpy as np

from attention import run
from course import Case
from row_attention import row_max, row_sum, softmax_rows

CASES = [
    Case("document", dict(N=20, k=3), dict(tokens=3, weights=0, labels=1)),
    Case("unequal_sizes", dict(N=5, k=4), dict(tokens=211, weights=212, labels=213)),
    Case("square", dict(N=6, k=2), dict(tokens=214, weights=215, labels=216)),
    Case("two_tokens", dict(N=2, k=3), dict(tokens=217, weights=218, labels=219)),
    Case("large_logits", dict(N=7, k=4), dict(tokens=220, weights=221, labels=222),
         dict(X=2000)),
    Case("low_logits", dict(N=6, k=3), dict(tokens=223, weights=224, labels=225), dict(b=3000)),
    # In every row, not only in one column.
    Case("both_logits_low", dict(N=5, k=3), dict(tokens=1028, weights=1029, labels=1030),
         dict(b=3000)),
    Case("untrained", dict(N=7, k=3), dict(tokens=226, weights=227, labels=228), dict(W=0, b=0)),
    Case("one_token", dict(N=1, k=3), dict(tokens=229, weights=230, labels=231)),
]

# The document's numbers come from generators without a seed.
PUBLISHED = {}


def log_softmax_rows(logits, shift=row_max, total=row_sum):
    shifted = logits - shift(logits)
    return shifted - np.log(total(np.exp(shifted)))


def of_label(rows, y):
    """From each row the element that its label names."""
    return rows[np.arange(len(y)), y]


CLASSIFIER = {
    "logits": lambda s: s.X @ s.W.T + s.b,
    "logs": lambda s: log_softmax_rows(s.logits),
    "probabilities": lambda s: np.exp(s.logs),
    "predicted": lambda s: np.argmax(s.logits, axis=1),
    "loss": lambda s: -of_label(s.logs, s.y).mean(),
    "accuracy": lambda s: (s.predicted == s.y).mean(),
}


def logits(compute):
    return {"logits": compute}


def logs(compute):
    return {"logs": compute}


def loss(compute):
    return {"loss": compute}


def accuracy(compute):
    return {"accuracy": compute}


MISTAKES = {
    "loss_of_probabilities": loss(lambda s: -of_label(s.probabilities, s.y).mean()),
    "softmax_twice": loss(lambda s: -of_label(log_softmax_rows(s.probabilities), s.y).mean()),
    "logarithm_of_probabilities": logs(lambda s: np.log(softmax_rows(s.logits))),
    "naive_softmax": logs(lambda s: np.log(softmax_rows(s.logits, shift=lambda Z: 0))),
    "naive_exponent": logs(lambda s: log_softmax_rows(s.logits, shift=lambda Z: 0)),
    "one_maximum_for_all": logs(lambda s: log_softmax_rows(s.logits, shift=np.max)),
    "minimum_subtracted": logs(lambda s: log_softmax_rows(
        s.logits, shift=lambda Z: Z.min(axis=1, keepdims=True))),
    "softmax_over_tokens": logs(lambda s: log_softmax_rows(s.logits.T).T),
    "softmax_over_all": logs(lambda s: log_softmax_rows(s.logits, np.max, np.sum)),
    "not_normalised": logs(lambda s: s.logits - row_max(s.logits)),
    "sum_not_logged": logs(lambda s: s.logits - row_max(s.logits) - row_sum(
        np.exp(s.logits - row_max(s.logits)))),
    "sigmoid": logs(lambda s: -np.log(1 + np.exp(-s.logits))),
    "returns_log_probabilities": {"probabilities": lambda s: s.logs},
    "returns_logits": {"probabilities": lambda s: s.logits},
    "W_not_transposed": logits(lambda s: s.X @ s.W + s.b),
    "no_bias": logits(lambda s: s.X @ s.W.T),
    "bias_subtracted": logits(lambda s: s.X @ s.W.T - s.b),
    "first_token_only": logs(lambda s: log_softmax_rows(s.logits[:1] + 0 * s.logits)),
    "labels_inverted": {
        "loss": lambda s: -of_label(s.logs, 1 - s.y).mean(),
        "accuracy": lambda s: (s.predicted == 1 - s.y).mean(),
    },
    "loss_of_other_class": loss(lambda s: -of_label(s.logs, 1 - s.y).mean()),
    "loss_positive": loss(lambda s: of_label(s.logs, s.y).mean()),
    "loss_summed": loss(lambda s: -of_label(s.logs, s.y).sum()),
    "loss_over_all_elements": loss(lambda s: -of_label(s.logs, s.y).sum() / s.logs.size),
    "loss_of_all_pairs": loss(lambda s: -s.logs[:, s.y].mean()),
    "loss_of_both_classes": loss(lambda s: -s.logs.sum(axis=1).mean()),
    "loss_of_class_0": loss(lambda s: -s.logs[:, 0].mean()),
    "loss_of_class_1": loss(lambda s: -s.logs[:, 1].mean()),
    "loss_of_label_1_only": loss(lambda s: -(s.y * s.logs[:, 1]).mean()),
    "loss_of_prediction": loss(lambda s: -of_label(s.logs, s.predicted).mean()),
    "base_two": loss(lambda s: -of_label(s.logs, s.y).mean() / np.log(2)),
    "squared_error": loss(lambda s: ((1 - of_label(s.probabilities, s.y)) ** 2).mean()),
    "smaller_logit_predicted": {"predicted": lambda s: np.argmin(s.logits, axis=1)},
    "error_rate": accuracy(lambda s: (s.predicted != s.y).mean()),
    "tie_to_class_1": {"predicted": lambda s: (s.logits[:, 1] >= s.logits[:, 0]).astype(int)},
    "logit_against_half": {"predicted": lambda s: (s.logits[:, 1] > 0.5).astype(int)},
    "accuracy_in_percent": accuracy(lambda s: 100 * (s.predicted == s.y).mean()),
    "accuracy_counted": accuracy(lambda s: 1.0 * (s.predicted == s.y).sum()),
    "accuracy_divided_as_integers": accuracy(
        lambda s: 1.0 * ((s.predicted == s.y).sum() // len(s.y))),
    "mean_probability": accuracy(lambda s: of_label(s.probabilities, s.y).mean()),
}


def evaluate(inputs, changes):
    """The results and the recorded steps, with the changes of a mistake or with none."""
    labels = inputs["y"].astype(int)
    state = run(CLASSIFIER | changes, **(inputs | {"y": labels}))
    steps = [("logits", state.logits), ("log probabilities", state.logs)]
    return (state.probabilities, np.asarray(state.loss), np.asarray(state.accuracy)), steps

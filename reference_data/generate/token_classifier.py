"""21_token_classifier: a linear classifier with two classes, its cross-entropy and its accuracy."""

import numpy as np

from attention import run
from course import Case
from row_attention import row_max, row_sum

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


def evaluate(inputs):
    """The results and the recorded steps."""
    labels = inputs["y"].astype(int)
    state = run(CLASSIFIER, **(inputs | {"y": labels}))
    steps = [("logits", state.logits), ("log probabilities", state.logs)]
    return (state.probabilities, np.asarray(state.loss), np.asarray(state.accuracy)), steps

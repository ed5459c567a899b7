"""21_token_classifier: a linear classifier with two classes, its cross-entropy and its accuracy."""

import numpy as np

from course import Case

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


def log_softmax_rows(logits):
    shifted = logits - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def evaluate(inputs):
    """The results and the recorded steps."""
    y = inputs["y"].astype(int)
    logits = inputs["X"] @ inputs["W"].T + inputs["b"]
    logs = log_softmax_rows(logits)
    loss = -logs[np.arange(len(y)), y].mean()
    accuracy = (np.argmax(logits, axis=1) == y).mean()
    return (np.exp(logs), np.asarray(loss), np.asarray(accuracy)), [
        ("logits", logits), ("log probabilities", logs)]

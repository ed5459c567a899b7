"""23_sgd_momentum: the classifier of 21 trained by gradient descent with momentum."""

import numpy as np

from course import Case
from token_classifier import log_softmax_rows

# All but one of these seeds of the stream `steps` give 20 steps.
CASES = [
    Case("document", dict(N=20, k=3), dict(tokens=3, labels=1, weights=0, rates=2, steps=1),
         dict(lr=0.01)),
    Case("unequal_sizes", dict(N=7, k=5), dict(tokens=261, labels=262, weights=263, rates=264,
                                               steps=253)),
    Case("square", dict(N=6, k=2), dict(tokens=265, labels=266, weights=267, rates=268,
                                        steps=263), dict(lr=40)),
    Case("confident", dict(N=5, k=3), dict(tokens=274, labels=275, weights=276, rates=277,
                                           steps=265), dict(b=800)),
    Case("untrained", dict(N=5, k=4), dict(tokens=278, labels=279, weights=280, rates=281,
                                           steps=277), dict(W=0, b=0, momentum=1.22)),
    Case("one_step", dict(N=5, k=4), dict(tokens=282, labels=283, weights=284, rates=285,
                                          steps=280), dict(steps=0.05)),
    # The loss falls to nearly 0, and training goes on.
    Case("one_token", dict(N=1, k=3), dict(tokens=286, labels=287, weights=288, rates=289,
                                           steps=273), dict(lr=20)),
]

def evaluate(inputs):
    """The results and the recorded steps."""
    X, W, b, lr, momentum = (inputs[name] for name in ("X", "W", "b", "lr", "momentum"))
    targets = np.eye(2)[inputs["y"].astype(int)]
    v_W, v_b = 0 * W, 0 * b
    losses, recorded = [], []
    for _ in range(round(float(inputs["steps"]))):
        logs = log_softmax_rows(X @ W.T + b)
        losses.append(-(targets * logs).sum() / len(X))
        errors = (np.exp(logs) - targets) / len(X)
        gradient_W, gradient_b = errors.T @ X, errors.sum(axis=0)
        v_W = momentum * v_W + gradient_W
        v_b = momentum * v_b + gradient_b
        W, b = W - lr * v_W, b - lr * v_b
        recorded += [("log probabilities", logs), ("gradient of W", gradient_W),
                     ("gradient of b", gradient_b), ("velocity of W", v_W), ("velocity of b", v_b),
                     ("updated W", W), ("updated b", b)]
    return (W, b, np.array(losses)), recorded

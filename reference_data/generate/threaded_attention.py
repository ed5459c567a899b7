"""36_threaded_attention: causal attention of as many queries as keys, whatever the number of threads."""

import numpy as np

from course import Case

# More rows than threads and fewer, and rows that threads divide and do not.
CASES = [
    Case("ordinary", dict(N=7, d=4, Dv=3), dict(tokens=1), given=dict(threads=3)),
    Case("by_hand", dict(N=8, d=2, Dv=2), dict(tokens=2), given=dict(threads=4)),
    Case("many_rows", dict(N=41, d=3, Dv=2), dict(tokens=3), dict(Q=3), given=dict(threads=5)),
    Case("many_features", dict(N=4, d=66, Dv=2), dict(tokens=4), given=dict(threads=2)),
    Case("square", dict(N=6, d=6, Dv=6), dict(tokens=5), given=dict(threads=3)),
    Case("large_scores", dict(N=6, d=3, Dv=2), dict(tokens=6), dict(Q=2000),
         given=dict(threads=4)),
    Case("low_scores", dict(N=5, d=3, Dv=2), dict(tokens=7), shift=dict(Q=-40, K=40),
         given=dict(threads=2)),
    Case("one_thread", dict(N=5, d=3, Dv=4), dict(tokens=8), given=dict(threads=1)),
    Case("more_threads_than_rows", dict(N=3, d=2, Dv=3), dict(tokens=9), given=dict(threads=5)),
    Case("one_row", dict(N=1, d=3, Dv=2), dict(tokens=10), given=dict(threads=3)),
    Case("one_of_all", dict(N=1, d=1, Dv=1), dict(tokens=11), given=dict(threads=1)),
]


def evaluate(inputs):
    """The output; nothing is recorded."""
    Q, K, V = inputs["Q"], inputs["K"], inputs["V"]
    scores = np.where(np.tri(len(Q)) == 1, Q @ K.T / np.sqrt(Q.shape[1]), -np.inf)
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials @ V / exponentials.sum(axis=1, keepdims=True), []

"""50_perplexity: the mean surprise at the next token of a text, and its exponential."""

import numpy as np

from course import Case


def case(name, N, V, seed, ids, padding, **more):
    """A case with seeds one after the other, and a text that is written out."""
    return Case(name, dict(N=N, V=V), dict(logits=seed, ids=seed + 1, padding=seed + 2),
                given=dict(ids=ids, padding=padding), **more)


CASES = [
    case("ordinary", 7, 5, 5000, [3, 1, 4, 2, 4, 0, 0], 0),
    case("no_padding", 6, 4, 5003, [2, 1, 3, 1, 2, 2], 0),
    # Padding in front, and an id that is neither the first nor the last.
    case("padding_in_front", 8, 6, 5006, [2, 2, 2, 5, 1, 0, 3, 4], 2),
    case("padding_first", 5, 5, 5009, [0, 3, 1, 1, 4], 0),
    case("square", 5, 5, 5012, [4, 0, 3, 1, 2], 3),
    case("one_pair", 2, 3, 5015, [1, 2], 0),
    case("all_padding", 4, 3, 5018, [1, 0, 0, 0], 0),
    case("last_counts", 6, 4, 5021, [1, 0, 0, 0, 0, 3], 0),
    case("large_logits", 6, 5, 5024, [1, 3, 2, 4, 1, 0], 0, scale=dict(logits=100)),
    case("high_logits", 6, 5, 5027, [1, 3, 2, 4, 1, 0], 0, shift=dict(logits=1000)),
    case("low_logits", 5, 4, 5030, [1, 3, 2, 2, 1], 0, shift=dict(logits=-1000)),
    # One row lies far below another, and one token is so unlikely that its probability is 0.
    Case("rows_far_apart", dict(N=5, V=3), dict(logits=5036, ids=5037, padding=5038),
         given=dict(logits=[[900.0, 100.0, 899.0], [-900.0, -901.0, -899.5], [0.5, 1.5, -0.5],
                            [-1.0, 0.25, 2.0], [1.0, 2.0, 3.0]], ids=[2, 1, 2, 1, 2], padding=0)),
    case("one_word", 4, 1, 5033, [0, 0, 0, 0], 1),
]


def evaluate(inputs):
    """Loss and perplexity, and the recorded steps."""
    logits, ids = inputs["logits"], inputs["ids"]
    log_sums = np.logaddexp.reduce(logits, axis=1)
    counts = ids[1:] != inputs["padding"]
    surprises = (log_sums[:-1] - logits[np.arange(len(ids) - 1), ids[1:]]) * counts
    loss = surprises.sum() / max(counts.sum(), 1)
    return (loss, np.exp(loss)), [("log sums", log_sums[:, None]), ("surprises", surprises)]

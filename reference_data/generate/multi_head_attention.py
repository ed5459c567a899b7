"""11_multi_head_attention: any number of heads, side by side, combined by Wout."""

import numpy as np

from course import Case, softmax


def case(name, sizes, tokens, asked_tokens, weights, causal, scale=None):
    """X and Y are the same where both have the same seed and as many rows."""
    sizes = dict(zip("Nq Nk E h d Dv".split(), sizes))
    seeds = dict(tokens=tokens, asked_tokens=asked_tokens, weights=weights,
                 mask=1 if causal else 0)
    return Case(name, sizes | dict(hDv=sizes["h"] * sizes["Dv"]), seeds, scale or {})


#        Nq Nk  E  h  d Dv
CASES = [
    # The article's tokens, features and heads; its heads have 32 features each, which only makes
    # the file larger.
    case("document", (8, 8, 32, 3, 8, 8), 1, 1, 2, False, dict(Wq=0.3, Wk=0.3)),
    case("causal", (5, 5, 6, 2, 3, 4), 3, 3, 4, True),
    case("cross_attention", (3, 6, 5, 4, 3, 2), 5, 6, 7, False),
    case("continued_text", (2, 7, 4, 3, 5, 3), 8, 9, 10, True),
    case("square", (4, 4, 4, 2, 4, 4), 11, 12, 13, False),
    # As usual: the heads share the features among them, d = Dv = E / h.
    case("shared_features", (4, 5, 6, 2, 3, 3), 14, 15, 16, False),
    case("large_scores", (5, 5, 4, 2, 3, 2), 23, 24, 25, True, dict(X=30, Y=30)),
    # Wout is square: leaving it out gives an output of the right shape.
    case("one_head", (3, 4, 5, 1, 2, 5), 20, 21, 22, True),
    case("one_token", (1, 1, 4, 3, 2, 3), 23, 24, 25, False),
    # Each softmax sees nothing but numbers far below zero.
    case("scores_far_below_zero", (1, 3, 4, 2, 2, 3), 1030, 1031, 1032, False, dict(X=40, Y=40)),
    # What the mask leaves is below -7e9 in each row: a finite mask does not hide the others.
    case("scores_below_a_billion", (3, 3, 3, 2, 2, 2), 4611, 4611, 4612, True, dict(X=1e5, Y=1e5)),
    case("wide_head", (1, 3, 2, 1, 70, 1), 1040, 1041, 1042, False),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    X, Y = inputs["X"], inputs["Y"]
    hidden = np.tri(len(X), len(Y), len(Y) - len(X)) == 0 if inputs["causal"] else False
    outputs, steps = [], []
    for Wq, Wk, Wv in zip(inputs["Wq"], inputs["Wk"], inputs["Wv"]):
        Q, K, V = X @ Wq, Y @ Wk, Y @ Wv
        scores = Q @ K.T / np.sqrt(Q.shape[1])
        weights = softmax(np.where(hidden, -np.inf, scores), axis=1)
        outputs.append(weights @ V)
        steps += [("queries", Q), ("keys", K), ("values", V), ("scaled scores", scores),
                  ("attention weights", weights), ("head output", outputs[-1])]
    concatenated = np.hstack(outputs)
    return concatenated @ inputs["Wout"], steps + [("concatenated heads", concatenated)]

"""16_decoder_layer: masked self-attention, cross-attention and a feed-forward network."""

import numpy as np

import layer_norm
import multi_head_attention
from course import Case

EPS = 1e-5


def case(name, sizes, source, scale=None):
    """The seeds of target and weights follow that of the source."""
    sizes = dict(zip("Ns Nt E h d Dv F".split(), sizes))
    seeds = dict(source=source, target=source + 1, weights=source + 2)
    return Case(name, sizes | dict(hDv=sizes["h"] * sizes["Dv"]), seeds, scale or {})


#        Ns Nt  E  h  d Dv  F
CASES = [
    # The article's tokens, features and heads; its heads have 32 features each, which only makes
    # the file larger. Its source and target are the same tokens, which hides who asks.
    case("document", (8, 8, 32, 2, 8, 8, 64), 301, {
        f"{name}_{part}": 0.4 for name in ("Wq", "Wk", "Wv") for part in ("self", "cross")}),
    case("longer_source", (8, 5, 6, 2, 3, 4, 10), 311),
    case("longer_target", (3, 6, 5, 3, 4, 2, 7), 321),
    case("all_equal", (4, 4, 4, 2, 4, 4, 4), 331),
    case("large_tokens", (4, 3, 5, 2, 3, 2, 8), 341, dict(
        source=30, target=30, W_expand=20)),
    case("one_head", (3, 4, 3, 1, 2, 3, 5), 351),
    case("one_target_token", (4, 1, 5, 2, 3, 2, 3), 361),
    case("one_source_token", (1, 3, 4, 2, 2, 3, 6), 371),
]


def evaluate(inputs):
    """The output and the recorded steps."""
    def attend(X, Y, part, causal):
        weights = {name: inputs[f"{name}_{part}"] for name in ("Wq", "Wk", "Wv", "Wout")}
        return multi_head_attention.evaluate(dict(X=X, Y=Y, causal=causal, **weights))[0]

    def norm(number, X):
        return layer_norm.evaluate(dict(X=X, gamma=inputs[f"gamma{number}"],
                                        beta=inputs[f"beta{number}"], eps=EPS))[0]

    def linear(name, X):
        return X @ inputs[f"W_{name}"].T + inputs[f"b_{name}"]

    source, target = inputs["source"], inputs["target"]
    attended = attend(target, target, "self", causal=True)
    x1 = norm(1, target + attended)
    cross = attend(x1, source, "cross", causal=False)
    x2 = norm(2, x1 + cross)
    hidden = linear("expand", x2)
    forward = linear("shrink", np.maximum(hidden, 0))
    return norm(3, x2 + forward), [
        ("self-attention", attended), ("after self-attention", x1), ("cross-attention", cross),
        ("after cross-attention", x2), ("hidden", hidden), ("feed-forward output", forward)]

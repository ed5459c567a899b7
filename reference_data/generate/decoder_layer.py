"""16_decoder_layer: masked self-attention, cross-attention and a feed-forward network."""

import layer_norm
import multi_head_attention
from attention import run
from course import Case
from transformer_block import relu

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


def heads(s, part):
    return {name: s.inputs[f"{name}_{part}"] for name in ("Wq", "Wk", "Wv", "Wout")}


def attend(s, X, Y, part, causal):
    """Exercise 11: X asks, Y is asked."""
    return multi_head_attention.evaluate(
        dict(X=X, Y=Y, causal=causal, **heads(s, part)))[0]


def norm(s, number, X):
    """Exercise 12."""
    inputs = dict(X=X, gamma=s.inputs[f"gamma{number}"], beta=s.inputs[f"beta{number}"], eps=EPS)
    return layer_norm.evaluate(inputs)[0]


def linear(s, name, X):
    return X @ s.inputs[f"W_{name}"].T + s.inputs[f"b_{name}"]


DECODER = {
    "self": lambda s: attend(s, s.target, s.target, "self", True),
    "x1": lambda s: norm(s, 1, s.target + s.self),
    "cross": lambda s: attend(s, s.x1, s.source, "cross", False),
    "x2": lambda s: norm(s, 2, s.x1 + s.cross),
    "hidden": lambda s: linear(s, "expand", s.x2),
    "positive": lambda s: relu(s.hidden),
    "forward": lambda s: linear(s, "shrink", s.positive),
    "result": lambda s: norm(s, 3, s.x2 + s.forward),
}


def evaluate(inputs):
    """The output and the recorded steps."""
    state = run(DECODER, inputs=inputs, source=inputs["source"], target=inputs["target"])
    return state.result, [
        ("self-attention", state.self), ("after self-attention", state.x1),
        ("cross-attention", state.cross), ("after cross-attention", state.x2),
        ("hidden", state.hidden), ("feed-forward output", state.forward)]

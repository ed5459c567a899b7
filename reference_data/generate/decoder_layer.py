"""16_decoder_layer: masked self-attention, cross-attention and a feed-forward network."""

import numpy as np

import layer_norm
import multi_head_attention
from attention import run
from course import Case
from row_attention import softmax_rows
from transformer_block import gelu, relu

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
    case("large_tokens", (4, 3, 5, 2, 3, 2, 8), 341, dict(source=30, target=30)),
    case("one_head", (3, 4, 3, 1, 2, 3, 5), 351),
    case("one_target_token", (4, 1, 5, 2, 3, 2, 3), 361),
    case("one_source_token", (1, 3, 4, 2, 2, 3, 6), 371),
]

# The document prints a shape only.
PUBLISHED = {}


def heads(s, part):
    return {name: s.inputs[f"{name}_{part}"] for name in ("Wq", "Wk", "Wv", "Wout")}


def attend(s, X, Y, part, causal):
    """Exercise 11: X asks, Y is asked."""
    return multi_head_attention.evaluate(
        dict(X=X, Y=Y, causal=causal, **heads(s, part)), {})[0]


def norm(s, number, X, changes={}):
    """Exercise 12, or one of its mistakes."""
    inputs = dict(X=X, gamma=s.inputs[f"gamma{number}"], beta=s.inputs[f"beta{number}"], eps=EPS)
    return layer_norm.evaluate(inputs, changes)[0]


def linear(s, name, X):
    return X @ s.inputs[f"W_{name}"].T + s.inputs[f"b_{name}"]


DECODER = {
    "attended": lambda s: s.target,
    "self": lambda s: attend(s, s.attended, s.attended, "self", True),
    "x1": lambda s: norm(s, 1, s.target + s.self),
    "asking": lambda s: s.x1,
    "cross": lambda s: attend(s, s.asking, s.source, "cross", False),
    "x2": lambda s: norm(s, 2, s.x1 + s.cross),
    "hidden": lambda s: linear(s, "expand", s.x2),
    "positive": lambda s: relu(s.hidden),
    "forward": lambda s: linear(s, "shrink", s.positive),
    "result": lambda s: norm(s, 3, s.x2 + s.forward),
}


def article_cross_attention(s):
    """Queries and keys from the source, values from the target."""
    Wq, Wk, Wv, Wout = heads(s, "cross").values()
    outputs = []
    for h in range(len(Wq)):
        scores = s.source @ Wq[h] @ (s.source @ Wk[h]).T / np.sqrt(Wq.shape[2])
        outputs.append(softmax_rows(scores) @ (s.x1 @ Wv[h]))
    return np.hstack(outputs) @ Wout


def every_norm(changes):
    """The stages of a mistake made in each layer norm alike: a mistake of exercise 12."""
    return {
        "x1": lambda s: norm(s, 1, s.target + s.self, changes),
        "x2": lambda s: norm(s, 2, s.x1 + s.cross, changes),
        "result": lambda s: norm(s, 3, s.x2 + s.forward, changes),
    }


def norm_numbers(first, second, third):
    return {
        "x1": lambda s: norm(s, first, s.target + s.self),
        "x2": lambda s: norm(s, second, s.x1 + s.cross),
        "result": lambda s: norm(s, third, s.x2 + s.forward),
    }


def heads_of(self, cross):
    """Which of the two attentions' matrices are used in which."""
    return {
        "self": lambda s: attend(s, s.attended, s.attended, self, True),
        "cross": lambda s: attend(s, s.asking, s.source, cross, False),
    }


RELU_AT_THE_END = {
    "positive": lambda s: s.hidden,
    "forward": lambda s: relu(linear(s, "shrink", s.positive)),
}

NEVER_MASKED = {"self": lambda s: attend(s, s.attended, s.attended, "self", False)}
MASKED_CROSS = {"cross": lambda s: attend(s, s.asking, s.source, "cross", True)}

ATTENTION_MISTAKES = {
    "article_roles": {"cross": article_cross_attention},
    "source_asks": {"cross": lambda s: attend(s, s.source, s.x1, "cross", False)},
    "source_and_target_swapped": {
        "attended": lambda s: s.source,
        "x1": lambda s: norm(s, 1, s.source + s.self),
        "cross": lambda s: attend(s, s.asking, s.target, "cross", False),
    },
    "target_asked": {"cross": lambda s: attend(s, s.x1, s.x1, "cross", False)},
    "target_asked_masked": {"cross": lambda s: attend(s, s.x1, s.x1, "cross", True)},
    "source_asks_itself": {"cross": lambda s: attend(s, s.source, s.source, "cross", False)},
    "target_asks_unchanged": {"asking": lambda s: s.target},
    "never_masked": NEVER_MASKED,
    "cross_masked": MASKED_CROSS,
    "masks_swapped": NEVER_MASKED | MASKED_CROSS,
    "self_attention_of_source": {"self": lambda s: attend(s, s.target, s.source, "self", False)},
    "self_heads_twice": heads_of("self", "self"),
    "cross_heads_twice": heads_of("cross", "cross"),
    "heads_swapped": heads_of("cross", "self"),
    "cross_attention_first": {
        "self": lambda s: attend(s, s.target, s.source, "cross", False),
        "x1": lambda s: norm(s, 2, s.target + s.self),
        "cross": lambda s: attend(s, s.x1, s.x1, "self", True),
        "x2": lambda s: norm(s, 1, s.x1 + s.cross),
    },
    "no_cross_attention": {"x2": lambda s: s.x1},
}

RESIDUAL_MISTAKES = {
    "no_first_residual": {"x1": lambda s: norm(s, 1, s.self)},
    "no_second_residual": {"x2": lambda s: norm(s, 2, s.cross)},
    "no_third_residual": {"result": lambda s: norm(s, 3, s.forward)},
    "no_residuals": {
        "x1": lambda s: norm(s, 1, s.self),
        "x2": lambda s: norm(s, 2, s.cross),
        "result": lambda s: norm(s, 3, s.forward),
    },
    "second_residual_from_target": {"x2": lambda s: norm(s, 2, s.target + s.cross)},
    "second_residual_from_source": {"x2": lambda s: norm(s, 2, s.source + s.cross)},
    "third_residual_from_x1": {"result": lambda s: norm(s, 3, s.x1 + s.forward)},
    "third_residual_from_target": {"result": lambda s: norm(s, 3, s.target + s.forward)},
}

NORM_MISTAKES = {
    "norm_over_matrix": every_norm(layer_norm.MISTAKES["whole_matrix"]),
    "norm_over_tokens": every_norm(layer_norm.MISTAKES["over_tokens"]),
    "no_first_norm": {"x1": lambda s: s.target + s.self},
    "no_second_norm": {"x2": lambda s: s.x1 + s.cross},
    "no_third_norm": {"result": lambda s: s.x2 + s.forward},
    "no_norms": {
        "x1": lambda s: s.target + s.self,
        "x2": lambda s: s.x1 + s.cross,
        "result": lambda s: s.x2 + s.forward,
    },
    "first_norm_thrice": norm_numbers(1, 1, 1),
    "first_norm_twice": norm_numbers(1, 1, 3),
    "second_norm_twice": norm_numbers(1, 2, 2),
    "pre_norm": {
        "attended": lambda s: norm(s, 1, s.target),
        "x1": lambda s: s.target + s.self,
        "asking": lambda s: norm(s, 2, s.x1),
        "x2": lambda s: s.x1 + s.cross,
        "hidden": lambda s: linear(s, "expand", norm(s, 3, s.x2)),
        "result": lambda s: s.x2 + s.forward,
    },
    "norm_before_adding": {
        "x1": lambda s: s.target + norm(s, 1, s.self),
        "x2": lambda s: s.x1 + norm(s, 2, s.cross),
        "result": lambda s: s.x2 + norm(s, 3, s.forward),
    },
}

FORWARD_MISTAKES = {
    "no_relu": {"positive": lambda s: s.hidden},
    "relu_at_the_end": RELU_AT_THE_END,
    "relu_twice": {"forward": lambda s: relu(linear(s, "shrink", s.positive))},
    "gelu": {"positive": lambda s: gelu(s.hidden)},
    "article_ending": RELU_AT_THE_END | {"result": lambda s: s.forward},
    "forward_alone": {"result": lambda s: s.forward},
    "no_feed_forward": {"result": lambda s: s.x2},
    "feed_forward_of_cross": {"hidden": lambda s: linear(s, "expand", s.cross)},
    "feed_forward_of_x1": {"hidden": lambda s: linear(s, "expand", s.x1)},
    "W_not_transposed": {
        "hidden": lambda s: s.x2 @ s.inputs["W_expand"] + s.inputs["b_expand"],
        "forward": lambda s: s.positive @ s.inputs["W_shrink"] + s.inputs["b_shrink"],
    },
    "no_biases": {
        "hidden": lambda s: s.x2 @ s.inputs["W_expand"].T,
        "forward": lambda s: s.positive @ s.inputs["W_shrink"].T,
    },
    "as_in_the_article": NEVER_MASKED | RELU_AT_THE_END | {
        "x1": lambda s: norm(s, 1, s.target + s.self, layer_norm.MISTAKES["whole_matrix"]),
        "cross": article_cross_attention,
        "x2": lambda s: norm(s, 2, s.x1 + s.cross, layer_norm.MISTAKES["whole_matrix"]),
        "result": lambda s: s.forward,
    },
}

MISTAKES = ATTENTION_MISTAKES | RESIDUAL_MISTAKES | NORM_MISTAKES | FORWARD_MISTAKES


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    state = run(DECODER | changes, inputs=inputs, source=inputs["source"], target=inputs["target"])
    return state.result, [
        ("self-attention", state.self), ("after self-attention", state.x1),
        ("cross-attention", state.cross), ("after cross-attention", state.x2),
        ("hidden", state.hidden), ("feed-forward output", state.forward)]

"""13_transformer_block: multi-head self-attention and a feed-forward network, post-norm."""

from math import erf

import numpy as np

from attention import run
from course import Case

EPS = 1e-5

# Seed 0 of the stream `heads` draws one head, seed 1 two heads.
ONE, TWO = dict(heads=0), dict(heads=1)

CASES = [
    Case("document", dict(N=5, U=2, F=16), dict(tokens=3, weights=0) | TWO),
    Case("four_heads_of_three", dict(N=7, U=3, F=10), dict(tokens=141, weights=142) | TWO,
         dict(heads=2)),
    Case("two_heads_of_six", dict(N=4, U=3, F=5), dict(tokens=143, weights=144) | TWO),
    Case("square", dict(N=4, U=1, F=4), dict(tokens=145, weights=146) | TWO),
    Case("one_head", dict(N=3, U=2, F=6), dict(tokens=147, weights=148) | ONE),
    Case("large_tokens", dict(N=6, U=2, F=7), dict(tokens=149, weights=150) | TWO, dict(X=30)),
    Case("one_token", dict(N=1, U=2, F=3), dict(tokens=151, weights=152) | TWO),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(N=2, U=1, F=5), dict(tokens=1198, weights=1199) | TWO,
         dict(X=120)),
]

# The document's numbers come from PyTorch's generator and cannot be drawn here.
PUBLISHED = {}


def linear(s, name, X):
    return X @ s.inputs[f"W_{name}"].T + s.inputs[f"b_{name}"]


def transposed(s, name, X):
    return X @ s.inputs[f"W_{name}"] + s.inputs[f"b_{name}"]


def norm(s, number, X, axis=1):
    centered = X - X.mean(axis=axis, keepdims=True)
    normalized = centered / np.sqrt((centered ** 2).mean(axis=axis, keepdims=True) + EPS)
    return normalized * s.inputs[f"gamma{number}"] + s.inputs[f"beta{number}"]


def softmax(scores, axis):
    exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def relu(X):
    return np.maximum(X, 0)


def gelu(X):
    return X * 0.5 * (1 + np.vectorize(erf)(X / np.sqrt(2)))


def split(s, features):
    """(N, E) to (heads, N, d)."""
    return features.reshape(len(features), s.heads, -1).swapaxes(0, 1)


def merge(head_outputs):
    """(heads, N, d) to (N, E)."""
    return np.concatenate(list(head_outputs), axis=1)


def split_with(split):
    return {name: lambda s, whole=whole: split(s, getattr(s, whole))
            for name, whole in [("q", "Q"), ("k", "K"), ("v", "V")]}


def by_view(s, features):
    return features.reshape(s.heads, len(features), -1)


BLOCK = {
    "attended": lambda s: s.X,
    "Q": lambda s: linear(s, "query", s.attended),
    "K": lambda s: linear(s, "key", s.attended),
    "V": lambda s: linear(s, "value", s.attended),
    **split_with(split),
    "products": lambda s: s.q @ s.k.swapaxes(1, 2),
    "scores": lambda s: s.products / np.sqrt(s.d),
    "weights": lambda s: softmax(s.scores, axis=2),
    "head_outputs": lambda s: s.weights @ s.v,
    "merged": lambda s: merge(s.head_outputs),
    "attention": lambda s: linear(s, "output", s.merged),
    "h": lambda s: norm(s, 1, s.X + s.attention),
    "hidden": lambda s: linear(s, "expand", s.h),
    "positive": lambda s: relu(s.hidden),
    "forward": lambda s: linear(s, "shrink", s.positive),
    "result": lambda s: norm(s, 2, s.h + s.forward),
}


def scaled(scale):
    return {"scores": lambda s: s.products / scale(s)}


def softmax_over_heads(s):
    exponentials = np.exp(s.scores)
    return exponentials / exponentials.sum(axis=0)


def every_linear(apply):
    return {
        "Q": lambda s: apply(s, "query", s.attended),
        "K": lambda s: apply(s, "key", s.attended),
        "V": lambda s: apply(s, "value", s.attended),
        "attention": lambda s: apply(s, "output", s.merged),
        "hidden": lambda s: apply(s, "expand", s.h),
        "forward": lambda s: apply(s, "shrink", s.positive),
    }


MISTAKES = {
    "split_by_view": split_with(by_view),
    "merged_by_view": {"merged": lambda s: s.head_outputs.reshape(s.X.shape)},
    "split_and_merged_by_view": split_with(by_view) | {
        "merged": lambda s: s.head_outputs.reshape(s.X.shape)},
    "split_interleaved": split_with(lambda s, features: np.stack(
        [features[:, head::s.heads] for head in range(s.heads)])),
    "heads_reversed": {"merged": lambda s: merge(s.head_outputs[::-1])},
    "first_head_repeated": split_with(lambda s, features: np.stack(
        [features[:, :s.d]] * s.heads)),
    "not_scaled": scaled(lambda s: 1),
    "divided_by_root_e": scaled(lambda s: np.sqrt(s.X.shape[1])),
    "divided_by_d": scaled(lambda s: s.d),
    "divided_by_heads": scaled(lambda s: s.heads),
    "multiplied_by_root_d": scaled(lambda s: 1 / np.sqrt(s.d)),
    "integer_root": scaled(lambda s: int(np.sqrt(s.d))),
    "softmax_over_queries": {"weights": lambda s: softmax(s.scores, axis=1)},
    "softmax_over_heads": {"weights": softmax_over_heads},
    "scores_transposed": {"products": lambda s: s.k @ s.q.swapaxes(1, 2)},
    "roles_swapped": {"Q": BLOCK["K"], "K": BLOCK["Q"]},
    "weights_transposed": {"head_outputs": lambda s: s.weights.swapaxes(1, 2) @ s.v},
    "value_from_key": {"V": BLOCK["K"]},
    "every_W_transposed": every_linear(transposed),
    "output_W_transposed": {"attention": lambda s: transposed(s, "output", s.merged)},
    "no_biases": every_linear(lambda s, name, X: X @ s.inputs[f"W_{name}"].T),
    "missing_query_bias": {"Q": lambda s: s.attended @ s.inputs["W_query"].T},
    "missing_key_bias": {"K": lambda s: s.attended @ s.inputs["W_key"].T},
    "missing_output_bias": {"attention": lambda s: s.merged @ s.inputs["W_output"].T},
    "no_output_projection": {"attention": lambda s: s.merged},
    "pre_norm": {
        "attended": lambda s: norm(s, 1, s.X),
        "h": lambda s: s.X + s.attention,
        "hidden": lambda s: linear(s, "expand", norm(s, 2, s.h)),
        "result": lambda s: s.h + s.forward,
    },
    "norm_before_adding": {
        "h": lambda s: s.X + norm(s, 1, s.attention),
        "result": lambda s: s.h + norm(s, 2, s.forward),
    },
    "no_first_residual": {"h": lambda s: norm(s, 1, s.attention)},
    "no_second_residual": {"result": lambda s: norm(s, 2, s.forward)},
    "no_residuals": {
        "h": lambda s: norm(s, 1, s.attention),
        "result": lambda s: norm(s, 2, s.forward),
    },
    "residual_from_x": {"result": lambda s: norm(s, 2, s.X + s.forward)},
    "feed_forward_of_x": {"hidden": lambda s: linear(s, "expand", s.X)},
    "first_norm_twice": {"result": lambda s: norm(s, 1, s.h + s.forward)},
    "norms_swapped": {
        "h": lambda s: norm(s, 2, s.X + s.attention),
        "result": lambda s: norm(s, 1, s.h + s.forward),
    },
    "no_first_norm": {"h": lambda s: s.X + s.attention},
    "no_second_norm": {"result": lambda s: s.h + s.forward},
    "norm_over_matrix": {
        "h": lambda s: norm(s, 1, s.X + s.attention, axis=None),
        "result": lambda s: norm(s, 2, s.h + s.forward, axis=None),
    },
    "no_relu": {"positive": lambda s: s.hidden},
    "relu_at_the_end": {
        "positive": lambda s: s.hidden,
        "forward": lambda s: relu(linear(s, "shrink", s.positive)),
    },
    "relu_twice": {"forward": lambda s: relu(linear(s, "shrink", s.positive))},
    "gelu": {"positive": lambda s: gelu(s.hidden)},
    "leaky_relu": {"positive": lambda s: np.maximum(s.hidden, 0.01 * s.hidden)},
}


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    heads = int(inputs["heads"])
    state = run(BLOCK | changes, inputs=inputs, X=inputs["X"], heads=heads,
                d=inputs["X"].shape[1] // heads)
    steps = [("queries", state.Q), ("keys", state.K), ("values", state.V)]
    for scores, weights, output in zip(state.scores, state.weights, state.head_outputs):
        steps += [("scaled scores", scores), ("attention weights", weights),
                  ("head output", output)]
    return state.result, steps + [
        ("merged heads", state.merged), ("attention output", state.attention),
        ("after attention", state.h), ("feed-forward output", state.forward)]

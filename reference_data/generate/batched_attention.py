"""17_batched_attention: multi-head self-attention for a batch, its weights and their mean."""

import numpy as np

from attention import run
from course import Case
from row_attention import softmax_rows

# Seed 0 of the stream `heads` draws one head, seed 1 two heads.
ONE, TWO = dict(heads=0), dict(heads=1)

CASES = [
    # The notebook's seed; before this it has drawn its tokens twice.
    Case("document", dict(B=1, N=5, U=2), dict(torch=42) | TWO, skip=dict(torch=2 * 1200 * 20)),
    Case("four_heads_of_three", dict(B=3, N=7, U=3), dict(torch=201) | TWO,
         dict(heads=2)),
    Case("three_heads_of_four", dict(B=2, N=2, U=3), dict(torch=203) | ONE,
         dict(heads=3)),
    Case("all_equal", dict(B=2, N=2, U=1), dict(torch=207) | TWO),
    Case("one_head", dict(B=2, N=3, U=1), dict(torch=209) | ONE),
    Case("large_tokens", dict(B=2, N=4, U=1), dict(torch=211) | TWO, dict(X=300)),
    Case("one_token", dict(B=3, N=1, U=1), dict(torch=213) | TWO),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(B=1, N=2, U=1), dict(torch=1000) | TWO, dict(X=300)),
]

# What the notebook prints of head 0.
HEAD_0 = np.array([[0.1460, 0.1890, 0.3634, 0.1926, 0.1089], [0.0897, 0.2782, 0.3777, 0.0855, 0.1690],
                   [0.1175, 0.3344, 0.2613, 0.1146, 0.1722], [0.0894, 0.1968, 0.5028, 0.1089, 0.1022],
                   [0.1708, 0.2192, 0.2385, 0.1758, 0.1957]])
PUBLISHED = {"document": (4, HEAD_0, "weights")}


def linear(s, name, X):
    return X @ s.inputs[f"W_{name}"].T + s.inputs[f"b_{name}"]


def transposed(s, name, X):
    return X @ s.inputs[f"W_{name}"] + s.inputs[f"b_{name}"]


def without_bias(s, name, X):
    return X @ s.inputs[f"W_{name}"].T


def split(s, features):
    """(B, N, E) to (B, heads, N, d)."""
    B, N, _ = features.shape
    return features.reshape(B, N, s.heads, s.d).transpose(0, 2, 1, 3)


def merge(split):
    """(B, heads, N, d) to (B, N, E)."""
    B, heads, N, d = split.shape
    return split.transpose(0, 2, 1, 3).reshape(B, N, heads * d)


def softmax(scores, axis):
    exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def split_with(split):
    """The stages of a mistake made in dividing queries, keys and values alike."""
    return {name: lambda s, whole=whole: split(s, getattr(s, whole))
            for name, whole in [("q", "Q"), ("k", "K"), ("v", "V")]}


def by_view(s, features):
    B, N, _ = features.shape
    return features.reshape(B, s.heads, N, s.d)


ATTENTION = {
    "Q": lambda s: linear(s, "query", s.X),
    "K": lambda s: linear(s, "key", s.X),
    "V": lambda s: linear(s, "value", s.X),
    **split_with(split),
    "products": lambda s: s.q @ s.k.swapaxes(2, 3),
    "scores": lambda s: s.products / np.sqrt(s.d),
    "attention": lambda s: softmax(s.scores, axis=3),
    "head_outputs": lambda s: s.attention @ s.v,
    "merged": lambda s: merge(s.head_outputs),
    "output": lambda s: linear(s, "output", s.merged),
    "weights": lambda s: s.attention,
    "mean_weights": lambda s: s.weights.mean(axis=1),
    "returned_weights": lambda s: s.weights,
}


def scaled(scale):
    return {"scores": lambda s: s.products / scale(s)}


def naive_softmax(axis):
    """A softmax over another axis, as the C++ version of the mistake writes it."""

    def attention(s):
        exponentials = np.exp(s.scores)
        return exponentials / exponentials.sum(axis=axis, keepdims=True)

    return {"attention": attention}


def per_head(function):
    """A mistake in what one head makes of its scores (N, N)."""

    def attention(s):
        B, heads, N, _ = s.scores.shape
        matrices = [function(scores) for scores in s.scores.reshape(-1, N, N)]
        return np.reshape(matrices, (B, heads, N, N))

    return {"attention": attention}


def one_large_head(s):
    products = s.Q @ s.K.swapaxes(1, 2) / np.sqrt(s.X.shape[2])
    return np.repeat(products[:, None], s.heads, axis=1)


def mean_weights(function):
    return {"mean_weights": lambda s: function(s.weights)}


def every_linear(apply):
    return {
        "Q": lambda s: apply(s, "query", s.X),
        "K": lambda s: apply(s, "key", s.X),
        "V": lambda s: apply(s, "value", s.X),
        "output": lambda s: apply(s, "output", s.merged),
    }


SPLIT_MISTAKES = {
    "split_by_view": split_with(by_view),
    "merged_by_view": {"merged": lambda s: s.head_outputs.reshape(s.X.shape)},
    "split_and_merged_by_view": split_with(by_view) | {
        "merged": lambda s: s.head_outputs.reshape(s.X.shape)},
    "split_interleaved": split_with(lambda s, features: np.stack(
        [features[:, :, h::s.heads] for h in range(s.heads)], axis=1)),
    "merged_interleaved": {"merged": lambda s: (
        s.head_outputs.transpose(0, 2, 3, 1).reshape(s.X.shape))},
    "heads_reversed": {"merged": lambda s: merge(s.head_outputs[:, ::-1])},
    "first_head_repeated": split_with(lambda s, features: np.stack(
        [features[:, :, :s.d]] * s.heads, axis=1)),
    "not_split_into_heads": {"scores": one_large_head},
    "first_sequence_repeated": split_with(lambda s, features: split(
        s, np.stack([features[0]] * len(features)))),
    "keys_of_first_sequence": {"k": lambda s: np.stack([split(s, s.K)[0]] * len(s.K))},
}

SCALE_MISTAKES = {
    "not_scaled": scaled(lambda s: 1),
    "divided_by_root_e": scaled(lambda s: np.sqrt(s.X.shape[2])),
    "divided_by_d": scaled(lambda s: s.d),
    "divided_by_heads": scaled(lambda s: s.heads),
    "divided_by_root_of_heads": scaled(lambda s: np.sqrt(s.heads)),
    "divided_by_root_n": scaled(lambda s: np.sqrt(s.X.shape[1])),
    "multiplied_by_root_d": scaled(lambda s: 1 / np.sqrt(s.d)),
    "integer_root": scaled(lambda s: int(np.sqrt(s.d))),
    "scaled_after_softmax": scaled(lambda s: 1) | {
        "attention": lambda s: softmax(s.scores, axis=3) / np.sqrt(s.d)},
}

SOFTMAX_MISTAKES = {
    "softmax_over_queries": {"attention": lambda s: softmax(s.scores, axis=2)},
    "softmax_over_heads": naive_softmax(axis=1),
    "softmax_over_batch": naive_softmax(axis=0),
    "softmax_over_matrix": per_head(lambda S: softmax_rows(S, np.max, np.sum)),
    "naive_exponent": naive_softmax(axis=3),
    "one_maximum_for_all": per_head(lambda S: softmax_rows(S, shift=np.max)),
    "no_softmax": {"attention": lambda s: s.scores},
}

PRODUCT_MISTAKES = {
    "scores_transposed": {"products": lambda s: s.k @ s.q.swapaxes(2, 3)},
    "roles_swapped": {"Q": ATTENTION["K"], "K": ATTENTION["Q"]},
    "weights_transposed": {"head_outputs": lambda s: s.attention.swapaxes(2, 3) @ s.v},
    "value_from_key": {"V": ATTENTION["K"]},
    "tokens_as_values": {"V": lambda s: s.X},
}

LAYER_MISTAKES = {
    "every_W_transposed": every_linear(transposed),
    "query_W_transposed": {"Q": lambda s: transposed(s, "query", s.X)},
    "key_W_transposed": {"K": lambda s: transposed(s, "key", s.X)},
    "value_W_transposed": {"V": lambda s: transposed(s, "value", s.X)},
    "output_W_transposed": {"output": lambda s: transposed(s, "output", s.merged)},
    "no_biases": every_linear(without_bias),
    "missing_query_bias": {"Q": lambda s: without_bias(s, "query", s.X)},
    "missing_key_bias": {"K": lambda s: without_bias(s, "key", s.X)},
    "missing_value_bias": {"V": lambda s: without_bias(s, "value", s.X)},
    "missing_output_bias": {"output": lambda s: without_bias(s, "output", s.merged)},
    "no_output_layer": {"output": lambda s: s.merged},
    "residual_added": {"output": lambda s: linear(s, "output", s.merged) + s.X},
}

HEAT_MAP_MISTAKES = {
    "sum_of_heads": mean_weights(lambda W: W.sum(axis=1)),
    "heat_map_transposed": mean_weights(lambda W: W.mean(axis=1).swapaxes(1, 2)),
    "mean_over_batch": mean_weights(lambda W: W.mean(axis=0)),
    "mean_over_queries": mean_weights(lambda W: W.mean(axis=2)),
    "mean_over_keys": mean_weights(lambda W: W.mean(axis=3)),
    "head_0_only": mean_weights(lambda W: W[:, 0]),
    "largest_of_heads": mean_weights(lambda W: W.max(axis=1)),
    "softmax_of_mean_scores": {"mean_weights": lambda s: softmax(s.scores.mean(axis=1), axis=2)},
    "scores_returned": {
        "weights": lambda s: s.scores,
        "mean_weights": lambda s: s.scores.mean(axis=1),
    },
    "batch_and_heads_swapped": {"returned_weights": lambda s: s.weights.swapaxes(0, 1)},
}

MISTAKES = (SPLIT_MISTAKES | SCALE_MISTAKES | SOFTMAX_MISTAKES | PRODUCT_MISTAKES | LAYER_MISTAKES
            | HEAT_MAP_MISTAKES)


def evaluate(inputs, changes):
    """The three results and the recorded steps, with the changes of a mistake or with none."""
    heads = int(inputs["heads"])
    s = run(ATTENTION | changes, inputs=inputs, X=inputs["X"], heads=heads,
            d=inputs["X"].shape[2] // heads)
    steps = [("split queries", s.q), ("split keys", s.k), ("split values", s.v)]
    for i, h in np.ndindex(s.scores.shape[:2]):
        steps += [("scaled scores", s.scores[i, h]), ("attention weights", s.attention[i, h]),
                  ("head output", s.head_outputs[i, h])]
    return (s.output, s.returned_weights, s.mean_weights), steps + [("merged heads", s.merged)]

"""19_counting_gradient: loss and gradient of the counting model, derived here once more.

The softmax has its full Jacobian matrix, and every right gradient is compared with central
differences of the loss before anything is written.
"""

import numpy as np

import counting_model
from attention import run
from course import Case
from row_attention import row_max, softmax_rows

CASES = [
    Case("document", dict(B=4, N=10, V=10, E=5, d=5, H=200),
         dict(tokens=61, labels=3, weights=0)),
    Case("unequal_sizes", dict(B=3, N=6, V=11, E=4, d=3, H=7),
         dict(tokens=241, labels=4, weights=242)),
    Case("long_query", dict(B=5, N=4, V=10, E=2, d=6, H=5),
         dict(tokens=243, labels=5, weights=244)),
    Case("all_equal", dict(B=4, N=4, V=10, E=4, d=4, H=4),
         dict(tokens=245, labels=6, weights=246)),
    Case("equal_integers", dict(B=3, N=4, V=10, E=3, d=2, H=4),
         dict(tokens=247, labels=7, weights=248), dict(ids=0)),
    Case("large_logits", dict(B=6, N=4, V=10, E=4, d=2, H=5),
         dict(tokens=239, labels=8, weights=239), dict(W_output=3000)),
    Case("one_sequence", dict(B=1, N=5, V=12, E=2, d=3, H=4),
         dict(tokens=249, labels=9, weights=250)),
    Case("one_token", dict(B=3, N=1, V=10, E=3, d=2, H=5),
         dict(tokens=251, labels=10, weights=252)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(B=2, N=3, V=10, E=2, d=2, H=4),
         dict(tokens=279, labels=279, weights=280), {}, dict(b_key=-3000)),
]

# The document prints no numbers.
PUBLISHED = {}

PARAMETERS = ["table", "query", "W_key", "b_key", "W_value", "b_value", "W_hidden", "b_hidden",
              "W_output", "b_output"]


def forward(inputs, changes={}):
    return run(counting_model.MODEL | changes,
               **{name: inputs[name] for name in ["ids", *PARAMETERS]})


def cross_entropy(z, y):
    """Of each sequence, from its logit."""
    return np.logaddexp(0, z) - y * z


def root(s):
    return np.sqrt(s.f.query.shape[1])


def softmax_jacobian(w):
    """(B, N) to (B, N, N): the derivative of weight n in score m."""
    return w[:, :, None] * (np.eye(w.shape[1]) - w[:, None, :])


def scattered(s, ids, rows):
    """A table with each row added to that of its integer."""
    gradient = np.zeros_like(s.f.table)
    np.add.at(gradient, ids, rows)
    return gradient


# The state has the inputs, the forward pass as f, the labels as y, the numbers of sequences and tokens as B, N.
BACKWARD = {
    "f": lambda s: forward(s.inputs),
    "p": lambda s: counting_model.sigmoid(s.f.logits),
    "losses": lambda s: cross_entropy(s.f.logits, s.y),
    "loss": lambda s: s.losses.sum() / s.B,
    "d_logits": lambda s: (s.p - s.y) / s.B,
    "W_output": lambda s: np.einsum("bo,bh->oh", s.d_logits, s.f.positive),
    "b_output": lambda s: s.d_logits.sum(axis=0),
    "d_features": lambda s: s.d_logits @ s.f.W_output,
    "d_hidden": lambda s: s.d_features * (s.f.hidden > 0),
    "W_hidden": lambda s: np.einsum("bh,bo->ho", s.d_hidden, s.f.answers),
    "b_hidden": lambda s: s.d_hidden.sum(axis=0),
    "d_answers": lambda s: s.d_hidden @ s.f.W_hidden,
    "d_values": lambda s: s.d_answers * s.f.weights,
    "d_weights": lambda s: s.d_answers * s.f.values,
    "d_scores": lambda s: np.einsum("bn,bnm->bm", s.d_weights, softmax_jacobian(s.f.weights)),
    "query": lambda s: np.einsum("bn,bnk->k", s.d_scores, s.f.keys)[None] / root(s),
    "d_keys": lambda s: np.einsum("bn,ok->bnk", s.d_scores, s.f.query) / root(s),
    "W_key": lambda s: np.einsum("bnk,bne->ke", s.d_keys, s.f.X),
    "b_key": lambda s: s.d_keys.sum(axis=(0, 1)),
    "W_value": lambda s: np.einsum("bn,bne->e", s.d_values, s.f.X)[None],
    "b_value": lambda s: s.d_values.sum().reshape(1),
    "key_path": lambda s: np.einsum("bnk,ke->bne", s.d_keys, s.f.W_key),
    "value_path": lambda s: np.einsum("bn,oe->bne", s.d_values, s.f.W_value),
    "d_embedded": lambda s: s.key_path + s.value_path,
    "table": lambda s: scattered(s, s.f.ids, s.d_embedded),
}


def loss(function):
    return {"losses": lambda s: function(s.p, s.y)}


def d_logits(function):
    return {"d_logits": lambda s: function(s) / s.B}


def mask(function):
    return {"d_hidden": lambda s: s.d_features * function(s)}


def d_scores(function):
    return {"d_scores": lambda s: function(s.f.weights, s.d_weights)}


def weighted_mean(w, dw, axis=1):
    return (w * dw).sum(axis=axis, keepdims=True)


def scaled(query, keys):
    """The gradients of query and keys multiplied by other factors than 1/sqrt(d)."""
    return {
        "query": lambda s: BACKWARD["query"](s) * root(s) * query(s),
        "d_keys": lambda s: BACKWARD["d_keys"](s) * root(s) * keys(s),
    }


def right_scale(s):
    return 1 / root(s)


def table_by(place):
    """The gradient of the table where row place(s, i, n) is assigned, not added to."""

    def table(s):
        gradient = np.zeros_like(s.f.table)
        for i, n in np.ndindex(s.f.ids.shape):
            gradient[place(s, i, n)] = s.d_embedded[i, n]
        return gradient

    return {"table": table}


def biases(reduce):
    return {
        "b_output": lambda s: reduce(s.d_logits),
        "b_hidden": lambda s: reduce(s.d_hidden),
        "b_value": lambda s: reduce(s.d_values.reshape(-1, 1)),
    }


def averaged_log(log):
    return loss(lambda p, y: -(y * log(p) + (1 - y) * log(1 - p)))


LOSS_MISTAKES = {
    "sum_instead_of_mean": {
        "loss": lambda s: s.losses.sum(), "d_logits": lambda s: s.p - s.y},
    "loss_summed": {"loss": lambda s: s.losses.sum()},
    "gradient_summed": {"d_logits": lambda s: s.p - s.y},
    "divided_by_tokens": {
        "loss": lambda s: s.losses.sum() / (s.B * s.N),
        "d_logits": lambda s: (s.p - s.y) / (s.B * s.N),
    },
    "loss_negative": {"loss": lambda s: -s.losses.sum() / s.B},
    "base_two": {"losses": lambda s: cross_entropy(s.f.logits, s.y) / np.log(2)},
    "labels_inverted": {
        "losses": lambda s: cross_entropy(s.f.logits, 1 - s.y),
        "d_logits": lambda s: (s.p - (1 - s.y)) / s.B,
    },
    "every_label_for_every_answer": {
        "losses": lambda s: cross_entropy(s.f.logits, s.y.mean()),
        "d_logits": lambda s: (s.p - s.y.mean()) / s.B,
    },
    "naive_logarithm": averaged_log(np.log),
    "clamped_at_100": averaged_log(lambda p: np.maximum(np.log(p), -100)),
    "squared_error": loss(lambda p, y: (p - y) ** 2) | d_logits(
        lambda s: 2 * (s.p - s.y) * s.p * (1 - s.p)),
    "label_not_subtracted": d_logits(lambda s: s.p),
    "gradient_negated": d_logits(lambda s: s.y - s.p),
    "sigmoid_slope_twice": d_logits(lambda s: (s.p - s.y) * s.p * (1 - s.p)),
    "sigmoid_slope_missing": d_logits(lambda s: (s.p - s.y) / (s.p * (1 - s.p))),
    "sigmoid_forgotten": d_logits(lambda s: s.f.logits - s.y),
}

NETWORK_MISTAKES = {
    "output_W_without_features": {
        "W_output": lambda s: np.broadcast_to(s.d_logits.sum(), s.f.W_output.shape)},
    "hidden_W_without_answers": {
        "W_hidden": lambda s: s.d_hidden.sum(axis=0)[:, None]},
    "relu_mask_missing": mask(lambda s: np.ones_like(s.f.hidden)),
    "relu_mask_of_gradient": mask(lambda s: s.d_features > 0),
    "relu_mask_inverted": mask(lambda s: s.f.hidden <= 0),
    "relu_mask_on_answers": mask(lambda s: np.ones_like(s.f.hidden)) | {
        "d_answers": lambda s: s.d_hidden @ s.f.W_hidden * (s.f.answers > 0)},
    "multiplied_by_features": {"d_hidden": lambda s: s.d_features * s.f.positive},
    "biases_averaged": biases(lambda d: d.mean(axis=0)),
    "biases_of_first_row": biases(lambda d: d[0]),
    "biases_missing": biases(lambda d: 0 * d[0]),
}

ATTENTION_MISTAKES = {
    "maximum_starts_at_zero": {"f": lambda s: forward(s.inputs, {
        "weights": lambda f: softmax_rows(f.scores, shift=lambda S: np.maximum(0, row_max(S)))})},
    "values_without_weights": {"d_values": lambda s: s.d_answers * np.ones_like(s.f.weights)},
    "factors_swapped": {
        "d_values": lambda s: s.d_answers * s.f.values,
        "d_weights": lambda s: s.d_answers * s.f.weights,
    },
    "weights_constant": d_scores(lambda w, dw: 0 * w),
    "row_term_missing": d_scores(lambda w, dw: w * dw),
    "row_term_unweighted": d_scores(lambda w, dw: w * (dw - dw.sum(axis=1, keepdims=True))),
    "row_term_over_batch": d_scores(lambda w, dw: w * (dw - weighted_mean(w, dw, axis=0))),
    "softmax_as_sigmoid": d_scores(lambda w, dw: w * (1 - w) * dw),
    "softmax_skipped": d_scores(lambda w, dw: dw),
    "weight_in_front_missing": d_scores(lambda w, dw: dw - weighted_mean(w, dw)),
    "not_scaled": scaled(lambda s: 1, lambda s: 1),
    "query_not_scaled": scaled(lambda s: 1, right_scale),
    "keys_not_scaled": scaled(right_scale, lambda s: 1),
    "multiplied_by_root_d": scaled(root, root),
    "divided_by_d": scaled(lambda s: 1 / root(s) ** 2, lambda s: 1 / root(s) ** 2),
    "divided_by_root_e": scaled(*[lambda s: 1 / np.sqrt(s.f.table.shape[1])] * 2),
    "query_of_last_sequence": {"query": lambda s: np.einsum(
        "n,nk->k", s.d_scores[-1], s.f.keys[-1])[None] / root(s)},
    "query_averaged": scaled(lambda s: 1 / root(s) / s.B, right_scale),
    "query_missing": scaled(lambda s: 0, right_scale),
}

EMBEDDING_MISTAKES = {
    "value_path_missing": {"d_embedded": lambda s: s.key_path},
    "key_path_missing": {"d_embedded": lambda s: s.value_path},
    "key_W_transposed": {"key_path": lambda s: s.d_keys @ s.f.W_key.T},
    "paths_averaged": {"d_embedded": lambda s: (s.key_path + s.value_path) / 2},
    "table_overwritten": table_by(lambda s, i, n: s.f.ids[i, n]),
    "table_averaged": {"table": lambda s: BACKWARD["table"](s) / np.maximum(
        np.bincount(s.f.ids.ravel(), minlength=len(s.f.table)), 1)[:, None]},
    "table_by_place": {"table": lambda s: np.vstack(
        [s.d_embedded.sum(axis=0), np.zeros((len(s.f.table) - s.N, s.d_embedded.shape[2]))])},
    "table_of_last_sequence": {"table": lambda s: scattered(s, s.f.ids[-1], s.d_embedded[-1])},
    "table_missing": {"table": lambda s: 0 * s.f.table},
}

MISTAKES = LOSS_MISTAKES | NETWORK_MISTAKES | ATTENTION_MISTAKES | EMBEDDING_MISTAKES


def check_with_differences(inputs, gradient, eps=1e-5, threshold=1e-6):
    """Stops the generator unless a gradient is that of the loss, by central differences."""

    def loss_with(name, values):
        return cross_entropy(forward(inputs | {name: values}).logits, inputs["labels"]).mean()

    for name in PARAMETERS:
        for place in np.ndindex(inputs[name].shape):
            step = np.zeros_like(inputs[name])
            step[place] = eps
            slope = (loss_with(name, inputs[name] + step)
                     - loss_with(name, inputs[name] - step)) / (2 * eps)
            given = gradient[name][place]
            if not abs(slope - given) <= threshold * max(1, abs(given)):
                raise ArithmeticError(f"gradient of {name}{list(place)} is {given}, but central "
                                      f"differences give {slope}")


def evaluate(inputs, changes):
    """Loss and gradients, and the recorded steps, with the changes of a mistake or with none."""
    y = inputs["labels"]
    s = run(BACKWARD | changes, inputs=inputs, y=y, B=len(y), N=inputs["ids"].shape[1])
    if not changes:
        check_with_differences(inputs, vars(s))
    steps = [(name, getattr(s, name)) for name in (
        "d_logits", "d_hidden", "d_answers", "d_values", "d_weights", "d_scores")]
    steps += [(name, d.reshape(-1, d.shape[2])) for name, d in [
        ("d_keys", s.d_keys), ("d_embedded", s.d_embedded)]]
    return tuple(np.asarray(getattr(s, name)) for name in ["loss", *PARAMETERS]), steps

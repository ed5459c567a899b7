"""11_multi_head_attention: any number of heads, side by side, combined by Wout."""

import numpy as np

from attention import run
from course import Case
from row_attention import (HEAD, PRODUCT_MISTAKES, SCALE_MISTAKES, SOFTMAX_MISTAKES, hidden_as,
                           scaled, visible)


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
    case("large_scores", (5, 5, 4, 2, 3, 2), 17, 18, 19, True, dict(X=30, Y=30)),
    case("one_head", (3, 4, 5, 1, 2, 3), 20, 21, 22, True),
    case("one_token", (1, 1, 4, 3, 2, 3), 23, 24, 25, False),
    # Each softmax sees nothing but numbers far below zero.
    case("scores_far_below_zero", (1, 3, 4, 2, 2, 3), 1030, 1031, 1032, False, dict(X=40, Y=40)),
]

PUBLISHED = {}

ONE_HEAD = {
    "Q": lambda s: s.X @ s.Wq[s.h],
    "K": lambda s: s.Y @ s.Wk[s.h],
    "V": lambda s: s.Y @ s.Wv[s.h],
    **HEAD,
}

# `attend` computes one head, by its number.
ALL_HEADS = {
    "outputs": lambda s: [s.attend(h) for h in range(len(s.Wq))],
    "concatenated": lambda s: np.hstack(s.outputs),
    "result": lambda s: s.concatenated @ s.Wout,
}


def all_projections(project):
    """The stages of a mistake made in each of the three projections alike."""
    return {
        "Q": lambda s: project(s.X, s.Wq[s.h]),
        "K": lambda s: project(s.Y, s.Wk[s.h]),
        "V": lambda s: project(s.Y, s.Wv[s.h]),
    }


def hidden_if(rule):
    """Another rule than the right one, of i, j, Nk - Nq and `causal`, says what is hidden."""

    def masked(s):
        i, j = np.indices(s.scores.shape)
        return np.where(rule(i, j, len(s.K) - len(s.Q), s.causal), -np.inf, s.scores)

    return {"masked": masked}


INPUT_MISTAKES = {
    "keys_and_values_from_x": {"K": lambda s: s.X @ s.Wk[s.h], "V": lambda s: s.X @ s.Wv[s.h]},
    "queries_from_y": {"Q": lambda s: s.Y @ s.Wq[s.h]},
    "roles_of_x_and_y_swapped": {
        "Q": lambda s: s.Y @ s.Wq[s.h],
        "K": lambda s: s.X @ s.Wk[s.h],
        "V": lambda s: s.X @ s.Wv[s.h],
    },
    "values_from_x": {"V": lambda s: s.X @ s.Wv[s.h]},
    "article_roles": {"Q": lambda s: s.Y @ s.Wq[s.h], "V": lambda s: s.X @ s.Wv[s.h]},
    "weights_on_the_left": all_projections(lambda X, W: W @ X),
    "projection_transposed": all_projections(lambda X, W: X @ W.T),
    "query_and_key_weights_swapped": {
        "Q": lambda s: s.X @ s.Wk[s.h],
        "K": lambda s: s.Y @ s.Wq[s.h],
    },
    "queries_shared": {"Q": lambda s: s.X @ s.Wq[0]},
    "keys_shared": {"K": lambda s: s.Y @ s.Wk[0]},
    "values_shared": {"V": lambda s: s.Y @ s.Wv[0]},
    "first_head_repeated": {"outputs": lambda s: [s.attend(0)] * len(s.Wq)},
    "scaled_queries": {
        "Q": lambda s: s.X @ s.Wq[s.h] / np.sqrt(s.Wq.shape[2]),
        **scaled(lambda s: 1),
    },
}

MORE_SCALE_MISTAKES = {
    "divided_by_root_e": scaled(lambda s: np.sqrt(s.X.shape[1])),
    "divided_by_root_of_all_heads": scaled(lambda s: np.sqrt(len(s.Wq) * s.Q.shape[1])),
    "divided_by_root_of_heads": scaled(lambda s: np.sqrt(len(s.Wq))),
    "divided_by_heads": scaled(lambda s: len(s.Wq)),
    "divided_by_d_over_heads": scaled(lambda s: np.sqrt(s.Q.shape[1] / len(s.Wq))),
}

MASK_MISTAKES = {
    "never_masked": {"masked": lambda s: s.scores},
    "always_masked": hidden_if(lambda i, j, offset, causal: j > i + offset),
    "flag_inverted": hidden_if(lambda i, j, offset, causal: ~(causal | (j <= i + offset))),
    "masked_with_zero": hidden_as(0),
    "masked_after_softmax": {
        "masked": lambda s: s.scores,
        "output": lambda s: (visible(s) * s.weights) @ s.V,
    },
    "diagonal_hidden": hidden_if(lambda i, j, offset, causal: causal & (j >= i + offset)),
    "one_future_visible": hidden_if(lambda i, j, offset, causal: causal & (j > i + offset + 1)),
    "past_hidden": hidden_if(lambda i, j, offset, causal: causal & (j < i + offset)),
    "aligned_at_top_left": hidden_if(lambda i, j, offset, causal: causal & (j > i)),
}


def as_one_head(s):
    """All heads' features in one softmax."""
    Q, K, V = (np.hstack([A @ W for W in Ws])
               for A, Ws in ((s.X, s.Wq), (s.Y, s.Wk), (s.Y, s.Wv)))
    return run(HEAD, Q=Q, K=K, V=V, causal=s.causal).output


COMBINATION_MISTAKES = {
    "heads_reversed": {"concatenated": lambda s: np.hstack(s.outputs[::-1])},
    "heads_interleaved": {"concatenated": lambda s: np.dstack(s.outputs).reshape(len(s.X), -1)},
    "heads_below_each_other": {"concatenated": lambda s: np.stack(s.outputs).reshape(
        len(s.X), -1)},
    "not_split_into_heads": {"concatenated": as_one_head},
    "heads_averaged": {"result": lambda s: np.mean(s.outputs, axis=0)},
    "same_rows_for_all": {"result": lambda s: sum(s.outputs) @ s.Wout[:s.outputs[0].shape[1]]},
    "last_head_missing": {"concatenated": lambda s: np.hstack(
        s.outputs[:-1] + [0 * s.outputs[-1]])},
    "first_head_only": {"concatenated": lambda s: np.hstack(
        s.outputs[:1] + [0 * each for each in s.outputs[1:]])},
    "not_combined": {"result": lambda s: s.concatenated},
    "wout_transposed": {"result": lambda s: s.concatenated @ s.Wout.T},
    "residual_added": {"result": lambda s: s.concatenated @ s.Wout + s.X},
}

OF_ONE_HEAD = {name: change for name, change in (SOFTMAX_MISTAKES | PRODUCT_MISTAKES).items()
               if name in ("softmax_over_columns", "softmax_over_matrix", "naive_exponent",
                           "one_maximum_for_all", "not_normalised", "scores_transposed",
                           "weights_transposed")}

MISTAKES = (INPUT_MISTAKES | SCALE_MISTAKES | MORE_SCALE_MISTAKES | MASK_MISTAKES | OF_ONE_HEAD
            | COMBINATION_MISTAKES)


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    head_stages = ONE_HEAD | {name: changes[name] for name in changes.keys() & ONE_HEAD.keys()}
    all_stages = ALL_HEADS | {name: changes[name] for name in changes.keys() & ALL_HEADS.keys()}
    inputs = inputs | {"causal": bool(inputs["causal"])}
    steps = []

    def attend(h):
        head = run(head_stages, h=h, **inputs)
        steps.extend([("queries", head.Q), ("keys", head.K), ("values", head.V),
                      ("scaled scores", head.scores), ("attention weights", head.weights),
                      ("head output", head.output)])
        return head.output

    state = run(all_stages, attend=attend, **inputs)
    return state.result, steps + [("concatenated heads", state.concatenated)]

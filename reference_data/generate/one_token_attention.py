"""22_one_token_attention: the second token of a sequence attends to all, without scaling."""

import numpy as np

from attention import run
from course import Case

CASES = [
    Case("document", dict(T=4, k=4, dq=3), dict(tokens=3, weights=0)),
    Case("unequal_sizes", dict(T=5, k=3, dq=6), dict(tokens=241, weights=242)),
    Case("long_tokens", dict(T=6, k=7, dq=2), dict(tokens=243, weights=244)),
    Case("all_equal", dict(T=5, k=5, dq=5), dict(tokens=245, weights=246)),
    Case("large_scores", dict(T=6, k=4, dq=3), dict(tokens=247, weights=248), dict(X=100)),
    Case("low_scores", dict(T=3, k=3, dq=4), dict(tokens=249, weights=260),
         dict(Wq=500, Wk=10)),
    Case("two_tokens", dict(T=2, k=4, dq=3), dict(tokens=251, weights=252)),
    Case("one_feature", dict(T=7, k=2, dq=1), dict(tokens=253, weights=254)),
    Case("zero_tokens", dict(T=3, k=4, dq=2), dict(tokens=255, weights=256), dict(X=0)),
]

# The document's numbers come from generators without a seed.
PUBLISHED = {}


def softmax(scores, shift=np.max, total=np.sum):
    exponentials = np.exp(scores - shift(scores))
    return exponentials / total(exponentials)


ATTENTION = {
    "token": lambda s: s.X[1],
    "query": lambda s: s.token @ s.Wq,
    "keys": lambda s: s.X @ s.Wk,
    "products": lambda s: s.keys @ s.query,
    "scores": lambda s: s.products,
    "attention": lambda s: softmax(s.scores),
    "modified": lambda s: s.attention @ s.X,
}


def asking(choose):
    return {"token": choose}


def scores(compute):
    return {"scores": compute}


def weights(weigh):
    return {"attention": lambda s: weigh(s.scores)}


def modified(compute):
    return {"modified": compute}


def seen(visible):
    """A softmax over some of the tokens only: those whose index fulfils visible(t)."""
    return weights(lambda S: softmax(np.where(visible(np.arange(len(S))), S, -np.inf)))


def all_tokens_ask(s):
    """Row softmax of the scores of all tokens with all."""
    return np.stack([softmax(row) for row in s.X @ s.Wq @ s.keys.T])


MISTAKES = {
    "divided_by_root_dq": scores(lambda s: s.products / np.sqrt(s.Wq.shape[1])),
    "divided_by_root_k": scores(lambda s: s.products / np.sqrt(s.X.shape[1])),
    "divided_by_dq": scores(lambda s: s.products / s.Wq.shape[1]),
    "first_token_asks": asking(lambda s: s.X[0]),
    "third_token_asks": asking(lambda s: s.X[min(2, len(s.X) - 1)]),
    "last_token_asks": asking(lambda s: s.X[-1]),
    "mean_token_asks": asking(lambda s: s.X.mean(axis=0)),
    "each_token_asks_itself": scores(lambda s: ((s.X @ s.Wq) * s.keys).sum(axis=1)),
    "roles_swapped": {"query": lambda s: s.token @ s.Wk, "keys": lambda s: s.X @ s.Wq},
    "all_tokens_ask_token_1": scores(lambda s: s.X @ s.Wq @ s.keys[1]),
    "query_with_Wk": {"query": lambda s: s.token @ s.Wk},
    "keys_with_Wq": {"keys": lambda s: s.X @ s.Wq},
    "query_not_projected": {"query": lambda s: s.token},
    "keys_not_projected": {"keys": lambda s: s.X},
    "no_projections": {"query": lambda s: s.token, "keys": lambda s: s.X},
    "Wq_transposed": {"query": lambda s: s.Wq @ s.token},
    "Wk_transposed": {"keys": lambda s: s.X @ s.Wk.T},
    "both_transposed": {"query": lambda s: s.Wq @ s.token, "keys": lambda s: s.X @ s.Wk.T},
    "three_features_only": scores(lambda s: s.keys[:, :3] @ s.query[:3]),
    "three_tokens_only": seen(lambda t: t < 3),
    "later_tokens_hidden": seen(lambda t: t <= 1),
    "own_token_left_out": seen(lambda t: t != 1),
    "no_softmax": weights(lambda S: S),
    "not_normalised": weights(lambda S: softmax(S, total=lambda E: 1)),
    "scores_over_their_sum": weights(lambda S: S / S.sum()),
    "naive_exponent": weights(lambda S: softmax(S, shift=lambda S: 0)),
    "mean_subtracted": weights(lambda S: softmax(S, shift=np.mean)),
    "minimum_subtracted": weights(lambda S: softmax(S, shift=np.min)),
    "maximum_starts_at_zero": weights(lambda S: softmax(S, shift=lambda S: max(S.max(), 0))),
    "sigmoid": weights(lambda S: 1 / (1 + np.exp(-S))),
    "softmax_twice": weights(lambda S: softmax(softmax(S))),
    "softmin": weights(lambda S: softmax(-S)),
    "all_weights_equal": weights(lambda S: np.ones_like(S) / len(S)),
    "largest_only": weights(lambda S: np.where(np.arange(len(S)) == np.argmax(S), 1.0, 0.0)),
    "tokens_summed": modified(lambda s: s.X.sum(axis=0)),
    "tokens_averaged": modified(lambda s: s.X.mean(axis=0)),
    "divided_by_tokens": modified(lambda s: s.attention @ s.X / len(s.X)),
    "keys_weighted": modified(lambda s: s.attention @ s.keys),
    "queries_weighted": modified(lambda s: s.attention @ s.X @ s.Wq),
    "scores_weight_tokens": modified(lambda s: s.scores @ s.X),
    "best_token_returned": modified(lambda s: s.X[np.argmax(s.scores)]),
    "own_share_only": modified(lambda s: s.attention[1] * s.X[1]),
    "residual_added": modified(lambda s: s.attention @ s.X + s.X[1]),
    "token_unchanged": modified(lambda s: s.X[1]),
    "attention_received": {"attention": lambda s: all_tokens_ask(s)[:, 1]},
}


def evaluate(inputs, changes):
    """The results and the recorded steps, with the changes of a mistake or with none."""
    state = run(ATTENTION | changes, **inputs)
    steps = [("query", state.query), ("keys", state.keys), ("scores", state.scores),
             ("attention weights", state.attention)]
    return (state.modified, state.attention), steps

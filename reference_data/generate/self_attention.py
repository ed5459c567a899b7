"""01_self_attention: one token after the other, unscaled (UDL 12.2 to 12.5).

Every stage is a list with one item for each token; queries, keys, values and tokens are columns.
"""

import numpy as np

from attention import Projection, projection, run
from course import Case

CASES = [
    Case("notebook", dict(D=4, N=3, Dq=4, Dv=4), dict(tokens=3, weights=0)),
    Case("unequal_sizes", dict(D=6, N=4, Dq=3, Dv=5), dict(tokens=270, weights=271),
         dict(X=0.5)),
    Case("square", dict(D=4, N=4, Dq=4, Dv=4), dict(tokens=23, weights=24)),
    Case("huge_scores", dict(D=4, N=6, Dq=3, Dv=5), dict(tokens=33, weights=34), dict(X=100)),
    Case("large_scores", dict(D=5, N=7, Dq=4, Dv=3), dict(tokens=228, weights=229), dict(X=8)),
    Case("one_token", dict(D=5, N=1, Dq=3, Dv=2), dict(tokens=53, weights=54)),
    Case("zero_biases", dict(D=3, N=5, Dq=2, Dv=4), dict(tokens=63, weights=64),
         dict(beta_q=0, beta_k=0, beta_v=0)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(D=4, N=3, Dq=2, Dv=5), dict(tokens=1098, weights=1099),
         dict(X=100)),
]

# As the document prints them, one token a line; the course has them in columns.
PUBLISHED = {
    "notebook": (8, np.transpose([
        [0.94744244, -0.24348429, -0.91310441, -0.44522983],
        [1.64201168, -0.08470004, 4.02764044, 2.18690791],
        [1.61949281, -0.06641533, 3.96863308, 2.15858316],
    ])),
}


def projected(projection):
    return lambda s: [projection(s).omega @ x + projection(s).beta for x in s.x]


def unbiased(projection):
    return lambda s: [projection(s).omega @ x for x in s.x]


def softmax(items):
    exponentials = np.exp(items - np.max(items))
    return exponentials / np.sum(exponentials)


def scores(score):
    """For each token n, the vector of score(s, m, n) over all m."""
    return {"scores": lambda s: [np.array([score(s, m, n) for m in s.range]) for n in s.range]}


def weights(softmax):
    """For each token, a softmax of its scores."""
    return {"weights": lambda s: [softmax(items) for items in s.scores]}


def sums(term):
    """For each token n, the sum of term(s, m, n) over all m, in an array made for a value."""

    def total(s, n):
        x_prime = np.zeros_like(s.v[n])
        for m in s.range:
            x_prime += term(s, m, n)
        return x_prime

    return {"sums": lambda s: [total(s, n) for n in s.range]}


def dot(a, b):
    return (a.T @ b).item()


STAGES = {
    "q": projected(lambda s: s.query),
    "k": projected(lambda s: s.key),
    "v": projected(lambda s: s.value),
    **scores(lambda s, m, n: dot(s.k[m], s.q[n])),
    **weights(softmax),
    **sums(lambda s, m, n: s.weights[n][m] * s.v[m]),
    "output": lambda s: np.hstack(s.sums),
}



def softmax_mistake(shift=np.max, exp=np.exp, total=np.sum):
    """A softmax of which a part is done differently: exp(items - shift) / total."""

    def wrong_softmax(items):
        exponentials = exp(items - shift(items))
        return exponentials / total(exponentials)

    return weights(wrong_softmax)


SCORE_MISTAKES = {
    "last_query": scores(lambda s, m, n: dot(s.k[m], s.q[-1])),
    "query_of_the_key_token": scores(lambda s, m, n: dot(s.k[m], s.q[m])),
    "key_of_the_query_token": scores(lambda s, m, n: dot(s.k[n], s.q[n])),
    "placeholder_scores": scores(lambda s, m, n: 1.0),
    "roles_swapped": scores(lambda s, m, n: dot(s.q[m], s.k[n])),
    "indices_exchanged": scores(lambda s, m, n: dot(s.k[n], s.q[m])),
    "queries_with_queries": scores(lambda s, m, n: dot(s.q[m], s.q[n])),
    "keys_with_keys": scores(lambda s, m, n: dot(s.k[m], s.k[n])),
    "values_with_queries": scores(lambda s, m, n: dot(s.v[m], s.q[n])),
    "keys_with_values": scores(lambda s, m, n: dot(s.k[m], s.v[n])),
    "tokens_with_queries": scores(lambda s, m, n: dot(s.x[m], s.q[n])),
    "tokens_with_tokens": scores(lambda s, m, n: dot(s.x[m], s.x[n])),
    "outer_product": scores(lambda s, m, n: (s.k[m] @ s.q[n].T)[0, 0]),
    "first_elements_only": scores(lambda s, m, n: (s.k[m] * s.q[n])[0, 0]),
    "mean_of_products": scores(lambda s, m, n: np.mean(s.k[m] * s.q[n])),
    "running_total": {"scores": lambda s: [np.cumsum(items) for items in STAGES["scores"](s)]},
    "score_stored_at_n": scores(lambda s, m, n: dot(s.k[-1], s.q[n]) if m == n else 0.0),
    "integer_scores": scores(lambda s, m, n: float(int(dot(s.k[m], s.q[n])))),
    "last_score_missing": scores(
        lambda s, m, n: dot(s.k[m], s.q[n]) if m < s.range[-1] else 0.0),
    "divided_by_root_dq": scores(lambda s, m, n: dot(s.k[m], s.q[n]) / np.sqrt(len(s.q[n]))),
    "divided_by_root_d": scores(lambda s, m, n: dot(s.k[m], s.q[n]) / np.sqrt(len(s.x[n]))),
    "divided_by_dq": scores(lambda s, m, n: dot(s.k[m], s.q[n]) / len(s.q[n])),
}

SOFTMAX_MISTAKES = {
    "naive_exponent": softmax_mistake(lambda items: 0),
    "maximum_starts_at_zero": softmax_mistake(lambda items: max(0, np.max(items))),
    "mean_subtracted": softmax_mistake(np.mean),
    "minimum_subtracted": softmax_mistake(np.min),
    "first_subtracted": softmax_mistake(lambda items: items[0]),
    "maximum_minus_score": softmax_mistake(exp=lambda shifted: np.exp(-shifted)),
    "not_normalised": softmax_mistake(total=lambda E: 1),
    "divided_by_largest": softmax_mistake(total=np.max),
    "raw_exponentials": softmax_mistake(lambda items: 0, total=lambda E: 1),
    "scores_over_their_sum": softmax_mistake(lambda items: 0, lambda items: items),
    "base_two": softmax_mistake(exp=np.exp2),
    "logarithm_of_softmax": weights(lambda items: np.log(softmax(items))),
    "sigmoid": weights(lambda items: 1 / (1 + np.exp(-items))),
    "winner_takes_all": softmax_mistake(exp=lambda shifted: np.exp(shifted).astype(int)),
    "truncated_weights": weights(lambda items: softmax(items).astype(int).astype(float)),
    "softmax_twice": weights(lambda items: softmax(softmax(items))),
    "no_softmax": weights(lambda items: items),
    # Of all queries at one key, instead of all keys at one query.
    "softmax_over_queries": {"weights": lambda s: list(np.transpose(
        [softmax(items) for items in np.transpose(s.scores)]))},
}

SUM_MISTAKES = {
    "weight_of_n": sums(lambda s, m, n: s.weights[n][n] * s.v[m]),
    "first_weight_only": sums(lambda s, m, n: s.weights[n][0] * s.v[m]),
    "weights_of_other_queries": sums(lambda s, m, n: s.weights[m][n] * s.v[m]),
    "value_of_n": sums(lambda s, m, n: s.weights[n][m] * s.v[n]),
    "returns_values": {"sums": lambda s: s.v},
    "last_value_only": {"sums": lambda s: [a[-1] * s.v[-1] for a in s.weights]},
    "first_value_missing": sums(lambda s, m, n: (m > 0) * s.weights[n][m] * s.v[m]),
    "last_value_missing": sums(lambda s, m, n: (m < s.range[-1]) * s.weights[n][m] * s.v[m]),
    "sum_never_reset": {"sums": lambda s: list(np.cumsum(STAGES["sums"](s), axis=0))},
    "keys_weighted": sums(lambda s, m, n: s.weights[n][m] * s.k[m]),
    "queries_weighted": sums(lambda s, m, n: s.weights[n][m] * s.q[m]),
    "tokens_weighted": sums(lambda s, m, n: s.weights[n][m] * s.x[m]),
    "weights_ignored": sums(lambda s, m, n: s.v[m]),
    "softmax_of_single_scores": weights(lambda items: np.exp(items - items)),
    "mean_of_values": sums(lambda s, m, n: s.v[m] / len(s.x)),
    "mean_of_weighted_values": sums(lambda s, m, n: s.weights[n][m] * s.v[m] / len(s.x)),
    "residual_added": sums(lambda s, m, n: s.weights[n][m] * s.v[m] + (m == 0) * s.x[n]),
    "output_transposed": {"output": lambda s: np.hstack(s.sums).T},
}

PROJECTION_MISTAKES = {
    "missing_query_bias": {"q": unbiased(lambda s: s.query)},
    "missing_key_bias": {"k": unbiased(lambda s: s.key)},
    "missing_value_bias": {"v": unbiased(lambda s: s.value)},
    "no_biases": {
        "q": unbiased(lambda s: s.query),
        "k": unbiased(lambda s: s.key),
        "v": unbiased(lambda s: s.value),
    },
    "omega_transposed": {
        "q": projected(lambda s: Projection(s.query.omega.T, s.query.beta)),
        "k": projected(lambda s: Projection(s.key.omega.T, s.key.beta)),
        "v": projected(lambda s: Projection(s.value.omega.T, s.value.beta)),
    },
}

MISTAKES = SCORE_MISTAKES | SOFTMAX_MISTAKES | SUM_MISTAKES | PROJECTION_MISTAKES


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    tokens = list(np.hsplit(inputs["X"], inputs["X"].shape[1]))
    state = run(STAGES | changes, x=tokens, range=range(len(tokens)), query=projection(inputs, "q"),
                key=projection(inputs, "k"), value=projection(inputs, "v"))
    steps = []
    for n in state.range:
        steps += [("query", state.q[n]), ("key", state.k[n]), ("value", state.v[n])]
    for n in state.range:
        steps += [("scores", state.scores[n]), ("attention weights", state.weights[n]),
                  ("weighted sum", state.sums[n])]
    return state.output, steps

"""03_two_head_attention: two scaled heads, combined (UDL 12.9 and section 12.3.3)."""

import numpy as np

from attention import (HEAD, HEAD_MISTAKES, Projection, project, projection, run,
                       softmax_columns)
from course import Case

CASES = [
    Case("notebook", dict(D=8, N=6, Dq=4, Dv=4), dict(tokens=3, weights=0)),
    Case("unequal_sizes", dict(D=10, N=7, Dq=3, Dv=5), dict(tokens=190, weights=191),
         dict(X=0.4)),
    Case("long_queries", dict(D=6, N=3, Dq=5, Dv=4), dict(tokens=100, weights=101),
         dict(X=0.5)),
    Case("square", dict(D=4, N=4, Dq=4, Dv=4), dict(tokens=35, weights=36)),
    Case("huge_scores", dict(D=5, N=4, Dq=3, Dv=2), dict(tokens=45, weights=46), dict(X=50)),
    Case("large_scores", dict(D=5, N=7, Dq=4, Dv=3), dict(tokens=154, weights=155), dict(X=10)),
    Case("one_token", dict(D=5, N=1, Dq=3, Dv=2), dict(tokens=65, weights=66)),
    # Each softmax sees nothing but numbers far below zero.
    Case("scores_far_below_zero", dict(D=5, N=2, Dq=3, Dv=2), dict(tokens=1066, weights=1067),
         dict(X=100)),
]

# As the document prints them, to three decimals.
PUBLISHED = {
    "notebook": (3, [
        [-21.207, -5.373, -20.933, -9.179, -11.319, -17.812],
        [-1.995, 7.906, -10.516, 3.452, 9.863, -7.24],
        [5.479, 1.115, 9.244, 0.453, 5.656, 7.089],
        [-7.413, -7.416, 0.363, -5.573, -6.736, -0.848],
        [-11.261, -9.937, -4.848, -8.915, -13.378, -5.761],
        [3.548, 10.036, -2.244, 1.604, 12.113, -2.557],
        [4.888, -5.814, 2.407, 3.228, -4.232, 3.71],
        [1.248, 18.894, -6.409, 3.224, 19.717, -5.629],
    ]),
}


def scaled(scale):
    """Scores that are the products divided by scale(s)."""
    return {"scores": lambda s: s.products / scale(s)}


def root_dq(s):
    return np.sqrt(s.query.omega.shape[0])


def concatenated(first, second):
    """The projection that gives the features of both, those of the first on top."""
    return Projection(*(np.vstack(pair) for pair in zip(first, second)))


SCALED_HEAD = HEAD | scaled(root_dq)

# `attend` computes one head from its query, key and value projections.
BOTH = {
    "first": lambda s: s.attend(*s.head1),
    "second": lambda s: s.attend(*s.head2),
    "heads": lambda s: np.vstack([s.first, s.second]),
    "result": lambda s: s.omega_c @ s.heads,
}

SCALE_MISTAKES = {
    "not_scaled": scaled(lambda s: 1),
    "divided_by_root_d": scaled(lambda s: np.sqrt(len(s.X))),
    "divided_by_root_n": scaled(lambda s: np.sqrt(s.X.shape[1])),
    "divided_by_root_dv": scaled(lambda s: np.sqrt(len(s.V))),
    "divided_by_root_of_all_queries": scaled(lambda s: np.sqrt(2 * len(s.Q))),
    "divided_by_root_of_all_values": scaled(lambda s: np.sqrt(2 * len(s.V))),
    "divided_by_root_of_heads": scaled(lambda s: np.sqrt(2)),
    "divided_by_heads": scaled(lambda s: 2),
    "divided_by_dq": scaled(lambda s: len(s.Q)),
    "scaled_twice": {
        "Q": lambda s: project(s.query, s.X) / root_dq(s),
        "K": lambda s: project(s.key, s.X) / root_dq(s),
        **scaled(lambda s: 1),
    },
    "divided_by_half_dq": scaled(lambda s: len(s.Q) / 2),
    "divided_by_d": scaled(lambda s: len(s.X)),
    "integer_root": scaled(lambda s: int(root_dq(s))),
    "multiplied_by_root_dq": scaled(lambda s: 1 / root_dq(s)),
    "scaled_after_softmax": {
        "scores": lambda s: s.products,
        "output": lambda s: s.V @ s.weights / root_dq(s),
    },
    "scaled_queries": {
        "Q": lambda s: project(s.query, s.X) / root_dq(s),
        **scaled(lambda s: 1),
    },
    "scaled_keys": {
        "K": lambda s: project(s.key, s.X) / root_dq(s),
        **scaled(lambda s: 1),
    },
    "scaled_inside_softmax": {
        **scaled(lambda s: 1),
        "weights": lambda s: softmax_columns(s.scores / root_dq(s)),
    },
}

COMBINATION_MISTAKES = {
    "heads_swapped": {"heads": lambda s: np.vstack([s.second, s.first])},
    "combination_halves_swapped": {"result": lambda s: np.roll(
        s.omega_c, len(s.first), axis=1) @ s.heads},
    "heads_interleaved": {"heads": lambda s: np.stack([s.first, s.second], axis=1).reshape(
        2 * len(s.first), -1)},
    "first_head_twice": {"second": lambda s: s.attend(*s.head1)},
    "second_head_twice": {"first": lambda s: s.attend(*s.head2)},
    "heads_in_sequence": {"second": lambda s: s.attend(*s.head2, X=s.first)},
    "queries_shared": {"second": lambda s: s.attend(s.head1[0], s.head2[1], s.head2[2])},
    "keys_shared": {"second": lambda s: s.attend(s.head2[0], s.head1[1], s.head2[2])},
    "values_shared": {"second": lambda s: s.attend(s.head2[0], s.head2[1], s.head1[2])},
    "weights_shared": {"second": lambda s: s.attend(s.head1[0], s.head1[1], s.head2[2])},
    "one_softmax_for_both": {"heads": lambda s: s.attend(*map(concatenated, s.head1, s.head2))},
    "heads_summed": {"result": lambda s: s.first + s.second},
    "heads_averaged": {"result": lambda s: (s.first + s.second) / 2},
    "same_half_for_both": {"result": lambda s: (
        s.omega_c[:, :len(s.first)] @ (s.first + s.second))},
    "first_head_only": {"result": lambda s: s.omega_c[:, :len(s.first)] @ s.first},
    "not_combined": {"result": lambda s: s.heads},
    "combination_transposed": {"result": lambda s: s.omega_c.T @ s.heads},
    "combination_on_the_right": {"result": lambda s: s.heads @ s.omega_c},
    "residual_added": {"result": lambda s: s.omega_c @ s.heads + s.X},
    "output_transposed": {"result": lambda s: (s.omega_c @ s.heads).T},
}

# Those of one head that are worth naming here too. Its given softmax is the one of exercise 02.
OF_ONE_HEAD = [
    "softmax_over_rows", "softmax_over_matrix", "naive_exponent", "one_maximum_for_all",
    "mean_subtracted", "minimum_subtracted", "maximum_of_rows", "row_sums",
    "row_sums_along_columns", "not_normalised", "raw_exponentials", "no_softmax",
    "missing_query_bias", "missing_key_bias", "missing_value_bias", "missing_query_and_key_bias",
    "no_biases", "biases_as_rows", "query_bias_of_key", "key_bias_of_query",
    "roles_swapped", "key_from_query", "query_from_key", "value_from_key", "value_from_query",
    "tokens_as_values", "omega_transposed",
    "scores_transposed", "scores_over_features", "weights_transposed",
    "rows_and_weights_transposed", "transposed_throughout",
]

MISTAKES = ({name: HEAD_MISTAKES[name] for name in OF_ONE_HEAD} | SCALE_MISTAKES
            | COMBINATION_MISTAKES)


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    head_stages = SCALED_HEAD | {name: changes[name] for name in changes.keys() & HEAD.keys()}
    all_stages = BOTH | {name: changes[name] for name in changes.keys() & BOTH.keys()}
    steps = []

    def attend(query, key, value, X=inputs["X"]):
        head = run(head_stages, X=X, query=query, key=key, value=value)
        steps.extend([("queries", head.Q), ("keys", head.K), ("values", head.V),
                      ("scaled scores", head.scores), ("attention weights", head.weights),
                      ("head output", head.output)])
        return head.output

    state = run(all_stages, attend=attend, X=inputs["X"], omega_c=inputs["omega_c"],
                head1=[projection(inputs, letter, "1") for letter in "qkv"],
                head2=[projection(inputs, letter, "2") for letter in "qkv"])
    return state.result, steps + [("concatenated heads", state.heads)]

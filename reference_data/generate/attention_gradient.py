"""47_attention_gradient: the gradient of causal attention, held to central differences."""

import numpy as np

from course import Case, softmax

CASES = [
    Case("ordinary", dict(Nq=5, Nk=5, d=3, Dv=4), dict(tokens=471, d_output=472)),
    Case("few_queries", dict(Nq=3, Nk=7, d=5, Dv=2), dict(tokens=473, d_output=474)),
    Case("square", dict(Nq=4, Nk=4, d=4, Dv=4), dict(tokens=475, d_output=476)),
    Case("many_features", dict(Nq=4, Nk=6, d=18, Dv=3), dict(tokens=477, d_output=478)),
    Case("large_gradient", dict(Nq=4, Nk=5, d=3, Dv=6), dict(tokens=479, d_output=480),
         dict(d_output=100)),
    Case("large_scores", dict(Nq=5, Nk=6, d=3, Dv=2), dict(tokens=481, d_output=482),
         dict(Q=2000)),
    # All scores are far below -1e9: less than what a finite mask puts in their place.
    Case("low_scores", dict(Nq=3, Nk=3, d=2, Dv=2), dict(tokens=483, d_output=484),
         given=dict(Q=[[1e6, 2e6], [3e6, 1e6], [2e6, 2e6]],
                    K=[[-3e4, -2e4], [-1e4, -4e4], [-2e4, -1e4]])),
    Case("one_query", dict(Nq=1, Nk=6, d=3, Dv=4), dict(tokens=485, d_output=486)),
    Case("one_token", dict(Nq=1, Nk=1, d=3, Dv=2), dict(tokens=487, d_output=488)),
]


def forward(Q, K, V):
    """Scores, weights and output."""
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    visible = np.tri(len(Q), len(K), len(K) - len(Q)) == 1
    weights = softmax(np.where(visible, scores, -np.inf), axis=1)
    return scores, weights, weights @ V


def differences(arrays, which, d_output):
    """The gradient in one of Q, K and V, by central differences."""
    slopes = np.zeros_like(arrays[which])
    for index in np.ndindex(slopes.shape):
        losses = []
        for step in (1e-5, -1e-5):
            moved = [array.copy() for array in arrays]
            moved[which][index] += step
            losses.append((forward(*moved)[2] * d_output).sum())
        slopes[index] = (losses[0] - losses[1]) / 2e-5
    return slopes


def evaluate(inputs):
    """The three gradients and the recorded steps."""
    Q, K, V, d_output = (inputs[name].astype(float) for name in ("Q", "K", "V", "d_output"))
    scores, weights, _ = forward(Q, K, V)
    d_weights = np.einsum("nv,jv->nj", d_output, V)
    # The Jacobian of each row's softmax: diag(p) - p p^T.
    jacobians = np.einsum("nj,jk->njk", weights, np.eye(len(K))) - np.einsum(
        "nj,nk->njk", weights, weights)
    d_scores = np.einsum("njk,nk->nj", jacobians, d_weights)
    root = np.sqrt(Q.shape[1])
    gradient = (d_scores @ K / root, d_scores.T @ Q / root, weights.T @ d_output)
    if np.abs(scores).max() < 100:  # else a softmax jumps within a step
        for which, one in enumerate(gradient):
            measured = differences([Q, K, V], which, d_output)
            assert np.allclose(one, measured, rtol=1e-6, atol=1e-6 * np.abs(measured).max())
    return gradient, [("scaled scores", scores), ("attention weights", weights),
                      ("d_weights", d_weights), ("d_scores", d_scores)]

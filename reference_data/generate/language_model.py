"""49_language_model: one token through a decoder of two layers, with cached keys and values."""

import numpy as np

from course import Case, softmax


def case(name, V, E, h, g, H, F, C, seed, used, scale=None):
    """A case with seeds one after the other."""
    sizes = dict(V=V, E=E, h=h, g=g, H=H, hd=2 * h * H, F=F, C=C)
    seeds = {stream: seed + i for i, stream in enumerate(("token", "used", "cache", "weights"))}
    return Case(name, sizes, seeds, scale or {}, given=dict(used=used))


CASES = [
    case("ordinary", 6, 5, 4, 2, 2, 7, 5, 4900, 3),
    case("start_of_text", 5, 4, 4, 2, 1, 6, 4, 4904, 0),
    case("full_cache", 7, 6, 2, 1, 2, 5, 4, 4908, 4),
    case("one_head_a_group", 5, 3, 2, 2, 3, 4, 6, 4912, 2),
    case("square", 8, 8, 4, 2, 1, 8, 4, 4916, 3),
    case("six_heads", 6, 4, 6, 2, 1, 3, 9, 4920, 8),
    case("small_table", 5, 4, 2, 1, 2, 4, 3, 4924, 2, dict(table=0.002)),
    case("large_cache", 5, 4, 4, 2, 2, 3, 4, 4928, 2, dict(keys=300)),
    case("one_of_all", 5, 1, 1, 1, 1, 1, 1, 4932, 1),
]


def rms_norm(x, gamma):
    return gamma * x / np.sqrt(np.mean(x * x) + 1e-6)


def turned(x, position):
    """The last axis of x as pairs, turned by the angles of the position."""
    d = x.shape[-1]
    angles = position * 10000.0 ** (-np.arange(0, d, 2) / d)
    pairs = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * angles)
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(x.shape)


def evaluate(inputs):
    """Logits, new keys and values, and the recorded steps."""
    used = int(inputs["used"])
    x = inputs["table"][int(inputs["token"])]
    steps = [("embedded", x[None])]
    new_keys, new_values = [], []
    for number, name in enumerate(("first", "second")):
        layer = {key[: -len(name) - 1]: value for key, value in inputs.items()
                 if key.endswith("_" + name)}
        normed = rms_norm(x, layer["norm1"])
        queries = turned(np.einsum("e,hed->hd", normed, layer["Wq"]), used)
        key = turned(np.einsum("e,ged->gd", normed, layer["Wk"]), used)
        value = np.einsum("e,ged->gd", normed, layer["Wv"])
        new_keys.append(key)
        new_values.append(value)
        groups = len(key)
        own = slice(number * groups, (number + 1) * groups)
        K = np.concatenate([inputs["keys"][own, :used], key[:, None]], axis=1)
        V = np.concatenate([inputs["values"][own, :used], value[:, None]], axis=1)
        shared = np.arange(len(queries)) * groups // len(queries)
        scores = np.einsum("hd,hjd->hj", queries, K[shared]) / np.sqrt(key.shape[1])
        attention = np.einsum("hj,hjd->hd", softmax(scores, axis=1), V[shared]).reshape(-1)
        after = x + attention @ layer["Wout"]
        inner = rms_norm(after, layer["norm2"])
        gates = inner @ layer["W_gate"]
        forward = (gates / (1 + np.exp(-gates)) * (inner @ layer["W_up"])) @ layer["W_down"]
        x = after + forward
        steps += [("first norm", normed[None]), ("attention", attention[None]),
                  ("after attention", after[None]), ("feed-forward output", forward[None]),
                  ("after layer", x[None])]
    logits = inputs["table"] @ rms_norm(x, inputs["norm"])
    return (logits, np.concatenate(new_keys), np.concatenate(new_values)), steps

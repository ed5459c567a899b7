#!/usr/bin/python3
"""Trains the model of demos/write.cpp on demos/write.txt, and writes its weights into the former.

    nice demos/write.py            trains, writes the weights: ten minutes of a processor
    demos/write.py --check         compares its gradient with differences, looks at the weights
    demos/write.py --collect       writes demos/write.txt anew, from the statements as they are now

The same text, NumPy, BLAS and kind of processor give the same bytes. The model is that of exercise
49, made of 43 to 46, for many texts at once and with its gradient, in which 47 is found again. It
learns which letter comes next.
"""

import os

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")

import argparse
import re
import time
from pathlib import Path

import numpy as np

DEMOS = Path(__file__).resolve().parent
E, HEADS, GROUPS, D, F = 64, 4, 2, 16, 160
LENGTH, BATCH, STEPS = 96, 8, 3600
RATE, WARM_UP, DECAY = 6e-3, 100, 0.1
LEVELS, ZERO = 45, "P"  # a weight is a letter from '#' to '}': its distance from ZERO, in levels
LAYER = ("norm1", "Wq", "Wk", "Wv", "Wout", "norm2", "W_gate", "W_up", "W_down")


def sentences():
    """Those of the statements that have no formula, each once; a line for each paragraph."""
    seen, paragraphs = set(), []
    for page in sorted(DEMOS.parent.glob("exercises/*/README.md")):
        for block in page.read_text(encoding="utf-8").split("\n\n"):
            if re.match(r"#|\||    |Source:", block):
                continue
            for paragraph in re.split(r"^- ", block, flags=re.MULTILINE):
                words = " ".join(re.sub(r"[*`]", "", paragraph).split())
                plain = [sentence for sentence in re.split(r"(?<=[.?]) (?=[A-Z])", words)
                         if re.fullmatch(r"([A-Za-z ,.:;'()?-]|\b\d\b)+[.?]", sentence)
                         and sentence not in seen]
                seen.update(plain)
                if plain:
                    paragraphs.append(" ".join(plain))
    return "\n".join(paragraphs) + "\n"


def initial_weights(random, V, dtype):
    """By name, in the order of LanguageModel."""
    def normal(rows, columns, deviation):
        return (deviation * random.standard_normal((rows, columns))).astype(dtype)

    ones, weights = np.ones(E, dtype), {"table": normal(V, E, 0.1)}
    for layer in range(2):
        matrices = (ones.copy(), normal(E, HEADS * D, E**-0.5), normal(E, GROUPS * D, E**-0.5),
                    normal(E, GROUPS * D, E**-0.5), normal(HEADS * D, E, 0.5 * (HEADS * D)**-0.5),
                    ones.copy(), normal(E, F, E**-0.5), normal(E, F, E**-0.5),
                    normal(F, E, 0.5 * F**-0.5))
        weights.update((f"{name} {layer}", matrix) for name, matrix in zip(LAYER, matrices))
    weights["norm"] = ones.copy()
    return weights


def rms_norm(x, gamma):
    scale = 1 / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + 1e-6)
    unit = x * scale
    return unit * gamma, (unit, scale, gamma)


def rms_norm_gradient(dy, kept):
    """Of x, and of gamma."""
    unit, scale, gamma = kept
    dunit = dy * gamma
    return (scale * (dunit - unit * np.mean(dunit * unit, axis=-1, keepdims=True)),
            np.sum(dy * unit, axis=0))


def rotate(X, angles):
    """Turns neighbouring features of (batch, heads, tokens, d) by (tokens, d / 2)."""
    cosine, sine = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    x, y, turned = X[..., 0::2], X[..., 1::2], np.empty_like(X)
    turned[..., 0::2] = x * cosine - y * sine
    turned[..., 1::2] = x * sine + y * cosine
    return turned


def heads_first(X, B, T, heads):
    return np.ascontiguousarray(X.reshape(B, T, heads, D).transpose(0, 2, 1, 3))


def heads_last(X):
    B, heads, T, d = X.shape
    return X.transpose(0, 2, 1, 3).reshape(B * T, heads * d)


def loss_and_gradient(weights, tokens, targets):
    """The mean cross entropy of (B, T) targets, and its gradient by the names of the weights."""
    B, T = tokens.shape
    angles = np.arange(T)[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    hidden, share = np.triu(np.ones((T, T), bool), 1), HEADS // GROUPS
    scale = weights["table"].dtype.type(D**-0.5)

    def grouped(X):  # the queries of a group, one head below the other
        return X.reshape(B, GROUPS, share * T, D)

    kept = []
    x = weights["table"][tokens.reshape(-1)]
    for l in range(2):
        norm1, Wq, Wk, Wv, Wout, norm2, W_gate, W_up, W_down = (weights[f"{n} {l}"] for n in LAYER)
        n1, kept1 = rms_norm(x, norm1)
        Q = grouped(rotate(heads_first(n1 @ Wq, B, T, HEADS), angles))
        K = rotate(heads_first(n1 @ Wk, B, T, GROUPS), angles)
        V = heads_first(n1 @ Wv, B, T, GROUPS)
        scores = (Q @ K.transpose(0, 1, 3, 2) * scale).reshape(B, HEADS, T, T)
        scores[..., hidden] = -np.inf
        P = np.exp(scores - scores.max(axis=-1, keepdims=True))
        P /= P.sum(axis=-1, keepdims=True)
        P = P.reshape(B, GROUPS, share * T, T)
        A = heads_last((P @ V).reshape(B, HEADS, T, D))
        x = x + A @ Wout
        n2, kept2 = rms_norm(x, norm2)
        gates, up = n2 @ W_gate, n2 @ W_up
        sigma = 1 / (1 + np.exp(-gates))
        opened = gates * sigma
        x = x + (opened * up) @ W_down
        kept.append((n1, kept1, Q, K, V, P, A, n2, kept2, up, sigma, opened))
    last, kept_last = rms_norm(x, weights["norm"])
    logits = last @ weights["table"].T
    logits -= logits.max(axis=-1, keepdims=True)
    sums = np.exp(logits).sum(axis=-1, keepdims=True)
    rows, aims = np.arange(B * T), targets.reshape(-1)
    loss = float(np.mean(np.log(sums[:, 0]) - logits[rows, aims]))

    gradient = {}
    dlogits = np.exp(logits) / sums
    dlogits[rows, aims] -= 1
    dlogits /= B * T
    gradient["table"] = dlogits.T @ last
    dx, gradient["norm"] = rms_norm_gradient(dlogits @ weights["table"], kept_last)
    for l in (1, 0):
        _, Wq, Wk, Wv, Wout, _, W_gate, W_up, W_down = (weights[f"{n} {l}"] for n in LAYER)
        n1, kept1, Q, K, V, P, A, n2, kept2, up, sigma, opened = kept[l]
        dhidden = dx @ W_down.T
        dup, dopened = dhidden * opened, dhidden * up
        dgates = dopened * (sigma + opened * (1 - sigma))
        dafter, dnorm2 = rms_norm_gradient(dgates @ W_gate.T + dup @ W_up.T, kept2)
        dW_down, dx = (opened * up).T @ dx, dx + dafter
        # Exercise 47, for the queries of a group together.
        dA = grouped(heads_first(dx @ Wout.T, B, T, HEADS))
        dP = dA @ V.transpose(0, 1, 3, 2)
        dS = P * (dP - np.sum(dP * P, axis=-1, keepdims=True)) * scale
        dQ = heads_last(rotate((dS @ K).reshape(B, HEADS, T, D), -angles))
        dK = heads_last(rotate(dS.transpose(0, 1, 3, 2) @ Q, -angles))
        dV = heads_last(P.transpose(0, 1, 3, 2) @ dA)
        dbefore, dnorm1 = rms_norm_gradient(dQ @ Wq.T + dK @ Wk.T + dV @ Wv.T, kept1)
        of_layer = (dnorm1, n1.T @ dQ, n1.T @ dK, n1.T @ dV, A.T @ dx, dnorm2, n2.T @ dgates,
                    n2.T @ dup, dW_down)
        gradient.update((f"{name} {l}", part) for name, part in zip(LAYER, of_layer))
        dx = dx + dbefore
    gradient["table"] += (tokens.reshape(-1) == np.arange(len(weights["table"]))[:, None]) @ dx
    return loss, gradient


def batch(random, ids, count):
    starts = random.integers(0, len(ids) - LENGTH, count)
    windows = ids[starts[:, None] + np.arange(LENGTH + 1)]
    return windows[:, :-1], windows[:, 1:]


def train(ids, V):
    """Adam with decoupled decay of the matrices; the rate falls along a cosine."""
    random = np.random.default_rng(49)
    weights = initial_weights(random, V, np.float32)
    first = {name: np.zeros_like(w) for name, w in weights.items()}
    second = {name: np.zeros_like(w) for name, w in weights.items()}
    losses = []
    for step in range(1, STEPS + 1):
        loss, gradient = loss_and_gradient(weights, *batch(random, ids, BATCH))
        losses.append(loss)
        rate = RATE * min(step / WARM_UP, 0.5 + 0.5 * np.cos(np.pi * step / (STEPS + 1)))
        for name, w in weights.items():
            g = gradient[name]
            first[name] += 0.1 * (g - first[name])
            second[name] += 0.01 * (g * g - second[name])
            move = first[name] / (1 - 0.9**step)
            move /= np.sqrt(second[name] / (1 - 0.99**step)) + 1e-8
            if w.ndim == 2:
                move += DECAY * w
            w -= np.float32(rate) * move
        if step % 100 == 0:
            print(f"step {step:4d}   loss {np.mean(losses[-100:]):.4f}   "
                  f"{time.process_time():.0f} s", flush=True)
    return weights


def lines_of(matrix):
    """A line for each row: its scale, and a letter for each weight."""
    for row in np.atleast_2d(matrix):
        scale = float(f"{max(np.abs(row).max(), 1e-9) / LEVELS * 1.001:.4g}")
        levels = np.clip(np.rint(row / scale), -LEVELS, LEVELS).astype(int)
        yield f"{scale:.4g} {''.join(chr(ord(ZERO) + level) for level in levels)}"


def write(weights, alphabet):
    file = DEMOS / "write.cpp"
    code = file.read_text(encoding="utf-8")
    end = "// clang-format off\n"
    code = code[:code.index(end)] + end
    code += f'\nconst char* const alphabet = R"({alphabet})";\n\nconst char* const weights[] = {{\n'
    for name, matrix in weights.items():
        code += f'// {name}\nR"(' + "\n".join(lines_of(matrix)) + ')",\n'
    file.write_text(code + "};\n\n}  // namespace\n}  // namespace softmark\n", encoding="utf-8")


def check_weights(ids, V):
    """Whether the weights in demos/write.cpp are few, and have learned the text."""
    weights = initial_weights(np.random.default_rng(1), V, np.float32)
    arrays = re.findall(r'R"\(([^"]*)\)",', (DEMOS / "write.cpp").read_text(encoding="utf-8"))
    for array, w in zip(arrays, weights.values(), strict=True):
        for line, row in zip(array.split("\n"), np.atleast_2d(w), strict=True):
            scale, levels = line.split(" ")
            row[:] = [float(scale) * (ord(level) - ord(ZERO)) for level in levels]
    count = sum(w.size for w in weights.values())
    bytes_used = sum((DEMOS / file).stat().st_size for file in ("write.cpp", "write.txt"))
    loss = loss_and_gradient(weights, *batch(np.random.default_rng(2), ids, 100))[0]
    print(f"{count} weights, {bytes_used} bytes with the text, loss {loss:.3f}")
    return count <= 150_000 and bytes_used <= 200_000 and loss < 1


def check_gradient():
    """Compares slopes along a direction in each array with differences, in float64."""
    random, worst = np.random.default_rng(1), 0.0
    weights = {name: w + 0.1 * random.standard_normal(w.shape)
               for name, w in initial_weights(random, 7, np.float64).items()}
    texts = random.integers(0, 7, (2, 2, 5))
    gradient = loss_and_gradient(weights, *texts)[1]
    for name, w in weights.items():
        direction = random.standard_normal(w.shape)
        direction /= np.linalg.norm(direction)
        ahead, behind = (loss_and_gradient({**weights, name: w + change * direction}, *texts)[0]
                         for change in (1e-5, -1e-5))
        worst = max(worst, abs((ahead - behind) / 2e-5 - np.sum(gradient[name] * direction)))
    print(f"gradient and differences agree to {worst:.1e}")
    return worst < 1e-8


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    options.add_argument("--collect", action="store_true")
    chosen = options.parse_args()
    file = DEMOS / "write.txt"
    if chosen.collect:
        file.write_text(sentences(), encoding="utf-8")
        return
    text = file.read_text(encoding="utf-8")
    alphabet = "".join(sorted(set(text)))
    ids = np.array([alphabet.index(letter) for letter in text])
    if chosen.check:
        raise SystemExit(not (check_gradient() and check_weights(ids, len(alphabet))))
    write(train(ids, len(alphabet)), alphabet)


if __name__ == "__main__":
    main()

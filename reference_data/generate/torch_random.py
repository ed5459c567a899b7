"""PyTorch's generator for the CPU, in NumPy: the same numbers, to the last bit."""

import numpy as np

BLOCK = 16
F = np.float32


def fused(a, b, c):
    """a b + c in float32, rounded once: a product of two float32 is exact in a double. (A sum that
    lies just between two float32 could still round twice; the C++ side would refuse the data.)"""
    return F(np.float64(a) * np.float64(b) + np.float64(c))


def bits_of(x):
    return np.asarray(x, F).view(np.uint32)


def log(x):
    """The polynomial of the Cephes library that torch's vector kernel evaluates."""
    x = np.maximum(np.asarray(x, F), F(np.finfo(F).tiny))
    exponent = ((bits_of(x) >> 23).astype(np.int32) - 0x7F).astype(F) + F(1)
    x = ((bits_of(x) & ~np.uint32(0x7F800000)) | np.uint32(0x3F000000)).view(F)
    small = x < F(0.707106781186547524)
    exponent = np.where(small, exponent - F(1), exponent)
    x = np.where(small, (x - F(1)) + x, x - F(1))
    y = np.full_like(x, 7.0376836292e-2)
    for coefficient in (-1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
                        -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1):
        y = fused(y, x, F(coefficient))
    square = x * x
    y = fused(y * x, square, exponent * F(-2.12194440e-4))
    y = fused(-square, F(0.5), y)
    return fused(exponent, F(0.693359375), x + y)


def sine_and_cosine(angle):
    """Both of angles from 0 up, likewise."""
    octant = (angle * F(1.27323954473516)).astype(np.int32)
    octant = (octant + 1) & ~1
    turns = octant.astype(F)
    x = angle
    for part in (-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8):
        x = fused(turns, F(part), x)
    square = x * x
    cosine = fused(F(2.443315711809948e-5), square, F(-1.388731625493765e-3))
    cosine = fused(cosine, square, F(4.166664568298827e-2)) * square
    cosine = fused(cosine, square, -(square * F(0.5))) + F(1)
    sine = fused(F(-1.9515295891e-4), square, F(8.3321608736e-3))
    sine = fused(sine, square, F(-1.6666654611e-1)) * square
    sine = fused(sine, x, x)
    swapped = (octant & 2) != 0
    sine, cosine = np.where(swapped, cosine, sine), np.where(swapped, sine, cosine)
    sine = np.where((octant & 4) != 0, -sine, sine)
    cosine = np.where(((octant - 2) & 4) == 0, -cosine, cosine)
    return sine, cosine


def box_muller(values):
    """16 uniform numbers a row become 16 normal ones."""
    half = BLOCK // 2
    radius = np.sqrt(F(-2) * log(F(1) - values[:, :half]))
    sine, cosine = sine_and_cosine(F(6.283185307179586476925) * values[:, half:])
    return np.hstack([radius * cosine, radius * sine])


class TorchRandom:
    """The stream that follows torch.manual_seed(seed), after leaving out `skip` times 32 bits."""

    def __init__(self, seed, skip=0):
        self.generator = np.random.RandomState(seed)
        self.spare = None
        self.bits(skip)

    def bits(self, count):
        # All 32 bits of each draw, without the rejection of a smaller range.
        return self.generator.randint(0, 2**32, size=count, dtype=np.uint32)

    def floats(self, count):
        return (self.bits(count) & 0xFFFFFF).astype(F) * F(2.0**-24)

    def double(self):
        high, low = self.bits(2).astype(np.uint64)
        return float((high << np.uint64(32) | low) & np.uint64(2**53 - 1)) * 2.0**-53

    def one_normal(self):
        if self.spare is not None:
            spare, self.spare = self.spare, None
            return spare
        first, second = self.double(), self.double()
        radius, angle = np.sqrt(-2.0 * np.log(1.0 - second)), 2.0 * np.pi * first
        self.spare = radius * np.sin(angle)
        return radius * np.cos(angle)

    def uniform(self, low, high, size):
        return fused(self.floats(size), F(high) - F(low), F(low)).astype(float)

    def standard_normal(self, size):
        if size < BLOCK:
            return np.array([F(self.one_normal()) for _ in range(size)], F)
        values = self.floats(size)
        whole = size // BLOCK * BLOCK
        values[:whole] = box_muller(values[:whole].reshape(-1, BLOCK)).ravel()
        if size % BLOCK:  # the last 16 are drawn once more
            values[-BLOCK:] = box_muller(self.floats(BLOCK).reshape(1, BLOCK)).ravel()
        return values

    def normal(self, mean, deviation, size):
        return (self.standard_normal(size) * F(deviation) + F(mean)).astype(float)

    def randint(self, low, high, size):
        return low + (self.bits(size) % (high - low)).astype(np.int64)

    def linear(self, features, size, bias):
        """Initial weights, or the bias, of a linear layer that takes so many features."""
        bound = 1 / np.sqrt(features)
        if not bias:
            gain = np.sqrt(2.0 / (1 + 5.0000000000000002))
            bound = np.sqrt(3.0) * (gain / np.sqrt(features))
        return self.uniform(-F(bound), F(bound), size)

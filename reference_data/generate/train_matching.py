"""29_train_matching: training on a task that needs positions, with them and without. The results are
measured."""

from course import Case

# Seeds that give 40 sequences, 6 epochs, batches of 48, a rate near 0.005; `use_positions` is 1 for
# seed 1 and 0 for seed 0.
SEEDS = dict(count=33, epochs=5, batch=33, rate=79)
DOCUMENT = dict(V=5, L=20, E=8)
LONG = dict(count=25, epochs=2)  # 1000 sequences, 12 epochs
SMALL = dict(count=0.075, batch=1 / 24, epochs=7)  # 3 sequences in batches of 2, 42 epochs

CASES = [
    Case("one_batch", dict(V=5, L=7, E=4), dict(weights=1, use=1, random=41, **SEEDS)),
    Case("one_batch_without", dict(V=4, L=5, E=3), dict(weights=2, use=0, random=42, **SEEDS)),
    Case("positions", DOCUMENT, dict(weights=3, use=1, random=43, **SEEDS), LONG),
    Case("no_positions", DOCUMENT, dict(weights=4, use=0, random=44, **SEEDS), LONG),
    Case("three_in_twos", dict(V=5, L=7, E=4), dict(weights=5, use=1, random=45, **SEEDS), SMALL),
]

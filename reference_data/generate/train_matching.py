"""29_train_matching: training on a task that needs positions, with them and without. The results are
measured."""

from course import Case

DOCUMENT = dict(V=5, L=20, E=8)
SHORT = dict(count=40, epochs=6, batch=48)
LONG = dict(count=1000, epochs=12, batch=48)


def seeds(weights, random):
    return dict(weights=weights, random=random, rate=79)  # a rate near 0.005


CASES = [
    Case("one_batch", dict(V=5, L=7, E=4), seeds(1, 41), given=dict(use_positions=1, **SHORT)),
    # What is wrong with several batches, and with positions that are not used, is seen at once.
    Case("three_in_twos", dict(V=5, L=7, E=4), seeds(5, 45),
         given=dict(use_positions=0, count=3, epochs=126, batch=2)),
    Case("one_batch_without", dict(V=4, L=5, E=3), seeds(2, 42),
         given=dict(use_positions=0, **SHORT)),
    # `batch` divides `count`: no smaller batch is left.
    Case("four_in_twos", dict(V=4, L=3, E=2), seeds(6, 46),
         given=dict(use_positions=1, count=4, epochs=126, batch=2)),
    # What these say is less particular: they come last.
    Case("positions", DOCUMENT, seeds(3, 43), given=dict(use_positions=1, **LONG)),
    Case("no_positions", DOCUMENT, seeds(4, 44), given=dict(use_positions=0, **LONG)),
]

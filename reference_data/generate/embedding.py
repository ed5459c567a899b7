"""04_embedding: the rows of a table, looked up by the ids of tokens (Vaswani et al. 2017, 3.4)."""

import numpy as np

from course import Case

# No case has the id 0. An xtensor view that is asked for row -1 reads whatever lies before row 0;
# ids counted from one would then give numbers that nobody can know, and the mistake no name.
CASES = [
    Case("document", dict(V=10, E=32, N=8), dict(weights=401, tokens=404)),
    Case("one_token", dict(V=7, E=3, N=1), dict(weights=411, tokens=412)),
    Case("repeated_ids", dict(V=9, E=4, N=9), dict(weights=421, tokens=430)),
    Case("square", dict(V=7, E=7, N=6), dict(weights=431, tokens=438)),
    Case("more_features_than_ids", dict(V=7, E=9, N=4), dict(weights=441, tokens=460)),
]

PUBLISHED = {}


def row(table, index):
    """Row `index`. Unlike NumPy, xtensor has no row -1."""
    if not 0 <= index < len(table):
        raise ValueError("no such row")
    return table[index]


def rows(pick):
    """Stage: row n of the result is pick(table, ids, n)."""
    return {"rows": lambda table, ids: [pick(table, ids, n) for n in range(len(ids))]}


def output(assemble):
    """Stage: the output, made of the rows and of the ids."""
    return {"output": assemble}


def one_column(table, ids, n):
    """Column ids[n] of the table, where a row with as many elements is expected."""
    if ids[n] >= table.shape[1] or table.shape[0] != table.shape[1]:
        raise ValueError("shapes do not fit")
    return table[:, ids[n]]


def one_element(table, ids, n):
    """table(0, id), which is what table(id) means in xtensor, in every column."""
    return np.full(table.shape[1], row(table.T, ids[n])[0])


def unit(values):
    return values / np.sqrt(np.sum(values**2))


def stored_at_ids(rows, ids):
    """The row of each token in the row of the result that its id names; zeros elsewhere."""
    X = np.zeros_like(rows)
    for values, index in zip(rows, ids):
        # xtensor repeats an axis of length one, for every index.
        row(X, index if len(X) > 1 else 0)[:] = values
    return X


STAGES = {
    **rows(lambda table, ids, n: row(table, ids[n])),
    **output(lambda rows, ids: np.array(rows)),
}

MISTAKES = {
    "place_for_id": rows(lambda table, ids, n: row(table, n)),
    "counted_from_one": rows(lambda table, ids, n: row(table, ids[n] - 1)),
    "row_after": rows(lambda table, ids, n: row(table, ids[n] + 1)),
    "first_id_for_all": rows(lambda table, ids, n: row(table, ids[0])),
    "last_id_for_all": rows(lambda table, ids, n: row(table, ids[-1])),
    "columns_of_the_table": rows(one_column),
    "one_element_for_all": rows(one_element),
    "row_times_id": rows(lambda table, ids, n: ids[n] * row(table, ids[n])),
    "scaled_by_root_e": rows(
        lambda table, ids, n: row(table, ids[n]) * np.sqrt(table.shape[1])),
    "divided_by_root_e": rows(
        lambda table, ids, n: row(table, ids[n]) / np.sqrt(table.shape[1])),
    "unit_length": rows(lambda table, ids, n: unit(row(table, ids[n]))),
    "position_added": rows(lambda table, ids, n: row(table, ids[n]) + n),
    "sorted_ids": rows(lambda table, ids, n: row(table, sorted(ids)[n])),
    "stored_at_ids": output(stored_at_ids),
    "reversed": output(lambda rows, ids: np.array(rows[::-1])),
    "last_token_missing": output(lambda rows, ids: np.array(rows[:-1] + [0 * rows[-1]])),
    "first_token_missing": output(lambda rows, ids: np.array([0 * rows[0]] + rows[1:])),
    "running_sum": output(lambda rows, ids: np.cumsum(rows, axis=0)),
    "sum_of_embeddings": output(lambda rows, ids: np.sum(rows, axis=0, keepdims=True)),
    "output_transposed": output(lambda rows, ids: np.transpose(rows)),
}


def evaluate(inputs, changes):
    """The output and the recorded steps, with the changes of a mistake or with none."""
    table, ids = inputs["table"], inputs["ids"]
    stages = STAGES | changes
    rows = stages["rows"](table, ids)
    return stages["output"](rows, ids), [("row", values) for values in rows]

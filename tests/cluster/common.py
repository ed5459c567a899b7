"""What the tests of several machines share."""

import importlib.machinery
import importlib.util
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KEPT_APART = {".softmark-batch", "shards", "run.jsonl"}
failures = []


def check(what, holds, found=""):
    print(f"{'ok  ' if holds else 'FAIL'}  {what}" + ("" if holds else f": {str(found)[:1500]}"), flush=True)
    if not holds:
        failures.append(what)


def integrations(build):
    """The functions of tests/integrations."""
    sys.argv = ["integrations", str(build)]
    sys.path.insert(0, str(ROOT / "tests"))
    loader = importlib.machinery.SourceFileLoader("integrations", str(ROOT / "tests/integrations"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("integrations", loader))
    loader.exec_module(module)
    return module


def scratch_course(folder, build):
    """A copy of the course whose build is that of BUILD_FOLDER."""
    module = integrations(build)
    module.copy_course(folder)
    module.play_build(folder)
    return folder


def make_class(folder, size, kinds=7):
    """Few distinct files: right ones, wrong ones, a stub, one that does not compile, none at all."""
    right = (ROOT / "solutions/02_matrix_attention/matrix_attention.cpp").read_text()
    wrong = (ROOT / "tests/submissions/wrong_softmax_over_rows.cpp").read_text()
    stub = (ROOT / "exercises/02_matrix_attention/matrix_attention.cpp.original").read_text()
    texts = [right, wrong, stub, right + "// mine\n", "int broken\n", wrong + "// mine\n", None]
    chance = random.Random(1)
    for i in range(size):
        own = folder / f"student-{i:05}"
        own.mkdir(parents=True)
        text = chance.choice(texts[:kinds])
        (own / ("notes.txt" if text is None else "matrix_attention.cpp")).write_text(text or "nothing")


def written(out):
    """All that is for people, but the log of times."""
    return {str(file.relative_to(out)): file.read_bytes() for file in out.rglob("*")
            if file.is_file() and file.relative_to(out).parts[0] not in KEPT_APART and ".condor" not in file.name}

"""Exercise 02's solution from save to verdict, and the compiler and the linker alone, as `grade` calls them."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("SOFTMARK_BUILD", SOURCE / "build"))
SOLUTION = SOURCE / "solutions/02_matrix_attention/matrix_attention.cpp"


def call(command, **options):
    """Runs a command; its output is shown only when it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")


def seconds(action):
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def two_ways(name, folder):
    """Two actions on a copy of the solution in `folder`: the bare compiler and linker; touch it and grade it."""
    folder.mkdir()
    student = folder / "matrix_attention.cpp"
    shutil.copy(SOLUTION, student)
    grade = [BUILD / "grade", "--course", SOURCE, "--compiler", name, "run", "02", "--submission", folder]
    call(grade)  # makes the binding
    commands = bare_commands(BUILD / "kit" / name)

    def run_bare():
        for command in commands:
            call(command, cwd=folder)

    def run_grade():
        student.touch()
        call(grade)

    return run_bare, run_grade


def save_to_verdict(name, rounds=21):
    """How many times longer than the bare compiler and linker it takes: the median of paired rounds."""
    with tempfile.TemporaryDirectory() as scratch:
        run_bare, run_grade = two_ways(name, Path(scratch) / name)
        ratios = []
        for _ in range(rounds):
            bare = seconds(run_bare)
            ratios.append(seconds(run_grade) / bare)
        return statistics.median(ratios)


def binding_in(folder):
    """The binding of exercise 02 that was made last. Its name ends in a key; what else begins like it are
    references and measures."""
    bindings = list(folder.glob(f"02_matrix_attention-{'[0-9a-f]' * 16}.o"))
    if not bindings:
        sys.exit(f"no binding of exercise 02 in {folder}; fix: ./grade run 02 --solutions")
    return max(bindings, key=lambda file: file.stat().st_mtime)


def bare_commands(kit):
    """One compilation, one link, for matrix_attention.cpp in the folder where they run. The binding must have
    been made by a run of `grade`."""
    binding = binding_in(BUILD / "prepared" / kit.name)
    settings = json.loads((kit / "kit.json").read_text())
    compile_stub = [settings["compiler"], *settings["flags"], "-Wall",
                    f"-I{SOURCE / 'exercises/02_matrix_attention'}", "-c", "matrix_attention.cpp", "-o", "stub.o"]
    link = [settings["linker"], "-shared", "--eh-frame-hdr", "-z", "noexecstack", "--build-id=none",
            settings["start_object"], str(binding), "stub.o", settings["static_library"], "-o", "program.so"]
    return [compile_stub, link]

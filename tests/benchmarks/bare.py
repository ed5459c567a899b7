"""Exercise 02's solution from save to verdict, by `run` and by `watch`, and the compiler and the linker alone, as
`grade` calls them."""

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


def change(file):
    """A comment more, so that the text is one that was never built before."""
    with open(file, "a", encoding="utf-8") as text:
        text.write(f"// {time.time_ns()}\n")


def two_ways(name, folder):
    """Two actions on a copy of the solution in `folder`: the bare compiler and linker; change it and grade it."""
    folder.mkdir()
    student = folder / "matrix_attention.cpp"
    shutil.copy(SOLUTION, student)
    grade = [BUILD / "grade", "run", "02", "--course", SOURCE, "--compiler", name, "--submission", folder]
    call(grade)  # makes the binding
    commands = bare_commands(BUILD / "kit" / name)

    def run_bare():
        for command in commands:
            call(command, cwd=folder)

    def run_grade():
        change(student)
        call(grade)

    return run_bare, run_grade


class Watched:
    """`grade watch 02` in a copy of the course, whose stub is the solution."""

    def __init__(self, name, folder):
        course = folder / "course"
        for part in ("exercises", "reference_data", "solutions", "demos"):
            shutil.copytree(SOURCE / part, course / part)
        self.stub = course / "exercises/02_matrix_attention/matrix_attention.cpp"
        self.text = SOLUTION.read_text()
        self.stub.write_text(self.text)
        self.watch = subprocess.Popen([BUILD / "grade", "--course", course, "--compiler", name, "watch", "02"],
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.read_verdict()

    def read_verdict(self):
        seen = b""
        while b"\n" not in seen:
            piece = os.read(self.watch.stdout.fileno(), 65536)
            seen += piece
            if not piece or b"PASS" not in seen:
                sys.exit(f"watch says {seen.decode()}")

    def save(self):
        """Another text each time, renamed into place as editors do."""
        self.text += f"// {time.time_ns()}\n"
        other = self.stub.with_suffix(".new")
        other.write_text(self.text)
        other.rename(self.stub)
        self.read_verdict()

    def end(self):
        self.watch.terminate()
        self.watch.wait()


def save_to_verdict(name, rounds):
    """How many times longer than the bare compiler and linker `run` and `watch` take: medians of paired rounds."""
    with tempfile.TemporaryDirectory() as scratch:
        run_bare, run_grade = two_ways(name, Path(scratch) / name)
        watched = Watched(name, Path(scratch))
        by_run, by_watch = [], []
        for _ in range(rounds):
            bare = seconds(run_bare)
            by_run.append(seconds(run_grade) / bare)
            time.sleep(0.3)  # nobody saves sooner, and saves in a burst are one
            bare = seconds(run_bare)
            by_watch.append(seconds(watched.save) / bare)
        watched.end()
        return statistics.median(by_run), statistics.median(by_watch)


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

"""Saves, as editors make them."""

import os
import pathlib
import shutil
import signal
import time

from terminal import ROOT, Failure, Terminal, wait_until

WRONG = (ROOT / "tests/submissions/wrong_softmax_over_rows.cpp").read_text()
RIGHT = (ROOT / "tests/submissions/right_loops.cpp").read_text()
ENDLESS = (ROOT / "tests/submissions/loop_forever.cpp").read_text()
SLEEPS = (ROOT / "tests/submissions/sleep_forever.cpp").read_text()

# In one case alone: what was killed is run again, to tell its line and for a second look.
SLEEPS_FOR_A_WHILE = """#include "matrix_attention.hpp"
#include <unistd.h>
namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  if (X.shape(0) == 4 && X.shape(1) == 3) sleep(4);
  return X;
}
}
"""


def by_rename(stub, text):
    new = stub.with_name(stub.name + ".tmp")
    new.write_text(text)
    os.rename(new, stub)


def with_backup(stub, text):
    os.rename(stub, stub.with_name(stub.name + "~"))
    time.sleep(0.1)
    stub.write_text(text)


def in_two_parts(stub, text):
    with open(stub, "w") as file:
        file.write(text[: len(text) // 2])
        file.flush()
        time.sleep(0.06)
        file.write(text[len(text) // 2 :])


def emptied_first(stub, text):
    stub.write_text("")
    time.sleep(0.1)
    stub.write_text(text)


# Each way, and how many seconds it may take to be one save. A busy machine holds editors up, too.
WAYS = ((by_rename, 0.9), (with_backup, 0.9), (in_two_parts, 0.09), (emptied_first, 0.9))


def test_ways_of_saving(grade):
    """every editor's way of saving is one verdict, of the whole file"""
    with Terminal(grade) as terminal:
        stub = terminal.stub("02")
        terminal.watch("02")
        for way, longest in WAYS:
            for text, word in ((WRONG, "The softmax ran along the rows"), (RIGHT, "PASS")):
                number = terminal.run()
                start = time.monotonic()
                way(stub, text)
                held_up = time.monotonic() - start > longest
                terminal.settled(number + 1, word)
                if terminal.run() != number + 1 and not held_up:
                    raise Failure(f"{way.__name__}: graded {terminal.run() - number} times")


def saved_ten_times(stub):
    """Whether no two of the saves were too far apart to be of one burst."""
    times = []
    for i in range(10):
        # Never twice the same: what was built before is graded before the next save comes.
        stub.write_text(RIGHT if i == 9 else WRONG + f"// {time.monotonic_ns()}\n")
        times.append(time.monotonic())
        time.sleep(0.08)
    return max(later - earlier for earlier, later in zip(times, times[1:])) < 0.2


def test_burst(grade):
    """ten saves in a second are one verdict, of the last content"""
    with Terminal(grade) as terminal:
        stub = terminal.stub("02")
        terminal.watch("02")
        for _ in range(20):  # on a busy machine it may take some tries
            number = terminal.run()
            in_time = saved_ten_times(stub)
            terminal.settled(number + 1, "PASS")
            if in_time:
                break
        if not in_time or terminal.run() - number != 1:
            raise Failure(f"graded {terminal.run() - number} times")


def test_save_during_run(grade):
    """a save during a run is graded next; the run's program is killed when one quits"""
    with Terminal(grade) as terminal:
        stub = terminal.stub("02")
        terminal.watch("02")
        stub.write_text(ENDLESS)
        terminal.wait("run 2: ", "grading")
        time.sleep(0.7)
        stub.write_text(RIGHT)
        terminal.verdict(3, "PASS")
        stub.write_text(SLEEPS)
        terminal.wait("run 4: ", "grading")
        time.sleep(0.7)
        start = time.monotonic()
        terminal.keys("q")
        terminal.wait(lambda lines: lines[-1] == "$" or "$" in lines, "the shell")
        if time.monotonic() - start > 4:  # it would be stopped after six
            raise Failure("q waited for the program")
        if any(terminal.temporary.iterdir()):
            raise Failure(f"left behind: {list(terminal.temporary.iterdir())}")


def test_prepared_before_the_save(grade):
    """what a wrong answer needs is made as soon as an exercise is shown, before any save, and not once more"""
    with Terminal(grade) as terminal:
        for folder, name in (("02_matrix_attention", "matrix_attention"), ("03_two_head_attention", "two_head_attention")):
            solution = terminal.course / "solutions" / folder / f"{name}.cpp"
            solution.write_text(f"{solution.read_text()}// {terminal.folder}\n")  # nobody has prepared this one
        # Of all folders but programs/, which others make and remove.
        before = set((grade.parent / "prepared").glob("[!p]*/*-replay-*.so"))

        def made(exercise):
            return {file for file in (grade.parent / "prepared").glob(f"[!p]*/{exercise}*-replay-*.so") if file not in before}

        terminal.watch("02")
        wait_until(lambda: made("02"), "what 02 needs")
        terminal.stub("02").write_text(WRONG)
        terminal.verdict(2, "FAIL")
        terminal.stub("02").write_text(RIGHT)
        terminal.verdict(3, "PASS")
        # Another test may make those of the unchanged solution meanwhile.
        if len(made("02")) > 2:
            raise Failure(f"made: {made('02')}")
        early = made("03")
        terminal.keys("n")
        wait_until(lambda: made("03") - early, "what 03 needs")


def test_gone(grade):
    """a file that is gone for a moment is no error; one that stays away is missing, until it is back"""
    with Terminal(grade) as terminal:
        stub = terminal.stub("02")
        terminal.watch("02")
        stub.unlink()
        time.sleep(0.3)
        stub.write_text(RIGHT)
        terminal.verdict(2, "PASS")
        stub.unlink()
        terminal.verdict(3, "missing file")
        stub.write_text(WRONG)
        terminal.verdict(4, "The softmax ran along the rows")
        folder = stub.parent
        shutil.move(folder, folder.with_name("away"))
        terminal.verdict(5, "missing file")
        shutil.move(folder.with_name("away"), folder)
        terminal.verdict(6, "The softmax ran along the rows")
        stub.write_text(RIGHT)
        terminal.verdict(7, "PASS")


def test_without_events(grade):
    """where the kernel tells of no changes, they are found by looking"""
    machine = grade.parent / "tests/machine"
    with Terminal(grade, environment={"M": machine}.items()) as terminal:
        stub = terminal.stub("02")
        terminal.type("$M --no-inotify -- $G watch 02")
        terminal.verdict(1)
        stub.write_text(WRONG)
        terminal.verdict(2, "The softmax ran along the rows")
        stub.write_text(RIGHT)
        terminal.verdict(3, "PASS")


def status(pid):
    """What follows the name in /proc/PID/stat."""
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def program(pid, above=""):
    """The student's process below this one: a launcher has forked it; None while there is none."""
    try:
        folder = pathlib.Path(f"/proc/{pid}")
        name = folder.joinpath("comm").read_text().strip()
        if name == above == "launcher":
            return pid
        children = " ".join(thread.joinpath("children").read_text() for thread in folder.joinpath("task").iterdir()).split()
        return next(filter(None, (program(int(child), name) for child in children)), None)
    except OSError:  # gone meanwhile
        return None


def asleep(pid):
    """Whether it is, after a moment: a process that is still being set up is awake."""
    time.sleep(0.05)
    return status(pid)[0] == "S"


def test_killed_child(grade):
    """a program that is killed from outside fails, and watch goes on"""
    with Terminal(grade) as terminal:
        stub = terminal.stub("02")
        terminal.watch("02")
        stub.write_text(SLEEPS_FOR_A_WHILE)
        terminal.wait("run 2: ", "grading")
        pid = terminal.pid()
        wait_until(lambda: program(pid) and all(asleep(program(pid)) for _ in range(10)), "the program to sleep")
        os.kill(program(pid), signal.SIGKILL)
        terminal.verdict(2, "FAIL")
        terminal.wait("SIGKILL", "the reason")
        stub.write_text(RIGHT)
        terminal.verdict(3, "PASS")


def test_progress(grade):
    """progress is kept as with run; without an exercise the first that is not passed is watched"""
    with Terminal(grade) as terminal:
        shutil.copy(terminal.course / "solutions/01_self_attention/self_attention.cpp", terminal.stub("01"))
        terminal.watch("01")
        terminal.keys("q")
        terminal.wait(lambda lines: "q quit" not in lines[-1], "the shell")
        terminal.watch()
        terminal.wait("TODO  02", "the second exercise")
        terminal.wait("1 of 50 passed", "the count")

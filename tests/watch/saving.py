"""Saves, as editors make them."""

import os
import pathlib
import shutil
import signal
import time

from terminal import ROOT, Failure, Terminal

WRONG = (ROOT / "tests/submissions/wrong_softmax_over_rows.cpp").read_text()
RIGHT = (ROOT / "tests/submissions/right_loops.cpp").read_text()
ENDLESS = (ROOT / "tests/submissions/loop_forever.cpp").read_text()


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


def test_ways_of_saving(grade):
    """every editor's way of saving is one verdict, of the whole file"""
    with Terminal(grade) as terminal:
        stub = terminal.stub("02")
        terminal.watch("02")
        number = 1
        for way in (by_rename, with_backup, in_two_parts, emptied_first):
            for text, word in ((WRONG, "The softmax ran along the rows"), (RIGHT, "PASS")):
                way(stub, text)
                number += 1
                terminal.verdict(number, word)
                time.sleep(0.6)
                if terminal.run() != number:
                    raise Failure(f"{way.__name__}: graded {terminal.run() - number} times more")


def test_burst(grade):
    """ten saves in a second are one verdict, of the last content"""
    with Terminal(grade) as terminal:
        stub = terminal.stub("02")
        terminal.watch("02")
        for i in range(10):
            stub.write_text(RIGHT if i == 9 else WRONG + f"// {i}\n")
            time.sleep(0.08)
        terminal.wait("PASS", "the last content")
        time.sleep(1)
        if terminal.run() != 2:
            raise Failure(f"graded {terminal.run() - 1} times")


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
        stub.write_text(ENDLESS)
        terminal.wait("run 4: ", "grading")
        time.sleep(0.7)
        start = time.monotonic()
        terminal.keys("q")
        terminal.wait(lambda lines: lines[-1] == "$" or "$" in lines, "the shell")
        if time.monotonic() - start > 1.5:
            raise Failure("q waited for the program")
        if any(terminal.temporary.iterdir()):
            raise Failure(f"left behind: {list(terminal.temporary.iterdir())}")


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


def last_descendant(pid):
    """The process at the end of the line: the student's."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        children += (thread / "children").read_text().split()
    return last_descendant(int(children[-1])) if children else pid


def test_killed_child(grade):
    """a program that is killed from outside fails, and watch goes on"""
    with Terminal(grade) as terminal:
        stub = terminal.stub("02")
        terminal.watch("02")
        stub.write_text((ROOT / "tests/submissions/sleep_forever.cpp").read_text())
        terminal.wait("run 2: ", "grading")
        time.sleep(1)
        os.kill(last_descendant(terminal.pid()), signal.SIGKILL)
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
        terminal.wait("1 of 29 passed", "the count")

"""A second look, and a debugger, from `grade watch`."""

import fcntl
import os
import re
import shutil
import subprocess
import tempfile

from terminal import ROOT, Failure, Terminal

FAULT = ROOT / "tests/faults/deleted_twice.cpp"


def prepare(grade):
    """Has a second look made: what it needs is built at the first one."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(FAULT, os.path.join(folder, "causal_mask.cpp"))
        subprocess.run([grade, "--course", ROOT, "run", "08", "--submission", folder, "--sanitizers", "on"],
                       capture_output=True, timeout=600, check=False)


def test_second_look(grade):
    """a crash is told at once, and its cause below it when a second look has found it"""
    prepare(grade)
    with Terminal(grade, columns=120, rows=40) as terminal:
        terminal.watch("08")
        terminal.stub("08").write_text(FAULT.read_text())
        terminal.wait("it frees memory a second time", "the cause")
        terminal.wait(lambda lines: "run 2" in "\n".join(lines) and "second look" not in "\n".join(lines), "its end")
        terminal.keys("c")
        terminal.paged("case document", "the numbers of the case")
        terminal.keys("q")
        terminal.stub("08").write_text((ROOT / "solutions/08_causal_mask/causal_mask.cpp").read_text())
        terminal.verdict(3, "PASS")


def test_place_before_second_look(grade):
    """the line of a wrong value is told with its verdict, not after a second look"""
    text = (ROOT / "solutions/08_causal_mask/causal_mask.cpp").read_text()
    slow = text.replace("  return ", "  std::this_thread::sleep_for(std::chrono::milliseconds(100));\n  return 2 * ")
    with Terminal(grade, columns=120, rows=40) as terminal:
        terminal.watch("08")
        terminal.stub("08").write_text("#include <thread>\n" + slow)
        lines = terminal.wait(lambda lines: "run 2" in lines[0] and "FAIL" in "\n".join(lines), "the verdict")
        if not any(re.search(r"^exercises/\S*/causal_mask.cpp:\d+$", line) for line in lines):
            raise Failure("the verdict has no line:\n" + "\n".join(lines))


def test_second_look_saved_over(grade):
    """a save during a second look is a run of its own"""
    prepare(grade)
    with Terminal(grade, columns=120, rows=40) as terminal:
        terminal.watch("08")
        for built in grade.parent.glob("kit/*_checked/built"):
            os.utime(built, (0, 0))  # it is looked at again, which takes a moment
        terminal.stub("08").write_text(FAULT.read_text())
        terminal.wait(lambda lines: "run 2" in lines[0] and "FAIL" in "\n".join(lines), "the verdict")
        terminal.stub("08").write_text((ROOT / "solutions/08_causal_mask/causal_mask.cpp").read_text())
        terminal.verdict(3, "PASS")


def test_second_look_ends(grade):
    """a save ends a second look that waits for what it needs to be built"""
    prepare(grade)
    with Terminal(grade, columns=80, rows=40) as terminal, open(grade.parent / ".lock", "w") as building:
        terminal.watch("08")
        fcntl.flock(building, fcntl.LOCK_EX)
        for built in grade.parent.glob("kit/*_checked/built"):
            os.utime(built, (0, 0))  # it is looked at again, behind that lock
        terminal.stub("08").write_text(FAULT.read_text())
        terminal.wait(lambda lines: "run 2" in lines[0] and "FAIL" in "\n".join(lines), "the verdict")
        terminal.stub("08").write_text((ROOT / "solutions/08_causal_mask/causal_mask.cpp").read_text())
        terminal.verdict(3, "PASS")


def test_drill(grade):
    """f lends the terminal to a drill once the file passes; it asks for a guess; pressed again, it grades the drill's file"""
    with Terminal(grade, columns=100, rows=40) as terminal:
        solution = (ROOT / "solutions/09_causal_attention/causal_attention.cpp").read_text()
        terminal.stub("09").write_text(solution)
        terminal.watch("09")
        terminal.wait("f find a bug", "the key")
        for mended, told in ((False, "drill 09 causal_attention, level 1 of 3"), (True, "09 causal_attention: repaired")):
            if mended:
                terminal.drill("09").write_text(solution)
            terminal.keys("f")
            if not mended:
                terminal.wait("guess before you see numbers", "the question for a guess")
                terminal.type("scaled scores, attention weights, result; axis scale order bound sign other")
            terminal.wait(told, "the drill")
            if mended:
                terminal.wait(", guessed; kind: ", "what became of the guess")
            terminal.keys("Enter")
            terminal.wait("PASS  09", "the verdict again")


def test_questions(grade):
    """a lends the terminal to questions once the file passes"""
    with Terminal(grade, columns=100, rows=40) as terminal:
        terminal.watch("06")
        terminal.keys("a")
        terminal.wait("a asks about your file once it passes", "why not")
        terminal.stub("06").write_text((ROOT / "solutions/06_row_softmax/row_softmax.cpp").read_text())
        terminal.wait("a ask me", "the key")
        terminal.keys("a")
        for number in (1, 2, 3):
            terminal.wait(f"question {number} of 3", "the question")
            terminal.keys("Enter")
        terminal.wait("0 of 0 right", "the end")
        terminal.keys("Enter")
        terminal.wait("PASS  06", "the verdict again")


def test_debugger(grade):
    """d gives the terminal to a debugger, stopped in the function; Enter goes back to watch"""
    if shutil.which("gdb") is None:
        print("SKIPPED: no gdb")
        return
    with Terminal(grade, columns=120, rows=40) as terminal:
        terminal.watch("08")
        shown = terminal.verdict(1)
        terminal.keys("d")
        terminal.wait("(gdb)", "the debugger")
        terminal.wait("Breakpoint 1, softmark::causal_mask", "the function")
        terminal.keys("C-c")
        terminal.type("print Nq")
        terminal.wait("$1 = 8", "the input of the case")
        terminal.type("quit")
        terminal.wait("Enter goes back", "the way back")
        terminal.keys("Enter")
        terminal.wait(lambda lines: lines == shown, "the screen as it was")
        terminal.stub("08").write_text((ROOT / "solutions/08_causal_mask/causal_mask.cpp").read_text())
        terminal.verdict(2, "PASS")

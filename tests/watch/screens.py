"""What is on the screen."""

import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from page import session_page
from terminal import ROOT, Failure, Terminal

SCORES = "      throw NotImplemented(\"TODO 1: dot product\");\n"
SUM = "    throw NotImplemented(\"TODO 2: weighted sum\");\n"
RIGHT_SCORES = "      scores(m) = xt::linalg::dot(xt::transpose(all_keys[m]), all_queries[n])(0, 0);\n"
RIGHT_SUM = "    for (std::size_t m = 0; m < N; ++m) x_prime += attention(m) * all_values[m];\n"


def edited(text, *changes):
    for before, after in changes:
        if before not in text:
            raise Failure(f"the stub has no {before!r}")
        text = text.replace(before, after)
    return text


def steady(lines):
    """A screen without what differs between runs and machines."""
    text = "\n".join(line.rstrip() for line in lines)
    text = re.sub(r"\d+\.\d\d s$", "0.00 s", text, flags=re.M)
    text = re.sub(r"isolation: \w+ *(?= run)", "isolation: any ", text)
    return re.sub(r"/\S*/softmark-watch-\w+", "/FOLDER", text)


def held_to(name, screens):
    """Compares screens, each with what led to it, with those that were approved."""
    hold(ROOT / "tests/golden" / name, "".join(f"==== {title}\n{steady(lines)}\n" for title, lines in screens))


def hold(file, text):
    """Compares a text with the file that was approved."""
    if os.environ.get("SOFTMARK_APPROVE"):
        file.write_text(text)
    elif not file.exists() or file.read_text() != text:
        before = file.read_text().split("\n") if file.exists() else []
        changes = difflib.unified_diff(before, text.split("\n"), str(file), "now", lineterm="", n=1)
        raise Failure("\n".join(list(changes)[:60]))


def prepare(grade):
    """Has a wrong 01 graded: what is prepared at the first such run is told on the screen."""
    stub = (ROOT / "exercises/01_self_attention/self_attention.cpp.original").read_text()
    with tempfile.TemporaryDirectory() as folder:
        wrong = edited(stub, (SCORES, RIGHT_SCORES), (SUM, RIGHT_SUM.replace("+=", "=")))
        (pathlib.Path(folder) / "self_attention.cpp").write_text(wrong)
        done = subprocess.run([grade, "--course", ROOT, "run", "01", "--submission", folder], capture_output=True)
    if done.returncode != 1:
        raise Failure(f"a wrong 01 ended with {done.returncode}")


def session(grade, columns, rows, name):
    """From the untouched exercise 01 through three typical mistakes to PASS, and on."""
    prepare(grade)
    screens = []
    with Terminal(grade, columns, rows) as terminal:
        stub = terminal.stub("01")
        text = stub.read_text()
        runs = [0]

        def keep(title, lines):
            screens.append((title, lines))

        def save(title, *changes):
            runs[0] += 1
            stub.write_text(edited(text, *changes))
            keep(title, terminal.verdict(runs[0]))

        def press(title, key, wanted):
            terminal.keys(key)  # what a run does behind its verdict is told in the first line
            keep(title, terminal.wait(lambda lines: wanted in "\n".join(lines) and not re.search(r" run \d+: ", lines[0]), title))

        runs[0] = 1
        keep("untouched", terminal.watch())
        press("s: the statement", "s", "1-")
        terminal.keys("q")
        save("a semicolon is missing", (SCORES, RIGHT_SCORES.replace(";", "")))
        save("TODO 2 is open", (SCORES, RIGHT_SCORES))
        save("the query of the key's token", (SCORES, RIGHT_SCORES.replace("all_queries[n]", "all_queries[m]")),
             (SUM, RIGHT_SUM))
        press("h: a hint", "h", "hint 1 of 4")
        press("h: another", "h", "hint 2 of 4")
        press("c: the numbers of the case", "c", "the case")
        terminal.keys("q")
        press("p: the picture", "p", "the picture")
        terminal.keys("q")
        save("the last value alone", (SCORES, RIGHT_SCORES), (SUM, RIGHT_SUM.replace("+=", "=")))
        save("right", (SCORES, RIGHT_SCORES), (SUM, RIGHT_SUM))
        press("o: another solution", "o", "another solution")
        terminal.keys("q")
        press("l: the list", "l", "Enter work on it")
        terminal.keys("q")
        press("?: the keys", "?", "Escape goes back")
        terminal.keys("q")
        press("n: the next exercise", "n", "TODO  02")
    held_to(name, screens)
    return screens


def test_session_80(grade):
    """a session at 80 x 24 is as approved, and docs/session.md shows it"""
    screens = session(grade, 80, 24, "watch_80x24.txt")
    hold(ROOT / "docs/session.md", session_page({title: steady(lines) for title, lines in screens}))


def test_session_120(grade):
    """a session at 120 x 40 is as approved"""
    session(grade, 120, 40, "watch_120x40.txt")


def test_keys(grade):
    """keys do what they say: nothing moves by itself, reset asks and keeps a backup, hints end"""
    with Terminal(grade) as terminal:
        terminal.watch("02")
        terminal.keys("n")
        terminal.wait("n goes on once this one passes", "n refused")
        terminal.keys("o")
        terminal.wait("once yours passes", "o refused")
        for _ in range(5):
            terminal.keys("h")
        terminal.wait("there are no more hints", "the end of the hints")
        stub = terminal.stub("02")
        mine = (ROOT / "tests/submissions/right_loops.cpp").read_text()
        stub.write_text(mine)
        terminal.verdict(2, "PASS")
        terminal.keys("xq")  # what follows the question at once is no answer
        terminal.wait("[y/N]", "the question")
        terminal.keys("n")
        terminal.wait("nothing changed", "no reset")
        if stub.read_text() != mine:
            raise Failure("the stub was reset without a yes")
        terminal.keys("x")
        terminal.wait("[y/N]", "the question")
        terminal.keys("y")
        terminal.verdict(3, "not started")
        if [backup.read_text() for backup in terminal.course.glob(".softmark/backups/*")] != [mine]:
            raise Failure("no backup")
        terminal.keys("l")
        terminal.wait("work on it", "the list")
        terminal.keys("Down", "Down", "Enter")
        terminal.verdict(1, "TODO  04")


def test_before(grade):
    """b goes to the exercise before, passed or not, as long as there is one"""
    with Terminal(grade) as terminal:
        terminal.watch("02")
        terminal.keys("b")
        terminal.verdict(1, "TODO  01")
        terminal.keys("b")
        terminal.wait("this is the first exercise", "no exercise before it")


def test_help_takes_keys(grade):
    """the bar has the debugger and the whole verdict; a key on the page of keys does what the page says of it"""
    with Terminal(grade) as terminal:
        bar = "\n".join(terminal.watch("02")[-2:])
        if any(words not in bar for words in ("d debug", "v all", "b before", "l list", "x reset", "q quit", "? help")):
            raise Failure("the bar lacks a key:\n" + bar)
        for key, wanted in (("s", "the statement"), ("l", "Enter work on it"), ("v", "the whole verdict")):
            terminal.keys("?")
            terminal.wait("a key above does it", "the page of keys")
            terminal.keys(key)
            terminal.wait(wanted, f"what {key} shows")
            terminal.keys("q")
            terminal.wait("q quit", "the verdict")
        terminal.keys("?", "h")
        terminal.wait("hint 1 of", "a hint")
        terminal.keys("?", "b")
        terminal.verdict(1, "TODO  01")
        terminal.keys("?", "G", "q")  # these move and close, as in each text
        terminal.wait("q quit", "the verdict")


def test_code_is_cut(grade):
    """lines of code end at the window's edge with an ellipsis and are not wrapped"""
    with Terminal(grade, 50, 24) as terminal:
        code = (terminal.course / "solutions/02_matrix_attention/matrix_attention.cpp").read_text()
        terminal.stub("02").write_text(code)
        terminal.watch("02")
        terminal.keys("o")
        lines = terminal.wait(f"of {len(code.splitlines())}", "the solution, a line for each of its lines")
        shown = [line for line in code.splitlines()[:20] if len(line) > 50]
        if not shown or any(line[:49] + "…" not in lines for line in shown):
            raise Failure("code is not cut:\n" + "\n".join(lines))


def test_resize(grade):
    """another size of the terminal is followed; what is too long is cut in the middle, and v shows it"""
    with Terminal(grade, 120, 40) as terminal:
        shutil.copy(ROOT / "tests/submissions/wrong_softmax_over_rows.cpp", terminal.stub("02"))
        whole = terminal.watch("02")
        terminal.resize(60, 10)
        lines = terminal.wait("more lines: v shows all", "the cut")
        if len(lines) != 10 or any(len(line) > 60 for line in lines):
            raise Failure("the small screen does not fit")
        terminal.keys("v")
        terminal.wait("1-7 of", "the whole verdict")
        terminal.keys("G")
        terminal.wait("(8 of 9 differ)", "its end")
        terminal.keys("q")
        for columns, rows in ((1, 1), (5, 3), (200, 50), (120, 40)):
            terminal.resize(columns, rows)
        terminal.wait(lambda lines: lines == whole, "the first screen")


def test_long_verdict(grade):
    """a verdict has 12 lines at most and says how many it leaves out; v shows them"""
    with Terminal(grade, 100, 40) as terminal, tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, ROOT / "tests/two_mistakes.py", folder], check=True)
        shutil.copy(pathlib.Path(folder) / "batched_attention.cpp", terminal.stub("17"))
        lines = terminal.watch("17")
        first = next(i for i, line in enumerate(lines) if "FAIL  17" in line)
        block = [line for line in lines[first:first + 14] if line.strip()]
        told = re.search(r"\.\.\. (\d+) more lines: v shows all \.\.\.", block[-1])
        if len(block) > 12 or not told:
            raise Failure("no short verdict:\n" + "\n".join(lines))
        if any("case document:" in line for line in lines):
            raise Failure("the end of the verdict is shown:\n" + "\n".join(lines))
        terminal.keys("v")
        terminal.wait("case document: output", "the whole verdict")


def test_hint_of_step(grade):
    """h begins with the hint of the first wrong step"""
    with Terminal(grade) as terminal:
        shutil.copy(ROOT / "tests/submissions/wrong_softmax_over_rows.cpp", terminal.stub("02"))
        terminal.watch("02")
        terminal.keys("h")
        terminal.wait(lambda lines: "softmax_columns turns the scores" in "\n".join(lines)
                      and "hint 1 of 4" in "\n".join(lines), "the hint of the step")


def test_hostile_output(grade):
    """what a program prints gives the terminal no orders"""
    with Terminal(grade) as terminal:
        shutil.copy(ROOT / "tests/submissions/prints_escapes.cpp", terminal.stub("02"))
        title = terminal.flag("pane_title")
        terminal.watch("02")
        terminal.wait("\\x1b", "visible escapes")
        for key in "vcp":
            terminal.keys(key)
            terminal.wait("q back", key)
            terminal.keys("q")
            terminal.wait("q quit", key)
        if terminal.flag("pane_title") != title:
            raise Failure("the title of the terminal was changed")


def test_commands_for_people(grade):
    """on a terminal show has a pager and fits the width, and a run of all with nothing passed tells of watch"""
    with Terminal(grade, 60, 24) as terminal:
        terminal.type("PAGER='head -n 4 | cat -n' $G show 01")
        terminal.wait("     1\t# 01 Self".expandtabs(), "the user's own pager")
        terminal.type("clear; PAGER=less $G show 01")
        terminal.wait(lambda lines: lines[0].startswith("# 01 Self") and lines[-1] == ":", "less")
        terminal.keys("q")
        terminal.type("clear; PAGER= $G show 05; echo")
        terminal.wait("$", "no pager")
        terminal.type("clear; $G run 05 06; $G")
        terminal.wait("./grade watch   grades a file at each save", "the line about watch")
        shutil.copy(terminal.course / "solutions/05_similarity/similarity.cpp", terminal.stub("05"))
        terminal.type("clear; $G | tail -n 4; $G; echo o''ver")  # not in what is typed
        lines = terminal.wait("over", "a run of all")
        if "grade watch" in "\n".join(lines):
            raise Failure("it tells of watch though something passes")

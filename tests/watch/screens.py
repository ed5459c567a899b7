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
from terminal import ROOT, Failure, Terminal, wait_until

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
    """Compares screens, each with what led to it, with those that were approved; empty lines in a row are counted."""
    text = "".join(f"==== {title}\n{steady(lines)}\n" for title, lines in screens)
    text = re.sub(r"\n{4,}", lambda found: f"\n({len(found[0]) - 1} empty lines)\n", text)
    hold(ROOT / "tests/golden" / name, text)


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


def test_session(grade):
    """a session at 80 x 24, from the untouched 01 through three typical mistakes on, is as approved, and docs/session.md shows it"""
    prepare(grade)
    screens = []
    with Terminal(grade, 80, 24) as terminal:
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

        def read(title, key, wanted):
            terminal.keys(key)
            keep(title, terminal.paged(wanted, title))
            terminal.keys("q")
            terminal.wait("q quit", "the verdict again")

        runs[0] = 1
        keep("untouched", terminal.watch())
        read("s: the statement", "s", "# 01 ")
        save("a semicolon is missing", (SCORES, RIGHT_SCORES.replace(";", "")))
        save("TODO 2 is open", (SCORES, RIGHT_SCORES))
        save("the query of the key's token", (SCORES, RIGHT_SCORES.replace("all_queries[n]", "all_queries[m]")),
             (SUM, RIGHT_SUM))
        press("h: a hint", "h", "hint 1 of 4")
        press("h: another", "h", "hint 2 of 4")
        read("c: the numbers of the case", "c", "case notebook")
        read("p: the picture", "p", "case notebook")
        save("the last value alone", (SCORES, RIGHT_SCORES), (SUM, RIGHT_SUM.replace("+=", "=")))
        save("right", (SCORES, RIGHT_SCORES), (SUM, RIGHT_SUM))
        read("o: another solution", "o", "softmark")
        read("l: the list", "l", "01  self_attention")
        read("?: the keys", "?", "Save the file in your editor")
        press("n: the next exercise", "n", "TODO  02")
    held_to("watch_80x24.txt", screens)
    hold(ROOT / "docs/session.md", session_page({title: steady(lines) for title, lines in screens}))


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
        terminal.wait("y/N]", "the question")
        terminal.keys("n", "Enter")
        terminal.wait("nothing changed", "no reset")
        terminal.keys("Enter")
        terminal.wait("PASS", "the verdict again")
        if stub.read_text() != mine:
            raise Failure("the stub was reset without a yes")
        terminal.keys("x")
        terminal.wait(lambda lines: "".join(lines).rstrip().endswith("[y/N]"), "the question")  # wherever the line breaks
        terminal.keys("y", "Enter")
        terminal.wait("Enter goes back", "the way back")
        terminal.keys("Enter")
        terminal.verdict(3, "not started")
        if [backup.read_text() for backup in terminal.course.glob(".softmark/backups/*")] != [mine]:
            raise Failure("no backup")


def test_before(grade):
    """b goes to the exercise before, passed or not, as long as there is one"""
    with Terminal(grade) as terminal:
        terminal.watch("02")
        terminal.keys("b")
        terminal.verdict(1, "TODO  01")
        terminal.keys("b")
        terminal.wait("this is the first exercise", "no exercise before it")


def test_texts_have_the_pager(grade):
    """the bar has all keys; each text is in less, however short, until q, and not a key typed before it is lost on it"""
    with Terminal(grade, 80, 50, {"LESS": "-F -X"}) as terminal:
        bar = "\n".join(terminal.watch("02")[-2:])
        if any(words not in bar for words in ("d debug", "v all", "b before", "l list", "x reset", "q quit", "? help")):
            raise Failure("the bar lacks a key:\n" + bar)
        shutil.copy(ROOT / "tests/submissions/wrong_softmax_over_rows.cpp", terminal.stub("02"))
        shown = terminal.verdict(2, "FAIL  02")
        for key, wanted in (("s", "# 02 "), ("l", "02  matrix_attention"), ("v", "FAIL  02"), ("?", "one more hint"),
                            ("c", "case notebook"), ("p", "case notebook")):
            terminal.keys(key)
            terminal.paged(wanted, f"what {key} shows")
            terminal.keys("q")
            terminal.wait(lambda lines: lines == shown, "the verdict")


def test_save_behind_a_text(grade):
    """what is saved while a text is read is graded meanwhile: q comes back to the newest verdict"""
    with Terminal(grade) as terminal:
        terminal.watch("02")
        terminal.keys("s")
        terminal.paged("# 02 ", "the statement")
        shutil.copy(ROOT / "tests/submissions/right_loops.cpp", terminal.stub("02"))
        progress = terminal.course / ".softmark/progress.json"
        wait_until(lambda: progress.exists() and '"passed"' in progress.read_text(), "the verdict behind the text")
        terminal.paged("# 02 ", "the statement still")
        terminal.keys("q")
        terminal.wait(lambda lines: lines[0].endswith(" run 2") and "PASS" in "\n".join(lines), "the newest verdict")


def test_stop_in_a_text(grade):
    """Ctrl-Z in a text stops watch, too, and fg goes on with the text; Ctrl-C there ends nothing"""
    with Terminal(grade) as terminal:
        shown = terminal.watch("02")
        terminal.keys("s")
        text = terminal.paged("# 02 ", "the statement")
        terminal.keys("C-c", "C-z")
        terminal.wait("Stopped", "the shell")
        terminal.type("fg")
        terminal.wait(lambda lines: lines[:-1] == text[:-1], "the text again")
        terminal.keys("q")
        terminal.wait(lambda lines: lines[1:] == shown[1:] and "run 1" not in lines[0] or lines == shown, "the verdict")


def test_other_pagers(grade):
    """a pager that does not wait, one that is not there, or none: Enter goes back to watch"""
    for pager in ("head -n 3 | cat -n", "/nonexistent", "", "more"):
        with Terminal(grade, 80, 16 if pager == "more" else 30, {"PAGER": pager}) as terminal:
            shown = terminal.watch("05")
            terminal.keys("?")
            if pager == "more":
                terminal.wait("--More--", "more")
                terminal.keys("q")
            lines = terminal.wait("Enter goes back to watch", "the way back")
            if ("     1  Save" in "\n".join(lines)) != pager.startswith("head") or (
                    pager != "more" and "Save the file" not in "\n".join(lines)):
                raise Failure("\n".join(lines))
            terminal.keys("Enter")
            terminal.wait(lambda lines: lines == shown, "the verdict")


def test_resize(grade):
    """another size of the terminal is followed; what is too long is cut in the middle, and v shows it"""
    with Terminal(grade, 120, 40) as terminal:
        shutil.copy(ROOT / "tests/submissions/wrong_softmax_over_rows.cpp", terminal.stub("02"))
        whole = terminal.watch("02")
        if len(whole) != 40 or not 80 < max(map(len, whole)) <= 120 or "h hint" not in whole[-1] or "? help" not in whole[-1]:
            raise Failure("the large screen is not used")
        terminal.resize(60, 10)
        lines = terminal.wait("more lines: v shows all", "the cut")
        if len(lines) != 10 or any(len(line) > 60 for line in lines):
            raise Failure("the small screen does not fit")
        terminal.keys("v")
        terminal.wait(lambda lines: lines[-1] == ":", "the whole verdict")
        terminal.keys("G")
        terminal.wait("(8 of 9 differ)", "its end")
        terminal.keys("q")
        terminal.resize(40, 24)
        lines = terminal.wait(lambda lines: "? help" in lines[-1] and "FAIL  02" in "\n".join(lines), "a narrow screen")
        if any(len(line) > 40 for line in lines):
            raise Failure("the narrow screen does not fit")
        for columns, rows in ((1, 1), (5, 3), (200, 50), (120, 40)):
            terminal.resize(columns, rows)
        terminal.wait(lambda lines: lines == whole, "the first screen")


def test_long_verdict(grade):
    """a verdict has 12 lines at most and says how many it leaves out; v shows them"""
    with Terminal(grade, 70, 40) as terminal, tempfile.TemporaryDirectory() as folder:
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
            terminal.wait(lambda lines: lines[-1] in (":", "(END)"), key)
            terminal.keys("q")
            terminal.wait("q quit", key)
        if terminal.flag("pane_title") != title:
            raise Failure("the title of the terminal was changed")


def test_commands_for_people(grade):
    """on a terminal show has a pager, and a run of all with nothing passed tells of watch"""
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

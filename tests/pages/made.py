"""The pages that are looked at, written by the real program for a student and a class that do not exist."""

import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SUBMISSIONS = ROOT / "tests/submissions"
FAILURES = ROOT / "tests/failures"

CLASS = {  # who hands in what to exercise 02; all but bob also hand in the right answer to 01
    "anna": "right_loops.cpp", "bob": "wrong_softmax_over_rows.cpp", "carla": "build_semicolon.cpp",
    "dora & émile": "right_rows.cpp",
    "a_name_without_any_space_that_is_longer_than_a_narrow_window": "exception_index.cpp", "gina": "todo_open.cpp",
}


def solution(folder):
    return next((ROOT / "solutions").glob(f"{folder}_*/*.cpp"))


def without_mark(text):
    return re.sub(r" *// HERE$", "", text, flags=re.MULTILINE)


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


class Desk:
    """A course in a folder, with a student's files in it."""

    def __init__(self, build, folder):
        self.grade_program, self.folder = build / "grade", folder
        self.course = folder / "course"
        for name in ("exercises", "solutions", "reference_data"):
            shutil.copytree(ROOT / name, self.course / name)
        for original in self.course.glob("exercises/*/*.original"):
            shutil.copy(original, original.with_suffix(""))

    def hand_in(self, number, text):
        folder = next(self.course.glob(f"exercises/{number}_*"))
        write(folder / f"{folder.name[3:]}.cpp", text)

    def grade(self, *words, codes=(0, 1)):
        environment = {**os.environ, "SOFTMARK_ROOT": str(self.course), "CI": ""}
        done = subprocess.run([self.grade_program, *words], capture_output=True, text=True, cwd=self.course,
                              env=environment, stdin=subprocess.DEVNULL)
        if done.returncode not in codes:
            raise RuntimeError(f"grade {' '.join(words)}: exit {done.returncode}\n{done.stderr}")
        return done.stdout


def students_page(desk):
    """Passed, a wrong value, two mistakes, a crash, an error of the compiler, a loop, nothing, and a TODO."""
    desk.hand_in("01", solution("01").read_text())
    desk.hand_in("02", (SUBMISSIONS / "wrong_softmax_over_rows.cpp").read_text())
    right = solution("11").read_text()
    desk.hand_in("11", right.replace("return ", "return 2.0 * ", 1) if "return " in right else right)
    desk.hand_in("03", solution("03").read_text().replace(";", "", 1))
    desk.hand_in("06", without_mark((FAILURES / "index_column.cpp").read_text()))
    desk.hand_in("08", without_mark((FAILURES / "endless_loop.cpp").read_text()))
    desk.hand_in("09", solution("09").read_text().replace("std::sqrt(", "std::sqrt(2.0 * "))
    for _ in range(2):
        desk.grade("hint", "02")
    page = desk.folder / "run.html"
    desk.grade("run", "1-4", "06", "08", "09", "11", "--time-limit", "1", "--format", "html", "--output", str(page))
    return page


def pages_of_class(desk):
    """The overview, and what two of the class are sent."""
    handed_in = desk.folder / "handed_in"
    for who, name in CLASS.items():
        write(handed_in / who / "matrix_attention.cpp", (SUBMISSIONS / name).read_text())
        if who != "bob":
            shutil.copy(solution("01"), handed_in / who / "self_attention.cpp")
    out = desk.folder / "out"
    desk.grade("batch", str(handed_in), "1", "2", "--out", str(out), "--isolation", "auto", codes=(0,))
    feedback = {page.stem: page for page in (out / "feedback").glob("*.html")}
    return [out / "class.html", feedback["bob"], feedback["carla"]]


BAD = """<!DOCTYPE html><html><head><meta charset="utf-8"><title>bad</title>
<style>:focus{outline:none}</style></head><body style="background:#fff"><main><h1>Bad</h1>
<p style="color:#ccc">pale</p><div style="width:1200px">wide</div><a href="#x">link</a>
<div style="overflow-x:auto;width:100px"><div style="width:200px">more than can be seen</div></div>
<figure><svg width="60" height="20"><text x="0" y="12" fill="#ddd">pale</text></svg></figure></main></body></html>
"""


def bad_page(folder):
    """A page with which no check may be content."""
    page = folder / "bad.html"
    page.write_text(BAD)
    return page


def all_pages(build, folder):
    desk = Desk(build, folder)
    return [students_page(desk), *pages_of_class(desk)]

"""The known mistakes of the course as sources: the patches of mistakes.md made in the solutions.

docs/formats.md has the format. The grader does the same in grader/course/mistakes.cpp.
"""

import itertools
import re
from collections import namedtuple
from pathlib import Path

SOLUTIONS = Path(__file__).resolve().parents[1] / "solutions"


def patches_of(part):
    """The patches of a mistake, each as pairs of sign and line: "-" goes, "+" comes, " " stays."""
    patches = []
    for block in re.split(r"\n\s*\n", part):
        lines = [line for line in block.splitlines() if line[:1] in ("-", "+", " ")]
        if any(line[0] in "-+" for line in lines):
            patches.append([(line[0], line[1:].strip()) for line in lines])
    return patches


def place_of(lines, patch):
    """The one place where the lines stand that have to be there."""
    old = [text for sign, text in patch if sign != "+"]
    places = [i for i in range(len(lines)) if [line.strip() for line in lines[i:i + len(old)]] == old]
    if len(places) != 1:
        raise ValueError(f"{old} stands there {len(places)} times")
    return places[0]


def patch_at(lines, place, patch):
    indent = re.match(r"\s*", lines[place]).group()
    changed, next_line = [], place
    for sign, text in patch:
        if sign != "-":
            changed.append(indent + text if sign == "+" else lines[next_line])
        next_line += sign != "+"
    return lines[:place] + changed + lines[next_line:]


def made_in(solution, part):
    """The solution's text with a mistake made in it."""
    lines = whole = solution.splitlines()
    for place, patch in sorted(((place_of(whole, one), one) for one in patches_of(part)), reverse=True):
        lines = patch_at(lines, place, patch)
    return "\n".join(lines) + "\n"


Program = namedtuple("Program", "exercise name fields file text")


def programs_in(folder):
    """The programs that the files of a folder, NN_name.md, make of the solutions; of each the values of the fields above its text."""
    for file in sorted(Path(folder).glob("*.md")):
        solution = SOLUTIONS / file.stem / f"{file.stem[3:]}.cpp"
        for part in re.split(r"^## ", file.read_text(), flags=re.M)[1:]:
            fields = {}
            for key, value in re.findall(r"^(mistake|verdict|limit|says): (.+)$", part, flags=re.M):
                fields.setdefault(key, []).append(value)
            yield Program(file.stem, part.split()[0], fields, solution.name, made_in(solution.read_text(), part))


def catalogue_of(folder):
    """The solution in this folder, and what patches make each of its mistakes, by name."""
    solution = next(file for file in folder.glob("*.cpp") if file.name != "measures.cpp")
    parts, place = {}, []
    for part in re.split(r"^(?=##? )", (folder / "mistakes.md").read_text(), flags=re.M):
        lines = part.splitlines()
        if part.startswith("## "):
            # A patch that only adds lines takes the place of those below the last title.
            for i in range(len(lines) - 1, 0, -1):
                patch = list(itertools.takewhile(lambda line: line[:1] in ("-", "+", " "), lines[i:]))
                if patch and lines[i - 1][:1] not in ("-", "+", " ") and all(line[0] == "+" for line in patch):
                    lines[i:i] = place
            parts[part.split()[1]] = "\n".join(lines)
        elif part.startswith("# "):
            place = [line for line in lines if line[:1] in ("-", " ")]
    return solution, parts


def mistakes_of(folder):
    """The (name, file's name, text) of each mistake of the exercise with this folder in solutions/."""
    solution, parts = catalogue_of(folder)
    for name, part in parts.items():
        yield name, solution.name, made_in(solution.read_text(), part)


def two_made_in(folder, one, other):
    """The (file's name, text) of that exercise's solution with both mistakes made in it."""
    solution, parts = catalogue_of(folder)
    return solution.name, made_in(solution.read_text(), f"{parts[one]}\n\n{parts[other]}")

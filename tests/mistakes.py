"""The known mistakes of the course as sources: the patches of mistakes.md made in the solutions.

docs/formats.md has the format. The grader does the same in grader/course/mistakes.cpp.
"""

import re


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


def mistakes_of(folder):
    """The (name, file's name, text) of each mistake of the exercise with this folder in solutions/."""
    solution = next(file for file in folder.glob("*.cpp") if file.name != "measures.cpp")
    for part in re.split(r"^## ", (folder / "mistakes.md").read_text(), flags=re.M)[1:]:
        yield part.split()[0], solution.name, made_in(solution.read_text(), part)

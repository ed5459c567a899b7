"""The known mistakes of the course as sources: the patches of mistakes.md and of families made in the solutions.

docs/formats.md has the formats. The grader does the same in grader/course/mistakes.cpp and families.cpp.
"""

import re
from collections import namedtuple
from pathlib import Path

FAMILIES = Path(__file__).resolve().parents[1] / "solutions" / "families"


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
        solution = FAMILIES.parent / file.stem / f"{file.stem[3:]}.cpp"
        for part in re.split(r"^## ", file.read_text(), flags=re.M)[1:]:
            fields = {}
            for key, value in re.findall(r"^(mistake|verdict|limit|says): (.+)$", part, flags=re.M):
                fields.setdefault(key, []).append(value)
            yield Program(file.stem, part.split()[0], fields, solution.name, made_in(solution.read_text(), part))


def code_of(line):
    return " ".join(line.split("//")[0].split())


def bound(pattern, text, words):
    """What the placeholders stand for, with those of `words`, where `text` is `pattern`; else None."""
    found = re.match(r"\$([A-Za-z]+)", pattern)
    if not found:
        if not pattern or not text:
            return words if pattern == text else None
        return bound(pattern[1:], text[1:], words) if pattern[0] == text[0] else None
    name, rest = found[1], pattern[found.end():]
    if name in words:
        value = words[name]
        return bound(rest, text[len(value):], words) if text.startswith(value) else None
    depth = 0
    for end, letter in enumerate(text, 1):
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0 or (depth == 0 and letter == ","):
            return None
        tried = bound(rest, text[end:], words | {name: text[:end]}) if depth == 0 else None
        if tried is not None:
            return tried
    return None


def placed(form, lines, words):
    """The words of a form and the solution's lines that are its lines, where it has them from its first line on."""
    if not form:
        return words, []
    for i, line in enumerate(lines):
        here = bound(form[0], code_of(line), words)
        rest = placed(form[1:], lines[i + 1:], here) if here is not None else None
        if rest is not None:
            return rest[0], [line] + rest[1]
    return None


def filled(text, words):
    """`text` without placeholders; None where one has no value."""
    while found := re.search(r"\$([A-Za-z]+)", text):
        if found[1] not in words:
            return None
        text = text[:found.start()] + words[found[1]] + text[found.end():]
    return text


def parts_of_families(solution):
    """The parts that a mistakes.md with all the families' mistakes in this solution would have, by family and name."""
    lines = solution.splitlines()
    for family in sorted(FAMILIES.glob("*.md")):
        head, *parts = re.split(r"^## ", family.read_text(), flags=re.M)
        for form in head.split("lines:\n")[1:]:
            code, _, rest = form.partition("\n\n")
            own = dict(re.findall(r"^\$([A-Za-z]+): (.*)$", rest, flags=re.M))
            place = placed([code_of(line) for line in code.splitlines()], lines, {})
            if place is None:
                continue
            words, there = own | place[0], {code_of(line): line.strip() for line in place[1]}
            for part in parts:
                made = filled(part, words)
                if made is not None:
                    yield family.stem, made.split()[0], "\n".join(
                        line[:1] + there[code_of(line[1:])] if line[:1] == "-" else line for line in made.splitlines())
            break


def catalogue_of(folder):
    """The solution in this folder, and what patches make each of its mistakes, by name."""
    solution = next(file for file in folder.glob("*.cpp") if file.name != "measures.cpp")
    own = {part.split()[0]: part for part in re.split(r"^## ", (folder / "mistakes.md").read_text(), flags=re.M)[1:]}
    without = {name for name, part in own.items() if "\nleft_out: " in part}
    parts = {name: part for name, part in own.items() if patches_of(part)}
    for family, name, part in parts_of_families(solution.read_text()):
        if not {family, name} & without:
            parts.setdefault(name, part)
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

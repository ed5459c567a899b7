"""docs/session.md: a session with `grade watch`, screen by screen, made from the one that the tests go through."""

import re

HEAD = """# A session with `grade watch`

From the untouched exercise 01 to PASS, through three mistakes that people make: each screen of a terminal of 80 x 24, one
after the other. Times and empty lines are left out. `tests/approve` makes this page: it works in a real terminal (tmux), and a test holds
the page to what is on the screen there.

On the left would be your editor; nothing is typed here but the keys that are named.
"""

# Of these screens the page is made: each with what leads to it.
STEPS = {
    "untouched": "`./grade watch`, without a number, takes the first exercise that does not pass.",
    "a semicolon is missing": """TODO 1 gets its line, and the file is saved. A semicolon is missing:

    scores(m) = xt::linalg::dot(xt::transpose(all_keys[m]), all_queries[n])(0, 0)""",
    "TODO 2 is open": "The semicolon is there. What is done is judged already: the scores are right.",
    "the query of the key's token": """TODO 2 gets its line. In that of TODO 1 an index slips on the way:

    scores(m) = xt::linalg::dot(xt::transpose(all_keys[m]), all_queries[m])(0, 0);

It compiles, and gives numbers. They are those of a known mistake, so it has a name.""",
    "h: a hint": "`h`: a hint. Each further `h` says more.",
    "c: the numbers of the case": "`c`: the numbers of the case that fails, in your pager (here `less`). Space goes down, `q` back.",
    "p: the picture": "`p`: the first wrong step, yours beside what is right, drawn; below it the attention weights.",
    "the last value alone": """The index is mended. But the sum is none:

    for (std::size_t m = 0; m < N; ++m) x_prime = attention(m) * all_values[m];""",
    "right": "`+=` for `=`, and it passes. The bar below has grown.",
    "n: the next exercise": "`n` goes on. Nothing moves by itself.",
}


def shown(screen):
    """A screen for readers: without times, in a tier that most have."""
    screen = re.sub(r" +0\.00 s$", "", screen, flags=re.M)
    screen = re.sub(r"isolation: any ( *)run", r"isolation: namespaces  run", screen)
    lines = screen.split("\n")
    while len(lines) > 1 and lines[-1] == "":
        lines.pop()
    squeezed = re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines))
    return "\n".join(f"    {line}".rstrip() for line in squeezed.split("\n"))


def session_page(screens):
    """The page from screens by their titles."""
    text = HEAD
    for number, (title, words) in enumerate(STEPS.items(), 1):
        name = title.split(": ")[-1]
        text += f"\n## {number}. {name[0].upper()}{name[1:]}\n\n{words}\n\nThe screen:\n\n{shown(screens[title])}\n"
    return text

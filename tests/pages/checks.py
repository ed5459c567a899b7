"""What is looked for on a page. Each check returns its complaints; none where all is well."""

WIDE, NARROW = 1000, 400
PAPER = 658  # pixels between the margins of A4: 174 mm

# What sticks out of its box, or the box of a scrolling element that the keyboard does not reach.
STICKS_OUT = """
  [...document.querySelectorAll('body, body *')].filter(e => {
    const style = getComputedStyle(e), box = e.getBoundingClientRect();
    if (e.closest('svg') && e.tagName != 'svg' || box.width == 0) return false;
    const scrolls = ['auto', 'scroll'].includes(style.overflowX);
    if (PAPER_TOO && e.scrollWidth > e.clientWidth + 1 && style.display != 'inline' && e.tagName != 'svg') return true;
    if (scrolls) return e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0;
    for (let above = e.parentElement; above; above = above.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(above).overflowX)) return false;
    return box.right > innerWidth + 1 || box.left < -1;
  }).map(e => `${e.tagName} ${e.className.baseVal ?? e.className}: ${e.textContent.trim().slice(0, 60)}`)
"""

CONTRAST = """
  (() => {
    const light = text => {
      const parts = text.match(/[\\d.]+/g).slice(0, 3).map(c => {
        c /= 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const paper = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll('svg text')].map(text => {
      const below = text.previousElementSibling;
      const cell = text.getAttribute('pointer-events') && below && below.tagName == 'rect';
      const a = light(getComputedStyle(text).fill);
      const b = light(cell ? getComputedStyle(below).fill : paper);
      return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), text.textContent];
    }).filter(found => found[0] < 4.5).map(found => `contrast ${found[0].toFixed(2)} of "${found[1]}"`);
  })()
"""

FOCUSED = """
  (() => {
    const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
    return {name: `${e.tagName} ${(e.getAttribute('aria-label') || e.textContent).trim().slice(0, 40)}`,
            body: e == document.body, outlined: style.outlineStyle != 'none' && parseFloat(style.outlineWidth) > 0,
            seen: box.bottom > 0 && box.top < innerHeight, place: [...document.querySelectorAll('*')].indexOf(e)};
  })()
"""

REACHABLE = """
  [...document.querySelectorAll('a[href], summary, [tabindex]')]
    .filter(e => e.checkVisibility({contentVisibilityAuto: true})).length
"""


def axe_findings(window, axe, where):
    window.value(axe)
    found = window.value("axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.flatMap("
                         "v => v.nodes.map(n => `${v.id} (${v.impact}): ${v.help}: ${n.html.slice(0, 120)}`)))")
    return [f"{where}: {line}" for line in found]


def axe_finds_nothing(window, page, axe):
    """axe-core finds nothing, in light, dark, and a narrow window, with all unfolded"""
    found = []
    looks = {"light": {"width": WIDE}, "dark": {"width": WIDE, "dark": True}, "narrow": {"width": NARROW}}
    for where, look in looks.items():
        window.look(**look)
        window.open(page)
        found += axe_findings(window, axe, where)
        window.value("document.querySelectorAll('details').forEach(e => e.open = true)")
        found += axe_findings(window, axe, where + ", unfolded")
    return sorted(set(found))


def nothing_sticks_out(window, page, axe):
    """nothing sticks out of a window of 400 or 1000 pixels, and what scrolls can be scrolled by keys"""
    found = []
    for width in (NARROW, WIDE):
        for unfolded in (False, True):
            window.look(width=width)
            window.open(page)
            if unfolded:
                window.value("document.querySelectorAll('details').forEach(e => e.open = true)")
            found += [f"{width}: {line}" for line in window.value(STICKS_OUT.replace("PAPER_TOO", "false"))]
            if window.value("document.scrollingElement.scrollWidth") > width:
                found.append(f"{width}: the page itself is wider than the window")
    return found


def nothing_is_cut_on_paper(window, page, axe):
    """on A4 nothing is cut, what is folded away is there, and headings stay with what they head"""
    found = []
    for unfolded in (False, True):
        window.look(width=PAPER, paper=True)
        window.open(page)
        if unfolded:
            window.value("document.querySelectorAll('details').forEach(e => e.open = true)")
        found += window.value(STICKS_OUT.replace("PAPER_TOO", "true"))
    hidden = """[...document.querySelectorAll('details:not(.numbers) > :not(summary)')]
                .filter(e => e.getBoundingClientRect().height == 0).map(e => e.textContent.slice(0, 60))"""
    alone = """[...document.querySelectorAll('h2, h3, .numbers summary')]
               .filter(e => getComputedStyle(e).breakAfter != 'avoid').map(e => e.textContent.slice(0, 60))"""
    return (found + [f"not on paper: {line}" for line in window.value(hidden)]
            + [f"may stand alone at the end of a sheet: {line}" for line in window.value(alone)])


def letters_of_pictures_can_be_read(window, page, axe):
    """letters and numbers in pictures have a contrast of 4.5 at least, in light and dark"""
    found = []
    for dark in (False, True):
        window.look(width=WIDE, dark=dark)
        window.open(page)
        found += [f"{'dark' if dark else 'light'}: {line}" for line in window.value(CONTRAST)]
    return found


def keys_reach_everything(window, page, axe):
    """Tab reaches every link and all that unfolds or scrolls, in order and visibly; Enter unfolds"""
    window.look(width=WIDE)
    window.open(page)
    found, places = [], []
    wanted = window.value(REACHABLE)
    for _ in range(wanted + 1):
        window.press("Tab", 9)
        at = window.value(FOCUSED)
        if at["body"] or at["place"] in places:
            break
        places.append(at["place"])
        if not at["outlined"]:
            found.append(f"no outline on {at['name']}")
        if not at["seen"]:
            found.append(f"out of sight when it has the focus: {at['name']}")
    if len(places) < wanted:
        found.append(f"Tab reaches {len(places)} of {wanted}")
    if places != sorted(places):
        found.append("Tab does not go from the top to the bottom")
    return found + enter_unfolds(window)


def enter_unfolds(window):
    if not window.value("!!document.querySelector('summary')"):
        return []
    states = []
    for _ in range(2):
        window.value("document.querySelector('summary').focus()")
        window.press("Enter", 13)
        states.append(window.value("document.querySelector('details').open"))
    return [] if states[0] != states[1] else ["Enter does not unfold"]


def every_picture_has_a_table(window, page, axe):
    """behind every picture stands a table with its numbers, which has a caption and heads"""
    return window.value("""
      [...document.querySelectorAll('figure')].filter(figure => figure.querySelector('svg') && (
        !figure.querySelector('details table caption') || !figure.querySelector('details thead th[scope=col]')
        || !figure.querySelector('details th[scope=row]'))).map(figure => figure.textContent.slice(0, 60))""")


ALL = [axe_finds_nothing, nothing_sticks_out, nothing_is_cut_on_paper, letters_of_pictures_can_be_read,
       keys_reach_everything, every_picture_has_a_table]

"""A shell in a real terminal (tmux), on a copy of the course, as a student has it."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PATIENCE = 120  # seconds; the machine may be busy, and build what a second look needs


class Failure(Exception):
    pass


def wait_until(holds, what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise Failure(f"waited in vain for {what}")
        time.sleep(0.02)


def parent_of(process):
    """The number of the process, a folder of /proc, that has started it; as text, empty where it has gone."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()[1]
    except OSError:
        return ""


def course_copy(folder):
    """A course whose stubs are as they were handed out."""
    for name in ("exercises", "solutions", "reference_data"):
        shutil.copytree(ROOT / name, folder / name)
    for original in folder.glob("exercises/*/*.original"):
        shutil.copy(original, original.with_suffix(""))


class Terminal:
    """A tmux server of its own with one shell in it. Leaves nothing behind."""

    def __init__(self, grade, columns=80, rows=24, environment=()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="softmark-watch-"))
        self.course = self.folder / "course"
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir(mode=0o1777)
        course_copy(self.course)
        self.grade = grade
        settings = {"PS1": "$ ", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
                    "SOFTMARK_ROOT": str(self.course), "TMPDIR": str(self.temporary), "G": str(grade),
                    **dict(environment)}
        words = ["env", "-i"] + [f"{name}={value}" for name, value in settings.items()] + \
                ["TERM=screen-256color", "bash", "--norc", "--noprofile", "-i"]
        self.tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  "-c", str(self.course), *words, ";", "set-option", "-g", "status", "off", ";",
                  "set-option", "-g", "escape-time", "0", ";", "resize-window", "-x", str(columns), "-y", str(rows))
        self.wait(lambda lines: "$" in lines, "a shell")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server", check=False)
        for _ in range(50):
            try:
                shutil.rmtree(self.folder)
                return
            except OSError:
                time.sleep(0.1)

    def tmux(self, *words, check=True):
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TMUX": "", "TERM": "xterm-256color"}
        done = subprocess.run(["tmux", "-S", self.folder / "socket", *words], capture_output=True, text=True,
                              env=environment)
        if check and done.returncode != 0:
            raise Failure(f"tmux {words[0]}: {done.stderr}")
        return done.stdout

    def keys(self, *keys):
        """Presses keys by the names that tmux has for them: "n", "Enter", "C-z"."""
        self.tmux("send-keys", *keys)

    def type(self, line):
        self.tmux("send-keys", "-l", line)
        self.keys("Enter")

    def screen(self, colours=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else [])).rstrip("\n").split("\n")

    def flag(self, name):
        return self.tmux("display-message", "-p", "#{%s}" % name).strip()

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def is_drawn(self):
        """Whether no page of watch is half on the screen: it hides the cursor, and takes it home at the end."""
        shown, column, row = self.tmux("display-message", "-p", "#{cursor_flag} #{cursor_x} #{cursor_y}").split()
        return shown == "1" or column == row == "0"

    def wait(self, wanted, what):
        """The screen once `wanted` holds: a function of its lines, or text that stands in it."""
        holds = wanted if callable(wanted) else lambda lines: wanted in "\n".join(lines)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            lines = self.screen()
            if holds(lines) and self.is_drawn() and self.screen() == lines:
                return lines
            time.sleep(0.1)
        raise Failure(f"waited in vain for {what}; the screen:\n" + "\n".join(lines))

    def paged(self, wanted, what):
        """The screen of less once it has a text with `wanted` in it."""
        return self.wait(lambda lines: lines[-1] in (":", "(END)") and wanted in "\n".join(lines), what)

    def watch(self, words=""):
        """Starts `watch` and waits for its first verdict."""
        self.type(f"$G watch {words}")
        return self.verdict(1)

    @staticmethod
    def number(lines):
        """The number of the verdict on a screen; 0 while there is none."""
        found = re.search(r"run (\d+)$", lines[0])
        return int(found[1]) if found else 0

    def run(self):
        """That of the screen as it is."""
        return self.number(self.screen())

    def verdict(self, number, wanted=""):
        """The screen once the verdict of that number is there, and has a text in it."""
        return self.wait(lambda lines: lines[0].endswith(f" run {number}") and wanted in "\n".join(lines),
                         f"run {number} {wanted}")

    def settled(self, number, wanted):
        """Waits for the verdict of that number or a later one with a text in it, then until no further one comes."""
        self.wait(lambda lines: self.number(lines) >= number and wanted in "\n".join(lines), f"run {number} {wanted}")
        while True:
            before = self.run()
            time.sleep(0.6)
            if before and self.run() == before:
                return

    def stub(self, number):
        return next(path for path in self.course.glob(f"exercises/{number}_*/*.cpp")
                    if path.with_name(path.name + ".original").exists())

    def drill(self, number):
        return self.course / "drills" / self.stub(number).relative_to(self.course / "exercises")

    def pid(self):
        """Of the program that the shell runs."""
        shell = self.flag("pane_pid")
        children = [process.name for process in pathlib.Path("/proc").glob("[0-9]*") if parent_of(process) == shell]
        if len(children) != 1:
            raise Failure(f"the shell has the children {children}")
        return int(children[0])

    def modes(self):
        """What the shell's terminal is set to. Only while the shell waits for a command."""
        self.type("clear; stty -g")
        pattern = re.compile(r"^[0-9a-f:]{40,}")
        width = int(self.flag("pane_width"))
        lines = self.wait(lambda lines: any(pattern.match(line) for line in lines) and "$" in lines, "stty")
        first = next(i for i, line in enumerate(lines) if pattern.match(line))
        text = lines[first]
        while len(lines[first]) == width:
            first += 1
            text += lines[first]
        return text

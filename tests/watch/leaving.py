"""Every way out of `watch` leaves the terminal as it was."""

import os
import pathlib
import signal
import subprocess
import time

from terminal import ROOT, Failure, Terminal, wait_until

FLAGS = ("alternate_on", "cursor_flag", "wrap_flag", "insert_flag", "keypad_flag", "mouse_any_flag")


def state(terminal):
    return [terminal.flag(flag) for flag in FLAGS], terminal.modes()


def gone(pid):
    status = pathlib.Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().split()[2] == "Z"
    except OSError:
        return True


def test_ways_out(grade):
    """q, Ctrl-C, Ctrl-\\, signals and crashes give the terminal back, with their exit codes"""
    crashes = (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL)
    ways = [("q", lambda terminal: terminal.keys("q"), 0),
            ("C-c", lambda terminal: terminal.keys("C-c"), 130),
            ("C-\\", lambda terminal: terminal.keys("C-\\"), 128 + signal.SIGQUIT)]
    for number in (signal.SIGTERM, signal.SIGHUP):
        ways.append((number.name, lambda terminal, number=number: os.kill(terminal.pid(), number), 130))
    for number in crashes:
        ways.append((number.name, lambda terminal, number=number: os.kill(terminal.pid(), number), 128 + number))
    with Terminal(grade) as terminal:
        terminal.type("ulimit -c 0; clear; echo what stood here before")
        before = state(terminal)
        for name, leave, code in ways:
            terminal.type("clear; echo before")
            terminal.wait("before", "echo")
            terminal.watch("02")
            if terminal.flag("alternate_on") != "1" or terminal.flag("cursor_flag") != "0":
                raise Failure("watch has no screen of its own")
            leave(terminal)
            terminal.wait(lambda lines: "before" in lines and lines[-1].startswith("$"), f"the shell after {name}")
            terminal.type("echo code $?")
            terminal.wait(f"code {code}", f"exit code {code} after {name}")
            if state(terminal) != before:
                raise Failure(f"{name}: the terminal is another: {state(terminal)}, before {before}")


def test_stop(grade):
    """Ctrl-Z gives the terminal back and fg takes it again, also in the middle of a run"""
    with Terminal(grade) as terminal:
        before = state(terminal)
        stub = terminal.stub("02")
        shown = terminal.watch("02")
        for _ in range(2):
            terminal.keys("C-z")
            terminal.wait("Stopped", "the shell")
            if state(terminal) != before:
                raise Failure("stopped, but the terminal is another")
            terminal.type("fg")
            terminal.wait(lambda lines: lines == shown, "the screen again")
        stub.write_text((ROOT / "tests/submissions/sleep_each_call.cpp").read_text())
        terminal.wait("run 2: ", "grading")
        terminal.keys("C-z")
        terminal.wait("Stopped", "the shell")
        stub.write_text((ROOT / "tests/submissions/right_loops.cpp").read_text())
        terminal.type("fg")
        terminal.wait("PASS", "what was saved meanwhile")
        os.kill(terminal.pid(), signal.SIGSTOP)  # which nobody can handle
        terminal.wait("Stopped", "the shell")
        terminal.type("fg")
        terminal.wait("PASS", "the screen again")
        terminal.keys("q")
        terminal.wait(lambda lines: "q quit" not in lines[-1], "the shell")
        if state(terminal) != before:
            raise Failure("the terminal is another after fg and q")


def test_closed_terminal(grade):
    """a closed terminal ends it, also in the middle of a run, with nothing left behind"""
    for busy in (False, True):
        with Terminal(grade) as terminal:
            terminal.watch("02")
            pid = terminal.pid()
            if busy:
                terminal.stub("02").write_text((ROOT / "tests/submissions/sleep_forever.cpp").read_text())
                terminal.wait("run 2: ", "grading")
                time.sleep(0.5)
            terminal.tmux("kill-server")
            wait_until(lambda: gone(pid), "its end")
            wait_until(lambda: not any(terminal.temporary.iterdir()), "an empty temporary folder")


def test_without_terminal(grade):
    """without a terminal each verdict is printed below the one before, until nobody reads"""
    with Terminal(grade) as terminal:
        environment = {"PATH": "/usr/bin:/bin", "SOFTMARK_ROOT": str(terminal.course),
                       "TMPDIR": str(terminal.temporary)}
        watch = subprocess.Popen([grade, "watch", "02"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 text=True, env=environment)
        wanted = ["TODO  02 matrix_attention", "PASS  02 matrix_attention"]
        first = watch.stdout.readline()
        terminal.stub("02").write_text((ROOT / "tests/submissions/right_loops.cpp").read_text())
        second = watch.stdout.readline()
        if wanted[0] not in first or wanted[1] not in second or "\x1b" in first + second:
            raise Failure(f"printed {first!r} and {second!r}")
        watch.stdout.close()
        terminal.stub("02").write_text("not C++\n")
        if watch.wait(20) != 0:
            raise Failure(f"exit code {watch.returncode}")

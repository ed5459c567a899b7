"""Processor time and page faults of a grading, with all the processes that it starts."""

import shutil
import subprocess
import sys
import tempfile


def cpu_seconds(command, exit_code=0):
    """As costs() says."""
    return costs(command, exit_code)[0]


def costs(command, exit_code=0):
    """Seconds of processor time, and page faults, of the command, which has to end so, and of all that it starts: what is killed in
    the end is in no rusage of its parents."""
    if shutil.which("perf") is None:
        sys.exit("perf is missing; fix: apt-get install linux-perf")
    with tempfile.NamedTemporaryFile("r") as counts:
        done = subprocess.run(["perf", "stat", "-x,", "-e", "task-clock,page-faults", "-o", counts.name, *map(str, command)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != exit_code:
            sys.exit(done.stdout)
        numbers = [float(line.split(",")[0]) for line in counts if "task-clock" in line or "page-faults" in line]
        return numbers[0] / 1000, numbers[1]

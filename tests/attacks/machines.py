"""The machines that tests play with build/tests/machine, so that every tier of isolation is tried on one."""

import os

ROOT = os.geteuid() == 0
USER = ["--user", "12345"] if ROOT else []

# name: (the tier that must come out, how the machine is played, options of grade)
MACHINES = {
    "namespaces": ("namespaces", [], []),
    "user": ("namespaces", USER, []),
    "gcc": ("namespaces", [], ["--compiler", "gcc"]),
    "container": ("container", ["--no-namespaces"], []),
    "landlock": ("landlock", [*USER, "--no-namespaces"], []),
    "weak": ("weak", ["--no-namespaces", "--no-landlock"], []),
    "off": ("none", [], ["--isolation", "off"]),
}
if not ROOT:
    del MACHINES["user"], MACHINES["container"]

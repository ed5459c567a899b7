"""The machines that tests play with build/tests/machine, so that every tier of isolation is tried on one, and what an
attack may need of a kernel or a processor."""

import os
import subprocess

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

# name: a program that ends with 0 where the kernel and the processor offer it.
NEEDS = {
    "32-bit calls": """
        #include <unistd.h>
        int main() {
          int result = 20;  // getpid
          asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
          return result != getpid();
        }""",
    "io_uring": """
        #include <linux/io_uring.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        int main() {
          io_uring_params parameters{};
          return syscall(SYS_io_uring_setup, 4, &parameters) < 0;
        }""",
    "ptrace": """
        #include <sys/ptrace.h>
        #include <sys/wait.h>
        #include <unistd.h>
        int main() {
          // Of its parent, as an attack does it: some kernels let a process trace its children alone. This way does not stop it.
          if (fork() == 0) _exit(ptrace(PTRACE_SEIZE, getppid(), nullptr, nullptr) != 0);
          int status = 1;
          wait(&status);
          return status != 0;
        }""",
}


def offered(need, folder, compiler, player=()):
    """Whether this machine, or the one that the command `player` plays, offers one of NEEDS. What does not compile is
    not offered: another processor has other instructions."""
    program = folder / need.replace(" ", "_")
    compiled = subprocess.run([compiler, "-x", "c++", "-", "-o", program], input=NEEDS[need], text=True,
                              capture_output=True, check=False)
    return compiled.returncode == 0 and subprocess.run([*player, program], check=False).returncode == 0

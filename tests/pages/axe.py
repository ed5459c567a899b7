"""axe-core, which checks what screen readers and weak eyes need, from the npm registry."""

import shutil
import subprocess

AXE = "4.14.1"


def axe_core(build):
    """The text of axe-core; None where it is not to be had."""
    script = build / "axe/node_modules/axe-core/axe.min.js"
    if not script.exists() and shutil.which("npm"):
        (build / "axe").mkdir(exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", build / "axe", "--ignore-scripts", "--no-audit", "--no-fund",
                        "--fetch-retries=0", f"axe-core@{AXE}"], capture_output=True, timeout=120)
    return script.read_text() if script.exists() else None

"""The compiler and the linker alone, as `grade` calls them for exercise 02."""

import json
import os
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("SOFTMARK_BUILD", SOURCE / "build"))
SOLUTION = SOURCE / "solutions/02_matrix_attention/matrix_attention.cpp"


def bare_commands(kit):
    """One compilation, one link, for matrix_attention.cpp in the folder where they run."""
    binding = max((BUILD / "prepared" / kit.name).glob("02_*.o"), key=lambda file: file.stat().st_mtime)
    settings = json.loads((kit / "kit.json").read_text())
    compile_stub = [settings["compiler"], *settings["flags"], "-Wall",
                    f"-I{SOURCE / 'exercises/02_matrix_attention'}", "-c", "matrix_attention.cpp", "-o", "stub.o"]
    link = [settings["linker"], "-shared", "--eh-frame-hdr", "-z", "noexecstack", "--build-id=none",
            settings["start_object"], str(binding), "stub.o", settings["static_library"], "-o", "program.so"]
    return [compile_stub, link]

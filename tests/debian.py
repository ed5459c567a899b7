"""A minimal Debian, from where this machine's apt gets Debian's packages."""

import re
import subprocess


def own_namespaces():
    """Mounts and processes of its own: both end with it, however it ends."""
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child=SIGKILL"]


def debootstrap(system, folder, packages, mirror=None):
    """Where the packages come from, in words, and the command that bootstraps the system, with `packages`, into `folder`."""
    mirror = mirror or mirror_of_apt()
    return mirror or "its own mirror", [
        *own_namespaces(), "env", *proxies_of_apt(), "debootstrap", "--variant=minbase", f"--include={packages}", system,
        str(folder), *([mirror] if mirror else [])]


def output_of(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def mirror_of_apt():
    """Where this machine's apt gets Debian's packages; nothing where it gets none, as on Ubuntu."""
    lines = output_of("apt-get", "indextargets", "--format", "$(ORIGIN)|$(LABEL)|$(REPO_URI)", "Created-By: Packages")
    found = [line.split("|", 2)[2] for line in lines.splitlines() if line.startswith("Debian|Debian|")]
    return found[0] if found else None


def apt_configuration():
    """How this machine's apt reaches and judges its mirrors."""
    lines = output_of("apt-config", "dump").splitlines()
    return "".join(line + "\n" for line in lines if re.match(r"Acquire::(https?|ftp|Retries|Check|Max|Force|Proxy)\b", line)
                   and not line.endswith(' "";'))


def proxies_of_apt():
    """As words for env, since debootstrap does not ask apt."""
    words = []
    for scheme in ("http", "https"):
        shell = output_of("apt-config", "shell", "proxy", f"Acquire::{scheme}::Proxy")
        value = re.match(r"proxy='(.*)'", shell)
        if value and value[1] != "DIRECT":
            words.append(f"{scheme}_proxy={value[1]}")
    return words

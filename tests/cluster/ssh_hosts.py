"""Machines to reach by ssh, played by servers of the caller's own on loopback: no root, no /etc."""

import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

SERVER = """Port {port}
ListenAddress {address}
HostKey {folder}/host_key
PidFile {folder}/{name}.pid
AuthorizedKeysFile {folder}/key.pub
StrictModes no
UsePAM no
PasswordAuthentication no
"""
CLIENT = """Host {name}
  HostName {address}
  Port {port}
  User {user}
  IdentityFile {folder}/key
  IdentitiesOnly yes
  BatchMode yes
  StrictHostKeyChecking no
  UserKnownHostsFile /dev/null
  LogLevel ERROR
  ConnectTimeout 10
"""


def server():
    return shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def missing():
    return server() is None or shutil.which("ssh") is None


def free_port(address):
    with socket.socket() as one:
        one.bind((address, 0))
        return one.getsockname()[1]


class Hosts:
    """Used with `with`. `names` are machines, `dead` is one that does not answer, `command` calls ssh with them."""

    def __init__(self, folder, addresses):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.names = [f"h{i}" for i in range(len(addresses))]
        self.dead = "dead"
        config = ""
        for name, address in [*zip(self.names, addresses), (self.dead, "127.0.0.1")]:
            given = {"name": name, "address": address, "port": free_port(address), "folder": self.folder, "user": getpass.getuser()}
            (self.folder / f"{name}.conf").write_text(SERVER.format(**given))
            config += CLIENT.format(**given)
        (self.folder / "config").write_text(config)
        self.command = f"ssh -F {self.folder}/config"

    def __enter__(self):
        for key in ("host_key", "key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / key], check=True)
        if os.getuid() == 0:
            pathlib.Path("/run/sshd").mkdir(exist_ok=True)  # sshd wants it, and does nothing with it
        for name in self.names:
            subprocess.run([server(), "-f", self.folder / f"{name}.conf"], check=True)
            end = time.monotonic() + 10
            while subprocess.run([*self.command.split(), name, "true"], capture_output=True).returncode:
                if time.monotonic() > end:
                    raise OSError(f"{name} does not answer: {self.folder}/{name}.conf")
                time.sleep(0.1)
        return self

    def __exit__(self, *_):
        for file in self.folder.glob("*.pid"):
            os.kill(int(file.read_text()), signal.SIGTERM)

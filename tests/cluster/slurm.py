"""A Slurm cluster of three nodes on this machine, of the caller's own daemons: no root, no /etc, no cgroups."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

NODES = ["n1", "n2", "n3"]
PROGRAMS = ["slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "sinfo", "munged"]

CONF = """ClusterName=softmark
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/run/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/run/slurmctld.pid
SlurmdPidFile={folder}/run/slurmd.%n.pid
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd.%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,sched_interval=1,bf_interval=1
ReturnToService=2
SlurmdTimeout=5
KillWait=2
MailProg=/bin/true
{nodes}
PartitionName=grade Nodes=n[1-3] Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
"""
NODE = "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory=1000 State=UNKNOWN"


def missing():
    """Of the programs that a cluster needs, those that this machine has not."""
    return [name for name in PROGRAMS if shutil.which(name, path=path()) is None]


def path():
    return os.environ["PATH"] + ":/usr/sbin:/sbin"


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """Used with `with`: at its end no daemon and no job is left."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.environment = {**os.environ, "PATH": path(), "SLURM_CONF": str(self.folder / "slurm.conf")}
        for name in ["state", "run", "log", *(f"spool/{node}" for node in NODES)]:
            (self.folder / name).mkdir(parents=True)
        host, ports = socket.gethostname().split(".")[0], free_ports(1 + len(NODES))
        nodes = "\n".join(NODE.format(name=name, host=host, port=port) for name, port in zip(NODES, ports[1:]))
        user = subprocess.check_output(["id", "-un"], text=True).strip()
        (self.folder / "slurm.conf").write_text(
            CONF.format(host=host, ports=ports, user=user, folder=self.folder, nodes=nodes))

    def run(self, *words, **options):
        return subprocess.run([str(word) for word in words], env=self.environment, capture_output=True, text=True, **options)

    def daemon(self, *words):
        done = self.run(*words)
        if done.returncode:
            raise OSError(f"{words[0]}: {done.stdout}{done.stderr}")

    def start_controller(self, *words):
        self.daemon("slurmctld", "-f", self.folder / "slurm.conf", *words)

    def start_node(self, node):
        self.daemon("slurmd", "-N", node, "-f", self.folder / "slurm.conf")

    def __enter__(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(64))
        key.chmod(0o600)
        run = self.folder / "run"
        self.daemon("munged", "--force", f"--key-file={key}", f"--socket={run}/munge.socket", f"--pid-file={run}/munged.pid",
                    f"--log-file={self.folder}/log/munged.log", f"--seed-file={self.folder}/munge.seed")
        self.start_controller("-c")
        for node in NODES:
            self.start_node(node)
        self.wait_for("the nodes", lambda: self.run("sinfo", "-h", "-o", "%T").stdout.split() == ["idle"])
        return self

    def wait_for(self, what, holds, seconds=120):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                raise OSError(f"waited {seconds} s for {what}")
            time.sleep(0.1)

    def kill(self, name):
        """SIGKILL for a daemon: slurmctld, or slurmd.NODE."""
        file = self.folder / "run" / f"{name}.pid"
        os.kill(int(file.read_text()), signal.SIGKILL)
        file.unlink()

    def processes(self):
        """Those whose environment names this cluster, with their command and environment."""
        mark = f"SLURM_CONF={self.folder}/slurm.conf".encode()
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                environment = (folder / "environ").read_bytes().split(b"\0")
                if mark in environment and int(folder.name) != os.getpid():
                    yield int(folder.name), (folder / "cmdline").read_bytes().split(b"\0"), environment
            except OSError:
                continue

    def __exit__(self, *_):
        self.run("scancel", "--user", str(os.getuid()), timeout=20)
        for number in (signal.SIGTERM, signal.SIGKILL):
            time.sleep(1)
            for process, _, _ in self.processes():
                try:
                    os.kill(process, number)
                except ProcessLookupError:
                    pass
        for name in ("munged",):
            try:
                self.kill(name)
            except OSError:
                pass

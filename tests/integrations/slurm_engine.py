"""A Slurm cluster on this machine, for tests and measurements: one controller and several nodes. Needs root."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import time
from pathlib import Path

from bazel_engine import end, free_ports

CONF = """\
ClusterName=rigy
SlurmctldHost=localhost
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={work}/munge/socket
CryptoType=crypto/munge
SlurmctldPort={controller}
StateSaveLocation={work}/state
SlurmdSpoolDir={work}/spool/%n
SlurmctldPidFile={work}/slurmctld.pid
SlurmdPidFile={work}/%n.pid
SlurmctldLogFile={work}/slurmctld.log
SlurmdLogFile={work}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000
MpiDefault=none
ReturnToService=2
JobRequeue=1
SlurmdTimeout=10
SlurmctldTimeout=30
KillWait=2
MinJobAge=3600
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
{nodes}
PartitionName=all Nodes={names} Default=YES MaxTime=INFINITE State=UP
"""


def program(name):
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")


class Cluster:
    def __init__(self, work, nodes=2):
        self.work = Path(work)
        self.processes = {}
        try:
            self.start_munge()
            self.start_slurm(nodes)
        except BaseException:
            self.close()
            raise

    def start_munge(self):
        folder = self.work / "munge"
        folder.mkdir(parents=True)
        (folder / "key").write_bytes(secrets.token_bytes(1024))
        user = pwd.getpwnam("munge")
        for path in (folder, folder / "key"):
            os.chown(path, user.pw_uid, user.pw_gid)
        (folder / "key").chmod(0o400)
        folder.chmod(0o755)
        self.work.chmod(0o755)
        self.start("munged", [
            program("munged"), "--foreground", "--force", f"--key-file={folder}/key", f"--socket={folder}/socket",
            f"--pid-file={folder}/pid", f"--log-file={folder}/log", f"--seed-file={folder}/seed"], user="munge")
        self.wait(lambda: (folder / "socket").exists(), "munged")

    def start_slurm(self, nodes):
        ports = free_ports(nodes + 1)
        names = [f"node{i}" for i in range(1, nodes + 1)]
        lines = "\n".join(f"NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=1 State=UNKNOWN"
                          for name, port in zip(names, ports))
        conf = self.work / "slurm.conf"
        conf.write_text(CONF.format(work=self.work, controller=ports[-1], nodes=lines, names=",".join(names)))
        self.environment = {**os.environ, "SLURM_CONF": str(conf)}
        (self.work / "state").mkdir()
        self.start("slurmctld", [program("slurmctld"), "-D", "-f", str(conf)])
        for name in names:
            self.start_node(name)
        self.wait(lambda: self.command("sinfo", "-h", "-o", "%T").stdout.split() == ["idle"], "nodes")

    def start_node(self, name):
        (self.work / "spool" / name).mkdir(parents=True, exist_ok=True)
        self.start(name, [program("slurmd"), "-D", "-N", name, "-f", str(self.work / "slurm.conf")])

    def start(self, name, command, **options):
        with open(self.work / f"{name}.out", "w") as log:
            self.processes[name] = subprocess.Popen(
                command, stdout=log, stderr=subprocess.STDOUT, env=getattr(self, "environment", None), **options)

    def wait(self, condition, what, seconds=90):
        deadline = time.monotonic() + seconds
        while not condition():
            for name, process in self.processes.items():
                if process.poll() is not None:
                    raise AssertionError(f"{name} has ended:\n" + (self.work / f"{name}.out").read_text()[-2000:])
            if time.monotonic() > deadline:
                raise AssertionError(f"{what}: not ready")
            time.sleep(0.2)

    def command(self, *command, cwd=None):
        return subprocess.run(list(map(str, command)), env=self.environment, capture_output=True, text=True, cwd=cwd)

    def jobs(self, node=None):
        """The processes of this cluster's jobs, on one node or on all, after the steps that look after them."""
        wanted = {f"SLURM_CONF={self.work}/slurm.conf".encode()}
        if node is not None:
            wanted.add(f"SLURMD_NODENAME={node}".encode())
        steps, found = [], []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                variables = set((folder / "environ").read_bytes().split(b"\0"))
                parent = (folder / "stat").read_text().rsplit(")", 1)[1].split()[1]
                step = (Path("/proc") / parent / "comm").read_text().strip() == "slurmstepd"
            except OSError:
                continue
            if wanted <= variables and any(one.startswith(b"SLURM_JOB_ID=") for one in variables):
                found.append(int(folder.name))
                if step:
                    steps.append(int(parent))
        return steps + found

    def kill_jobs(self, node=None):
        for pid in self.jobs(node):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def kill_node(self, name):
        """As if its power failed."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()
        self.kill_jobs(name)

    def close(self):
        if "slurmctld" in self.processes:
            self.command("scancel", "--user=root")
            time.sleep(0.5)
            self.kill_jobs()
        for name in reversed(list(self.processes)):
            end(self.processes[name])
        self.processes = {}

#!/usr/bin/env python3
"""Measures batches and farms on a library of N generated assets (bench/library.py), and prints the tables of records/scale.md.

    bench/scale.py --rigy PROGRAM [--assets N] [--engine-assets M] [--record]

Local runs with 1 and 2 processors, Bazel with and without a shared cache, Slurm with two nodes; then what a million assets on a
hundred machines would take, by these numbers. Bazel and Slurm get the first M assets (default: all). --record writes them.
What is not installed is left out, with a note. Runs of the program as root have priority over other work on the
machine, so that its load matters less.
"""

import argparse
import json
import multiprocessing
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SOURCE / "tests/integrations"))

import bazel_engine  # noqa: E402
import bazel_workspace  # noqa: E402
import engines  # noqa: E402
import slurm_engine  # noqa: E402

PAGE = SOURCE / "records/scale.md"
HEAD = """# Ten thousand assets

Written by `./dev scale --record`; [docs/scale.md](../docs/scale.md) says what is measured and what follows.

"""


@dataclass
class Run:
    wall: float
    user: float
    system: float
    memory: int  # bytes


def first():
    """Before other work on the machine, where that is allowed."""
    if os.geteuid() == 0:
        os.setpriority(os.PRIO_PROCESS, 0, -19)


def measure(command, cwd, cpus=None, undisturbed=False):
    """`undisturbed`: in real time, where that is allowed; only for seconds, because nothing else runs meanwhile."""
    def prepare():
        first()
        if undisturbed and os.geteuid() == 0:
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
        if cpus:
            os.sched_setaffinity(0, cpus)

    start = time.monotonic()
    child = subprocess.Popen(list(map(str, command)), cwd=cwd, preexec_fn=prepare, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
    text = child.stderr.read().decode()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{command}: status {child.returncode}\n{text[-2000:]}")
    return Run(time.monotonic() - start, usage.ru_utime, usage.ru_stime, usage.ru_maxrss * 1024)


def size_of(folder, pattern="*.glb"):
    return sum(path.stat().st_size for path in Path(folder).rglob(pattern) if path.is_file())


def mega(size):
    return f"{size / 1e6:,.0f} MB" if size >= 1e6 else f"{size / 1e3:,.0f} kB"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


class Measurement:
    def __init__(self, arguments, work):
        self.engine_count = min(arguments.engine_assets or arguments.assets, arguments.assets)
        self.rigy = str(Path(arguments.rigy).resolve())
        self.count = arguments.assets
        self.work = work
        self.library = work / "library"
        self.documents = engines.write_library(self.library, self.count)
        self.part = self.changed_part()
        self.users = {str(path.relative_to(self.library)) for path in engines.imports_of(self.library, self.part.name)}
        self.facts = {}

    def changed_part(self):
        """One that about a fiftieth of the assets import."""
        parts = sorted((self.library / "parts").glob("*.rigy.yaml"))
        texts = {path: path.read_text() for path in self.library.rglob("*.rigy.yaml")}
        users = {part: sum(f"/{part.name}," in text for text in texts.values()) for part in parts}
        return min(parts, key=lambda part: abs(users[part] - self.count / 50))

    # --- one machine --------------------------------------------------------------------------

    def compile(self, out, cpus, *options):
        report = self.work / "report.json"
        run = measure([self.rigy, "compile", "@list.txt", "--out-dir", out, "--jobs", len(cpus), "--report", report, *options],
                      self.library, cpus)
        return run, json.loads(report.read_text())

    def local(self):
        rows = []
        processors = sorted(os.sched_getaffinity(0))[:2]
        for cpus in (processors[:1], processors):
            out = self.work / f"out_{len(cpus)}"
            self.restore()
            for name, prepare in (("cold", None), ("nothing changed", None), ("one part changed", self.change)):
                if prepare:
                    prepare()
                run, report = self.compile(out, cpus, "--skip-unchanged")
                made = report["documents"].get("compiled", 0)
                written = sum(job["bytes"] for job in report["jobs"] if job["status"] == "compiled")
                rows.append((f"{len(cpus)}", name, f"{run.wall:.1f} s", f"{run.user:.1f} s + {run.system:.1f} s", f"{made:,}",
                             mega(written), mega(run.memory)))
                self.facts[name, len(cpus)] = run
                if name == "cold":
                    imported = report["imported_files"]
                    self.facts["read"], self.facts["reused"] = imported["read"], imported["reused"]
                    self.facts["bytes"] = written
        return table(("cores", "run", "time", "processor time (user + system)", "compiled", "written", "memory"), rows)

    def change(self):
        self.saved = self.part.read_text()
        engines.change(self.part)

    def restore(self):
        if getattr(self, "saved", None):
            self.part.write_text(self.saved)
            self.saved = None

    def cores(self):
        """check @list, on one core and on two: the best of three, because other work disturbs it."""
        processors = sorted(os.sched_getaffinity(0))[:2]
        times = []
        for cpus in (processors[:1], processors):
            command = [self.rigy, "check", "@list.txt", "--jobs", len(cpus)]
            runs = [measure(command, self.library, cpus, undisturbed=True) for _ in range(3)]
            times.append(min(run.wall for run in runs))
        self.facts["check"] = times
        return f"`rigy check @list`: {times[0]:.2f} s on one core, {times[1]:.2f} s on two: {times[0] / times[1]:.2f} ×.\n"

    def filing(self):
        """From nothing, to the disk and to memory, on one core and on two: the best of three. Beside it, what it takes only to
        write such files."""
        few = self.documents[:1000]
        (self.library / "few.txt").write_text("".join(f"{document}\n" for document in few))
        size = self.facts["bytes"] // self.count
        compile_few = lambda out, jobs: [self.rigy, "compile", "@few.txt", "--out-dir", out, "--jobs", jobs]
        write_few = lambda out, jobs: [sys.executable, __file__, "--write-files", out, len(few), size, jobs]
        rows = []
        for name, parent in (("disk", self.work), ("memory (tmpfs)", Path("/dev/shm"))):
            if not parent.is_dir():
                rows.append((name, "not measured: no /dev/shm", "", "", ""))
                continue
            folder = Path(tempfile.mkdtemp(prefix="rigy-scale-", dir=parent))
            rows.append((name, *(f"{self.from_nothing(command, folder, jobs):.2f} s"
                                 for command in (compile_few, write_few) for jobs in (1, 2))))
            shutil.rmtree(folder)
        return (f"{len(few):,} assets from nothing, best of three, and as many files that are only written (temporary file, "
                f"{mega(size)}, rename), by a process per core:\n\n"
                + table(("outputs on", "compiled, 1 core", "2 cores", "only written, 1 core", "2 cores"), rows))

    def from_nothing(self, command, folder, jobs):
        processors = sorted(os.sched_getaffinity(0))[:jobs]
        times = []
        for _ in range(3):
            out = Path(tempfile.mkdtemp(dir=folder)) / "out"
            times.append(measure(command(out, jobs), self.library, processors, undisturbed=True).wall)
        return min(times)

    def small_files(self):
        """User time per small file: in a batch, and by a command of its own."""
        folder = self.work / "small"
        folder.mkdir()
        paths = []
        for i in range(2000):
            (folder / f"small_{i}.rigy.yaml").write_text(
                'version: "0.6"\nmeshes:\n  - id: body\n    primitives:\n'
                f"      - {{id: core, type: box, dimensions: {{x: 1, y: 2, z: {i + 1}}}}}\n")
            paths.append(f"small_{i}.rigy.yaml")
        (folder / "list.txt").write_text("\n".join(paths) + "\n")
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        walls = []
        for path in paths[:300]:
            start = time.monotonic()
            subprocess.run([self.rigy, "compile", path, "--out-dir", "out"], cwd=folder, check=True, preexec_fn=first)
            walls.append(time.monotonic() - start)
        alone = (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) / 300
        self.facts["start"] = sorted(walls)[150]
        batch = measure([self.rigy, "compile", "@list.txt", "--out-dir", "out"], folder).user / len(paths)
        self.facts["small"] = (alone, batch)
        return (f"User time per small file (one box): {alone * 1e3:.2f} ms by a command of its own, {batch * 1e3:.3f} ms in a "
                f"batch, 1/{alone / batch:.0f} of it. Such a command takes {self.facts['start'] * 1e3:.1f} ms from start to end "
                "(median of 300).\n")

    # --- Bazel --------------------------------------------------------------------------------

    def bazel(self):
        if not all(shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin") for name in ("bazel", "nginx", "java")):
            return "Bazel: NOT RUN, because it is not installed.\n"
        rows = []
        cache = bazel_engine.Nginx(self.work / "nginx")
        machines = []
        try:
            for name, option in (("without cache", []), ("filling the cache", [f"--remote_cache=http://127.0.0.1:{cache.port}"]),
                                 ("second machine, from the cache", [f"--remote_cache=http://127.0.0.1:{cache.port}"])):
                workspace = self.work / f"machine{len(machines)}/workspace"
                shutil.copytree(self.library, workspace)
                bazel_workspace.write(workspace, self.rigy, batch=50)
                machine = bazel_engine.Bazel(workspace.parent / "root", workspace)
                machines.append(machine)
                machine.run("info")  # the server starts, and loads nothing
                rows.append(self.bazel_build(machine, name, option, cache))
                if not option:
                    rows.append(self.bazel_build(machine, "nothing changed", option, cache))
                    engines.change(workspace / "parts" / self.part.name)
                    rows.append(self.bazel_build(machine, "one part changed", option, cache))
                machine.close()
        finally:
            for machine in machines:
                machine.close()
            cache.close()
        return table(("run", "time", "actions", "to the cache", "from the cache"), rows) + self.worker()

    def worker(self):
        """What a persistent worker could save."""
        wall, counts = self.facts["bazel", "without cache"]
        per_action = wall / sum(counts.values())
        self.facts["bazel action"] = per_action
        start = self.facts["start"]
        return (f"\nWithout cache, an action takes {per_action * 1e3:.0f} ms of the time. A persistent worker would save the start of the "
                f"program in each, {start * 1e3:.1f} ms, which is {100 * start / per_action:.1f} %.\n")

    def bazel_build(self, machine, name, options, cache):
        put, got = cache.bytes_moved()
        start = time.monotonic()
        counts, _ = machine.build(*options, "//assets/...")
        wall = time.monotonic() - start
        put, got = (after - before for after, before in zip(cache.bytes_moved(), (put, got)))
        self.facts["bazel", name] = (wall, counts)
        actions = ", ".join(f"{count:,} {way}" for way, count in counts.items()) or "none"
        return (name, f"{wall:.1f} s", actions, mega(put) if put else "–", mega(got) if got else "–")

    # --- Slurm --------------------------------------------------------------------------------

    def slurm(self):
        if os.geteuid() != 0 or not shutil.which("slurmctld", path=os.environ["PATH"] + ":/usr/sbin"):
            return "Slurm: NOT RUN, because it is not installed or this is not root.\n"
        rows = []
        cluster = slurm_engine.Cluster(self.work / "cluster")
        try:
            for shards in (2, 8):
                plan, out = self.work / f"plan{shards}", self.work / f"farm{shards}"
                farm = [sys.executable, SOURCE / "integrations/slurm/rigy-farm"]
                start = time.monotonic()
                engines.run(*farm, "plan", plan, "--out-dir", out, "--shards", shards, "--rigy", self.rigy, "@list.txt",
                            cwd=self.library, env=cluster.environment)
                planned = time.monotonic()
                engines.run(*farm, "submit", plan, "--wait", cwd=self.library, env=cluster.environment)
                done = time.monotonic()
                engines.run(*farm, "collect", plan, cwd=self.library, env=cluster.environment)
                end = time.monotonic()
                seconds = [json.loads(path.read_text())["seconds"] for path in sorted((plan / "reports").iterdir())]
                self.facts["slurm", shards] = (done - planned, seconds)
                rows.append((shards, f"{planned - start:.1f} s", f"{done - planned:.1f} s", f"{end - done:.1f} s",
                             f"{min(seconds):.1f} to {max(seconds):.1f} s", mega(size_of(out))))
                shutil.rmtree(out)
        finally:
            cluster.close()
        return table(("shards", "plan", "array", "collect", "a shard takes", "written"), rows)

    # --- on paper -----------------------------------------------------------------------------

    def paper(self):
        cold = self.facts["cold", 1]
        count = self.facts["count"]
        per_asset = (cold.user + cold.system) / count
        size = self.facts["bytes"] / count
        assets, machines = 1_000_000, 100
        share = assets / machines

        def shard(name):
            return f"{self.facts[name, 2].wall * share / count:,.1f} s"

        moved = assets * size
        network = 125e6  # bytes per second of a machine: 1 Gbit/s
        rows = [
            ("processor time for all", f"{assets * per_asset / 60:,.0f} min",
             f"{assets:,} × {per_asset * 1e3:.2f} ms, measured on one core"),
            ("on 100 machines with 2 cores each", shard("cold"),
             f"the time of the cold run on two cores, for a shard of {share:,.0f} assets each; outputs on a disk of its own"),
            ("outputs", f"{moved / 1e9:,.0f} GB", f"{mega(size)} per asset"),
            ("writing them over the network", f"{moved / machines / network:,.0f} s",
             "1 Gbit/s per machine, at the same time as the compilation; the storage must take 12.5 GB/s, or waits longer"),
            ("nothing changed", shard("nothing changed"), "the time of that run on two cores; each machine its shard"),
            ("one part changed that 2 % import", shard("one part changed"), "the same"),
        ]
        actions = assets // 50
        rows.append(("actions for Bazel, 50 assets each", f"{actions:,}", f"{assets:,} / 50"))
        if "bazel action" in self.facts:
            per_action = self.facts["bazel action"]
            rows.append(("by Bazel, from nothing", f"{actions / machines * per_action:,.0f} s",
                         f"{actions // machines} actions per machine × {per_action * 1e3:.0f} ms, measured with two at a time; remote "
                         "execution, if the one machine that starts them keeps up"))
        if ("slurm", 2) in self.facts:
            array, seconds = self.facts["slurm", 2]
            wait = array - max(seconds)
            rows.append(("by Slurm, from nothing", f"{wait + max(seconds) * share / (self.count / 2):,.0f} s",
                         f"one shard per machine: {wait:.1f} s for the scheduler, and the longer of two shards on one processor, "
                         f"{max(seconds):.1f} s for {self.count // 2:,} assets"))
        return table(("what", "estimate", "from"), rows)

    def keep_first(self):
        """The library for the engines."""
        for document in self.documents[self.engine_count:]:
            (self.library / document).unlink()
        for folder in (self.library / "assets").iterdir():
            if not any(folder.iterdir()):
                folder.rmdir()
        self.documents = self.documents[:self.engine_count]
        self.count = self.engine_count
        (self.library / "list.txt").write_text("".join(f"{document}\n" for document in self.documents))

    def verify(self):
        """A sample against single commands."""
        out = self.work / "sample"
        out.mkdir()
        for document in self.documents[:: max(1, self.count // 50)]:
            name = Path(document).name.replace(".rigy.yaml", ".glb")
            engines.run(self.rigy, "compile", document, "-o", out / name, cwd=self.library)
            if (out / name).read_bytes() != (self.work / "out_2" / name).read_bytes():
                sys.exit(f"{document}: the batch wrote other bytes than a single command")


def sections(measurement):
    """The text of the page, part by part as it is measured."""
    yield (f"Measured on {os.cpu_count()} processors with {measurement.count:,} assets and "
           f"{len(list((measurement.library / 'parts').glob('*.rigy.yaml'))):,} parts.\n")
    yield "## One machine\n"
    yield measurement.local()
    measurement.verify()
    measurement.restore()
    facts = measurement.facts
    yield (f"The cold run read {facts['read']:,} imported files once each, and used them again {facts['reused']:,} "
           f"times. The changed part is imported by {len(measurement.users):,} assets, directly or through others.\n")
    yield measurement.cores()
    yield measurement.filing()
    yield measurement.small_files()
    facts["count"] = measurement.count
    measurement.keep_first()
    yield f"## Slurm, two nodes with one processor each, {measurement.count:,} assets\n"
    yield measurement.slurm()
    yield f"## Bazel, 50 assets per action, {measurement.count:,} assets\n"
    yield measurement.bazel()
    yield "## A million assets on a hundred machines, on paper\n"
    yield measurement.paper()


def write_files(folder, count, size, threads):
    """As the program writes its outputs."""
    Path(folder).mkdir(parents=True)
    data = bytes(size)

    def work(first_file):
        for i in range(first_file, count, threads):
            with open(f"{folder}/.{i}.tmp", "xb", buffering=0) as file:
                file.write(data)
            os.rename(f"{folder}/.{i}.tmp", f"{folder}/{i}")

    children = [multiprocessing.Process(target=work, args=(i,)) for i in range(threads)]
    for child in children:
        child.start()
    for child in children:
        child.join()


def main():
    if sys.argv[1:2] == ["--write-files"]:
        return write_files(sys.argv[2], *map(int, sys.argv[3:]))
    parser = argparse.ArgumentParser()
    parser.add_argument("--rigy", required=True)
    parser.add_argument("--assets", type=int, default=10_000)
    parser.add_argument("--engine-assets", type=int)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="rigy-scale-"))
    work.chmod(0o755)
    # ext4 then puts each folder of it into a part of the disk of its own. Otherwise a run would take inodes near those that the
    # tests before it have deleted, and the system would look at each of these for each new file.
    subprocess.run(["chattr", "+T", work], check=False, stderr=subprocess.DEVNULL)
    try:
        text = ""
        for section in sections(Measurement(arguments, work)):
            print(section, flush=True)
            text += ("\n" if text else "") + section
            if arguments.record:
                PAGE.write_text(HEAD + text)
    finally:
        subprocess.run(["chmod", "-R", "u+w", work], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()

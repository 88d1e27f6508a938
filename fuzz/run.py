#!/usr/bin/env python3
"""Runs the fuzz targets for a while and prints the results.

    run.py BUILD-DIR --minutes M [--in-total] [--jobs N] [--record] [TARGET...]

What libFuzzer finds worth keeping grows in BUILD-DIR/corpus. An input that makes a target fail is made as small as
possible and put in fuzz/corpus/TARGET, where the tests run it from then on; the exit code is then 1.
Otherwise --record writes records/fuzz.md.

With --in-total, a target runs until all runs on this code together have taken M minutes, in turns of at most
ten minutes, so that an interrupted run goes on where it was; BUILD-DIR/totals.json has what each target did.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORD = HERE.parent / "records/fuzz.md"
DICTIONARIES = {"weights": "weights.dict"} | dict.fromkeys(
    ["yaml", "reader", "format", "compile", "contract", "scene", "inspect", "measure", "render", "rigging", "export", "edit", "fix", "editor", "motion",
     "import"],
    "rigy.dict")
LONGEST = {"yaml": 4096, "reader": 4096, "format": 4096, "compile": 8192, "contract": 2048, "scene": 4096, "inspect": 8192, "measure": 8192,
           "render": 8192, "export": 8192, "weights": 4096, "generate": 1000, "diff": 1000, "messages": 1000, "tools": 4096, "edit": 4096, "fix": 8192, "editor": 3000,
           "motion": 4096, "rigging": 8192, "lsp": 2000, "mcp": 2000, "import": 8192}
# libFuzzer measures wall-clock time, which depends on other load; inputs that it finds slow are measured again.
# Choosing inputs by entropy takes longer than running them.
OPTIONS = ["-timeout=60", "-rss_limit_mb=512", "-entropic=0"]
SUSPICIOUS_SECONDS = 2
MOST_SECONDS = 5  # of processor time, under sanitizers
# Short stack traces of allocations and a small quarantine: several times as fast.
ENVIRONMENT = {"ASAN_OPTIONS": "malloc_context_size=3:quarantine_size_mb=16"}
MINIMIZING_SECONDS = 60
TURN_SECONDS = 600
PROGRESS = re.compile(r"cov: (\d+) ft: (\d+) corp: (\d+)/(\S+)")
STATISTIC = re.compile(r"stat::(\w+):\s+(\d+)")


@dataclass
class Outcome:
    target: str
    executions: int = 0
    per_second: int = 0
    edges: int = 0
    inputs: int = 0
    size: str = "0b"
    failures: tuple = ()


class Runner:
    def __init__(self, build):
        self.build = build

    def program(self, target):
        return self.build / "fuzz" / f"fuzz_{target}"

    def folder(self, *names):
        folder = self.build.joinpath(*names)
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def options(self, target):
        options = [*OPTIONS, f"-max_len={LONGEST[target]}"]
        if target in DICTIONARIES:
            options.append(f"-dict={HERE / DICTIONARIES[target]}")
        return options

    def fuzz(self, target, seconds):
        artifacts = self.folder("artifacts", target)
        shutil.rmtree(artifacts)
        artifacts.mkdir()
        corpora = [self.folder("corpus", target), self.build / "seeds" / target, HERE / "corpus" / target]
        log = self.folder("logs") / f"{target}.log"
        with log.open("wb") as output:
            subprocess.run(
                [self.program(target), *self.options(target), f"-max_total_time={seconds}", "-print_final_stats=1",
                 f"-report_slow_units={SUSPICIOUS_SECONDS}", f"-artifact_prefix={artifacts}/",
                 *(folder for folder in corpora if folder.is_dir())],
                env=os.environ | ENVIRONMENT, stdout=output, stderr=subprocess.STDOUT, check=False)
        return self.outcome(target, log, artifacts)

    def outcome(self, target, log, artifacts):
        text = log.read_text(errors="replace")
        statistics = dict(STATISTIC.findall(text))
        result = Outcome(target, int(statistics.get("number_of_executed_units", 0)),
                         int(statistics.get("average_exec_per_sec", 0)))
        if seen := PROGRESS.findall(text):
            result.edges, result.inputs, result.size = int(seen[-1][0]), int(seen[-1][2]), seen[-1][3]
        failing = [path for path in sorted(artifacts.iterdir()) if not self.is_fast(target, path)]
        result.failures = tuple(self.keep(target, path) for path in failing)
        if not result.failures and "number_of_executed_units" not in statistics:
            result.failures = (log,)
        return result

    def is_fast(self, target, path):
        """Whether the input is fine and the machine was merely busy."""
        if not path.name.startswith(("slow-unit-", "timeout-")):
            return False
        process = subprocess.Popen([self.program(target), *self.options(target), path],
                                   env=os.environ | ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        return status == 0 and usage.ru_utime + usage.ru_stime < MOST_SECONDS

    def keep(self, target, path):
        """Minimizes the input and adds it to the kept corpus."""
        kept = HERE / "corpus" / target / path.name
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, kept)
        if path.name.startswith("crash-"):
            subprocess.run(
                [self.program(target), *self.options(target), "-minimize_crash=1",
                 f"-max_total_time={MINIMIZING_SECONDS}", f"-exact_artifact_path={kept}", path],
                env=os.environ | ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return kept


class Totals:
    """What the targets did on the code as it is, in all runs together."""

    def __init__(self, path, code):
        self.path, self.code = path, code
        kept = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        self.targets = kept["targets"] if kept.get("code") == code else {}

    def seconds(self, target):
        return self.targets.get(target, {}).get("seconds", 0)

    def add(self, outcome, seconds):
        before = self.targets.get(outcome.target, {"seconds": 0, "executions": 0})
        self.targets[outcome.target] = {**dataclasses.asdict(outcome), "failures": [],
                                        "seconds": before["seconds"] + seconds,
                                        "executions": before["executions"] + outcome.executions}
        self.path.write_text(json.dumps({"code": self.code, "targets": self.targets}, indent=1), encoding="utf-8")

    def outcome(self, target):
        known = {key: value for key, value in self.targets[target].items() if key not in ("seconds", "failures")}
        return Outcome(**known)


def digest_of_code(folders=("src", "include", "fuzz")):
    """Of all sources, but not of the corpus, which grows."""
    sha = hashlib.sha256()
    for path in sorted(path for name in folders for path in (HERE.parent / name).rglob("*.?pp")):
        sha.update(str(path.relative_to(HERE.parent)).encode() + b"\0" + path.read_bytes())
    return sha.hexdigest()


def fuzz_in_total(runner, totals, targets, seconds, jobs):
    """In turns, so that all targets get on; returns what each did in total."""
    while left := [target for target in targets if totals.seconds(target) < seconds]:
        def turn(target):
            time = min(TURN_SECONDS, seconds - totals.seconds(target))
            return time, runner.fuzz(target, time)
        with concurrent.futures.ThreadPoolExecutor(max(1, jobs)) as pool:
            for time, outcome in pool.map(turn, left):
                if outcome.failures:
                    return [outcome]
                totals.add(outcome, time)
    return [totals.outcome(target) for target in targets]


def targets_in(build):
    return sorted(path.name.removeprefix("fuzz_") for path in (build / "fuzz").glob("fuzz_*")
                  if path.is_file() and path.name != "fuzz_replay")


def table_of(outcomes):
    head = f"{'target':10} {'executions':>12} {'per second':>11} {'edges':>7} {'inputs kept':>12} {'size':>8}"
    return "\n".join([head, *(
        f"{one.target:10} {one.executions:12} {one.per_second:11} {one.edges:7} {one.inputs:12} {one.size:>8}"
        for one in outcomes)])


def record(minutes, table):
    RECORD.write_text("# Fuzzing\n\nWritten by `./dev fuzz --minutes M --record`; [docs/testing.md](../docs/testing.md) says what the "
                      f"targets check. {minutes:g} minutes per target found nothing.\n\n```\n{table}\n```\n", encoding="utf-8")


def print_findings(outcomes):
    for one in outcomes:
        for path in one.failures:
            print(f"{one.target}: FAILED, see {path}")


def main():
    parser = argparse.ArgumentParser(description="Fuzzes for a while.")
    parser.add_argument("build", type=Path, metavar="BUILD-DIR")
    parser.add_argument("--minutes", type=float, required=True, metavar="M", help="for each target")
    parser.add_argument("--in-total", action="store_true", help="count what earlier runs on this code did")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="targets at a time")
    parser.add_argument("--record", action="store_true", help="write records/fuzz.md")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    options = parser.parse_intermixed_args()
    known = targets_in(options.build)
    for target in options.targets:
        if target not in known:
            parser.error(f"there is no target '{target}' (known: {', '.join(known)})")
    runner = Runner(options.build.resolve())
    subprocess.run([sys.executable, HERE / "seeds.py", runner.folder("seeds")], check=True)
    targets, seconds = options.targets or known, int(60 * options.minutes)
    if options.in_total:
        totals = Totals(runner.build / "totals.json", digest_of_code())
        outcomes = fuzz_in_total(runner, totals, targets, seconds, options.jobs)
    else:
        with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
            outcomes = list(pool.map(lambda target: runner.fuzz(target, seconds), targets))
    table = table_of(outcomes)
    print(table)
    print_findings(outcomes)
    if any(one.failures for one in outcomes):
        return 1
    if options.record:
        record(options.minutes, table)
    return 0


if __name__ == "__main__":
    sys.exit(main())

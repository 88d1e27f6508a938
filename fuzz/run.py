#!/usr/bin/env python3
"""Runs the fuzz targets for a while and prints the results.

    run.py BUILD-DIR --minutes M [--jobs N] [--record] [TARGET...]

What libFuzzer finds worth keeping grows in BUILD-DIR/corpus. An input that makes a target fail is made as small as
possible and put in fuzz/corpus/TARGET, where the tests run it from then on; the exit code is then 1.
Otherwise --record writes records/fuzz.md.
"""

import argparse
import concurrent.futures
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
    ["yaml", "reader", "format", "compile", "contract", "scene", "inspect", "measure", "render", "rigging", "export", "edit", "fix", "editor"],
    "rigy.dict")
LONGEST = {"yaml": 4096, "reader": 4096, "format": 4096, "compile": 8192, "contract": 2048, "scene": 4096, "inspect": 8192, "measure": 8192,
           "render": 8192, "export": 8192, "weights": 4096, "generate": 1000, "diff": 1000, "messages": 1000, "tools": 4096, "edit": 4096, "fix": 8192, "editor": 3000}
# libFuzzer measures wall-clock time, which depends on other load; inputs that it finds slow are measured again.
# Choosing inputs by entropy takes longer than running them.
OPTIONS = ["-timeout=60", "-rss_limit_mb=512", "-entropic=0"]
SUSPICIOUS_SECONDS = 2
MOST_SECONDS = 5  # of processor time, under sanitizers
# Short stack traces of allocations and a small quarantine: several times as fast.
ENVIRONMENT = {"ASAN_OPTIONS": "malloc_context_size=3:quarantine_size_mb=16"}
MINIMIZING_SECONDS = 60
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
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        outcomes = list(pool.map(lambda target: runner.fuzz(target, int(60 * options.minutes)),
                                 options.targets or known))
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

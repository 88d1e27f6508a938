#!/usr/bin/env python3
"""Measures speed and memory (docs/performance.md), in one run on one machine, as ratios; ends with 1 if a target is missed.

usage: bench/run.py BUILD_DIR [--quick] [--only PART]... [--record]

--record writes records/performance.md and its plot. After --only, the other rows stay as they were recorded.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import plot
import shapes

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent
PAGE = REPOSITORY / "records/performance.md"
HEAD = """# Speed and memory

Written by `./dev bench --record`; [docs/performance.md](../docs/performance.md) says what is measured. Rows may come from different runs.

![time against n](performance.svg)

"""


class Bench:
    def __init__(self, build, folder, runs):
        self.build = Path(build).resolve()
        self.folder = Path(folder)
        self.runs = runs
        self.rigy = str(self.build / "rigy")
        self.rows = []
        self.counts = [10, 100, 1000, 10_000]
        self.points = []  # of the plot

    def time(self, command, runs=None):
        out = subprocess.run([self.build / "bench/bench_stopwatch", str(runs or self.runs), *map(str, command)],
                             cwd=self.folder, check=True, capture_output=True, text=True).stdout
        return json.loads(out)

    def compile_command(self, document, output, *options):
        return [self.rigy, "compile", document, "-o", output, "--suppress-warning", "all", *options]

    def compile(self, document, output, *options, runs=None):
        return self.time(self.compile_command(document, output, *options), runs)

    def floor_command(self, source, output):
        return [self.build / "bench/bench_floor", source, output]

    def rounds(self, commands, runs, settle=False):
        """Runs the commands alternately, so that other load affects all alike; the measurements of each round. `settle`: none of them
        waits for the disk because of the one before it."""
        def measure(command):
            if settle:
                os.sync()
            return self.time(command, 1)
        return [[measure(command) for command in commands] for _ in range(runs + 1)][1:]

    def compare(self, ours, floor, runs):
        return tuple({"median_ns": statistics.median(run["median_ns"] for run in side),
                      "peak_kib": max(run["peak_kib"] for run in side)} for side in zip(*self.rounds([ours, floor], runs)))

    def steps(self, document, pattern):
        out = subprocess.run([self.build / "bench/bench_steps", f"--benchmark_filter={pattern}",
                              "--benchmark_format=json", "--benchmark_min_time=0.5"],
                             env={**os.environ, "RIGY_BENCH_DOCUMENT": str(self.folder / document)},
                             check=True, capture_output=True, text=True).stdout
        scale = {"ns": 1, "us": 1e3, "ms": 1e6}
        return {b["name"]: b["cpu_time"] * scale[b["time_unit"]] for b in json.loads(out)["benchmarks"]}

    def implicit(self):
        """The best of several alternating repetitions: other load on the machine only adds time."""
        out = subprocess.run([self.build / "bench/bench_implicit", "--benchmark_format=json",
                              "--benchmark_min_time=0.1", f"--benchmark_repetitions={max(5, self.runs // 2)}",
                              "--benchmark_enable_random_interleaving=true"],
                             check=True, capture_output=True, text=True).stdout
        runs = [run for run in json.loads(out)["benchmarks"] if run["run_type"] == "iteration"]
        runs.sort(key=lambda run: run["real_time"], reverse=True)
        return {run["run_name"].removesuffix("/real_time"): run for run in runs}

    def row(self, what, measured, target, detail, good):
        self.rows.append((what, measured, target, detail, good))
        print(f"{'ok ' if good else 'OVER'} {what}: {measured} (target {target}) — {detail}", flush=True)

    def ratio(self, what, value, target, detail):
        self.row(what, f"{value:.2f} ×", f"≤ {target} ×", detail, value <= target)


def milliseconds(measured):
    return measured["median_ns"] / 1e6


def generate(bench, count):
    name = f"{count}.rigy.yaml"
    if not (bench.folder / name).is_file():
        with open(bench.folder / name, "w") as out:
            subprocess.run([HERE / "generate", str(count)], stdout=out, check=True)
    return name


def empty_document(bench):
    (bench.folder / "empty.rigy.yaml").write_text('version: "0.6"\n')
    return "empty.rigy.yaml"


def against(bench, what, target, rounds):
    """The median of the rounds' ratios, each of a pair of measurements, with their range and the least processor time."""
    ratios = sorted(ours["median_ns"] / other["median_ns"] for ours, other in rounds)
    best = [min(one["cpu_ns"] for one in side) / 1e6 for side in zip(*rounds)]
    bench.ratio(what, statistics.median(ratios), target,
                f"from {ratios[0]:.2f} to {ratios[-1]:.2f} in {len(rounds)} runs; {best[0]:.0f} ms of processor time "
                f"against {best[1]:.0f} ms")


def measure_end_to_end(bench):
    for count, runs in ((1000, max(10, bench.runs)), (4000, 10)):
        document = generate(bench, count)
        commands = [bench.compile_command(document, "a.glb", "-j", "2"), ["dd", "if=a.glb", "of=c.glb", "bs=1M"]]
        if count == 1000:
            commands.append(bench.floor_command("a.glb", "b.glb"))
        rounds = bench.rounds(commands, runs, settle=True)
        against(bench, f"n = {count:,} end to end, 2 threads, against dd of its GLB", 1.2, [one[:2] for one in rounds])
        if count == 1000:
            against(bench, "n = 1,000 end to end, 2 threads, against writing the bytes", 1.15,
                    [(ours, floor) for ours, _, floor in rounds])
        peak = max(ours["peak_kib"] for ours, *_ in rounds)
        allowed = (24 << 20) + 4 * (bench.folder / document).stat().st_size
        size = (bench.folder / "a.glb").stat().st_size
        bench.row(f"peak memory, n = {count:,}", f"{peak / 1024:.0f} MiB", f"≤ {allowed / 2**20:.0f} MiB",
                  f"24 MiB + 4 × input, for {size / 2**20:,.0f} MiB of output", peak * 1024 <= allowed)


def measure_in_memory(bench):
    document = generate(bench, 1000)
    steps = bench.steps(document, "copy_result|assemble_result|yaml_events|read_checked")
    bench.ratio("geometry, influences and assembly in memory, 1 thread, against memcpy",
                steps["assemble_result"] / steps["copy_result"], 2.0,
                f"{steps['assemble_result'] / 1e6:.1f} ms against {steps['copy_result'] / 1e6:.1f} ms")
    bench.ratio("YAML text to checked document, against libyaml's bare event loop",
                steps["read_checked"] / steps["yaml_events"], 1.6,
                f"{steps['read_checked'] / 1e6:.1f} ms against {steps['yaml_events'] / 1e6:.1f} ms")
    posing = bench.steps(document, "pose_|rotate_once")
    for solver in ("lbs", "dqs"):
        bench.ratio(f"{solver.upper()} baking per vertex, against one rotation",
                    posing[f"pose_{solver}"] / posing["rotate_once"], 4.0,
                    f"{posing[f'pose_{solver}'] / 858:.1f} ns against {posing['rotate_once'] / 858:.1f} ns")


def measure_reading(bench):
    for style, text in shapes.styles(1500).items():
        name = f"{style}.rigy.yaml"
        (bench.folder / name).write_text(text)
        steps = bench.steps(name, "yaml_events|^parse$")
        faster = steps["yaml_events"] / steps["parse"]
        bench.row(f"reading YAML in {style} style, against libyaml's bare event loop", f"{faster:.1f} × faster", "≥ 8 × faster",
                  f"{steps['parse'] / 1e6:.1f} ms against {steps['yaml_events'] / 1e6:.1f} ms", faster >= 8)


def measure_repeat(bench, count=50_000):
    """Both documents give the same bytes, so the difference is reading one and expanding the other."""
    for name, text in shapes.repeated_boxes(count).items():
        (bench.folder / name).write_text(text)
    repeated, written = bench.compare(bench.compile_command("repeated.rigy.yaml", "r.glb"),
                                      bench.compile_command("written.rigy.yaml", "w.glb"), bench.runs)
    if (bench.folder / "r.glb").read_bytes() != (bench.folder / "w.glb").read_bytes():
        raise SystemExit("the repeated and the written document differ")
    reading = bench.steps("written.rigy.yaml", "^parse$")["parse"]
    bench.ratio(f"{count:,} repeated boxes, against the same written out, without its reading",
                repeated["median_ns"] / (written["median_ns"] - reading), 1.3,
                f"{milliseconds(repeated):.0f} ms against {milliseconds(written):.0f} ms, {reading / 1e6:.0f} ms of "
                "them reading")


def measure_expressions(bench):
    per_second = 1e9 / bench.steps(empty_document(bench), "^expression$")["expression"]
    bench.row("expressions per second, 1 thread", f"{per_second / 1e6:.1f} million", "≥ 5 million",
              "=($w - 2*0.125)/2 + 3*0.5", per_second >= 5e6)


def measure_humanoid(bench):
    shutil.copy(REPOSITORY / "examples/humanoid.rigy.yaml", bench.folder)
    ours, floor = bench.compare(bench.compile_command("humanoid.rigy.yaml", "h.glb"), ["cp", "h.glb", "h2.glb"],
                                10 * bench.runs)
    bench.ratio("humanoid end to end, against cp of its GLB",
                ours["median_ns"] / floor["median_ns"], 1.5,
                f"{milliseconds(ours):.2f} ms against {milliseconds(floor):.2f} ms")


def processor_time(command, runs):
    """Seconds, user and system, of the fastest run: other load on the machine only adds time."""
    best = float("inf")
    for _ in range(runs):
        pid = os.posix_spawn(command[0], list(map(str, command)), os.environ)
        _, status, usage = os.wait4(pid, 0)
        if status != 0:
            raise SystemExit(f"failed: {' '.join(map(str, command))}")
        best = min(best, usage.ru_utime + usage.ru_stime)
    return best


def measure_pictures(bench):
    """On one core, from start to file."""
    def draw(document, size, runs=2 * bench.runs):
        return processor_time([bench.rigy, "render", document, "-o", bench.folder / "p.png", "--size", size, "-j", "1",
                                      "--suppress-warning", "all"], runs)

    humanoid = REPOSITORY / "examples/humanoid.rigy.yaml"
    start = draw(humanoid, "16x16")
    times = {size: draw(humanoid, size) for size in ("800x600", "1600x1200")}
    bench.row("picture of the humanoid, 800 × 600, 1 thread", f"{1e3 * times['800x600']:.0f} ms", "≤ 120 ms",
              f"of processor time, start to file; {1e3 * start:.0f} ms for 16 × 16", times["800x600"] <= 0.12)
    growth = times["1600x1200"] / times["800x600"]
    bench.row("four times the pixels", f"{growth:.2f} ×", "≤ 4.4 ×", f"{1e3 * times['1600x1200']:.0f} ms", growth <= 4.4)
    counts = []
    for side in (15, 30):
        (bench.folder / f"balls{side}.rigy.yaml").write_text(shapes.field_of_balls(side))
        counts.append(draw(bench.folder / f"balls{side}.rigy.yaml", "400x300", bench.runs))
    growth = counts[1] / counts[0]
    bench.row("a picture of four times the triangles", f"{growth:.2f} ×", "≤ 4.4 ×",
              f"{1e3 * counts[1]:.0f} ms for 900 spheres", growth <= 4.4)


def measure_export_memory(bench):
    """What is written while it is made needs memory for the document only."""
    for count in (1000, 4000):
        document = generate(bench, count)
        allowed = (24 << 20) + 4 * (bench.folder / document).stat().st_size
        for kind in ("glb", "gltf", "fbx", "obj", "stl", "glb --small", "glb --shading flat", "glb --compress", "glb --for godot",
                     "fbx --for unreal", "fbx --for unity", "glb --t-pose", "obj --merge armature"):
            extension, *options = kind.split()
            output = bench.folder / f"m.{extension}"
            command = [bench.rigy, "export", document, "-o", output.name, "-j", "2", "--suppress-warning", "all", *options]
            peak = bench.time(command, 1)["peak_kib"]
            size = sum(file.stat().st_size for file in bench.folder.glob("m.*"))
            bench.row(f"peak memory, n = {count:,}, .{kind}", f"{peak / 1024:.0f} MiB", f"≤ {allowed / 2**20:.0f} MiB",
                      f"24 MiB + 4 × input, for {size / 2**20:,.0f} MiB of output", peak * 1024 <= allowed)
            for file in bench.folder.glob("m.*"):
                file.unlink()


def measure_exports(bench):
    """GLB exports, which are smaller than canonical files but take longer to think about."""
    document = generate(bench, 1000)
    shutil.copy(REPOSITORY / "examples/humanoid.rigy.yaml", bench.folder)
    for what, name, runs in (("n = 1,000, 2 threads", document, bench.runs),
                             ("humanoid", "humanoid.rigy.yaml", 10 * bench.runs)):
        export = [bench.rigy, "export", name, "-o", "x.glb", "--suppress-warning", "all"]
        ours, canonical = bench.compare([*export, "-j", "2"], bench.compile_command(name, "c.glb", "-j", "2"), runs)
        bench.ratio(f"{what}: GLB export, against the canonical compile",
                    ours["median_ns"] / canonical["median_ns"], 1.5,
                    f"{milliseconds(ours):.2f} ms against {milliseconds(canonical):.2f} ms")


def measure_weights(bench, vertices=33_000):
    for name, text in shapes.centipede(46).items():
        (bench.folder / name).write_text(text, encoding="utf-8")
    command = [bench.rigy, "weights", bench.folder / "centipede.rigy.yaml", "--suppress-warning", "all"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    count = int(told.split()[1])
    assert count >= vertices and told.count("leg") == 20, told
    needed = processor_time([*command, "-o", bench.folder / "x.json"], bench.runs)
    bench.row(f"weights of {count:,} vertices from 30 bones", f"{1000 * needed:.0f} ms", "≤ 1,000 ms",
              "of processor time, start to file", needed <= 1)


def measure_implicit(bench):
    best = bench.implicit()
    time = {name: run["real_time"] for name, run in best.items()}
    slices = f"{time['evaluate_slices']:.1f} ms"
    bench.ratio("field of 16 metaballs at 2,000,000 corners, 2 threads, against memset and sum",
                time["evaluate_slices"] / time["touch_grid"], 8.0, f"{slices} against {time['touch_grid']:.1f} ms")
    faster = time["evaluate_plainly"] / time["evaluate_slices"]
    bench.row("the same against every op at every corner, 1 thread", f"{faster:.1f} × faster", "≥ 10 × faster",
              f"{slices} against {time['evaluate_plainly']:.0f} ms", faster >= 10)
    nanoseconds = {name: 1e6 * time[name] / best[name]["vertices"] for name in ("extract/one_thread", "copy_vertices")}
    bench.ratio("extraction per vertex, 1 thread, against memcpy",
                nanoseconds["extract/one_thread"] / nanoseconds["copy_vertices"], 20.0,
                f"{nanoseconds['extract/one_thread']:.1f} ns against {nanoseconds['copy_vertices']:.1f} ns")
    allowed = 2 * 2 * best["find_cells"]["slice_bytes"] + (16 << 20)
    peak = max(best[name]["peak_bytes"] for name in ("find_cells", "extract/two_threads"))
    bench.row("memory beyond the vertices, 2 threads", f"{peak / 2**20:.1f} MiB", f"≤ {allowed / 2**20:.1f} MiB",
              "2 slices per thread + 16 MiB", peak <= allowed)


def measure_growth(bench):
    start = bench.compile(empty_document(bench), "e.glb", runs=10 * bench.runs)["median_ns"]
    points = bench.points
    for count in bench.counts:
        document = generate(bench, count)
        ours, floor = bench.compare(bench.compile_command(document, "g.glb"), bench.floor_command("g.glb", "g2.glb"),
                                    max(3, bench.runs // (count // 1000 + 1)))
        points.append((count, ours["median_ns"], floor["median_ns"], (bench.folder / "g.glb").stat().st_size))
    for (n, time, floor, size), (n2, time2, floor2, size2) in zip(points[1:], points[2:]):
        growth = (time2 - start) / (time - start)
        bench.row(f"growth, time({n2:,}) / time({n:,})", f"{growth:.1f} ×", "≤ 11 ×",
                  f"the output itself grows {size2 / size:.1f} ×, writing it {floor2 / floor:.1f} ×", growth <= 11)


def measure_directions(bench):
    cases = [("bones in one chain", shapes.chain_of_bones, 10_000, 20_000),
             ("overrides", shapes.overrides, 10_000, 20_000),
             ("MB of external weight file", shapes.weight_file, 25, 50),
             ("instances", shapes.instances, 5_000, 10_000),
             ("children of a scene, ten assets", shapes.scene, 5_000, 10_000)]
    for what, make, half, full in cases:
        times = []
        for count in (half, full):
            files = make(count)
            for name, text in files.items():
                (bench.folder / name).write_text(text)
            times.append(bench.compile(next(iter(files)), "d.glb"))
        growth = times[1]["median_ns"] / times[0]["median_ns"]
        bench.row(f"{full:,} {what}, against half as many", f"{growth:.2f} ×", "≤ 2.2 ×",
                  f"{milliseconds(times[1]):.1f} ms, {times[1]['peak_kib'] / 1024:.0f} MiB", growth <= 2.2)


def measure_batch(bench, count=1000):
    folder = bench.folder / "batch"
    folder.mkdir()
    for i in range(count):
        shutil.copy(REPOSITORY / "conformance/A-single-bone-bind/inputs/A01_single_bone_identity.rigy.yaml",
                    folder / f"{i}.rigy.yaml")
    (bench.folder / "list.txt").write_text("".join(f"batch/{i}.rigy.yaml\n" for i in range(count)))
    (bench.folder / "out").mkdir()
    batch = bench.time([bench.rigy, "compile", "@list.txt", "--out-dir", "out", "--suppress-warning", "all"], 3)
    single = bench.compile("batch/0.rigy.yaml", "s.glb", runs=200)
    factor = single["median_ns"] * count / batch["median_ns"]
    bench.row("1,000 small files in one run, against 1,000 runs", f"{factor:.1f} × faster", "≥ 5 × faster",
              f"{milliseconds(batch):.0f} ms against {milliseconds(single) * count:.0f} ms", factor >= 5)


def profile(bench):
    """What --timings prints in the fastest of several runs: other load on the machine only adds time."""
    document = generate(bench, 1000)
    command = [bench.rigy, "compile", document, "-o", "p.glb", "-j", "2", "--timings", "--suppress-warning", "all"]
    runs = [subprocess.run(command, cwd=bench.folder, check=True, capture_output=True, text=True).stderr
            for _ in range(bench.runs)]
    return min(runs, key=lambda text: float(text.split()[-2]))


def machine():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return f"{line.split(':')[1].strip()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"
    return platform.platform()


def measure_editing(bench):
    """The language server, over a real connection: the longest answer to any request, in processor time."""
    modules = bench.build / "npm-editors"
    subprocess.run([sys.executable, REPOSITORY / "tests/node.py", "install", modules, "--from", REPOSITORY / "tests/editors"], check=True)
    out = subprocess.run(["node", HERE / "lsp.mjs", modules, bench.rigy, "--json"], check=True, capture_output=True, text=True).stdout
    answers = json.loads(out)
    for i, (size, limit) in enumerate((("300 KB", 50), ("5 MB", 500))):
        slowest = max(answers, key=lambda name: answers[name][i])
        longest = answers[slowest][i]
        bench.row(f"longest answer to an editor, {size}", f"{longest:.0f} ms", f"≤ {limit} ms",
                  f"of processor time: {slowest}; completion {answers['completion'][i]:.0f} ms", longest <= limit)


PARTS = {"end_to_end": measure_end_to_end, "in_memory": measure_in_memory, "reading": measure_reading, "repeat": measure_repeat,
         "implicit": measure_implicit, "humanoid": measure_humanoid, "pictures": measure_pictures,
         "exports": measure_exports, "export_memory": measure_export_memory, "weights": measure_weights, "growth": measure_growth,
         "expressions": measure_expressions, "directions": measure_directions, "batch": measure_batch, "editing": measure_editing}


def recorded_rows(page):
    """The table of the page, by measure."""
    table = page.split("|---|---|---|---|\n")[1].split("\n\n")[0]
    return {line.split(" | ")[0].removeprefix("| "): f"{line}\n" for line in table.splitlines()}


def page_text(rows, steps):
    return "".join([HEAD, f"Machine: {machine()}.\n\n",
                    "| measure | measured | target | |\n|---|---|---|---|\n", *rows.values(),
                    "\nWhere the time goes, n = 1,000 (`rigy compile --timings`):\n\n```\n", steps, "```\n"])


def record(bench, steps, keep):
    """`keep`: rows that were not measured stay."""
    rows = recorded_rows(PAGE.read_text()) if keep else {}
    rows |= {what: f"| {what} | **{value}** | {target} | {detail} |\n" for what, value, target, detail, _ in bench.rows}
    PAGE.write_text(page_text(rows, steps))
    if bench.points:
        PAGE.with_suffix(".svg").write_text(plot.time_against_n(bench.points))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--quick", action="store_true", help="fewer runs, up to n = 1,000")
    parser.add_argument("--only", action="append", choices=PARTS, help="measure only this part (repeatable)")
    parser.add_argument("--record", action="store_true", help="rewrite records/performance.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments.build, folder, 5 if arguments.quick else 21)
        if arguments.quick:
            bench.counts.pop()
        for name, measure in PARTS.items():
            if arguments.only is None or name in arguments.only:
                measure(bench)
        steps = profile(bench)
        print(steps)
        if arguments.record:
            record(bench, steps, arguments.only is not None)
    over = sum(not good for *_, good in bench.rows)
    print(f"{len(bench.rows) - over} of {len(bench.rows)} targets met")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())

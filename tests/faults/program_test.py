#!/usr/bin/env python3
"""Every command of the program, while one allocation finds no memory or one system call that writes fails.

    program_test.py --rigy PROGRAM [--all] [NAME...]

PROGRAM is rigy_with_faults, which fails as the environment says (injector.cpp). Whatever fails, the program ends with a
message and a status that says so, or does what it would do otherwise; every file is as it was or as it should become,
those of one output together; and no temporary file stays. Interrupted calls and short writes change nothing at all.
Without --all at most 40 places of each kind are tried in each command, evenly spread. The numbers go through one
command after the other, on all processors. A command that has no case here is a failure.
"""

import argparse
import concurrent.futures
import contextlib
import dataclasses
import http.client
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
SAMPLED = 40
# Of programs that have to be interrupted, which takes time.
SAMPLED_WHILE_WATCHING = 8
SECONDS = 60
SECONDS_OF_WATCHING = 5
NO_MEMORY = re.compile("not enough memory|X26|[Mm]emory")
TYPO = """version: "0.13"
meshes: [{id: m, primitives: [{id: p, type: bxo, dimensions: {x: 1, y: 1, z: "1"}}]}]
"""
BOX = 'version: "0.13"\\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\\n'


@dataclasses.dataclass
class Case:
    name: str
    arguments: list
    stdin: str = ""
    # What is written is either complete or not there, but each file by itself.
    separate: bool = False
    # Files that also say what went wrong, or how long it took.
    varies: tuple = ()
    # Answers on lines of JSON: each is whole.
    is_server: bool = False
    # The program does not end by itself, and is interrupted when this is on standard output.
    until: str = ""


def tool(name, arguments):
    return {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def lines(*messages):
    return "".join(json.dumps(one) + "\n" for one in messages)


def headed(*messages):
    texts = [json.dumps(one) for one in messages]
    return "".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in texts)


MCP = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
       "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
LSP = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
OPENED = {"jsonrpc": "2.0", "method": "textDocument/didOpen",
          "params": {"textDocument": {"uri": "file:///box.rigy.yaml", "languageId": "rigy", "version": 1, "text": TYPO}}}
HOVER = {"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover",
         "params": {"textDocument": {"uri": "file:///box.rigy.yaml"}, "position": {"line": 1, "character": 30}}}
WRITE = tool("write_asset", {"document": BOX.replace("\\n", "\n"), "save_as": "sub/new.rigy.yaml", "picture": False})
# The other tools that write.
SAVING = {
    "edit": tool("write_asset", {"path": "arm.rigy.yaml", "edits": [{"find": "0.09", "replace": "0.1"}], "picture": False}),
    "export": tool("export", {"path": "lids.rigs.yaml", "format": "gltf", "save_as": "sub/lids.gltf"}),
    "fix": tool("fix", {"path": "typo.rigy.yaml", "save": True}),
    "motion": tool("motion", {"path": "walker.rigy.yaml", "gaits": ["idle"], "save": True}),
    "pose": tool("pose", {"path": "arm.rigy.yaml", "id": "turned", "turns": [{"bone": "elbow", "axis": "z", "degrees": 20}], "save": True, "picture": False}),
    "template": tool("template", {"name": "scene", "save_in": "sub"}),
}

CASES = [
    Case("compile", ["compile", "arm.rigy.yaml", "-o", "out.glb"]),
    Case("compile_with_everything", ["compile", "arm.rigy.yaml", "-o", "new/out.glb", "--emit-manifest", "new/out.json",
                                     "--emit-expanded-yaml", "new/out.yaml", "--depfile", "new/out.d"]),
    Case("compile_to_standard_output", ["compile", "arm.rigy.yaml", "-o", "-"]),
    Case("compile_over_an_old_file", ["compile", "arm.rigy.yaml", "-o", "old.glb"]),
    Case("compile_many", ["compile", "arm.rigy.yaml", "blob.rigy.yaml", "lids.rigs.yaml", "--out-dir", "new", "-j", "1"], separate=True),
    Case("compile_with_report", ["compile", "arm.rigy.yaml", "typo.rigy.yaml", "--out-dir", "new", "-j", "1", "--report", "report.json",
                                 "--skip-unchanged"], separate=True, varies=("report.json", "new/.rigy-state.json")),
    Case("compile_large", ["compile", "large.rigy.yaml", "-o", "old.glb", "-j", "1"]),
    *(Case(f"export_{name}", ["export", document, "-o", f"new/out.{name}"])
      for name, document in (("glb", "arm.rigy.yaml"), ("gltf", "lids.rigs.yaml"), ("obj", "arm.rigy.yaml"), ("stl", "blob.rigy.yaml"),
                             ("fbx", "arm.rigy.yaml"))),
    Case("export_over_old_files", ["export", "arm.rigy.yaml", "-o", "old.gltf", "--depfile", "old.d"]),
    Case("export_motion", ["export", "lid.rigm.yaml", "-o", "out.glb", "--small", "--compress"]),
    Case("check", ["check", "lids.rigs.yaml"]),
    Case("check_of_mistakes", ["check", "wrong.rigy.yaml", "--diagnostics", "sarif"]),
    Case("check_and_fix", ["check", "typo.rigy.yaml", "--fix"]),
    Case("render", ["render", "arm.rigy.yaml", "-o", "old.png", "--size", "64x48", "-j", "1"]),
    Case("inspect", ["inspect", "arm.rigy.yaml", "--format", "json"]),
    Case("diff", ["diff", "arm.rigy.yaml", "blob.rigy.yaml"]),
    Case("diff_with_picture", ["diff", "arm.rigy.yaml", "blob.rigy.yaml", "--image", "old.png", "--size", "60x20"]),
    Case("measure", ["measure", "arm.rigy.yaml", "upper", "lower"]),
    Case("lint", ["lint", "arm.rigy.yaml"]),
    Case("lint_with_report", ["lint", "arm.rigy.yaml", "typo.rigy.yaml", "--report", "report.json"], varies=("report.json",)),
    Case("render_many", ["render", "arm.rigy.yaml", "blob.rigy.yaml", "--out-dir", "new", "--size", "32x32", "-j", "1"], separate=True),
    Case("fmt", ["fmt", "loose.rigy.yaml", "typo.rigy.yaml", "--in-place"], separate=True),
    Case("upgrade", ["upgrade", "arm.rigy.yaml", "--to", "0.13", "--in-place"]),
    Case("weights", ["weights", "arm.rigy.yaml", "--write"]),
    Case("weights_to_a_file", ["weights", "arm.rigy.yaml", "--primitive", "upper", "-o", "w.json"]),
    Case("pose", ["pose", "arm.rigy.yaml", "--turn", "elbow:z:20deg", "--id", "turned", "--write"]),
    Case("pose_with_picture", ["pose", "arm.rigy.yaml", "--turn", "elbow:z:20deg", "--preview", "old.png", "-j", "1"]),
    Case("shape", ["shape", "capsule", "blob.rigy.yaml", "--from", "0,0,0", "--to", "0,1,0", "--radius", "0.04", "--write", "blob"]),
    Case("shape_to_standard_output", ["shape", "capsule", "--from", "0,0,0", "--to", "0,1,0", "--radius", "0.05"]),
    Case("rig", ["rig", "man.rigy.yaml", "--kind", "biped"]),
    Case("rig_write", ["rig", "blob.rigy.yaml", "--kind", "fish", "--write"]),
    Case("motion", ["motion", "walker.rigy.yaml", "--gait", "idle", "-o", "new/idle.rigm.yaml"]),
    Case("init", ["init", "rooms/kitchen", "--template", "scene"]),
    Case("explain", ["explain", "V11"]),
    Case("schema", ["schema", "ricy"]),
    Case("play", ["play", "arm.rigy.yaml"]),
    Case("completions", ["completions", "bash"]),
    # What git is told to run means nothing until the attributes name it.
    Case("git_setup", ["git-setup"], separate=True),
    Case("verify", ["verify", "known.glb", "--manifest", "known.json"]),
    Case("conform", ["conform", "suite", "-j", "1"]),
    Case("help", ["help", "check"]),
    Case("watch", ["watch", "arm.rigy.yaml", "--export", "old.gltf", "--render", "old.png", "-j", "1"], separate=True, until="watched: "),
    Case("watch_serve", ["watch", "arm.rigy.yaml", "--serve", "--site", "site", "-j", "1"], until="watched: "),
    # Without exit, which would end what has not been answered.
    Case("lsp", ["lsp"], headed(LSP, OPENED, HOVER, {"jsonrpc": "2.0", "id": 3, "method": "shutdown"}), is_server=True),
    Case("mcp", ["mcp"], lines(MCP, WRITE), is_server=True),
    Case("serve", ["serve", "--stdio"], lines({"id": 2, "tool": "write_asset", "arguments": WRITE["params"]["arguments"]}), is_server=True),
    *(Case(f"mcp_{name}", ["mcp"], lines(MCP, call), is_server=True) for name, call in SAVING.items()),
]


def prepare(folder, program):
    for name in ("arm", "humanoid", "mug"):
        shutil.copy(REPOSITORY / f"examples/{name}.rigy.yaml", folder)
    shutil.copy(REPOSITORY / "examples/motion/walker.rigy.yaml", folder)
    shutil.copy(REPOSITORY / "examples/humanoid.rigy.yaml", folder / "man.rigy.yaml")
    for path in (HERE / "documents").iterdir():
        shutil.copy(path, folder)
    (folder / "typo.rigy.yaml").write_text(TYPO)
    (folder / "loose.rigy.yaml").write_text('version:   "0.13"\nmeshes:    []\n')
    capsules = "".join(f"      - {{id: p{i}, type: capsule, dimensions: {{radius: 1, height: {i + 1}}}}}\n" for i in range(150))
    (folder / "large.rigy.yaml").write_text(f'version: "0.6"\nmeshes:\n  - id: m\n    primitives:\n{capsules}')
    (folder / "site").mkdir()
    (folder / "site/index.html").write_text("<p>the page</p>")
    shutil.copytree(REPOSITORY / "tests/compatibility/0.13.0/documents/suite", folder / "suite")
    for name in ("old.glb", "old.png", "old.gltf", "old.bin", "old.d"):
        (folder / name).write_text("the output of yesterday")
    subprocess.run([program, "compile", "arm.rigy.yaml", "-o", "known.glb", "--emit-manifest", "known.json"], cwd=folder, check=True)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)


def contents(folder):
    """The files, without what is git's own."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and (not name.startswith(".git/") or name == ".git/config"):
            found[name] = path.read_bytes()
    return found


def ids(said, printed):
    return re.findall(r"\[[A-Z]\d\d\]", said) + re.findall(r'"(?:ruleId|id)": ?"[A-Z]\d\d"', printed.decode(errors="replace"))


def run_until(until, command, folder, environment):
    """As subprocess.run, for a program that runs until it is interrupted."""
    out, err = folder.parent / "out", folder.parent / "err"
    with out.open("wb") as stdout, err.open("wb") as stderr:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)
    deadline = time.monotonic() + SECONDS_OF_WATCHING
    while process.poll() is None and until.encode() not in out.read_bytes() and time.monotonic() < deadline:
        time.sleep(0.01)
    told = ""
    if process.poll() is None:
        told = save_on_the_page(folder, out.read_text())
        process.send_signal(signal.SIGINT)
    process.wait(SECONDS)
    return subprocess.CompletedProcess(command, process.returncode, out.read_bytes(), err.read_bytes() + told.encode())


def save_on_the_page(folder, printed):
    """What a page of watch --serve does when somebody edits the document there. Returns why it is not saved."""
    served = re.search(r"http://(127\.0\.0\.1:\d+)(/\w+)/", printed)
    if served is None:
        return ""
    address, base = served.groups()
    text = (folder / "arm.rigy.yaml").read_bytes() + b"# edited\n"
    try:
        with contextlib.closing(http.client.HTTPConnection(address, timeout=SECONDS_OF_WATCHING)) as page:
            page.request("GET", f"{base}/live/project")
            revision = json.loads(page.getresponse().read())["revision"]
            page.request("PUT", f"{base}/live/files/arm.rigy.yaml?revision={revision}", text, {"Origin": f"http://{address}"})
            answer = page.getresponse()
            return "" if answer.status < 300 else f"not enough memory, or not written: {answer.status} {answer.read().decode()}"
    except (OSError, http.client.HTTPException, ValueError, KeyError) as error:
        return f"not enough memory for an answer: {error}"


def without_chance(printed):
    """Without times, and the address of a page."""
    return re.sub(rb" in \d+ ms|http://\S+", b"", printed)


class Runner:
    def __init__(self, program, template, case):
        self.program, self.template, self.case = program, template, case
        self.before = contents(template)
        self.status, self.printed, self.said, self.after, counts = self.run("")
        self.allocations, self.calls = counts

    def run(self, fault):
        with tempfile.TemporaryDirectory(prefix="rigy-fault-") as name:
            folder = Path(name) / "here"
            shutil.copytree(self.template, folder, symlinks=True)
            counts = Path(name) / "counts"
            environment = {**os.environ, "RIGY_FAULT": fault, "RIGY_FAULT_COUNTS": str(counts), "HOME": str(folder),
                           "GIT_CONFIG_SYSTEM": "/dev/null", "RIGY_SITE": ""}
            command = [self.program, *self.case.arguments]
            if self.case.until:
                done = run_until(self.case.until, command, folder, environment)
            else:
                done = subprocess.run(command, cwd=folder, env=environment, input=self.case.stdin.encode(), capture_output=True,
                                      timeout=SECONDS, check=False)
            numbers = struct.unpack("QQ", counts.read_bytes())
            printed = without_chance(done.stdout.replace(str(folder.resolve()).encode(), b"HERE"))
            return done.returncode, printed, done.stderr.decode(errors="replace"), contents(folder), numbers

    def changed_files(self):
        return sum(self.before.get(name) != content for name, content in self.after.items())

    def faults_of(self, fault):
        """What is wrong if this fails."""
        status, printed, said, after, _ = self.run(fault)
        whole = status == self.status and all(after.get(name) == self.after.get(name) for name in {*after, *self.after} - set(self.case.varies)) and (printed == self.printed or self.case.is_server)
        if status < 0 and status != self.status:
            return f"ended by signal {-status}: {said[-300:]}"
        stray = [name for name in after if re.search(r"\.rigy-\d", name)]
        if stray:
            return f"left {stray}"
        for name in sorted({*self.before, *self.after, *after}):
            allowed = (self.before.get(name), self.after.get(name))
            if after.get(name) not in allowed and name not in self.case.varies:
                return f"{name} is neither the old nor the new file (status {status})"
        if self.case.is_server:
            return self.fault_of_answers(printed)
        if whole:
            return ""
        if fault.startswith(("EINTR", "short")):
            return f"status {status}, or another output: {said[-300:]}"
        if status == self.status == 0:
            return "status 0, but the output is not the same"
        if status == self.status and said == "" and not fault.startswith("memory"):
            return f"status {status} without a message"
        # Without memory for them, fixes are left out; what was found is still said.
        if fault.startswith("memory") and status == self.status and ids(said, printed) == ids(self.said, self.printed):
            return ""
        if fault.startswith("memory") and not NO_MEMORY.search(said + printed.decode(errors="replace")):
            return f"status {status}, and no word about memory: {said[-300:]}"
        # The depfile is of all outputs, and comes after them; a failure means that it is not there.
        changed = [name for name in self.after if self.after[name] != self.before.get(name) and not name.endswith(".d")]
        done = [name for name in changed if after.get(name) == self.after[name]]
        if not self.case.separate and done and len(done) < len(changed):
            return f"only {done} of {changed} are new (status {status}): {said[-200:]}"
        return ""

    def fault_of_answers(self, printed):
        if self.case.name == "lsp":
            pieces = re.split(rb"Content-Length: (\d+)\r\n\r\n", printed)[1:]
            texts = [text for size, text in zip(pieces[::2], pieces[1::2]) if int(size) == len(text)]
            cut = len(pieces) // 2 - len(texts)
        else:
            texts = printed.splitlines()
            cut = 0
        broken = 0
        for text in texts:
            try:
                json.loads(text)
            except ValueError:
                broken += 1
        # The last may be cut short: nothing can be written any more.
        return f"{broken + cut} answers are broken" if broken + cut > 1 else ""

    def places(self, count, all_of_them):
        samples = SAMPLED_WHILE_WATCHING if self.case.until else SAMPLED
        if all_of_them or count <= samples:
            return range(1, count + 1)
        return sorted({1 + i * count // samples for i in range(samples)})

    def faults(self, all_of_them):
        kinds = [("memory", self.allocations)]
        # A server that cannot even say that memory is missing, and never will, may end.
        if not self.case.is_server:
            kinds.append(("memory+", self.allocations))
        kinds += [(kind, self.calls) for kind in ("ENOSPC", "EIO", "EINTR", "short")]
        return [f"{kind}:{number}" for kind, count in kinds for number in self.places(count, all_of_them)]


def commands_without_a_case(program):
    listed = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    listed = listed.partition("Subcommands:\n")[2].partition("\n\n")[0]
    return sorted(set(re.findall(r"^  (\S+)", listed, re.MULTILINE)) - {case.arguments[0] for case in CASES})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigy", required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    program = os.path.abspath(options.rigy)
    for command in (missing := commands_without_a_case(program)):
        print(f"{command}: has no case in tests/faults/program_test.py")
    failures, tried = len(missing), 0
    with tempfile.TemporaryDirectory(prefix="rigy-faults-") as name, \
            concurrent.futures.ThreadPoolExecutor(max(1, int(os.environ.get("JOBS", os.cpu_count())))) as pool:
        template = Path(name)
        prepare(template, program)
        for case in CASES:
            if options.names and case.name not in options.names:
                continue
            runner = Runner(program, template, case)
            if runner.allocations == 0:
                sys.exit(f"{case.name}: no allocation is seen, so none can fail (injector.cpp)")
            faults = runner.faults(options.all)
            wrong = [(fault, what) for fault, what in zip(faults, pool.map(runner.faults_of, faults)) if what]
            print(f"{case.name:28} status {runner.status}, {runner.allocations:6} allocations, {runner.calls:3} calls that write, "
                  f"{runner.changed_files()} new files: {len(faults)} faults{f', {len(wrong)} WRONG' if wrong else ''}", flush=True)
            for fault, what in wrong[:10]:
                print(f"  {fault}: {what}")
            failures += len(wrong)
            tried += len(faults)
    print(f"{tried} faults, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

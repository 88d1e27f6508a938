#!/usr/bin/env python3
"""Golden tests of the rigy program: one readable file per case.

A case is a text file of sections:

    # What the case shows.
    --- file arm.rigy.yaml        an input file; also in sub-folders
    --- bytes arm.rigy.yaml       an input file with escapes (\\xff, \\n) and no final line break
    --- made                      Python that makes large inputs with file(name, text)
    --- args                      arguments of rigy, quoted as in a shell; starts a run
    --- stdin                     its standard input
    --- stdout                    its standard output (left out when empty)
    --- stderr                    its standard error (left out when empty)
    --- exit                      its exit status
    --- output NAME               the text of a file it wrote
    --- sha256 NAME               the digest of a file it wrote

Each case runs in a fresh folder. A case may have several runs. At the end, inputs must be unchanged
and no file may be there that no section names. JSON and SARIF are checked against their schemas.
"""

import argparse
import concurrent.futures
import difflib
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import schema

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
SCHEMAS = {
    "diff": json.loads((REPOSITORY / "docs/diff.schema.json").read_text()),
    "json": json.loads((REPOSITORY / "docs/diagnostics.schema.json").read_text()),
    "inspect": json.loads((REPOSITORY / "docs/inspect.schema.json").read_text()),
    "sarif": json.loads((HERE / "sarif.schema.json").read_text()),
}
SECTION = re.compile(r"--- (file|bytes|made|args|stdin|stdout|stderr|exit|output|sha256)(?: (.+))?")
TIMEOUT_SECONDS = 60


@dataclass
class Run:
    args: str
    stdin: str = ""
    stdout: str = ""
    stderr: str = ""
    exit: str = ""


@dataclass
class Case:
    title: str = ""
    inputs: list = field(default_factory=list)  # (kind, name, text)
    runs: list = field(default_factory=list)
    outputs: dict = field(default_factory=dict)  # name -> (kind, text)


def sections_of(text):
    """Yields (kind, name, body); the text before the first section is the title."""
    kind, name, body = "title", None, []
    for line in text.splitlines(keepends=True):
        match = SECTION.fullmatch(line.rstrip("\n"))
        if match:
            yield kind, name, "".join(body)
            kind, name, body = match[1], match[2], []
        else:
            body.append(line)
    yield kind, name, "".join(body)


def parse(text):
    case = Case()
    for kind, name, body in sections_of(text):
        if kind == "title":
            case.title = body
        elif kind in ("file", "bytes", "made"):
            case.inputs.append((kind, name, body))
        elif kind in ("output", "sha256"):
            case.outputs[name] = (kind, body)
        elif kind == "args":
            case.runs.append(Run(body))
        else:
            setattr(case.runs[-1], kind, body)
    return case


def unparse(case):
    out = case.title
    for kind, name, body in case.inputs:
        out += f"--- {kind} {name}\n{body}" if name else f"--- {kind}\n{body}"
    for run in case.runs:
        out += f"--- args\n{run.args}"
        for kind in ("stdin", "stdout", "stderr", "exit"):
            body = getattr(run, kind)
            if body:
                out += f"--- {kind}\n{body}"
    for name, (kind, body) in sorted(case.outputs.items()):
        out += f"--- {kind} {name}\n{body}"
    return out


def inputs_of(case):
    """The bytes of every input file, by name."""
    inputs = {}
    for kind, name, body in case.inputs:
        if kind == "file":
            inputs[name] = body.encode()
        elif kind == "bytes":
            inputs[name] = body.rstrip("\n").encode().decode("unicode_escape").encode("latin-1")
        else:
            exec(body, {"file": lambda name, text: inputs.update({name: text.encode()})})
    return inputs


def shown(data):
    """Program output as text; binary output as its digest."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = None
    if text is None or "\0" in text:
        return f"({len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()})\n"
    return text if not text or text.endswith("\n") else text + "\n(no line break at the end)\n"


def execute(rigy, run, folder):
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LC_ALL", "LANG")}
    done = subprocess.run(
        [rigy, *shlex.split(run.args)],
        input=run.stdin.encode(), capture_output=True, cwd=folder, env=environment,
        timeout=TIMEOUT_SECONDS, check=False)
    return Run(run.args, run.stdin, shown(done.stdout), shown(done.stderr), f"{done.returncode}\n")


def output_of(path, kind):
    data = path.read_bytes()
    return shown(data) if kind == "output" else hashlib.sha256(data).hexdigest() + "\n"


def perform(rigy, case):
    """The case with its actual results, and complaints that no rebase can fix."""
    actual = Case(case.title, case.inputs)
    complaints = []
    with tempfile.TemporaryDirectory(prefix="rigy-golden-") as name:
        folder = Path(name)
        inputs = inputs_of(case)
        for name, data in inputs.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        actual.runs = [execute(rigy, run, folder) for run in case.runs]
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            name = str(path.relative_to(folder))
            if name not in inputs:
                kind = case.outputs.get(name, ("sha256", ""))[0]
                actual.outputs[name] = (kind, output_of(path, kind))
            elif path.read_bytes() != inputs[name]:
                complaints.append(f"the input {name} was changed")
        complaints += [f"the input {name} is gone" for name in inputs if not (folder / name).exists()]
    for run in actual.runs:
        complaints += schema_complaints(run)
        if run.exit.startswith("-"):
            complaints.append(f"'{run.args}' was ended by signal {run.exit.strip()[1:]}")
    return actual, complaints


def schema_complaints(run):
    words = shlex.split(run.args)
    if words[:1] == ["inspect"] and "--format json" in run.args and "-o" not in words and run.stdout:
        printed = json.loads(run.stdout)
        each = printed if isinstance(printed, list) else [printed]
        return [error for one in each for error in schema.errors(one, SCHEMAS["json" if "ok" in one else "inspect"])]
    if words[:1] == ["diff"] and "--format json" in run.args and run.stdout:
        return schema.errors(json.loads(run.stdout), SCHEMAS["diff"])
    if "--diagnostics" not in words or not run.stdout:
        return []
    wanted = SCHEMAS.get(words[words.index("--diagnostics") + 1])
    return schema.errors(json.loads(run.stdout), wanted) if wanted else []


def check(path, rigy, rebase):
    """What is wrong with the case at `path`, as text; empty when nothing is."""
    text = path.read_text()
    actual, complaints = perform(rigy, parse(text))
    result = unparse(actual)
    if rebase and result != text:
        path.write_text(result)
        text = result
    diff = difflib.unified_diff(text.splitlines(), result.splitlines(), "expected", "actual",
                                lineterm="")
    return "\n".join([*diff, *complaints])


def check_safely(path, rigy, rebase):
    try:
        return check(path, rigy, rebase)
    except Exception as error:  # one broken case must not hide the others
        return f"{type(error).__name__}: {error}"


def main():
    parser = argparse.ArgumentParser(description="Runs the golden tests.")
    parser.add_argument("cases", nargs="*", help="names or files of cases; default: all")
    parser.add_argument("--rigy", default=REPOSITORY / "build/rigy", type=Path)
    parser.add_argument("--rebase", action="store_true", help="rewrite the expectations")
    options = parser.parse_args()

    paths = [HERE / f"{Path(name).stem}.txt" for name in options.cases] or sorted(HERE.glob("*.txt"))
    rigy = str(options.rigy.resolve())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: check_safely(path, rigy, options.rebase), paths))
    failed = 0
    for path, problem in zip(paths, results):
        if problem:
            failed += 1
            print(f"FAILED {path.name}\n{problem}\n")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

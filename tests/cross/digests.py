"""One digest for all that a compiler says about the conformance suite, from the stream that cross_runner and wasm.mjs
write: for each case and each example of exports.def a line with the sizes of output, diagnostics and export, then the
bytes of all three."""

import hashlib
import io
import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SUITE = REPOSITORY / "conformance"
MOST_LISTED = 20


class BrokenStream(Exception):
    pass


@dataclass
class Outcome:
    """The result of one compiler for one case."""

    glb: bytes
    diagnostics: list
    exported: bytes = b""

    def digest(self):
        """Hex digests of the bytes, of the diagnostics and of the export; JSON is compared by meaning, texts in it by character."""
        text = json.dumps(self.diagnostics, sort_keys=True)
        exported = f" {sha256(self.exported)}" if self.exported else ""
        return f"{sha256(self.glb) if self.glb else '-'} {sha256(text.encode())}{exported}"

    def passes(self, test):
        if test["type"] == "positive":
            return sha256(self.glb) == test["expected_sha256"]
        return not self.glb and any(is_expected(one, test) for one in self.diagnostics)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def is_expected(diagnostic, test):
    return (diagnostic["class"] == test["expected_error_type"]
            and test.get("expected_code", diagnostic["code"]) == diagnostic["code"])


def read_tests():
    return json.loads((SUITE / "manifest.json").read_text(encoding="utf-8"))["tests"]


def read_examples():
    """The names of the exports that follow the cases of the suite."""
    text = Path(__file__).with_name("exports.def").read_text(encoding="utf-8")
    found = re.findall(r'^RIGY_CROSS_EXAMPLE\("(.*)", "(.*)", "(.*)"\)$', text, re.MULTILINE)
    return [f"example {number}, {document}" for number, (document, *_) in enumerate(found, 1)]


def read_outcomes(stream, count):
    """The outcomes of `count` cases; any other number of them is an error."""
    stream = io.BytesIO(stream)
    outcomes = []
    for number in range(count):
        sizes = stream.readline().split()
        if len(sizes) != 3:
            raise BrokenStream(f"the output ends after {number} of {count} cases")
        wanted = [int(size) for size in sizes]
        glb, text, exported = parts = [stream.read(size) for size in wanted]
        if [len(part) for part in parts] != wanted:
            raise BrokenStream(f"the output ends within case {number + 1} of {count}")
        outcomes.append(Outcome(glb, json.loads(text)["diagnostics"], exported))
    if stream.read(1):
        raise BrokenStream(f"the output goes on after {count} cases")
    return outcomes


@dataclass
class Row:
    """One line of the table: a configuration and its results."""

    name: str
    cases: dict  # id -> digest of the outcome
    passed: int
    trouble: str = ""  # why there are no cases

    def digest(self):
        lines = "".join(f"{case} {digest}\n" for case, digest in self.cases.items())
        return sha256(lines.encode())

    def differences(self, reference):
        return [case for case, digest in self.cases.items() if reference.cases[case] != digest]


def run(command, name, environment=None):
    """The row of a program that writes the stream."""
    done = subprocess.run(command, stdout=subprocess.PIPE, env={**os.environ, **(environment or {})}, check=False)
    if done.returncode != 0:
        return Row(name, {}, 0, f"ended with status {done.returncode}")
    try:
        return row_of(name, done.stdout)
    except BrokenStream as fault:
        return Row(name, {}, 0, str(fault))


def row_of(name, stream):
    tests = read_tests()
    examples = read_examples()
    outcomes = read_outcomes(stream, len(tests) + len(examples))
    names = [test["id"] for test in tests] + examples
    cases = {case: outcome.digest() for case, outcome in zip(names, outcomes)}
    passed = sum(outcome.passes(test) for test, outcome in zip(tests, outcomes))
    return Row(name, cases, passed + sum(bool(outcome.exported) for outcome in outcomes[len(tests):]))


def line_of(row):
    if row.trouble:
        return f"{row.name:<36} {row.trouble}"
    return f"{row.name:<36} {row.passed:>4} of {len(row.cases)}  {row.digest()}"


def faults_of(rows):
    """What is wrong with a table: texts for the rows that have no digest, failed cases, or another digest than the
    first one."""
    faults = [f"{row.name}: {row.trouble}" for row in rows if row.trouble]
    rows = [row for row in rows if not row.trouble]
    for row in rows:
        if row.passed != len(row.cases):
            faults.append(f"{row.name}: {len(row.cases) - row.passed} cases do not pass")
        different = row.differences(rows[0])
        if different:
            more = " ..." if len(different) > MOST_LISTED else ""
            faults.append(f"{row.name}: {len(different)} cases differ from {rows[0].name}: "
                          f"{' '.join(different[:MOST_LISTED])}{more}")
    return faults

#!/usr/bin/env python3
"""Shows that tests notice when the compiler, its oracle or its tools are wrong: for each mutant some case must fail.

    mutate.py [--build DIR] [--jobs N] [--only TEXT] [--record]
    mutate.py --plan

A copy of the sources is changed so that one program holds all mutants and an environment variable picks the one to
be. It is built once; then `rigy conform` runs for each mutant until a case fails, first the one that failed last time. For those
of the tools, which the suite does not see, unit tests, the oracle of motions and the golden tests run instead. The oracle is
copied and changed once per mutant of it. Prints the mutants that survive and a table by file; exit status 1 if any survives, or if the lists name what no longer
exists. --record writes records/mutants.md if none does. --plan only says whether the lists fit the sources.

The lists name functions and expressions, not files, so code may move.

Kinds of mutants:
  report     an error or a warning that is found is not reported
  call       a function that only checks is not called
  required   a required field is optional
  version    a field is known in all versions
  condition  a condition is changed, as CONDITIONS in mutants.py lists
  formula    a formula is wrong, as LIBRARY in formulas.py lists
  tool       a formula or a threshold of a tool is wrong, as TOOLS in tool_mutants.py lists
  oracle     a formula of the oracle is wrong, as ORACLE in formulas.py lists
  rule       the oracle does not know a rule
  refusal    the oracle does not refuse what it should
"""

import argparse
import bisect
import collections
import concurrent.futures
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

import formulas
import suite
from mutants import CONDITIONS, EQUIVALENT, EXCLUDED_CODES, LIKELY
from tool_mutants import LIKELY_TESTS, TOOLS, UNNOTICED

# Steps of the pipeline that report what is wrong with a document, wherever their folders are. Files with an expression of the
# lists are changed as well.
STEPS = ("check/*.cpp", "document/*.cpp", "document/fields.hpp", "tables/schema.hpp", "symmetry/*.cpp", "load/*.cpp", "expand/*.cpp",
         "contracts/*.cpp", "link/*.cpp", "placement/*.cpp", "surfaces/*.cpp", "influences/weight_file.cpp", "syntax/parse.cpp",
         "syntax/bad_bytes.cpp", "evaluate/evaluate.cpp")
ORACLE = suite.SUITE / "oracle"
PYTHON = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable  # the one with python3-yaml
RECORD = suite.REPOSITORY / "records/mutants.md"
NOT_NEEDED = ("build", "src")  # at the top level; src is copied
TIMEOUT_SECONDS = 300
KINDS = ("report", "call", "required", "version", "condition", "formula", "tool", "oracle", "rule", "refusal")

# The version of the language that added each feature: 0.N.
MINORS = {name: int(minor) for name, minor in re.findall(
    r"^RIGY_FEATURE\((\w+), (\d+),", (suite.REPOSITORY / "src/language/tables/features.def").read_text(encoding="utf-8"),
    re.MULTILINE)}

# The id of each diagnostic by its name.
IDS = {name: id for table in ("diagnostics", "lint_rules") for name, id in re.findall(
    r"^[A-Z_]+\((\w+), \"(\w+)\"", (suite.REPOSITORY / f"src/language/diagnostics/{table}.def").read_text(encoding="utf-8"),
    re.MULTILINE)}

HEADER = """#pragma once
#include <algorithm>
#include <cmath>
#include <cstdlib>
namespace rigy_mutation {
inline const int chosen = [] {
  const char* const text = std::getenv("RIGY_MUTANT");
  return text == nullptr ? 0 : std::atoi(text);
}();
inline bool active(int number) { return chosen == number; }
template <class Code>
bool dropped(Code code) { return static_cast<unsigned char>(code) == 255; }
template <class Code>
Code code(int number, Code code) { return active(number) ? static_cast<Code>(255) : code; }
// Members of the table of fields, which stays constexpr.
struct Flag {
  bool value = false;
  int number = 0;
  constexpr Flag(bool flag, int mutant = 0) : value(flag), number(mutant) {}
  operator bool() const { return value && !(number > 0 && active(number)); }
};
template <class Feature>
struct Gate {
  Feature feature{};
  int number = 0;
  constexpr Gate(Feature added, int mutant = 0) : feature(added), number(mutant) {}
  operator Feature() const { return number > 0 && active(number) ? Feature{} : feature; }
};
}
"""

# How a dropped error disappears on its way.
def unless_dropped(code):
    return (f"every_code.value_or({code})", f"(rigy_mutation::dropped(code) ? code : every_code.value_or({code}))")


PLUMBING = (
    ("bool Diagnostics::wants(Code code, const SourceRange& range) {\n",
     "bool Diagnostics::wants(Code code, const SourceRange& range) {\n  if (rigy_mutation::dropped(code)) return false;\n"),
    ("bool required = false;", "rigy_mutation::Flag required = false;"),
    ("Feature feature = Feature::Basics;", "rigy_mutation::Gate<Feature> feature = Feature::Basics;"),
    unless_dropped("code_in(version, code)"),
    unless_dropped("code"),
)


@dataclass
class Mutant:
    number: int
    file: str
    where: str  # the function
    kind: str
    what: str
    killed_by: str = ""
    part: str = ""  # of the tools


@dataclass
class Edit:
    start: int
    end: int
    text: str


def without_comments(text):
    """The text with comments blanked out, same length."""
    return re.sub(r"//[^\n]*", lambda match: " " * len(match[0]), text)


def functions_of(text):
    """(positions, names) of the functions and classes defined at the left margin, and of tables of fields."""
    definition = r"^(?:class|struct) (\w+)[^;\n]*\{|^[\w\[][^\n;=]*?(operator\W{1,2}|[\w:~]+)\(|\bFieldRow (\w+)\[\] = "
    found = [(match.start(), match[1] or match[2] or match[3]) for match in re.finditer(definition, text, re.MULTILINE)]
    return [start for start, _ in found], [name for _, name in found]


STRING = r'"((?:[^"\\\n]|\\.)*)"'


def without_strings(code):
    """The code with quoted text blanked out, same length."""
    return re.sub(STRING, lambda match: '"' + " " * len(match[1]) + '"', code)


def rest_of_statement(code, position):
    return code[position:without_strings(code).find(";", position)]


def shortened(text, size=80):
    return text if len(text) <= size else text[:size] + "…"


def message_at(code, position):
    """The first text after a position in its statement, which says what is reported."""
    literal = re.search(STRING, rest_of_statement(code, position))
    return f": {literal[1]}" if literal else ""


def places_of(expression, code, start=0, end=None):
    """The position of an expression, whatever its line breaks."""
    pattern = re.compile(r"\s*".join(map(re.escape, re.findall(r"\w+|\S", expression))))
    return list(pattern.finditer(code, start, len(code) if end is None else end))


@dataclass
class Listed:
    """An expression of the lists, with its wrong versions and what is wrong about each."""

    function: str
    old: str
    kind: str
    versions: dict
    part: str = ""


def listed_expressions():
    for function, expressions in CONDITIONS.items():
        for old, versions in expressions.items():
            yield Listed(function, old, "condition", dict.fromkeys(versions, ""))
    for function, old, versions in formulas.LIBRARY:
        yield Listed(function, old, "formula", versions)
    for part, function, old, versions in TOOLS:
        yield Listed(function, old, "tool", versions, part)


class Functions:
    """Where functions of a name are, in all sources."""

    def __init__(self, sources):
        self.bodies = collections.defaultdict(list)  # name -> (file, code, start, end)
        for file, text in sources.items():
            code = without_comments(text)
            starts, names = functions_of(code)
            for name, start, end in zip(names, starts, [*starts[1:], len(code)]):
                self.bodies[name].append((file, code, start, end))

    def places_of(self, one):
        """(file, match) of an expression in the functions of its name."""
        return [(file, place) for file, code, start, end in self.bodies[one.function]
                for place in places_of(one.old, code, start, end)]


class Mutator:
    """Plans the mutants of one file after the other."""

    def __init__(self, sources):
        self.mutants = []
        self.stale = []  # entries of the lists that are not there any more
        self.listed = collections.defaultdict(list)  # file -> (entry, place)
        functions = Functions(sources)
        for one in listed_expressions():
            places = functions.places_of(one)
            if len(places) == 1:
                self.listed[places[0][0]].append((one, places[0][1]))
            else:
                self.stale.append(f"{one.function} has {one.old!r} {len(places)} times; bring the lists of mutants up to date")

    def mutate(self, name, text):
        code = without_comments(text)
        starts, names = functions_of(code)
        edits = []

        def note(position, kind, what):
            index = bisect.bisect_right(starts, position) - 1
            self.mutants.append(
                Mutant(len(self.mutants) + 1, name, names[index] if index >= 0 else "", kind, what))
            return len(self.mutants)

        def add(position, kind, what, make_edit):
            edits.append(make_edit(note(position, kind, what)))

        def note_listed(one, position, what):
            number = note(position, one.kind, what)
            self.mutants[-1].part = one.part
            return number

        for one, place in self.listed[name]:
            edits.append(self.choice(place, one, lambda what, one=one, at=place.start(): note_listed(one, at, what)))
        if not (is_step(name) or any(one.kind != "tool" for one, _ in self.listed[name])):
            return apply(text, edits)
        for match in re.finditer(r"\bCode::(\w+)\b", code):
            id_ = IDS[match[1]]
            if not id_.startswith("L") and id_ not in EXCLUDED_CODES:
                add(match.start(), "report", id_ + message_at(code, match.start()),
                    lambda n, m=match: Edit(m.start(), m.end(), f"rigy_mutation::code({n}, {m[0]})"))
        for match in re.finditer(r"(?<=[;{})])\s+((?:check_\w+|violation|fault|shared\.take|static_cast<void>\(read_\w+)\()", code):
            add(match.start(), "call", shortened(" ".join(rest_of_statement(code, match.start(1)).split())),
                lambda n, m=match: Edit(m.start(1), m.start(1), f"if (!rigy_mutation::active({n})) "))
        for match in re.finditer(r"return Faults\{\"([^\"]*)\"", code):
            add(match.start(), "report", match[1],
                lambda n, m=match: Edit(m.start(), m.start(), f"if (!rigy_mutation::active({n})) "))
        for match in re.finditer(r"\{\{\"(\w+)\", (required)(?=[,}])", code):
            add(match.start(), "required", match[1],
                lambda n, m=match: Edit(m.start(2), m.end(2), f"rigy_mutation::Flag(true, {n})"))
        for match in re.finditer(r"\{\"(\w+)\", (true)\}", code):
            add(match.start(), "required", match[1],
                lambda n, m=match: Edit(m.start(2), m.end(2), f"!rigy_mutation::active({n})"))
        for match in re.finditer(r"\{\{\"(\w+)\",[^\n]*?, (Feature::(\w+))(?=[,}])", code):
            if 7 <= MINORS[match[3]] <= 12:
                add(match.start(), "version", f"{match[1]} since 0.{MINORS[match[3]]}",
                    lambda n, m=match: Edit(m.start(2), m.end(2), f"rigy_mutation::Gate<Feature>({m[2]}, {n})"))
        return apply(text, edits)

    def choice(self, place, one, note):
        """One expression that is several. A declaration keeps what it declares."""
        declared = re.match(r"const \w+ \w+ = |", one.old)[0]
        choice = f"({one.old.removeprefix(declared)})"
        for fresh, why in one.versions.items():
            number = note(f"{one.old} → {fresh}" + (f" ({why})" if why else ""))
            choice = f"(rigy_mutation::active({number}) ? ({fresh.removeprefix(declared)}) : {choice})"
        return Edit(place.start(), place.end(), declared + choice)


def apply(text, edits):
    edits = sorted(edits, key=lambda edit: edit.start)
    for before, after in zip(edits, edits[1:]):
        if before.end > after.start:
            raise SystemExit(f"mutants.py: two mutants overlap at {text[after.start:before.end]!r}")
    for edit in reversed(edits):
        text = text[:edit.start] + edit.text + text[edit.end:]
    return text


def with_plumbing(text):
    for old, fresh in PLUMBING:
        text = text.replace(old, fresh)
    return text


def check_plumbing(sources):
    for old, _ in PLUMBING:
        if not any(old in text for text in sources.values()):
            raise SystemExit(f"mutate.py: there is no {old!r} any more")


def write_if_new(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def link_the_rest(target):
    """What the build needs besides src is used in place."""
    for path in suite.REPOSITORY.iterdir():
        link = target / path.name
        if path.name in NOT_NEEDED or path.name.startswith(".") or link.is_symlink():
            continue
        link.symlink_to(path)


def read_sources():
    """path -> text of everything in src/."""
    root = suite.REPOSITORY
    return {str(path.relative_to(root)): path.read_text(encoding="utf-8")
            for path in sorted(filter(Path.is_file, (root / "src").rglob("*")))}


def is_step(name):
    return any(fnmatch.fnmatchcase(name, f"*/{pattern}") for pattern in STEPS)


def planned(sources):
    """(the Mutator, path -> changed text) of the sources."""
    check_plumbing(sources)
    mutator = Mutator(sources)
    changed = {}
    for name, text in sources.items():
        if is_step(name) or name in mutator.listed:
            text = mutator.mutate(name, text)
        changed[name] = with_plumbing(text)
    return mutator, changed


def copy_sources(target):
    """Writes a changed copy of the sources; the Mutator knows the mutants in it."""
    mutator, changed = planned(read_sources())
    changed["src/mutation.hpp"] = HEADER
    for name, text in changed.items():
        write_if_new(target / name, text)
    for path in filter(Path.is_file, list((target / "src").rglob("*"))):
        if str(path.relative_to(target)) not in changed:
            path.unlink()
    link_the_rest(target)
    return mutator


def build(folder, jobs, targets):
    source = folder / "source"
    flags = f"-O1 -include {source / 'src' / 'mutation.hpp'}"
    subprocess.run(
        ["cmake", "-S", source, "-B", folder / "build", "-G", "Ninja", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache",
         "-DCMAKE_BUILD_TYPE=None", "-DBUILD_TESTING=ON", f"-DCMAKE_CXX_FLAGS={flags}"], check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(["ninja", "-C", folder / "build", "-j", str(jobs), *targets], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(done.stdout)
    return folder / "build" / "rigy"


class Killers:
    """The case that last failed with each mutant, which is tried first; kept with the build."""

    def __init__(self, folder):
        self.path = folder / "killers.json"
        self.known = json.loads(self.path.read_text(encoding="utf-8")) if self.path.is_file() else {}
        self.cases = {test["id"] for test in suite.read_manifest()["tests"]}
        self.lock = threading.Lock()

    def patterns(self, mutant):
        """What to run, one after the other, until something fails: in the end all cases."""
        known = self.known.get(f"{mutant.file} {mutant.where} {mutant.what}")
        if known in self.cases:
            yield known
        categories = next((categories for part, categories in LIKELY if part in mutant.file), "")
        yield from (f"{category}*" for category in categories)
        yield "*"

    def find(self, mutant, run_cases):
        """The case that fails with a mutant, or nothing."""
        mutant.killed_by = next(filter(None, map(run_cases, self.patterns(mutant))), "")
        with self.lock:
            if not mutant.killed_by:
                print(f"SURVIVED {mutant.file} {mutant.where}: {mutant.kind} {mutant.what}", flush=True)
            self.known[f"{mutant.file} {mutant.where} {mutant.what}"] = mutant.killed_by
            self.path.write_text(json.dumps(self.known, indent=0, ensure_ascii=False), encoding="utf-8")


def run(rigy, number, pattern="*"):
    """The result of a run with a mutant: its exit status and the first case that fails."""
    environment = {**os.environ, "RIGY_MUTANT": str(number)}
    command = [rigy, "conform", suite.SUITE, "--format", "json", "-j", "1", "--filter", pattern]
    try:
        done = subprocess.run(command, capture_output=True, env=environment, timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return 1, "(no end)"
    if done.returncode <= 0:
        return done.returncode, ""
    return 1, next(case["id"] for case in json.loads(done.stdout)["cases"] if not case["passed"])


def first_failure(rigy, number, pattern="*"):
    """The first case that fails with a mutant, or nothing."""
    status, failed = run(rigy, number, pattern)
    return failed if status >= 0 else first_crash(rigy, number, pattern)


def first_crash(rigy, number, pattern):
    tests = [test for test in suite.read_manifest()["tests"] if fnmatch.fnmatchcase(test["id"], pattern)]
    for category in sorted({test["category"] for test in tests}):
        if run(rigy, number, f"{category}*")[0] == 0:
            continue
        for test in tests:
            if test["category"] == category and run(rigy, number, test["id"])[0] != 0:
                return test["id"]
    return "(crash)"


def commands_for_tool(build_folder, part):
    """What may notice a mutant of a tool, the likeliest first, and how it says what failed."""
    unit_tests = [build_folder / "tests/rigy_tests", "--gtest_brief=1", "--gtest_fail_fast"]
    failed_test = r"\[  FAILED  \] (\w\S*)"
    yield [*unit_tests, f"--gtest_filter={LIKELY_TESTS[part]}"], failed_test
    if part == "motion":
        yield [PYTHON, "-B", ORACLE / "test_motion.py", "--rigy", build_folder / "rigy"], r"(?:FAIL|ERROR): (\w+)"
    yield [sys.executable, suite.REPOSITORY / "tests/golden/run.py", "--rigy", build_folder / "rigy"], r"^(\w+): "
    yield unit_tests, failed_test


def first_failure_of_tool(build_folder, number, part):
    """The first test that fails with a mutant of a tool, or nothing."""
    environment = {**os.environ, "RIGY_MUTANT": str(number)}
    for command, failed in commands_for_tool(build_folder, part):
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment,
                                  timeout=TIMEOUT_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return "(no end)"
        if done.returncode != 0:
            found = re.search(failed, done.stdout + done.stderr, re.MULTILINE)
            return found[1] if found else "(crash)"
    return ""


def find_killers_of_tools(mutants, build_folder, pool):
    """Fills in which test fails with each mutant of the tools; those that survive are printed."""
    def find(mutant):
        mutant.killed_by = first_failure_of_tool(build_folder, mutant.number, mutant.part)
        if not mutant.killed_by:
            print(f"SURVIVED {mutant.file} {mutant.where}: {mutant.kind} {mutant.what}", flush=True)

    for part in sorted({mutant.part for mutant in mutants}):
        if failed := first_failure_of_tool(build_folder, 0, part):
            raise SystemExit(f"without a mutant, {failed} fails already")
    list(pool.map(find, mutants))


def oracle_mutants(first, stale):
    """(mutant, file, its changed text) of the oracle: formulas, then one rule after the other."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in ORACLE.glob("*.py")}
    result = []

    def add(file, place, fresh, kind, what):
        text = texts[file]
        result.append((Mutant(first + len(result), f"conformance/oracle/{file}", file, kind, what),
                       file, text[:place.start()] + fresh + text[place.end():]))

    for file, old, versions in formulas.ORACLE:
        places = places_of(old, texts.get(file, ""))
        if len(places) != 1:
            stale.append(f"{file} of the oracle has {old!r} {len(places)} times; bring formulas.py up to date")
            continue
        for fresh, why in versions.items():
            add(file, places[0], fresh, "oracle", f"{old} → {fresh} ({why})")
    for file, text in sorted(texts.items()):
        for place in () if file in formulas.NOT_OF_DOCUMENTS else re.finditer(r"raise (?=(?:invalid|parse_error|Refused)\()([^\n]*)", text):
            if not place[1].endswith("from error"):
                add(file, place, place[1], "refusal", shortened(place[1]))
    report = places_of(formulas.REPORT_OF_A_RULE, texts["strict_schema.py"])
    if len(report) != 1:
        stale.append(f"strict_schema.py has {formulas.REPORT_OF_A_RULE!r} {len(report)} times; bring formulas.py up to date")
        return result
    for rule in formulas.RULES:
        add("strict_schema.py", report[0], f"{formulas.REPORT_OF_A_RULE} if rule != '{rule}' else None", "rule", rule)
    return result


def first_failure_of_oracle(file, text, pattern):
    """The first case on which a changed oracle differs, or nothing."""
    with tempfile.TemporaryDirectory(prefix="rigy-mutate-") as scratch:
        folder = Path(scratch) / "oracle"
        shutil.copytree(ORACLE, folder, ignore=shutil.ignore_patterns("__pycache__", "test_*"))
        (folder / file).write_text(text, encoding="utf-8")
        command = [PYTHON, "-B", folder / "compare.py", "--suite", suite.SUITE, "--first", "--filter", pattern]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return "(no end)"
        if done.returncode == 0:
            return ""
        return done.stdout.partition(":")[0] or "(crash)"


def is_equivalent(mutant):
    return any(is_meant(mutant, where, what) for where, what, _ in [*EQUIVALENT, *UNNOTICED])


def is_meant(mutant, where, what):
    return mutant.where == where and mutant.what.startswith(what)


def gone_equivalents(mutants):
    return [f"{where} has no mutant {what!r} any more; bring EQUIVALENT up to date" for where, what, _ in [*EQUIVALENT, *UNNOTICED]
            if not any(is_meant(mutant, where, what) for mutant in mutants)]


def table_by_file(mutants):
    lines = ["| file | mutants | killed |", "|---|---|---|"]
    for file in sorted({mutant.file for mutant in mutants}):
        own = [mutant for mutant in mutants if mutant.file == file]
        lines.append(f"| `{file}` | {len(own)} | {sum(1 for mutant in own if mutant.killed_by)} |")
    lines.append(f"| all | {len(mutants)} | {sum(1 for mutant in mutants if mutant.killed_by)} |")
    return "\n".join(lines)


def table_by_kind(mutants):
    kinds = collections.Counter(mutant.kind for mutant in mutants)
    return "\n".join(["| kind | mutants |", "|---|---|", *(f"| {kind} | {count} |" for kind, count in sorted(kinds.items()))])


def page(mutants):
    """records/mutants.md."""
    rows = [f"| `{mutant.file.removeprefix('src/')}` | `{mutant.where}` | {mutant.kind} | {cell(mutant.what)} "
            f"| {cell(mutant.killed_by)} |" for mutant in mutants]
    left_out = [f"- `{code}`: {reason}" for code, reason in EXCLUDED_CODES.items()]
    left_out += [f"- `{where}`, {cell(what)}: {reason}" for where, what, reason in [*EQUIVALENT, *UNNOTICED]]
    return "\n".join([
        "# Mutants of the library, the tools and the oracle", "",
        "Written by `./dev mutate --record`; [testing.md](../docs/testing.md) says how it works. Each mutant lacks one check or has "
        "one formula wrong, and the case of the conformance suite, or the test, that is named fails with it.", "",
        table_by_kind(mutants), "", table_by_file(mutants), "",
        "| file | function | kind | what is gone or changed | killed by |", "|---|---|---|---|---|", *rows, "",
        "Not among the mutants, because no case can tell:", "", *left_out, ""])


def cell(text):
    return "`" + text.replace("|", "\\|") + "`"


def plan():
    mutator, _ = planned(read_sources())
    of_oracle = oracle_mutants(len(mutator.mutants) + 1, mutator.stale)
    stale = stale_lists(mutator, of_oracle)
    print("\n".join([*stale, f"{len(mutator.mutants)} mutants of the library, {len(of_oracle)} of the oracle"]))
    return 1 if stale else 0


def stale_lists(mutator, of_oracle):
    """What no longer fits the sources, in words."""
    mutants = [*mutator.mutants, *(mutant for mutant, _, _ in of_oracle)]
    kinds = {mutant.kind for mutant in mutants}
    return [*mutator.stale, *(f"there is no mutant of kind {kind!r} any more" for kind in KINDS if kind not in kinds),
            *gone_equivalents(mutants)]


def main():
    parser = argparse.ArgumentParser(description="Mutation run over the library and the oracle.")
    parser.add_argument("--build", type=Path, default=suite.REPOSITORY / "build" / "mutants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="only mutants whose file, function or text contains this")
    parser.add_argument("--record", action="store_true", help="write records/mutants.md")
    parser.add_argument("--plan", action="store_true", help="build and run nothing, only look for what the lists name")
    options = parser.parse_args()
    if options.plan:
        return plan()

    def wanted(mutant):
        return not is_equivalent(mutant) and options.only in f"{mutant.file} {mutant.where} {mutant.what} {mutant.kind}"

    folder = options.build.resolve()
    mutator = copy_sources(folder / "source")
    of_library = [mutant for mutant in filter(wanted, mutator.mutants) if mutant.kind != "tool"]
    of_tools = [mutant for mutant in filter(wanted, mutator.mutants) if mutant.kind == "tool"]
    of_oracle = oracle_mutants(len(mutator.mutants) + 1, mutator.stale)
    if stale := stale_lists(mutator, of_oracle):
        raise SystemExit("\n".join(stale))
    of_oracle = [one for one in of_oracle if wanted(one[0])]
    chosen = of_library + of_tools + [mutant for mutant, _, _ in of_oracle]
    killers = Killers(folder)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if of_library or of_tools:
            rigy = build(folder, options.jobs, ["rigy", *(["rigy_tests"] if of_tools else [])])
        if of_library:
            if failed := first_failure(rigy, 0):
                raise SystemExit(f"without a mutant, {failed} fails already")
            list(pool.map(lambda mutant: killers.find(
                mutant, lambda pattern: first_failure(rigy, mutant.number, pattern)), of_library))
        if of_tools:
            find_killers_of_tools(of_tools, folder / "build", pool)
        list(pool.map(lambda one: killers.find(
            one[0], lambda pattern: first_failure_of_oracle(one[1], one[2], pattern)), of_oracle))
    survivors = [mutant for mutant in chosen if not mutant.killed_by]
    print(table_by_file(chosen))
    if options.record and not (survivors or options.only):
        RECORD.write_text(page(chosen), encoding="utf-8")
    print(f"{len(chosen)} mutants, {len(chosen) - len(survivors)} killed, {len(survivors)} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

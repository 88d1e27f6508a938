#!/usr/bin/env python3
"""Tests the JSON Schemas and TypeScript types that are generated from the tables of the language.

What is kept must be what the program prints (--write writes it). Every document of the suite and of the examples that
compiles must satisfy its schema, and at least 90 % of those that are refused as ParseError must not.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "conformance/oracle"))
import yaml12  # noqa: E402  (the YAML 1.2 core schema of the oracle)

KINDS = ("rigy", "rigs", "rigm", "ricy", "weights", "bones")
TYPES = ROOT / "web/package/src/document_types.ts"
LEAST_REFUSED = 0.9
# More than any document of the suite has, unless its aliases stand for aliases.
MOST_VALUES = 20_000


def kept():
    """Each kept file with the arguments that print it."""
    files = {ROOT / f"docs/schema/{kind}.schema.json": ["schema", kind] for kind in KINDS}
    return {**files, TYPES: ["schema", "--typescript"]}


DICTIONARY = ROOT / "fuzz/rigy.dict"
DICTIONARY_MARK = "# fields and words of the tables, written by ./dev docs\n"


def names_in(schema):
    """(names of fields, words) of a schema."""
    fields, words = set(), set()
    for key, value in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if key == "properties":
            fields |= set(value)
        if key in ("const", "enum"):
            words |= {word for word in (value if isinstance(value, list) else [value]) if isinstance(word, str)}
        if isinstance(value, (dict, list)):
            inner = names_in(value)
            fields, words = fields | inner[0], words | inner[1]
    return fields, words


def dictionary(rigy):
    """The words of the fuzzers: what is written by hand, and the names of the tables."""
    parts = [names_in(json.loads(printed(rigy, ["schema", kind]))) for kind in ("rigy", "rigs", "rigm", "ricy")]
    names = {f"{field}: " for fields, _ in parts for field in fields} | {word for _, words in parts for word in words}
    by_hand = DICTIONARY.read_text(encoding="utf-8").partition(DICTIONARY_MARK)[0]
    return by_hand + DICTIONARY_MARK + "".join(f'"{name}"\n' for name in sorted(names))


INSPECTION = ROOT / "docs/inspect.schema.json"


def inspection(rigy):
    """The schema of inspections, which is written by hand, with the primitive types of the tables."""
    definitions = json.loads(printed(rigy, ["schema", "rigy"]))["$defs"]
    text = json.dumps([definitions[name]["properties"]["type"] for name in ("primitive", "implicit_surface")])
    lists = re.findall(r'"(?:enum|const)": (\[[^]]*\]|"[^"]*")', text)
    words = [word for one in map(json.loads, lists) for word in ([one] if isinstance(one, str) else one)]
    return re.sub(r'"enum": \["box", [^]]*\]', f'"enum": {json.dumps(words)}', INSPECTION.read_text(encoding="utf-8"))


def printed(rigy, arguments):
    return subprocess.run([rigy, *arguments], capture_output=True, text=True, check=True).stdout


def stale_files(rigy):
    return [f"{path.relative_to(ROOT)} is not what the tables say: run ./dev docs" for path, arguments in kept().items()
            if not path.exists() or path.read_text(encoding="utf-8") != printed(rigy, arguments)] + (
        [] if DICTIONARY.read_text(encoding="utf-8") == dictionary(rigy) else ["fuzz/rigy.dict lacks words: run ./dev docs"]) + (
        [] if INSPECTION.read_text(encoding="utf-8") == inspection(rigy) else ["docs/inspect.schema.json lacks types: run ./dev docs"])


# The ends of lines that only PyYAML takes for some.
SEPARATORS = re.compile("[\x85\u2028\u2029]")


def read(path):
    """The document as JSON, which has neither NaN nor halves of characters."""
    if path.suffix == ".json":
        return json.loads(path.read_text(encoding="utf-8"))
    if SEPARATORS.search(path.read_text(encoding="utf-8")):
        raise ValueError("a line that ends in an odd way")
    document = yaml12.load_yaml(path)
    if values_in(document, MOST_VALUES) > MOST_VALUES:
        raise ValueError("too many values")
    json.dumps(document, ensure_ascii=False, allow_nan=False).encode("utf-8")
    return document


def imports_of(document, folder):
    """The files that a document imports, each with the kind that it must be."""
    imports = document.get("imports") if isinstance(document, dict) else None
    for one in imports.values() if isinstance(imports, dict) else ():
        parts = one if isinstance(one, dict) else {"source": one}
        for key, kind in (("source", "rigy"), ("contract", "ricy")):
            if isinstance(parts.get(key), str):
                yield folder / parts[key], kind


def values_in(value, most):
    """How many values a document has, with those of its aliases; counts no further than `most`."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    count = 1
    for one in inner:
        if count > most:
            break
        count += values_in(one, most - count)
    return count


def kind_of(path):
    for kind in ("rigs", "rigm", "ricy", "bones"):
        if f".{kind}." in path.name:
            return kind
    return "rigy"


class Validators:
    def __init__(self, rigy):
        self.validators = {}
        for kind in KINDS:
            schema = json.loads(printed(rigy, ["schema", kind]))
            jsonschema.Draft202012Validator.check_schema(schema)
            self.validators[kind] = jsonschema.Draft202012Validator(schema)

    def fault(self, path, kind):
        """Why the file does not satisfy its schema; None if it does."""
        try:
            document = read(path)
        except Exception as error:  # whatever the reader refuses is no document
            return f"cannot be read: {error}"
        validator = self.validators[kind]
        if validator.is_valid(document):
            return None
        error = next(validator.iter_errors(document))
        return f"{error.json_path}: {error.message[:200]}"

    def fault_with_imports(self, path):
        """The same for a document and the files it imports."""
        fault = self.fault(path, kind_of(path))
        return fault or next((fault for part, kind in imports_of(read(path), path.parent)
                              if part.is_file() and (fault := self.fault(part, kind))), None)


def wrongly_refused(validators, tests):
    good = [(ROOT / "conformance" / test["input"]) for test in tests if test["type"] == "positive"]
    for folder in ("examples", "templates"):
        good += sorted((ROOT / folder).rglob("*.yaml"))
    faults = [(path, validators.fault(path, kind_of(path))) for path in good]
    weights = sorted((ROOT / "examples").rglob("*.weights.json"))
    faults += [(path, validators.fault(path, "weights")) for path in weights]
    return [f"{path.relative_to(ROOT)}: {fault}" for path, fault in faults if fault]


def accepted(validators, tests):
    """The ParseErrors that the schema does not see, and how many ParseErrors there are."""
    bad = [ROOT / "conformance" / test["input"] for test in tests if test.get("expected_error_type") == "ParseError"]
    return [path.name for path in bad if validators.fault_with_imports(path) is None], len(bad)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rigy", default=str(ROOT / "build/rigy"))
    parser.add_argument("--write", action="store_true", help="write what is kept")
    parser.add_argument("--list", action="store_true", help="list the ParseErrors that satisfy their schema")
    options = parser.parse_args()
    if options.write:
        for path, arguments in kept().items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(printed(options.rigy, arguments), encoding="utf-8")
        DICTIONARY.write_text(dictionary(options.rigy), encoding="utf-8")
        INSPECTION.write_text(inspection(options.rigy), encoding="utf-8")
        return 0
    tests = json.loads((ROOT / "conformance/manifest.json").read_text(encoding="utf-8"))["tests"]
    validators = Validators(options.rigy)
    faults = stale_files(options.rigy) + wrongly_refused(validators, tests)
    missed, count = accepted(validators, tests)
    refused = 1 - len(missed) / count
    if options.list:
        print("\n".join(missed))
    if refused < LEAST_REFUSED:
        faults.append(f"only {refused:.1%} of {count} ParseErrors are refused: {', '.join(missed)}")
    print("\n".join(faults) if faults else f"{refused:.1%} of {count} ParseErrors are refused")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

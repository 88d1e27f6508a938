"""The conformance suite as files: reading and writing the manifest and the pages that follow from it."""

import hashlib
import json
import re
import shutil
import struct
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
SUITE = REPOSITORY / "conformance"
CLASSES = ("ParseError", "ValidationError", "TessellationError", "ExportError", "ContractError", "CompositionError")
# The data that a positive case has digests of, and where a glTF primitive names their accessors.
BLOCKS = {"positions": "POSITION", "normals": "NORMAL", "indices": "indices", "joints": "JOINTS_0", "weights": "WEIGHTS_0"}
COMPONENT_SIZES = {5123: 2, 5125: 4, 5126: 4}
COMPONENTS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
TABLE_HEAD = "| case | result | what it proves |\n|---|---|---|\n"


def read_manifest(suite=SUITE):
    return json.loads((suite / "manifest.json").read_text(encoding="utf-8"))


def manifest_text(manifest):
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def digest(data):
    return hashlib.sha256(data).hexdigest()


def copy_some(tests, target):
    """The pages of the suite, and the folders that the inputs of some tests need, without their outputs."""
    shutil.copyfile(SUITE / "README.md", target / "README.md")
    for category in sorted({test["category"] for test in tests}):
        folder = folder_of(category)
        copy = target / folder.name
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("outputs", f"{category}[0-9]*"))
    for test in tests:
        shutil.copyfile(SUITE / test["input"], target / test["input"])


def gltf_json(glb):
    """The JSON chunk of a GLB."""
    size, = struct.unpack_from("<I", glb, 12)
    return json.loads(glb[20:20 + size])


def order(test):
    """Cases are sorted by category, then by number."""
    category, number = re.match(r"([A-Z])([0-9]+)_", test["id"]).groups()
    return category, int(number), test["id"]


def accessor_data(glb, gltf, index):
    """The bytes of an accessor; ours are packed, one to a bufferView."""
    accessor = gltf["accessors"][index]
    view = gltf["bufferViews"][accessor["bufferView"]]
    size = accessor["count"] * COMPONENTS[accessor["type"]] * COMPONENT_SIZES[accessor["componentType"]]
    binary = 20 + struct.unpack_from("<I", glb, 12)[0] + 8
    start = binary + view["byteOffset"] + accessor["byteOffset"]
    return glb[start:start + size]


def digests(glb):
    """SHA-256 over the data of each kind, mesh after mesh."""
    gltf = gltf_json(glb)
    data = dict.fromkeys(BLOCKS, b"")
    for primitive in (primitive for mesh in gltf.get("meshes", []) for primitive in mesh["primitives"]):
        for name, key in BLOCKS.items():
            index = primitive["indices"] if key == "indices" else primitive["attributes"].get(key)
            if index is not None:
                data[name] += accessor_data(glb, gltf, index)
    return {name: digest(block) for name, block in data.items()}


def counts(glb):
    """Vertices summed over the meshes, joints summed over the skins."""
    gltf = gltf_json(glb)
    primitives = [primitive for mesh in gltf.get("meshes", []) for primitive in mesh["primitives"]]
    return {
        "vertices": sum(gltf["accessors"][primitive["attributes"]["POSITION"]]["count"] for primitive in primitives),
        "joints": sum(len(skin["joints"]) for skin in gltf.get("skins", [])),
    }


def result_of(test):
    if test["type"] == "positive":
        return "baked" if test.get("baked") else "compiles"
    return " ".join(filter(None, (test["expected_error_type"], test.get("expected_code"))))


def folder_of(category, suite=SUITE):
    """The folder of a category, which holds its page, inputs and outputs."""
    folder, = suite.glob(f"{category}-*/")
    return folder


def input_files(suite=SUITE):
    """All documents, parts and weight files."""
    return sorted(path for path in suite.glob("*/inputs/**/*") if path.is_file())


def with_table(page_text, tests):
    """The page of a category with its table regenerated."""
    head = page_text.split(TABLE_HEAD)[0]
    rows = [f"| `{test['id']}` | {result_of(test)} | {test['description']} |\n" for test in tests]
    return head + TABLE_HEAD + "".join(rows)


def with_counts(readme_text, tests):
    """The overview with its numbers regenerated."""
    def count(category, kind):
        return sum(1 for test in tests if category in ("", test["category"]) and test["type"] == kind)

    text = re.sub(
        r"^\d+ cases of the language Rigy ([^:]+): \d+ documents that must compile to known bytes and \d+ that",
        lambda match: f"{len(tests)} cases of the language Rigy {match[1]}: {count('', 'positive')} documents that must "
                      f"compile to known bytes and {count('', 'negative')} that",
        readme_text, flags=re.MULTILINE)
    return re.sub(
        r"^(\| \[(\w)\]\([^)]+\) \| [^|]+ \|) \d+ \| \d+ \|$",
        lambda match: f"{match[1]} {count(match[2], 'positive')} | {count(match[2], 'negative')} |",
        text, flags=re.MULTILINE)


def pages(manifest, suite=SUITE):
    """(path, text it should have) of every page that follows from the manifest."""
    tests = manifest["tests"]
    readme = suite / "README.md"
    yield readme, with_counts(readme.read_text(encoding="utf-8"), tests)
    for category in sorted({test["category"] for test in tests}):
        page = folder_of(category, suite) / "README.md"
        own = [test for test in tests if test["category"] == category]
        yield page, with_table(page.read_text(encoding="utf-8"), own)

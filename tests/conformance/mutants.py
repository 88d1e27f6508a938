"""What mutate.py cannot find by itself: conditions to change, and mutants that make no difference."""

# file -> expression -> what it becomes, one mutant each. An expression that is not there exactly once
# is reported, and the run fails.
CONDITIONS = {
    "src/check/armatures.cpp": {
        "size <= same_point": ["size == 0", "size <= 2 * same_point"],
        "!fits_binary32(bone.head.value)": ["false"],
        "!fits_binary32(offset)": ["false"],
    },
    "src/check/bindings.cpp": {
        "(weight >= 0 && weight <= 1)": ["weight >= 0", "weight <= 1", "weight > 0 && weight <= 1",
                                         "weight >= 0 && weight < 1"],
    },
    "src/link/link.cpp": {
        "found != unresolved && local != unresolved": ["false"],
        "found == unresolved && local == unresolved": ["false"],
    },
    "src/check/materials.cpp": {
        "material.base_color.size() != 4": ["material.base_color.size() < 4", "material.base_color.size() > 4"],
        "component.value >= 0": ["true", "component.value > 0"],
        "component.value <= 1": ["true", "component.value < 1"],
        "first->material.given() == primitive.material.given()": ["true"],
        "first->material.id == primitive.material.id": ["true"],
    },
    "src/check/poses.cpp": {
        "std::abs(norm(q) - 1) <= unit_tolerance": [
            "norm(q) - 1 <= unit_tolerance", "1 - norm(q) <= unit_tolerance",
            "std::abs(norm(q) - 1) <= 10 * unit_tolerance", "std::abs(norm(q) - 1) <= unit_tolerance / 10"],
    },
    "src/check/primitives.cpp": {
        "dimension.value > 0": ["dimension.value >= 0", "dimension.value != 0"],
    },
    "src/check/weight_maps.cpp": {
        "from >= to": ["from > to", "from == to"],
        "vertex.value < 0": ["false"],
        "vertex.value >= topology->vertex_count": [
            "vertex.value > topology->vertex_count", "vertex.value + 1 >= topology->vertex_count"],
        "file.vertex_count != topology->vertex_count": [
            "file.vertex_count < topology->vertex_count", "file.vertex_count > topology->vertex_count"],
    },
    "src/place/frame.hpp": {
        "!(a > 1e-9)": ["!(a > 0)", "!(a >= 1e-9)", "!(a > 1e-8)"],
        "!(b > 1e-9)": ["!(b > 0)", "!(b >= 1e-9)", "!(b > 1e-8)"],
    },
    "src/language/version.cpp": {
        "text[0] == '0' && text.size() > 1": ["false"],
        'text.find_first_not_of("0123456789") == std::string_view::npos': ["true"],
        "!is_decimal(major)": ["false"],
        "!is_decimal(minor)": ["false"],
    },
    "src/document/decode.cpp": {
        "version->major > 0": ["false"],
        "version->minor == 0": ["false"],
        'tree[mapping].parent == 0 && tree.text_of(mapping - 1) == "materials"': ["false", "true"],
    },
    "src/math/vec.hpp": {
        "std::abs(value) < 0x1.ffffffp+127": ["std::abs(value) <= 0x1.ffffffp+127", "std::abs(value) < 0x1.fffffep+127"],
    },
    "src/io/disk.cpp": {
        "path.starts_with('/')": ["false"],
        "path.starts_with(root) && path.substr(root.size()).starts_with('/')": ["true"],
    },
}

# Codes that no case of a handy size can show.
EXCLUDED_CODES = {
    "X10": "needs an armature of more than 65,536 bones; the unit tests have it",
    "X18": "needs an output of more than 4 GiB; the unit tests have it",
    "X25": "an input that cannot be read is no document; the golden tests have it",
    "X26": "no document makes memory run out by itself",
}

# (file, function, beginning of what is changed, why no case can tell).
EQUIVALENT = [
    ("src/check/primitives.cpp", "check_primitives", "check_coordinates(",
     "it says early, and with a place, what the export finds in any case"),
    ("src/check/primitives.cpp", "check_coordinates", "X13", "the same"),
    ("src/check/materials.cpp", "check_one_material", "first->material.given()",
     "a material that is not given has an empty id, which differs from any other"),
    ("src/influences/weight_file.cpp", "read_influence", "fault(where + \".bone_id is empty",
     "no bone has an empty id, so the id is also unknown, which is V20 as well"),
    ("src/influences/weight_file.cpp", "parse_weight_file", "it is not UTF-8", "the JSON reader refuses such text too"),
    ("src/yaml/parse.cpp", "report_bad_bytes", "P02", "this is for texts that are not YAML either, a ParseError as well"),
    ("src/io/disk.cpp", "read_relative", "path.starts_with('/')",
     "an absolute path inside the root cannot stand in a file that is to work everywhere; the unit tests have it"),
]

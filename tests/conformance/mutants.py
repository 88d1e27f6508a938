"""What mutate.py cannot find by itself: conditions to change, and mutants that make no difference."""

# Function, class or table -> expression -> what it becomes, one mutant each. An expression that is not in functions of that name
# exactly once is reported, and the run fails.
CONDITIONS = {
    "check_bone": {
        "size <= same_point": ["size == 0", "size <= 2 * same_point"],
        "!fits_binary32(bone.head.value)": ["false"],
        "!fits_binary32(offset)": ["false"],
    },
    "check_influences": {
        "(weight >= 0 && weight <= 1)": ["weight >= 0", "weight <= 1", "weight > 0 && weight <= 1",
                                         "weight >= 0 && weight < 1"],
    },
    "Linker::link_material": {
        "found != no_index && local != no_index": ["false"],
        "found == no_index && local == no_index": ["false"],
    },
    "check_domain": {
        "extent > 0 && std::isfinite(extent)": ["extent >= 0 && std::isfinite(extent)", "extent > 0"],
    },
    "check_grid": {
        "all && count.given() && count.value >= 2": ["false"],
    },
    "check_positive": {
        "number.value > 0": ["number.value >= 0"],
    },
    "check_sides": {
        "std::abs(sound->translation.x) >= reach_along(*sound, 0)":
            ["std::abs(sound->translation.x) > reach_along(*sound, 0)", "sound->translation.x >= reach_along(*sound, 0)",
             "sound->translation.x != 0"],
    },
    "is_uniform": {
        "x > 0 && is_same_length(x, y) && is_same_length(x, z)": [
            "x >= 0 && is_same_length(x, y) && is_same_length(x, z)", "x > 0 && is_same_length(x, y)",
            "x > 0 && is_same_length(x, z)", "x > 0 && x == y && is_same_length(x, z)",
            "x > 0 && is_same_length(x, y) && x == z"],
    },
    "is_same_length": {
        "std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)})": [
            "std::abs(a - b) <= 1e-9", "std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b))",
            "std::abs(a - b) <= 2e-9 * std::max({1.0, std::abs(a), std::abs(b)})"],
    },
    "check_rotation": {
        "length <= shortest": ["length == 0", "length < shortest", "length <= 10 * shortest"],
        "!std::isfinite(length)": ["false"],
    },
    "check_numbers": {
        "set.number < mesh.uv_sets.size()": ["set.number <= mesh.uv_sets.size()", "set.number + 1 < mesh.uv_sets.size()"],
    },
    "check_roles": {
        "!has(context.document.version, Feature::UvSets)": ["false", "true"],
    },
    "check_place": {
        "is_longer(wall.span.start, span.start) || is_longer(span.end, wall.span.end)": [
            "is_longer(wall.span.start, span.start)", "is_longer(span.end, wall.span.end)",
            "wall.span.start > span.start || is_longer(span.end, wall.span.end)",
            "is_longer(wall.span.start, span.start) || span.end > wall.span.end",
            "wall.span.start >= span.start || is_longer(span.end, wall.span.end)"],
        "is_longer(0, cutout.bottom)": ["false", "cutout.bottom < 0", "cutout.bottom <= 0"],
        "is_longer(cutout.top, wall.height)": ["false", "cutout.top > wall.height", "cutout.top >= wall.height"],
        "cutout.bottom < cutout.top": ["true", "cutout.bottom <= cutout.top", "is_longer(cutout.top, cutout.bottom)"],
    },
    "heights_overlap": {
        "is_longer(std::min(a.top, b.top), std::max(a.bottom, b.bottom))": [
            "false", "std::min(a.top, b.top) > std::max(a.bottom, b.bottom)",
            "std::min(a.top, b.top) >= std::max(a.bottom, b.bottom)"],
    },
    "overlapped": {
        "heights_overlap(cutout, *next->second)": ["false"],
        "heights_overlap(cutout, *before)": ["false"],
    },
    "has_area": {
        "is_longer(cutout.span.end, cutout.span.start) && is_longer(cutout.top, cutout.bottom)": [
            "is_longer(cutout.top, cutout.bottom)", "is_longer(cutout.span.end, cutout.span.start)"],
    },
    "check_overlaps": {
        "!is_longer(by_end[ended]->span.end, cutout.span.start)": [
            "by_end[ended]->span.end <= cutout.span.start", "by_end[ended]->span.end < cutout.span.start"],
    },
    "Decomposer": {
        "cutout.bottom > 0": ["cutout.bottom >= 0"],
        "cutout.top < wall_.height": ["cutout.top <= wall_.height"],
    },
    "Decomposer::add_gaps": {
        "covered >= edges[i + 1]": ["false", "covered > edges[i + 1]"],
        "next->span.start <= edges[i]": ["next->span.start < edges[i]"],
    },
    "check_mesh": {
        "node == no_index || !has(use.version, Feature::OffsetMode)": ["node == no_index"],
    },
    "Evaluator::term": {
        "divides && right == 0": ["false"],
    },
    "Evaluator::arguments": {
        "function == Function::Sqrt && values[0] < 0": ["false", "function == Function::Sqrt && values[0] <= 0"],
        "ok() && count != info.arity": ["false", "ok() && count < info.arity", "ok() && count > info.arity"],
    },
    "Evaluator": {
        "ok() && at_ < text_.size()": ["false"],
    },
    "Evaluator::param": {
        "found == nullptr || !found->is_number()": ["found == nullptr"],
    },
    "evaluate_field": {
        "!std::isfinite(quantize_expression(result.value))": ["false"],
        "!has(expansion.version, Feature::Expressions)": ["false"],
    },
    "is_expression": {
        "!is_from_param(tree, id) && !is_key(tree, id)": ["!is_key(tree, id)"],
    },
    "param_of": {
        "param.type == ScalarType::Null": ["false"],
        "!std::isfinite(param.number)": ["false"],
    },
    "substitute_params": {
        "token.size == text.size()": ["true"],
    },
    "PrimitiveExpander::read_aabb": {
        "(*min)[axis] < (*max)[axis] && is_finite": ["(*min)[axis] <= (*max)[axis] && is_finite", "(*min)[axis] < (*max)[axis]"],
    },
    "PrimitiveExpander::expand_macro": {
        "macro == Macro::TrianglePrism && !has(version_, Feature::TrianglePrism)": ["false"],
    },
    "expand_primitives": {
        "!has(expansion.version, Feature::Macros)": ["false"],
    },
    "read_direction": {
        "std::isfinite(size) && size >= least_length": [
            "size >= least_length", "std::isfinite(size) && size > 0", "std::isfinite(size) && size >= 10 * least_length"],
    },
    "is_perpendicular": {
        "std::abs(dot(a, b)) <= most_slant": [
            "dot(a, b) <= most_slant", "-dot(a, b) <= most_slant", "std::abs(dot(a, b)) <= 2 * most_slant",
            "std::abs(dot(a, b)) <= most_slant / 2"],
    },
    "make_prism": {
        "!is_finite(part.translation)": ["false"],
    },
    "read_positive": {
        "!number || *number > 0": ["!number || *number >= 0"],
    },
    "read_span": {
        "ends[0] < ends[1]": ["ends[0] <= ends[1]"],
    },
    "read_list": {
        "tree[node].size != out.size()": ["tree[node].size < out.size()"],
    },
    "Repeater::read_count": {
        "count >= 0 && changed_[0] != '-'": ["count > 0", "true"],
    },
    "Repeater::read_repetition": {
        "in_[element].size > 1": ["false"],
    },
    "Repeater::copy_root": {
        "name != \"params\"": ["true"],
    },
    "is_feasible": {
        "work <= work_left": ["work < work_left", "true"],
        "fits ? work : 0": ["0"],
    },
    "check_color": {
        "material.base_color.size() != color_components": [
            "material.base_color.size() < color_components", "material.base_color.size() > color_components"],
        "component.value >= 0": ["true", "component.value > 0"],
        "component.value <= 1": ["true", "component.value < 1"],
    },
    "check_one_material": {
        "first->material.given() == primitive.material.given()": ["true"],
        "first->material.id == primitive.material.id": ["true"],
    },
    "is_unit": {
        "std::abs(norm(q) - 1) <= unit_tolerance": [
            "norm(q) - 1 <= unit_tolerance", "1 - norm(q) <= unit_tolerance",
            "std::abs(norm(q) - 1) <= 10 * unit_tolerance", "std::abs(norm(q) - 1) <= unit_tolerance / 10"],
    },
    "check_dimensions": {
        "dimension.value > 0": ["dimension.value >= 0", "dimension.value != 0"],
    },
    "check_gradient": {
        "from >= to": ["from > to", "from == to"],
    },
    "check_override": {
        "vertex.value < 0": ["false"],
        "vertex.value >= topology->vertex_count": [
            "vertex.value > topology->vertex_count", "vertex.value + 1 >= topology->vertex_count"],
    },
    "check_weight_file": {
        "file.vertex_count != topology->vertex_count": [
            "file.vertex_count < topology->vertex_count", "file.vertex_count > topology->vertex_count"],
    },
    "Frame3": {
        "!(a > 1e-9)": ["!(a > 0)", "!(a >= 1e-9)", "!(a > 1e-8)"],
        "!(b > 1e-9)": ["!(b > 0)", "!(b >= 1e-9)", "!(b > 1e-8)"],
    },
    "is_decimal": {
        "text[0] == '0' && text.size() > 1": ["false"],
        'text.find_first_not_of("0123456789") == std::string_view::npos': ["true"],
    },
    "parse_version": {
        "!is_decimal(major)": ["false"],
        "!is_decimal(minor)": ["false"],
    },
    "read_version": {
        "version->major > 0": ["false"],
        "version->minor == 0": ["false"],
    },
    "is_in_materials": {
        'tree[mapping].parent == 0 && tree.text_of(mapping - 1) == "materials"': ["false", "true"],
    },
    "fits_binary32": {
        "std::abs(value) < 0x1.ffffffp+127": ["std::abs(value) <= 0x1.ffffffp+127", "std::abs(value) < 0x1.fffffep+127"],
    },
    "DiskFiles::find": {
        "path.starts_with('/')": ["false"],
    },
    "is_at_or_below": {
        "path.starts_with(root) && path.substr(root.size()).starts_with('/')": ["true"],
    },
}

# Codes that no case of a handy size can show.
EXCLUDED_CODES = {
    "X10": "needs an armature of more than 65,536 bones; the unit tests have it",
    "X18": "needs an output of more than 4 GiB; the unit tests have it",
    "X25": "an input that cannot be read is no document; the golden tests have it",
    "X26": "no document makes memory run out by itself",
    "X99": "no document shows a mistake of the program that is known",
}

# (function, class, table or file of the oracle, beginning of what is changed, why no case can tell).
EQUIVALENT = [
    ("check_primitives", "check_coordinates(",
     "it says early, and with a place, what the export finds in any case"),
    ("check_coordinates", "X13", "the same"),
    ("check_one_material", "first->material.given()",
     "a material that is not given has an empty id, which differs from any other"),
    ("WeightFileReader::read_influence", "fault(where + \".bone_id is empty",
     "no bone has an empty id, so the id is also unknown, which is V20 as well"),
    ("parse_weight_file", "it is not UTF-8", "the JSON reader refuses such text too"),
    ("report_bad_bytes", "P02", "this is for texts that are not YAML either, a ParseError as well"),
    ("DiskFiles::find", "path.starts_with('/')",
     "a file with an absolute path works only in one place; the unit tests have it"),
    ("canonical_quaternion", "divided.w < 0", "q and -q give the same matrix, bit by bit"),
    ("rotations.py", "if q[3] < 0.0", "the same"),
    ("quaternion_from_matrix", "trace > 0 → trace >= 0",
     "with a trace of 0 both ways agree to 1e-15, and the quaternion is rounded to 1e-12"),
    ("quaternion_from_matrix", "m[0][0] > m[1][1]",
     "with a tie both ways agree to 1e-15 but for the sign of the whole quaternion, which does not matter"),
    ("macros.py", "if trace > 0 → if trace >= 0", "the same"),
    ("macros.py", "if m[0][0] > m[1][1] and", "the same"),
    ("macros.py", "i = 1 if m[1][1] > m[2][2]", "the same"),
    ("uv_set_rows", "generator since", "it stands in uv_sets, which older documents do not have"),
    ("uv_role_rows", "set since", "it stands in uv_roles, which older documents do not have"),
    ("axis_angle_rows", "axis since", "it stands in rotation_axis_angle, which older documents do not have"),
    ("axis_angle_rows", "degrees since", "the same"),
    ("is_feasible", "work <= work_left → work < work_left",
     "needs 200,000,000 evaluations, too many for an oracle in Python; the unit tests have it"),
    ("check_asked_pose", "X19: a scene has no pose",
     "the program refuses --pose for a scene as bad usage; the unit tests have it"),
    ("check_total_of_files", "V20", "needs 20,000,000 influences; the limits tests have it"),
    ("check_weight_maps", "check_total_of_files(", "the same"),
    ("WeightFileLinker::link", "V20: weight file '{}': bone names", "a limit; the limits tests have it"),
    ("ContractChecker::check", "V31: contracts require more than", "a limit; the limits tests have it"),
    ("PrimitiveExpander::run", "P09", "needs 2,000,000 nodes; the limits tests have it"),
    ("Repeater::give_up", "P09", "the same"),
    ("Repeater::copy", "P09", "the parser refuses the same depth; aliases in depth are in the limits tests"),
    ("Repeater::copy_scalar", "P09", "needs a text of megabytes; the limits tests have it"),
    ("expand_symmetry", "P09", "the same"),
    ("check_length", "P09", "needs a text of kilobytes; the golden tests have it"),
    ("check_unknown_dimensions", "V07", "the type of such a primitive is refused in any case"),
    ("decode_primitive", "check_unknown_dimensions(", "the same"),
    ("parse_yaml", "P02: this is not UTF-8 text",
     "it is for 10,000 bad bytes, which are reported one by one otherwise"),
    ("report_cancelling", "X27",
     "without it the coordinates are not numbers, an ExportError as well"),
    ("Evaluator::term", "divides && right == 0",
     "the quotient is not finite, a ValidationError as well"),
    ("PrimitiveExpander::read_aabb", "(*min)[axis] < (*max)[axis] && is_finite → (*min)[axis] < (*max)[axis]",
     "an infinite dimension of the box that is made is a ParseError as well"),
    ("make_prism", "!is_finite(part.translation)", "so is an infinite translation"),
    ("read_direction", "std::isfinite(size) && size >= least_length → size >= least_length",
     "so is an infinite leg, and the unit of an infinite normal is zero or not a number"),
    ("PrimitiveExpander::expand_macro", "macro == Macro::TrianglePrism && !has(version_, Feature::TrianglePrism)",
     "the rotation_quat of the wedge that is made is V77 as well"),
    ("implicit_surface_rows", "type", "without the type it is not an implicit surface"),
    ("Linker::link_material", "found != no_index && local != no_index",
     "the collision is reported where the material is defined"),
    ("slope_normal", "std::max(x, z) < 0x1p-400",
     "without it the normals of a wedge of 1e-120 m are no numbers; the texts ask for nothing so small"),
]

# Part of a file's name -> categories in which a mutant of it is likely to fail, to be tried before all cases. The first counts.
LIKELY = [
    ("implicit", "T"), ("surface", "T"), ("check/uv", "P"), ("uv", "P"), ("wedge", "S"), ("rotation", "QST"),
    ("transform", "QS"), ("rounding", "Q"), ("expressions.py", "Q"), ("preprocess.py", "Q"), ("macros.py", "QS"),
    ("primitives.py", "ST"), ("checks.py", "PQS"), ("document.py", "PQ"), ("fields.py", "QS"), ("expand/", "QS"),
    ("placement/", "H"), ("attach3", "H"), ("affine", "H"), ("influences/influences", "CD"), ("influences.py", "CD"),
    ("weight_file", "I"), ("skinning/", "LN"), ("shapes/", "AJ"), ("geometry", "AJ"), ("symmetry", "G"), ("contracts", "H"), ("link", "FH"),
    ("strict_schema", "F"), ("check/", "F"), ("syntax/", "K"), ("document/", "FK"), ("load/", "H"),
]

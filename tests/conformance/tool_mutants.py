"""What to get wrong in the parts that the conformance suite does not see: motion, weights, edits, fixes, exports, lint. Entries
are as in formulas.py; unit tests, the oracle of motions and the golden tests have to notice them."""

# The unit tests that are likely to notice; all others are tried after them.
LIKELY_TESTS = {
    "motion": "Motion*:Pos*:ExportMotion*:MadeShape*",
    "weights": "MadeWeights*:BoneTree*:VoxelGrid*",
    "edits": "Edit*:Rename*:Fix*:Pos*:Ask*",
    "fixes": "Fix*:EditorActions*",
    "exports": "Export*:TPose*",
    "lint": "Lint*",
}

TOOLS = [
    # Curves and clips
    ("motion", "smooth_share", "share * share * (3 - 2 * share)", {"share": "linear", "share * share": "fast at the end"}),
    ("motion", "cubic_factors", "2 * s3 - 3 * s2 + 1", {"1 - s": "linear"}),
    ("motion", "cubic_factors", "seconds * (s3 - 2 * s2 + s)", {"s3 - 2 * s2 + s": "slopes are not of a second"}),
    ("motion", "cubic_factors", "seconds * (s3 - s2)", {"seconds * (s2 - s3)": "sign"}),
    ("motion", "spline_between", "near_to(turns[0], turns[1])", {"turns[0]": "the long way round"}),
    ("motion", "spline_between", "near_to(turns[2], turns[1])", {"turns[2]": "the long way round"}),
    ("motion", "between", "(1 - share) * from.move + share * to.move", {"to.move": "no way between", "from.move": "the same"}),
    ("motion", "neighbor_before", "found.seconds - clip.length", {"found.seconds": "the round before is not before"}),
    ("motion", "neighbor_after", "clip.keys[1].seconds + clip.length", {"clip.keys[1].seconds": "the next round is not after"}),
    ("motion", "shared_reaches", "(1 - share) * reach.to + share * other->to", {"reach.to": "the target stands still"}),
    ("motion", "plan_after", "from.ease == Ease::Smooth ? smooth_share(share) : share", {"share": "never smooth"}),
    ("motion", "place_at", "key.ease == Ease::Step", {"false": "steps are blended"}),
    ("motion", "place_at", "(seconds - key.seconds) / (clip.keys[first + 1].seconds - key.seconds)", {
        "seconds - key.seconds": "seconds for a share"}),
    ("motion", "sample_times", "time.seconds - kept.back().seconds < same_time", {"false": "times are repeated"}),
    ("motion", "complete_keys", "keys.back().seconds < clip.length.value", {"false": "loops are not closed"}),
    ("motion", "complete_keys", "!clip.loop", {"false": "all clips are loops"}),
    # Reaching
    ("motion", "along", "(first * first - second * second + distance * distance) / (2 * distance)", {
        "distance / 2": "both bones have one length"}),
    ("motion", "along", "first < second ? -first : first", {"first": "the first bone points ahead"}),
    ("motion", "middle_joint", "std::sqrt(std::max(0.0, (first - ahead) * (first + ahead)))", {"0.0": "nothing bends"}),
    ("motion", "bend_direction", "length(aside) > no_bend", {"true": "a pole along the line counts"}),
    ("motion", "place_many", "4 * share * (1 - share) * first_bend * whole * bend", {"Vec3{}": "a straight chain stays straight"}),
    ("motion", "land", "distance > first + second || distance < std::abs(first - second)", {"false": "chains end before the target"}),
    ("motion", "distance_after", "std::clamp(now, std::max(least, after.least), std::min(most, after.most))", {
        "std::clamp(now, least, most)": "the bones after it cannot follow"}),
    ("motion", "ranges_from", "2 * longest - whole", {"0.0": "any chain folds to nothing"}),
    ("motion", "target_of", "frame.rotation * skeleton.bones[reach.in].axes", {
        "frame.rotation": "axes of the asset, not of the bone", "skeleton.bones[reach.in].axes": "the bone is at rest"}),
    ("motion", "chain_of", "chain.size() < reach.count", {"true": "the whole skeleton reaches"}),
    ("motion", "mirrored", "reflected(reach.to)", {"reach.to": "the target stays on its side"}),
    ("motion", "mirrored", "counterparts[reach.bone]", {"reach.bone": "the same bone reaches"}),
    # Weights from bones
    ("weights", "distance_to", "std::clamp(dot(point - bone.head, along) / square, 0.0, 1.0)", {
        "dot(point - bone.head, along) / square": "bones have no ends", "0.0": "only heads count"}),
    ("weights", "Weigher::distances_to", "straight + std::max(0.0, way - tolerated)", {"straight": "through the air"}),
    ("weights", "Weigher::shares_of", "(1 - beyond) * (1 - beyond) * (1 + beyond)", {"1.0": "nothing fades"}),
    ("weights", "Weigher::shares_of", "nearest[i] + 0.5 * solid_.grid.step", {"0.5 * solid_.grid.step": "thick parts do not blend"}),
    ("weights", "Weigher::smooth", "sum / (end - begin + 1)", {"before[i]": "not smoothed"}),
    ("weights", "Weigher::take_shares", "std::max(0.0, share / most - least_share) / (1 - least_share)", {
        "share / most": "small shares stay"}),
    ("weights", "Weigher::follow_nearest", "!(found < nearest)", {"false": "the last bone is taken"}),
    ("weights", "make_rigid", "weight_of(one, bone) >= nearly_rigid", {"false": "eyes bend", "true": "everything is rigid"}),
    ("weights", "settle", "std::max(0.0, shares[i] - found.second)", {"shares[i]": "branches are mixed"}),
    ("weights", "settle", "std::min(1.0, shares[place] + lost)", {"shares[place]": "parents do not get what is lost"}),
    ("weights", "strongest_four", "claims[i].share - claims.back().share", {"claims[i].share": "the fifth comes suddenly"}),
    ("weights", "whole_weights", "((shares[0] + shares[1]) + shares[2]) + shares[3]", {"1.0": "sums are not 1"}),
    # Edits
    ("edits", "apply_edits", "edit.begin < at || edit.end < edit.begin || edit.end > text.size()", {
        "edit.end < edit.begin || edit.end > text.size()": "edits may overlap",
        "edit.begin < at || edit.end < edit.begin": "edits may lie beyond the text"}),
    ("edits", "compose_edits", "edit.begin - at", {"edit.begin": "from the start, not from the last edit"}),
    ("edits", "far_end", "edit.end + removed", {"edit.end": "what was removed is forgotten"}),
    ("edits", "key_at_start", "name.size() > tree.text_of(best).size()", {"false": "the first key, not the longest"}),
    ("edits", "key_at_start", "rest.empty() || rest[0] == '.' || rest[0] == '['", {"true": "the beginning of a key is enough"}),
    ("edits", "take_step", "*index >= tree[node].size", {"*index > tree[node].size": "one beyond the end"}),
    ("edits", "set_number", "!is_number(authored.tree, value)", {"false": "params that are no numbers"}),
    # Fixes
    ("fixes", "closest_of", "closest.distance() <= 1 || closest.distance() * 4 <= word.size()", {
        "true": "any word is near"}),
    ("fixes", "closest_of", "word.size() >= long_word || closest.distance() == 0", {"true": "short words are certain"}),
    ("fixes", "has_other_letter", "differences == 1", {"true": "any number of letters"}),
    ("fixes", "free_fields", "!field.refused && has(context.version, field.feature)", {
        "!field.refused": "fields of newer versions"}),
    ("fixes", "fix_range", "(*range)[0] <= (*range)[1]", {"false": "what is in order is swapped"}),
    ("fixes", "fix_degrees", "angle *= degree", {"angle *= 1.0": "degrees stay degrees"}),
    ("fixes", "fix_quaternion", "one / length + 0.0", {"one + 0.0": "not normalized"}),
    ("fixes", "fix_quaternion", "length > 1e-6", {"true": "zero is normalized"}),
    ("fixes", "fix_number", "type.whole && scalar_type(number, true) != ScalarType::Int", {"false": "fractions where whole numbers are"}),
    # Exports
    ("exports", "signs_of", "face == ExportFace::PlusZ", {"true": "always turned", "false": "never turned"}),
    ("exports", "Turn", "signs_[row] * signs_[column]", {"1.0": "matrices are not turned"}),
    ("exports", "Turn", "sign * value + 0.0", {"sign * value": "zeros with a sign"}),
    ("exports", "fitting_format", "options.format != ExportFormat::Fbx", {"true": "FBX has meters", "false": "centimeters everywhere"}),
    ("exports", "is_z_up", "options.format == ExportFormat::Stl", {"false": "y is up in STL"}),
    ("exports", "is_z_up", "options.up == ExportUp::Z", {"false": "z is never asked for"}),
    ("exports", "keys_of", "poses == ExportPoses::Stills", {"true": "no loops", "false": "only loops"}),
    ("exports", "name_for_godot", "number + 1", {"number": "counted from 0"}),
    ("exports", "ColorSpreader", "all_[color][3] != 1", {"false": "glass is opaque"}),
    ("exports", "mend_normals", "dot(own, vector_at(arrays.normals, triangle[corner])) >= 0", {"true": "normals that face inward stay"}),
    ("exports", "collect_levels", "options.scale * signs_of(options.face)", {"1.0 * signs_of(options.face)": "not scaled"}),
    # Thresholds of lint
    ("lint", "has_ground", "std::abs(bounds.max.y) <= near", {"false": "what hangs from y = 0 stands on it"}),
    ("lint", "lint_below", "low >= -context.scale * lint_limits::ground", {
        "low >= 0": "any depth", "low >= -100 * context.scale * lint_limits::ground": "only what is deep"}),
    ("lint", "lint_pair", "difference <= least_difference(context)", {
        "difference <= 100 * least_difference(context)": "only large differences"}),
    ("lint", "lint_pair", "difference > height / 2", {"false": "any two parts are a pair"}),
    ("lint", "are_pair", "is_same(context, a.min[across], b.min[across])", {"true": "wherever they stand"}),
    ("lint", "lint_torn", "now.distance <= allowed", {
        "now.distance <= 3 * allowed": "only wide gaps", "now.distance <= allowed / 20": "any gap"}),
    ("lint", "lint_stretched", "found.factor < lint_limits::stretched", {
        "found.factor < 2 * lint_limits::stretched": "only a strong stretch",
        "found.factor < lint_limits::stretched / 4": "any stretch"}),
    ("lint", "lint_outside", "nearest->distance <= lint_limits::bone_outside * rig.diagonal", {
        "nearest->distance <= 4 * lint_limits::bone_outside * rig.diagonal": "only far away",
        "nearest->distance <= 0": "everything outside"}),
    ("lint", "find_farther", "least > lint_limits::nearer_bone * distance", {"false": "no bone needs to be nearer"}),
    ("lint", "far_weight_of", "weight < lint_limits::far_weight", {"weight <= 0": "any weight"}),
    ("lint", "lint_joints", "!has_children[i] && size < lint_limits::tip * size_of_all", {"false": "tips are joints"}),
    ("lint", "is_display", "difference <= context.scale * lint_limits::ground", {"false": "things at one height float"}),
    ("lint", "floating_limit", "context.pose.empty() ? lint_limits::joint_share : lint_limits::open_joint_share", {
        "lint_limits::joint_share": "no more in poses"}),
    ("lint", "lint_depth", "std::min(of_a, of_b) < lint_limits::shared", {
        "std::min(of_a, of_b) < 0.1 * lint_limits::shared": "any overlap",
        "std::max(of_a, of_b) < lint_limits::shared": "one of the two is enough"}),
    ("lint", "is_opaque", "context.scene.primitives[primitive].color[3] >= 1", {"true": "glass hides"}),
    ("lint", "lint_two_faces", "between > context.scale * lint_limits::same_plane", {
        "between > 100 * context.scale * lint_limits::same_plane": "planes far apart", "between >= 0": "no two planes"}),
    ("lint", "lint_two_faces", "size.width < context.scale * lint_limits::flicker_width", {"false": "edges flicker"}),
    ("lint", "lint_asset", "sides.swapped.size() > sides.usual", {"!sides.swapped.empty()": "one pair is enough"}),
]

# (function, beginning of what is changed, why no test can tell).
UNNOTICED = [
    ("free_fields", "!field.refused", "a fix that brings up another error is dropped, and newer fields do"),
    ("fix_number", "type.whole", "the same, with a fraction"),
    ("fix_quaternion", "length > 1e-6 → true", "the same, with numbers that are not finite"),
    ("fix_range", "(*range)[0] <= (*range)[1]", "a range in order is not reported, so nobody asks for a fix; equal ends change nothing"),
]

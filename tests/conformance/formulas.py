"""Formulas to get wrong, in the library and in the oracle: the function (of the oracle: the file), the expression as written
there, and its wrong versions, each with what is wrong about it.

White space does not matter. An expression that is not there exactly once is reported, and the run fails; so a formula that is
rewritten takes its entry here with it. Tables of constants (sines, normals, indices) are not listed: every
case that has the shape sees all of them.
"""

LIBRARY = [
    # attach3
    ("attach", "to.origin - linear * from.origin", {
        "to.origin": "the source origin is taken for 0",
        "to.origin - from.origin": "the source origin is moved, not turned",
        "to.origin + linear * from.origin": "sign"}),
    ("attach", "transpose(from.axes)", {
        "from.axes": "the source frame is not inverted", "Mat3{}": "the source frame is taken for the axes"}),
    ("attach", "to.a / from.a", {
        "to.a": "the first source leg is taken for 1", "to.b / from.b": "scale by the wrong leg",
        "from.a / to.a": "scale upside down"}),
    ("attach", "to.b / from.b", {
        "to.b": "the second source leg is taken for 1", "scale": "one scale for both legs", "1.0": "no widening"}),
    ("attach", "(to.c - scale * from.c) / from.b", {
        "to.c / from.b": "c of the source is taken for 0", "(to.c - from.c) / from.b": "c of the source is not scaled",
        "(to.c - scale * from.c) / to.b": "divided by the wrong leg",
        "(to.c - scale * from.c) / from.a": "divided by the wrong leg", "0.0": "no shear",
        "to.c / from.b - scale * (from.c / from.b)": "rounded otherwise"}),
    ("attach", "(to.axes * between) * back", {
        "to.axes * (between * back)": "order of the products", "(to.axes * back) * between": "order of the factors"}),
    ("attach", "scaled(linear, scale)", {
        "linear": "no scale", "scaled(linear, to.b / from.b)": "scale by the wrong leg",
        "to.axes * scaled(back, scale)": "scaled before the product"}),
    ("frame_of", "along / frame.a", {"(1.0 / frame.a) * along": "product with the reciprocal"}),
    ("frame_of", "across / frame.b", {"(1.0 / frame.b) * across": "product with the reciprocal"}),
    ("frame_of", "cross(x, t)", {
        "cross(t, x)": "a left-handed frame", "cross(along, t)": "the first leg is not normalized"}),
    ("frame_of", "cross(z, x)", {
        "cross(x, z)": "a left-handed frame", "cross(z, x) / length(cross(z, x))": "normalized again",
        "(t - frame.c * x) / length(t - frame.c * x)": "y from the third anchor, rounded otherwise"}),
    ("frame_of", "dot(t, x)", {"dot(t, along)": "c is not normalized", "length(t)": "length for c"}),
    ("frame_of", "points[1] - points[0]", {"points[1]": "the first anchor is taken for 0"}),
    ("frame_of", "points[2] - points[0]", {
        "points[2]": "the first anchor is taken for 0", "points[2] - points[1]": "t from the second anchor"}),
    # Placing in scenes
    ("snap", "(slot.axes * yaw) * transpose(mount.axes)", {
        "slot.axes * (yaw * transpose(mount.axes))": "order of the products",
        "(yaw * slot.axes) * transpose(mount.axes)": "turned about the parent's axis",
        "(slot.axes * yaw) * mount.axes": "the mount's frame is not inverted"}),
    ("snap",
     "(nudge.east * slot.axes.column(0) + nudge.up * slot.axes.column(1)) + nudge.north * slot.axes.column(2)", {
         "nudge.east * slot.axes.column(0) + (nudge.up * slot.axes.column(1) + nudge.north * slot.axes.column(2))":
             "order of the sums",
         "(nudge.north * slot.axes.column(2) + nudge.up * slot.axes.column(1)) + nudge.east * slot.axes.column(0)":
             "order of the terms",
         "Vec3{nudge.east, nudge.up, nudge.north}": "along the axes of the parent"}),
    ("snap", "(slot.origin + moved) - rotation * mount.origin", {
        "slot.origin + (moved - rotation * mount.origin)": "order of the sums",
        "slot.origin - rotation * mount.origin": "not nudged",
        "(slot.origin + moved) - mount.origin": "the mount's origin is not turned"}),
    ("operator*", "outer.linear * inner.linear", {"inner.linear * outer.linear": "order of nested transforms"}),
    ("operator*", "outer(inner.translation)", {
        "outer.linear * inner.translation": "the outer translation is lost",
        "inner.translation + outer.translation": "the inner translation is not turned"}),
    ("inverse_transpose", "transpose(from_columns(first, second, third))", {
        "m": "normals by the matrix itself", "from_columns(first, second, third)": "inverse without transpose"}),
    ("inverse_transpose", "cross(row(m, 2), row(m, 0)) / det", {"cross(row(m, 0), row(m, 2)) / det": "sign of a cofactor"}),
    ("is_decomposable", "are_orthogonal(linear.column(0), linear.column(2))", {
        "are_orthogonal(row(linear, 0), row(linear, 2))": "rows for columns"}),
    ("inverse_transpose", "const double det = determinant(m)", {
        "const double det = 1 / determinant(m)": "cofactors multiplied by the determinant"}),
    ("are_orthogonal", "(orthogonal_tolerance * length(a)) * length(b)", {
        "orthogonal_tolerance": "an absolute tolerance", "(100 * orthogonal_tolerance * length(a)) * length(b)": "too lax",
        "0.0": "no tolerance"}),
    ("bake_transform", "turned / length(turned)", {"turned": "a baked normal is not normalized"}),
    # gradients and influence lists
    ("add_gradient", "std::clamp((coordinate - start) / (end - start), 0.0, 1.0)", {
        "(coordinate - start) / (end - start)": "not clamped",
        "std::max((coordinate - start) / (end - start), 0.0)": "not clamped above",
        "std::min((coordinate - start) / (end - start), 1.0)": "not clamped below",
        "std::clamp((coordinate - start) * (1.0 / (end - start)), 0.0, 1.0)": "product with the reciprocal",
        "std::clamp((end - coordinate) / (end - start), 0.0, 1.0)": "the wrong way round",
        "double(float(std::clamp((coordinate - start) / (end - start), 0.0, 1.0)))": "rounded to binary32"}),
    ("add_gradient", "blend.from * (1.0 - t) + blend.to * t", {
        "blend.from + t * (blend.to - blend.from)": "the forbidden form",
        "blend.to - (1.0 - t) * (blend.to - blend.from)": "the forbidden form from the other end",
        "(blend.from - blend.from * t) + blend.to * t": "multiplied out",
        "std::fma(blend.to, t, blend.from * (1.0 - t))": "a fused product",
        "std::fma(blend.from, 1.0 - t, blend.to * t)": "a fused product",
        "blend.from * t + blend.to * (1.0 - t)": "from and to exchanged"}),
    ("add_gradient", "weight > 0", {
        "weight > 1e-12": "a threshold for blended weights", "weight > 1e-250": "a threshold for blended weights",
        "weight >= 0": "a blended 0 stays"}),
    ("Canonicalizer", "!(total > 0)", {
        "!(total > 1e-12)": "a threshold for sums", "!(total > 1e-300)": "a threshold for sums"}),
    ("Canonicalizer", "kept_[i].weight / total", {
        "kept_[i].weight": "not normalized", "kept_[i].weight * (1.0 / total)": "product with the reciprocal"}),
    ("Canonicalizer", "a.weight > b.weight", {"a.weight < b.weight": "weakest first"}),
    ("Canonicalizer", "order < 0", {"order > 0": "ids descending"}),
    ("Canonicalizer", "std::min<std::size_t>(4, count_)", {
        "std::min<std::size_t>(3, count_)": "three influences", "std::min<std::size_t>(5, count_) % 5": "five drop all"}),
    ("Canonicalizer", "layers_.root", {"0": "joint 0 for the root bone"}),
    ("root_bone", "armature.bones[i].is_root()", {"true": "the first bone for the root bone"}),
    ("resolve_influences", "layers.map->gradients.back()", {"layers.map->gradients.front()": "the first gradient decides"}),
    ("add_weight_file", "layers.map->origin.is_mirrored()", {"false": "a weight file is not mirrored"}),
    ("add_weight_file", "at.seam != at.vertex", {"false": "the seam copy is left out"}),
    # posing
    ("hemisphere_reference", "influences.joints[i] < influences.joints[reference]", {
        "influences.joints[i] > influences.joints[reference]": "the highest joint as reference",
        "false": "the strongest joint as reference"}),
    ("weighted_sum", "dot(bone.real, reference) < 0", {
        "dot(bone.real, reference) <= 0": "orthogonal quaternions are negated", "false": "no hemisphere rule",
        "dot(bone.real, reference) > 0": "the hemisphere rule the wrong way round"}),
    ("weighted_sum", "opposite ? -bone.dual : bone.dual", {"bone.dual": "the dual part is not negated"}),
    ("blend", "1.0 / std::sqrt(dot(real, real))", {
        "1.0 / dot(real, real)": "divided by the square", "1.0": "not normalized"}),
    ("blend", "dual - dot(real, dual) * real", {"dual": "only the real part is normalized"}),
    ("translation_of", "2.0 * (motion.dual * conjugate(motion.real))", {
        "2.0 * (conjugate(motion.real) * motion.dual)": "order of the product",
        "1.0 * (motion.dual * conjugate(motion.real))": "half the translation"}),
    ("pose_by_dqs", "rotate(motion.real, position) + translation", {
        "rotate(motion.real, position + translation)": "translated before it is turned"}),
    ("pose_by_dqs", "rotate(motion.real, normal)", {
        "rotate(motion.real, normal) / length(rotate(motion.real, normal))": "normalized again",
        "rotate(conjugate(motion.real), normal)": "turned back"}),
    ("weighted_sum", "const double weight = influences.weights[i]", {
        "const double weight = float(influences.weights[i])": "weights rounded to binary32"}),
    ("pose_by_lbs", "const double weight = influences.weights[slot]", {
        "const double weight = float(influences.weights[slot])": "weights rounded to binary32"}),
    ("add_row", "row[0] * v.x[i] + row[1] * v.y[i] + row[2] * v.z[i]", {
        "row[2] * v.z[i] + row[1] * v.y[i] + row[0] * v.x[i]": "summed from the end",
        "row[0] * v.x[i] + (row[1] * v.y[i] + row[2] * v.z[i])": "summed from the end",
        "std::fma(row[2], v.z[i], row[0] * v.x[i] + row[1] * v.y[i])": "a fused product"}),
    ("add_row", "(first ? 0.0 : sum[i]) + term.weight * turned", {
        "std::fma(term.weight, turned, first ? 0.0 : sum[i])": "a fused product",
        "(first ? 0.0 : sum[i]) + turned": "not weighted"}),
    ("normalize", "std::sqrt(v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i])", {
        "1.0": "normals are not normalized", "v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i]": "divided by the square"}),
    ("pose_by_lbs", "lengths[i] > no_length", {
        "true": "a vanishing normal is no number", "lengths[i] > 1e-3": "too soon the rest normal"}),
    ("posed_bone", "posed.linear * to_bone + translation", {
        "to_bone + translation": "the head is not turned", "translation": "the head is taken for 0",
        "posed.linear * (to_bone + translation)": "translated before it is turned",
        "rotate(rotation, to_bone) + translation": "turned by the quaternion"}),
    ("posed_bone", "rotate(rotation, to_bone) + translation", {
        "to_bone + translation": "the head is not turned", "translation": "the head is taken for 0",
        "posed.linear * to_bone + translation": "turned by the matrix"}),
    ("posed_bone", "0.5 * (Quaternion{0, t.x, t.y, t.z} * rotation)", {
        "0.5 * (rotation * Quaternion{0, t.x, t.y, t.z})": "order of the product",
        "Quaternion{0, t.x, t.y, t.z} * rotation": "twice the translation"}),
    ("rotate", "(q * Quaternion{0, v.x, v.y, v.z}) * conjugate(q)", {
        "q * (Quaternion{0, v.x, v.y, v.z} * conjugate(q))": "order of the products",
        "(conjugate(q) * Quaternion{0, v.x, v.y, v.z}) * q": "turned back"}),
    ("rotation_matrix", "1 - 2 * (y * y + z * z)", {
        "w * w + x * x - y * y - z * z": "the form for lengths other than 1"}),
    ("rotation_matrix", "2 * (x * y - w * z)", {"2 * (x * y + w * z)": "turned back"}),
    # geometry
    ("euler_rotation", "(about_z * about_y) * about_x", {
        "about_z * (about_y * about_x)": "order of the products", "(about_x * about_y) * about_z": "order of the angles"}),
    ("euler_rotation", "sin_cos(radians.x)", {"SinCos{std::sin(radians.x), std::cos(radians.x)}": "libm"}),
    ("euler_rotation", "sin_cos(radians.y)", {"SinCos{std::sin(radians.y), std::cos(radians.y)}": "libm"}),
    ("euler_rotation", "sin_cos(radians.z)", {"SinCos{std::sin(radians.z), std::cos(radians.z)}": "libm"}),
    ("apply", "rotation * normals[i]", {
        "rotation * normals[i] / length(rotation * normals[i])": "normalized again"}),
    ("apply", "position + offset", {"position - offset": "sign"}),
    ("positions", "*out++ = radius * normal", {
        "*out++ = Vec3{(radius * columns[std::size_t(&normal - normals.data()) / ring_size].sin) * "
        "columns[std::size_t(&normal - normals.data()) % ring_size].cos, radius * normal.y, "
        "(radius * columns[std::size_t(&normal - normals.data()) / ring_size].sin) * "
        "columns[std::size_t(&normal - normals.data()) % ring_size].sin}": "radius times sine first"}),
    ("positions", "radius * normal->x", {
        "ring <= hemisphere_rings ? (radius * columns[ring].sin) * columns[column].cos : radius * normal->x":
            "radius times sine first, above",
        "ring > hemisphere_rings + body_rows + 1 ? (radius * bottom_rings[ring - hemisphere_rings - body_rows - 1].sin) * "
        "columns[column].cos : radius * normal->x": "radius times sine first, below"}),
    ("ring_height", "half_height + radius * columns[ring].cos", {
        "radius * columns[ring].cos": "the hemisphere in the middle"}),
    ("ring_height", "half_height - (height * static_cast<double>(row)) / 8", {
        "half_height - (2 * half_height * static_cast<double>(7 - row)) / 8": "rows from below"}),
    ("operator*", "((0.0 + r[0] * v.x) + r[1] * v.y) + r[2] * v.z", {
        "(r[0] * v.x + r[1] * v.y) + r[2] * v.z": "the sum does not start at 0",
        "((0.0 + r[2] * v.z) + r[1] * v.y) + r[0] * v.x": "summed from the end",
        "std::fma(r[2], v.z, (0.0 + r[0] * v.x) + r[1] * v.y)": "a fused product"}),
    ("dot", "((0.0 + a.x * b.x) + a.y * b.y) + a.z * b.z", {
        "((0.0 + a.z * b.z) + a.y * b.y) + a.x * b.x": "summed from the end",
        "std::fma(a.z, b.z, (0.0 + a.x * b.x) + a.y * b.y)": "a fused product"}),
    # symmetry
    ("negate_x", "point.value.x = -point.value.x", {
        "point.value.x = 0.0 - point.value.x": "0 - x instead of a negation", "point.value.y = -point.value.y": "the wrong axis"}),
    ("mirror_rotation", "rotation.vector = {rotation.vector.x, -rotation.vector.y, -rotation.vector.z}", {
        "rotation.vector = {-rotation.vector.x, -rotation.vector.y, -rotation.vector.z}": "the wrong angle"}),
    ("mirror_gradient", "gradient.axis != Axis::X", {
        "true": "an x gradient is not mirrored", "false": "every gradient is mirrored"}),
    # wedges and UVs
    ("slope_normal", "std::sqrt(z * z + x * x)", {"std::hypot(z, x)": "libm", "z + x": "no root"}),
    ("slope_normal", "std::max(x, z) < 0x1p-400", {"false": "tiny dimensions give no normal"}),
    ("negate_x", "vectors[i].x = -vectors[i].x", {"vectors[i].x = 0.0 - vectors[i].x": "0 - x instead of a negation"}),
    ("planar", "out.push_back({position.x, position.y})", {"out.push_back({position.x, position.z})": "the wrong axis"}),
    ("box_project", "out.push_back(on_face(i / 4, positions[i]))", {
        "out.push_back(on_face(4, positions[i]))": "planar",
        "out.push_back(on_face(i / 4 ^ (i < 8), positions[i]))": "±x exchanged",
        "out.push_back(on_face(i / 4 ^ (i >= 8 && i < 16), positions[i]))": "±y exchanged",
        "out.push_back(on_face(i / 4 ^ (i >= 16), positions[i]))": "±z exchanged"}),
    ("add_ring", "out.push_back({static_cast<double>(column) / columns_of_ring, v})", {
        "out.push_back({1 - static_cast<double>(column) / columns_of_ring, v})": "the wrong way round",
        "out.push_back({static_cast<double>(column) / columns_of_ring, 1 - v})": "upside down",
        "out.push_back({static_cast<double>(column) / ring_size, v})": "divided by the number of vertices"}),
    ("add_cap", "out.push_back({0.5 + 0.5 * phi.cos, 0.5 + 0.5 * phi.sin})", {
        "out.push_back({0.5 + 0.5 * phi.sin, 0.5 + 0.5 * phi.cos})": "sine and cosine exchanged",
        "out.push_back({0.5 + 0.5 * phi.cos, 0.5 - 0.5 * phi.sin})": "the wrong way round"}),
    # rotations of 0.12
    ("quaternion_from_euler", "cx * cy * cz + sx * sy * sz", {
        "cx * (cy * cz) + sx * (sy * sz)": "order of the products", "cx * cy * cz - sx * sy * sz": "sign"}),
    ("quaternion_from_euler", "sx * cy * cz - cx * sy * sz", {
        "sx * (cy * cz) - cx * (sy * sz)": "order of the products", "sx * cy * cz + cx * sy * sz": "sign"}),
    ("quaternion_from_axis_angle", "const Vec3 unit = axis / length(axis)", {
        "const Vec3 unit = axis": "the axis is not normalized",
        "const Vec3 unit = (1 / length(axis)) * axis": "product with the reciprocal"}),
    ("quaternion_from_axis_angle", "sin_cos(radians / 2)", {
        "sin_cos(radians)": "the whole angle"}),
    ("quaternion_from_matrix", "trace > 0", {"trace >= 0": "a trace of 0 by the trace", "false": "never by the trace"}),
    ("quaternion_from_matrix", "0.25 / s", {"std::sqrt(trace + 1) / 2": "rounded otherwise"}),
    ("quaternion_from_matrix", "m[0][0] > m[1][1] && m[0][0] > m[2][2] ? 0 : m[1][1] > m[2][2] ? 1 : 2", {
        "m[0][0] >= m[1][1] && m[0][0] > m[2][2] ? 0 : m[1][1] > m[2][2] ? 1 : 2": "a tie of x and y goes to x",
        "m[0][0] > m[1][1] && m[0][0] >= m[2][2] ? 0 : m[1][1] > m[2][2] ? 1 : 2": "a tie of x and z goes to x",
        "m[0][0] > m[1][1] && m[0][0] > m[2][2] ? 0 : m[1][1] >= m[2][2] ? 1 : 2": "a tie of y and z goes to y"}),
    ("quaternion_from_matrix", "1 + m[i][i] - m[a][a] - m[b][b]", {
        "1 + (m[i][i] - m[a][a] - m[b][b])": "order of the sum", "1 + m[i][i] - m[b][b] - m[a][a]": "order of the sum"}),
    ("quaternion_from_matrix", "(m[k][j] - m[j][k]) / s", {"(m[j][k] - m[k][j]) / s": "turned back"}),
    ("quaternion_length", "q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w", {
        "q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z": "w first",
        "(q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w)": "order of the sum"}),
    ("canonical_quaternion", "divided.w < 0", {
        "false": "w may be negative", "divided.w <= 0": "half turns are negated", "divided.x < 0": "the sign of x"}),
    ("canonical_quaternion", "quantize(turned.w, unit)", {"turned.w": "w is not rounded"}),
    ("canonical_quaternion", "quantize(turned.x, unit)", {"turned.x": "x is not rounded"}),
    ("matrix_from_quaternion", "1 - (yy + zz)", {"1 - yy - zz": "order of the sum"}),
    ("matrix_from_quaternion", "1 - (xx + zz)", {"1 - xx - zz": "order of the sum"}),
    ("matrix_from_axis_angle", "k * x * x + c", {"k * (x * x) + c": "order of the products", "c + x * x - c * x * x": "multiplied out"}),
    ("matrix_from_axis_angle", "k * y * x + s * z", {"k * x * y + s * z": "order of the factors", "k * y * x - s * z": "turned back"}),
    ("matrix_from_axis_angle", "k * z * y + s * x", {"k * y * z + s * x": "order of the factors"}),
    ("quantize", "round_half_even(value / unit) * unit", {
        "round_half_even(value * (1 / unit)) * unit": "product with the reciprocal",
        "round_half_even(value / unit) / (1 / unit)": "divided by the reciprocal", "value": "not rounded"}),
    ("round_half_even", "rest > 0.5 || (rest == 0.5 && odd)", {
        "rest >= 0.5": "halves go up", "rest > 0.5": "halves go down"}),
    ("decode_angles", "radians_per_degree * rotation.vector", {
        "(1 / 180.0) * (3.141592653589793 * rotation.vector)": "rounded otherwise", "rotation.vector": "radians"}),
    ("rotation_of", "has(version, Feature::RotationForms)", {
        "false": "angles are never made canonical", "true": "angles are always made canonical"}),
    ("mirror_rotation", "rotation.quaternion.y = -rotation.quaternion.y", {
        "rotation.quaternion.x = -rotation.quaternion.x": "the wrong axis"}),
    # expressions
    ("smaller", "b < a ? b : a", {"a < b ? a : b": "the second of two zeros"}),
    ("larger", "b > a ? b : a", {"a > b ? a : b": "the second of two zeros"}),
    ("call", "larger(x[1], smaller(x[2], x[0]))", {
        "smaller(x[2], larger(x[1], x[0]))": "the upper bound wins", "x[0]": "not clamped"}),
    ("call", "x[0] * radians_per_degree", {"x[0] / 180 * 3.141592653589793": "rounded otherwise"}),
    ("call", "x[0] * degrees_per_radian", {"x[0] * 180 / 3.141592653589793": "rounded otherwise"}),
    ("call", "base::sin(x[0])", {"std::sin(x[0])": "libm", "base::cos(x[0])": "the wrong function"}),
    ("call", "base::cos(x[0])", {"std::cos(x[0])": "libm"}),
    ("call", "base::tan(x[0])", {"std::tan(x[0])": "libm", "base::sin(x[0]) / base::cos(x[0])": "rounded twice"}),
    ("call", "base::atan2(x[0], x[1])", {"std::atan2(x[0], x[1])": "libm", "base::atan2(x[1], x[0])": "order of the arguments"}),
    ("Evaluator::expr", "minus ? value - right : value + right", {"value + right": "no difference"}),
    ("Evaluator::term", "divides ? value / right : value * right", {
        "divides ? value * (1 / right) : value * right": "product with the reciprocal"}),
    ("Evaluator::unary", "negative ^= next() == '-'", {"negative = next() == '-'": "only the last sign counts"}),
    # aabb and macros
    ("PrimitiveExpander::read_aabb", "(*min + *max) / 2", {"*min + (*max - *min) / 2": "rounded otherwise"}),
    ("Decomposer::add", "(along.start + along.end) / 2", {"along.start + size / 2": "rounded otherwise"}),
    ("Decomposer::add", "wall_.base_y + (low + high) / 2", {
        "(wall_.base_y + low) + (high - low) / 2": "rounded otherwise", "(low + high) / 2": "base_y is taken for 0"}),
    ("read_offset", "mode == OffsetMode::Centerline ? 0 : mode == OffsetMode::NegFace ? half : -half", {
        "mode == OffsetMode::Centerline ? 0 : mode == OffsetMode::NegFace ? -half : half": "faces exchanged", "0.0": "always the center line"}),
    ("make_prism", "((frame->origin + p->vector / 2) + q->vector / 2) + (*size * n) / 2", {
        "(frame->origin + (p->vector / 2 + q->vector / 2)) + (*size * n) / 2": "order of the sum",
        "((frame->origin + q->vector / 2) + p->vector / 2) + (*size * n) / 2": "the other leg first",
        "frame->origin + ((p->vector + q->vector) + *size * n) / 2": "halved together",
        "((frame->origin + (*size * n) / 2) + p->vector / 2) + q->vector / 2": "the height first"}),
    ("make_prism", "dot(cross(p->unit, n), q->unit) < 0", {
        "false": "the legs stay", "dot(cross(p->unit, n), q->unit) > 0": "the wrong hand"}),
    # implicit surfaces
    ("row_times", "row[0] * x + row[1] * y + row[2] * z", {
        "row[0] * x + (row[1] * y + row[2] * z)": "summed from the end",
        "std::fma(row[2], z, row[0] * x + row[1] * y)": "a fused product"}),
    ("distance", "(y + half) / op.height", {
        "y / op.height + 0.5": "rounded otherwise", "(y + half) * (1 / op.height)": "product with the reciprocal"}),
    ("distance", "u > 0.0 ? u : 0.0", {"u": "not clamped below"}),
    ("distance", "u < 1.0 ? u : 1.0", {"u": "not clamped above"}),
    ("distance", "y - (-half + u * op.height)", {
        "(y + half) - u * op.height": "order of the sum", "y + half - std::clamp(y + half, 0.0, op.height)": "u is left out",
        "y - std::clamp(y, -half, half)": "u is left out"}),
    ("distance", "std::sqrt(x * x + y * y + z * z)", {
        "std::sqrt(x * x + (y * y + z * z))": "summed from the end", "std::hypot(x, y, z)": "libm",
        "std::sqrt(std::fma(z, z, x * x + y * y))": "a fused product"}),
    ("value_at", "(op.strength * (1 - d / op.radius)) / 2", {
        "(op.strength - op.strength * (d / op.radius)) / 2": "multiplied out",
        "(op.strength * (op.radius - d)) / op.radius / 2": "divided last",
        "op.strength * (0.5 - 0.5 * d * (1 / op.radius))": "product with the reciprocal",
        "op.strength * (1 - d / op.radius)": "twice the value"}),
    ("value_at", "d < op.radius ? slope : 0.0", {"slope": "no end of an sdf"}),
    ("value_at", "1 - r / op.radius", {
        "(op.radius - r) / op.radius": "divided last", "1 - r * (1 / op.radius)": "product with the reciprocal"}),
    ("value_at", "(op.strength * t) * t", {
        "op.strength * (t * t)": "order of the products", "op.strength * t": "not squared"}),
    ("value_at", "r < op.radius ? value : 0.0", {"value": "no end of a metaball"}),
    ("add_values", "px /= op.scale", {"px *= 1 / op.scale": "product with the reciprocal"}),
    ("add_values", "py /= op.scale", {"py *= 1 / op.scale": "product with the reciprocal"}),
    ("prepare_op", "op.subtracts ? -op.strength : op.strength", {"op.strength": "nothing is subtracted"}),
    ("prepare_op", "transpose(*op.rotation)", {"*op.rotation": "the rotation is not inverted"}),
    ("axis_coordinates", "i * step + min", {
        "(i * (max - min)) / (count - 1) + min": "rounded otherwise", "std::fma(i, step, min)": "a fused product",
        "max - (count - 1 - i) * step": "from the other end"}),
    ("axis_coordinates", "coordinates[count - 1] = max", {
        "coordinates[count - 1] = coordinates[count - 1]": "the last point is computed"}),
    ("find_inside", "values[i] >= iso ? 1 : 0", {"values[i] > iso ? 1 : 0": "iso itself lies outside"}),
    ("interpolate", "(iso - values[i]) / (values[count + i] - values[i])", {
        "1 - (iso - values[count + i]) / (values[i] - values[count + i])": "from the other end", "0.5": "half way"}),
    ("interpolate", "from[i] + t[i] * (to[i] - from[i])", {
        "from[i] * (1 - t[i]) + to[i] * t[i]": "the other form", "std::fma(t[i], to[i] - from[i], from[i])": "a fused product"}),
    ("place_samples", "way % 2 == 0 ? field.step[axis] : -field.step[axis]", {
        "way % 2 == 0 ? field.step[axis] / 2 : -field.step[axis] / 2": "half a step",
        "way % 2 == 0 ? field.step[0] : -field.step[0]": "the step of x for all axes"}),
    ("shift_clamped", "value < low ? low : value", {"value": "not clamped below"}),
    ("shift_clamped", "above > high ? high : above", {"above": "not clamped above"}),
    ("normals_from", "-(values[i] - values[count + i])", {
        "values[i] - values[count + i]": "normals point inward", "values[count + i] - values[i]": "0 instead of -0",
        "-(values[i] - values[count + i]) / 2": "half the difference on one axis"}),
    ("normals_from", "std::sqrt(x * x + y * y + z * z)", {
        "std::sqrt(x * x + (y * y + z * z))": "summed from the end", "1.0": "normals are not normalized"}),
    ("normals_from", "size < no_length ? 1.0 : y_part", {"y_part": "a vanishing normal is no number"}),
    ("merge_mirror_image", "std::min(x0, -x1)", {"x0": "the domain is not mirrored"}),
    ("merge_mirror_image", "std::max(x1, -x0)", {"x1": "the domain is not mirrored"}),
]

ORACLE = [
    ("linear.py", "total = 0.0", {"total = -0.0": "the sum does not start at 0"}),
    ("linear.py", "a[1] * b[2] - a[2] * b[1]", {"a[2] * b[1] - a[1] * b[2]": "sign"}),
    ("linear.py", "component / length", {"component * (1.0 / length)": "product with the reciprocal"}),
    ("attach3.py", "subtract(target[0], apply(m, source[0]))", {
        "subtract(target[0], source[0])": "the source origin is moved, not turned",
        "target[0]": "the source origin is taken for 0"}),
    ("attach3.py", "(c2 - s * c) / b", {
        "c2 / b": "c of the source is taken for 0", "(c2 - c) / b": "c of the source is not scaled",
        "(c2 - s * c) / b2": "divided by the wrong leg"}),
    ("attach3.py", "multiply(multiply(g, stretch), transpose(f))", {
        "multiply(g, multiply(stretch, transpose(f)))": "order of the products",
        "multiply(multiply(g, stretch), f)": "the source frame is not inverted"}),
    ("attach3.py", "m = multiply(g, transpose(f))", {"m = g": "the source frame is taken for the axes"}),
    ("attach3.py", "s = a2 / a", {"s = a2": "the first source leg is taken for 1", "s = b2 / b": "the wrong leg"}),
    ("attach3.py", "y = cross(z, x)", {"y = normalize(cross(z, x))": "normalized again"}),
    ("attach3.py", "dot(t, x)", {"dot(t, along)": "c is not normalized"}),
    ("attach3.py", "multiply(outer[0], inner[0])", {"multiply(inner[0], outer[0])": "order of nested transforms"}),
    ("attach3.py", "turn = normal_matrix(transform[0])", {"turn = transform[0]": "normals by the matrix itself"}),
    ("attach3.py", "normalize(apply(turn, n))", {"apply(turn, n)": "a baked normal is not normalized"}),
    ("influences.py", "t = (position['xyz'.index(gradient['axis'])] - low) / (high - low)", {
        "t = (position['xyz'.index(gradient['axis'])] - low) * (1.0 / (high - low))": "product with the reciprocal"}),
    ("influences.py", "t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t", {
        "t = t": "not clamped", "t = 0.0 if t < 0.0 else t": "not clamped above", "t = 1.0 if t > 1.0 else t": "not clamped below"}),
    ("influences.py", "start.get(bone, 0.0) * (1.0 - t) + end.get(bone, 0.0) * t", {
        "start.get(bone, 0.0) + t * (end.get(bone, 0.0) - start.get(bone, 0.0))": "the forbidden form",
        "(start.get(bone, 0.0) - start.get(bone, 0.0) * t) + end.get(bone, 0.0) * t": "multiplied out"}),
    ("influences.py", "if weight > 0", {
        "if weight > 1e-12": "a threshold for blended weights", "if weight >= 0": "a blended 0 stays"}),
    ("influences.py", "weight / total", {"weight * (1.0 / total)": "product with the reciprocal", "weight": "not normalized"}),
    ("influences.py", "if total > 0", {"if total > 1e-12": "a threshold for sums"}),
    ("influences.py", "pair[0].encode('utf-8')", {"pair[0].lower()": "letter case is folded", "pair[0].encode('utf-16')": "order of UTF-16"}),
    ("influences.py", "SLOTS = 4", {"SLOTS = 3": "three influences"}),
    ("pose.py", "moved = tuple(sum_of_products(row, homogeneous) for row in matrices[bone])", {
        "moved = tuple(sum_of_products(row[::-1], homogeneous[::-1]) for row in matrices[bone])": "summed from the end"}),
    ("pose.py", "if dot(real, reference) < 0", {
        "if dot(real, reference) <= 0": "orthogonal quaternions are negated", "if False": "no hemisphere rule"}),
    ("pose.py", "duals[min(bone for bone, _ in influences)][0]", {"duals[influences[0][0]][0]": "the strongest joint as reference"}),
    ("pose.py", "dual = tuple(dual[i] - along * real[i] for i in range(4))", {"dual = dual": "only the real part is normalized"}),
    ("pose.py", "scale(2, hamilton(dual, conjugate(real)))", {"scale(2, hamilton(conjugate(real), dual))": "order of the product"}),
    ("pose.py", "return add(rotate(real, position), translation), rotate(real, normal)", {
        "n = rotate(real, normal); return add(rotate(real, position), translation), scale(1 / math.sqrt(dot(n, n)), n)":
            "normals are normalized again"}),
    ("pose.py", "hamilton(hamilton(q, (0.0, *v)), conjugate(q))", {
        "hamilton(q, hamilton((0.0, *v), conjugate(q)))": "order of the products"}),
    ("pose.py", "t = add(rotate(q, negate(bone['head'])), translation)", {"t = translation": "the head is taken for 0"}),
    ("pose.py", "REST_LENGTH = 1e-12", {"REST_LENGTH = 1e-3": "too soon the rest normal"}),
    ("geometry.py", "positions.append((radius * n[0], radius * n[1], radius * n[2]))", {
        "positions.append(((radius * profile_sin(theta)) * c, radius * n[1], (radius * profile_sin(theta)) * s))":
            "radius times sine first"}),
    ("geometry.py", "positions.append((radius * n[0], center_y + radius * n[1], radius * n[2]))", {
        "positions.append(((radius * profile_sin(theta)) * c, center_y + radius * n[1], (radius * profile_sin(theta)) * s))":
            "radius times sine first"}),
    ("rotations.py", "multiply(multiply(rz, ry), rx)", {
        "multiply(rz, multiply(ry, rx))": "order of the products", "multiply(multiply(rx, ry), rz)": "order of the angles"}),
    ("rotations.py", "(sx, cx), (sy, cy), (sz, cz) = (trig.sin_cos(angle) for angle in angles)", {
        "(sx, cx), (sy, cy), (sz, cz) = ((math.sin(angle), math.cos(angle)) for angle in angles)": "libm"}),
    ("geometry.py", "normals = [apply(rotation, n) for n in normals]", {
        "normals = [tuple(c / math.sqrt(sum(d * d for d in apply(rotation, n))) for c in apply(rotation, n)) for n in normals]":
            "normalized again"}),
    ("geometry.py", "PROFILE_SINES.get(angle, trig.sin(angle))", {"trig.sin(angle)": "the exceptional sine"}),
    ("geometry.py", "opposite = (COLUMNS // 2 - column) % COLUMNS", {"opposite = column": "columns are not mirrored"}),
    ("symmetry.py", "return other if other in self.bones else identifier", {
        "return other": "renamed without a counterpart", "return identifier": "bones are not swapped"}),
    ("rotations.py", "result['rotation_euler'] = (rx, -ry, -rz)", {"result['rotation_euler'] = (-rx, ry, rz)": "the wrong angles"}),
    ("symmetry.py", "'range': (-high, -low), 'from': end, 'to': start", {
        "'range': (-high, -low), 'from': start, 'to': end": "from and to stay",
        "'range': (low, high), 'from': start, 'to': end": "the range stays"}),
    ("evaluate.py", "extremes([tuple(binary32(p)) for p in positions] if rounded else positions)", {
        "extremes([tuple(binary32(p)) for p in positions])": "extremes of rounded positions",
        "extremes(positions)": "extremes of binary64 positions in a baked export"}),
    ("rotations.py", "sx * cy * cz - cx * sy * sz", {"sx * (cy * cz) - cx * (sy * sz)": "order of the products"}),
    ("rotations.py", "trig.sin_cos(radians / 2)", {"trig.sin_cos(radians)": "the whole angle"}),
    ("rotations.py", "float(round(component / STEP)) * STEP", {
        "float(round(component * 1e12)) * STEP": "product with the reciprocal",
        "float(round(component / STEP)) / 1e12": "divided by the reciprocal", "component": "not rounded"}),
    ("rotations.py", "if q[3] < 0.0", {"if False": "w may be negative", "if q[3] <= 0.0": "half turns are negated"}),
    ("rotations.py", "1 - (yy + zz)", {"1 - yy - zz": "order of the sum"}),
    ("rotations.py", "k * y * x + s * z", {"k * x * y + s * z": "order of the factors"}),
    ("rotations.py", "k * x * x + c", {"k * (x * x) + c": "order of the products"}),
    ("rotations.py", "result[form] = (x, -y, -z, w)", {"result[form] = (-x, y, z, w)": "turned back"}),
    ("wedge.py", "math.sqrt(z * z + x * x)", {"math.hypot(z, x)": "libm"}),
    ("wedge.py", "(-n[0], n[1], n[2])", {"(0.0 - n[0], n[1], n[2])": "0 - x instead of a negation"}),
    ("uv.py", "column / COLUMNS", {"1 - column / COLUMNS": "the wrong way round", "column / ROW": "divided by the number of vertices"}),
    ("uv.py", "(0.5 + 0.5 * c, 0.5 + 0.5 * s)", {"(0.5 + 0.5 * s, 0.5 + 0.5 * c)": "sine and cosine exchanged"}),
    ("uv.py", "k / 24", {"1 - k / 24": "upside down", "k / 25": "divided by the number of rows"}),
    ("uv.py", "row / SPHERE_ROWS", {"1 - row / SPHERE_ROWS": "upside down"}),
    ("macros.py", "(low[i] + high[i]) / 2", {"low[i] + (high[i] - low[i]) / 2": "rounded otherwise"}),
    ("macros.py", "(start + end) / 2", {"start + (end - start) / 2": "rounded otherwise"}),
    ("macros.py", "macro.get('base_y', 0.0) + (low + high) / 2", {
        "(macro.get('base_y', 0.0) + low) + (high - low) / 2": "rounded otherwise"}),
    ("macros.py", "'neg_face': macro['thickness'] / 2, 'pos_face': -macro['thickness'] / 2", {
        "'neg_face': -macro['thickness'] / 2, 'pos_face': macro['thickness'] / 2": "faces exchanged"}),
    ("macros.py", "add(add(macro['plane']['origin'], half(leg_p)), half(leg_q))", {
        "add(macro['plane']['origin'], add(half(leg_p), half(leg_q)))": "order of the sum",
        "add(add(macro['plane']['origin'], half(leg_q)), half(leg_p))": "the other leg first"}),
    ("macros.py", "if dot(cross(p, n), q) < 0", {"if False": "the legs stay"}),
    ("macros.py", "if trace > 0", {"if trace >= 0": "a trace of 0 by the trace", "if False": "never by the trace"}),
    ("macros.py", "if m[0][0] > m[1][1] and m[0][0] > m[2][2]", {
        "if m[0][0] >= m[1][1] and m[0][0] > m[2][2]": "a tie of x and y goes to x",
        "if m[0][0] > m[1][1] and m[0][0] >= m[2][2]": "a tie of x and z goes to x"}),
    ("macros.py", "i = 1 if m[1][1] > m[2][2] else 2", {"i = 1 if m[1][1] >= m[2][2] else 2": "a tie of y and z goes to y"}),
    ("macros.py", "1 + m[i][i] - m[a][a] - m[b][b]", {
        "1 + (m[i][i] - m[a][a] - m[b][b])": "order of the sum", "1 + m[i][i] - m[b][b] - m[a][a]": "order of the sum"}),
    ("expressions.py", "round(finite(value / STEP))", {"round(finite(value * 1e9))": "product with the reciprocal"}),
    ("expressions.py", "float(count) * STEP", {"float(count) / 1e9": "divided by the reciprocal"}),
    ("expressions.py", "larger(low, smaller(high, x))", {"smaller(high, larger(low, x))": "the upper bound wins"}),
    ("expressions.py", "b if b < a else a", {"a if a < b else b": "the second of two zeros"}),
    ("expressions.py", "'sin': (1, trig.sin)", {"'sin': (1, math.sin)": "libm"}),
    ("expressions.py", "'cos': (1, trig.cos)", {"'cos': (1, math.cos)": "libm"}),
    ("expressions.py", "'tan': (1, trig.tan)", {"'tan': (1, math.tan)": "libm", "'tan': (1, lambda x: trig.sin(x) / trig.cos(x))": "rounded twice"}),
    ("expressions.py", "'atan2': (2, trig.atan2)", {"'atan2': (2, math.atan2)": "libm"}),
    ("expressions.py", "negative ^= self.take()[1] == '-'", {"negative = self.take()[1] == '-'": "only the last sign counts"}),
    ("implicit.py", "u = (y + height / 2) / height", {
        "u = y / height + 0.5": "rounded otherwise", "u = (y + height / 2) * (1 / height)": "product with the reciprocal"}),
    ("implicit.py", "u = 0.0 if u < 0.0 else 1.0 if u > 1.0 else u", {
        "u = 0.0 if u < 0.0 else u": "not clamped above", "u = 1.0 if u > 1.0 else u": "not clamped below"}),
    ("implicit.py", "y - (-height / 2 + u * height)", {"(y + height / 2) - u * height": "order of the sum"}),
    ("implicit.py", "(strength * t) * t", {"strength * (t * t)": "order of the products"}),
    ("implicit.py", "(strength * (1 - d / radius)) / 2", {
        "(strength - strength * (d / radius)) / 2": "multiplied out", "(strength * (radius - d)) / radius / 2": "divided last"}),
    ("implicit.py", "t = 1 - r / radius", {"t = (radius - r) / radius": "divided last"}),
    ("implicit.py", "math.sqrt((x * x + y * y) + z * z)", {"math.sqrt(x * x + (y * y + z * z))": "summed from the end"}),
    ("implicit.py", "component / scale", {"component * (1 / scale)": "product with the reciprocal"}),
    ("implicit.py", "i * step + low", {"low + (self.high[axis] - low) * i / (count - 1)": "rounded otherwise"}),
    ("implicit.py", "values[corner] >= self.iso", {"values[corner] > self.iso": "iso itself lies outside"}),
    ("implicit.py", "a[i] + t * (b[i] - a[i])", {"a[i] * (1 - t) + b[i] * t": "the other form"}),
    ("implicit.py", "min(max(p[i], self.low[i]), self.high[i])", {"p[i]": "not clamped"}),
    ("implicit.py", "-(self.beside(p, axis, step) - self.beside(p, axis, -step))", {
        "self.beside(p, axis, -step) - self.beside(p, axis, step)": "0 instead of -0"}),
    ("implicit.py", "math.sqrt(x * x + y * y + z * z)", {"math.sqrt(x * x + (y * y + z * z))": "summed from the end"}),
    ("glb.py", "FloatText(f'{value:.6f}')", {"FloatText(repr(round(value, 6)))": "as few decimals as will do"}),
]

# Where the oracle notes that a rule is broken, and the rules that it can be made to forget.
REPORT_OF_A_RULE = "self.all.append((kind, rule))"
RULES = [f"V{number:02}" for number in range(1, 43)]

# Files of the oracle that have nothing to say about the suite's documents.
NOT_OF_DOCUMENTS = ("rigs.py", "test_language.py", "test_oracle.py", "test_rigs.py")

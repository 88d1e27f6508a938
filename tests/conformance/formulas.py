"""Formulas to get wrong, in the library and in the oracle: file, the expression as it stands there, and its wrong versions,
each with what is wrong about it.

White space does not matter. An expression that is not in its file exactly once is reported, and the run fails; so a formula
that is rewritten or moves takes its entry here with it. Tables of constants (sines, normals, indices) are no entries: every
case that has the shape sees all of them.
"""

LIBRARY = [
    # attach3
    ("src/place/frame.cpp", "to.origin - linear * from.origin", {
        "to.origin": "the source origin is taken for 0",
        "to.origin - from.origin": "the source origin is moved, not turned",
        "to.origin + linear * from.origin": "sign"}),
    ("src/place/frame.cpp", "transpose(from.axes)", {
        "from.axes": "the source frame is not inverted", "Mat3{}": "the source frame is taken for the axes"}),
    ("src/place/frame.cpp", "to.a / from.a", {
        "to.a": "the first source leg is taken for 1", "to.b / from.b": "scale by the wrong leg",
        "from.a / to.a": "scale upside down"}),
    ("src/place/frame.cpp", "to.b / from.b", {
        "to.b": "the second source leg is taken for 1", "scale": "one scale for both legs", "1.0": "no widening"}),
    ("src/place/frame.cpp", "(to.c - scale * from.c) / from.b", {
        "to.c / from.b": "c of the source is taken for 0", "(to.c - from.c) / from.b": "c of the source is not scaled",
        "(to.c - scale * from.c) / to.b": "divided by the wrong leg",
        "(to.c - scale * from.c) / from.a": "divided by the wrong leg", "0.0": "no shear",
        "to.c / from.b - scale * (from.c / from.b)": "rounded otherwise"}),
    ("src/place/frame.cpp", "(to.axes * between) * back", {
        "to.axes * (between * back)": "order of the products", "(to.axes * back) * between": "order of the factors"}),
    ("src/place/frame.cpp", "scaled(linear, scale)", {
        "linear": "no scale", "scaled(linear, to.b / from.b)": "scale by the wrong leg",
        "to.axes * scaled(back, scale)": "scaled before the product"}),
    ("src/place/frame.cpp", "along / frame.a", {"(1.0 / frame.a) * along": "product with the reciprocal"}),
    ("src/place/frame.cpp", "across / frame.b", {"(1.0 / frame.b) * across": "product with the reciprocal"}),
    ("src/place/frame.cpp", "cross(x, t)", {
        "cross(t, x)": "a left-handed frame", "cross(along, t)": "the first leg is not normalised"}),
    ("src/place/frame.cpp", "cross(z, x)", {
        "cross(x, z)": "a left-handed frame", "cross(z, x) / length(cross(z, x))": "normalised again",
        "(t - frame.c * x) / length(t - frame.c * x)": "y from the third anchor, rounded otherwise"}),
    ("src/place/frame.cpp", "dot(t, x)", {"dot(t, along)": "c is not normalised", "length(t)": "length for c"}),
    ("src/place/frame.cpp", "points[1] - points[0]", {"points[1]": "the first anchor is taken for 0"}),
    ("src/place/frame.cpp", "points[2] - points[0]", {
        "points[2]": "the first anchor is taken for 0", "points[2] - points[1]": "t from the second anchor"}),
    ("src/math/affine.cpp", "outer.linear * inner.linear", {"inner.linear * outer.linear": "order of nested transforms"}),
    ("src/math/affine.cpp", "outer(inner.translation)", {
        "outer.linear * inner.translation": "the outer translation is lost",
        "inner.translation + outer.translation": "the inner translation is not turned"}),
    ("src/math/affine.cpp", "transpose(from_columns(first, second, third))", {
        "m": "normals by the matrix itself", "from_columns(first, second, third)": "inverse without transpose"}),
    ("src/math/affine.cpp", "cross(row(m, 2), row(m, 0)) / det", {"cross(row(m, 0), row(m, 2)) / det": "sign of a cofactor"}),
    ("src/math/affine.cpp", "are_orthogonal(linear.column(0), linear.column(2))", {
        "are_orthogonal(row(linear, 0), row(linear, 2))": "rows for columns"}),
    ("src/math/affine.cpp", "const double det = determinant(m);", {
        "const double det = 1 / determinant(m);": "cofactors multiplied by the determinant"}),
    ("src/math/affine.cpp", "(orthogonal_tolerance * length(a)) * length(b)", {
        "orthogonal_tolerance": "an absolute tolerance", "(100 * orthogonal_tolerance * length(a)) * length(b)": "too lax",
        "0.0": "no tolerance"}),
    ("src/evaluate/evaluate.cpp", "turned / length(turned)", {"turned": "a baked normal is not normalised"}),
    # gradients and influence lists
    ("src/influences/influences.cpp", "std::clamp((coordinate - start) / (end - start), 0.0, 1.0)", {
        "(coordinate - start) / (end - start)": "not clamped",
        "std::max((coordinate - start) / (end - start), 0.0)": "not clamped above",
        "std::min((coordinate - start) / (end - start), 1.0)": "not clamped below",
        "std::clamp((coordinate - start) * (1.0 / (end - start)), 0.0, 1.0)": "product with the reciprocal",
        "std::clamp((end - coordinate) / (end - start), 0.0, 1.0)": "the wrong way round",
        "double(float(std::clamp((coordinate - start) / (end - start), 0.0, 1.0)))": "rounded to binary32"}),
    ("src/influences/influences.cpp", "blend.from * (1.0 - t) + blend.to * t", {
        "blend.from + t * (blend.to - blend.from)": "the forbidden form",
        "blend.to - (1.0 - t) * (blend.to - blend.from)": "the forbidden form from the other end",
        "(blend.from - blend.from * t) + blend.to * t": "multiplied out",
        "std::fma(blend.to, t, blend.from * (1.0 - t))": "a fused product",
        "std::fma(blend.from, 1.0 - t, blend.to * t)": "a fused product",
        "blend.from * t + blend.to * (1.0 - t)": "from and to exchanged"}),
    ("src/influences/influences.cpp", "weight > 0", {
        "weight > 1e-12": "a threshold for blended weights", "weight > 1e-250": "a threshold for blended weights",
        "weight >= 0": "a blended 0 stays"}),
    ("src/influences/influences.cpp", "!(total > 0)", {
        "!(total > 1e-12)": "a threshold for sums", "!(total > 1e-300)": "a threshold for sums"}),
    ("src/influences/influences.cpp", "kept_[i].weight / total", {
        "kept_[i].weight": "not normalised", "kept_[i].weight * (1.0 / total)": "product with the reciprocal"}),
    ("src/influences/influences.cpp", "a.weight > b.weight", {"a.weight < b.weight": "weakest first"}),
    ("src/influences/influences.cpp", "order < 0", {"order > 0": "ids descending"}),
    ("src/influences/influences.cpp", "std::min<std::size_t>(4, count_)", {
        "std::min<std::size_t>(3, count_)": "three influences", "std::min<std::size_t>(5, count_) % 5": "five drop all"}),
    ("src/influences/influences.cpp", "layers_.root", {"0": "joint 0 for the root bone"}),
    ("src/influences/influences.cpp", "armature.bones[i].is_root()", {"true": "the first bone for the root bone"}),
    ("src/influences/influences.cpp", "layers.map->gradients.back()", {"layers.map->gradients.front()": "the first gradient decides"}),
    ("src/influences/influences.cpp", "layers.map->origin.is_mirrored()", {"false": "a weight file is not mirrored"}),
    ("src/influences/influences.cpp", "at.seam != at.vertex", {"false": "the seam copy is left out"}),
    # posing
    ("src/pose/dqs.cpp", "influences.joints[i] < influences.joints[reference]", {
        "influences.joints[i] > influences.joints[reference]": "the highest joint as reference",
        "false": "the strongest joint as reference"}),
    ("src/pose/dqs.cpp", "dot(bone.real, reference) < 0", {
        "dot(bone.real, reference) <= 0": "orthogonal quaternions are negated", "false": "no hemisphere rule",
        "dot(bone.real, reference) > 0": "the hemisphere rule the wrong way round"}),
    ("src/pose/dqs.cpp", "opposite ? -bone.dual : bone.dual", {"bone.dual": "the dual part is not negated"}),
    ("src/pose/dqs.cpp", "1.0 / std::sqrt(dot(real, real))", {
        "1.0 / dot(real, real)": "divided by the square", "1.0": "not normalised"}),
    ("src/pose/dqs.cpp", "dual - dot(real, dual) * real", {"dual": "only the real part is normalised"}),
    ("src/pose/dqs.cpp", "2.0 * (motion.dual * conjugate(motion.real))", {
        "2.0 * (conjugate(motion.real) * motion.dual)": "order of the product",
        "1.0 * (motion.dual * conjugate(motion.real))": "half the translation"}),
    ("src/pose/dqs.cpp", "rotate(motion.real, position) + translation", {
        "rotate(motion.real, position + translation)": "translated before it is turned"}),
    ("src/pose/dqs.cpp", "rotate(motion.real, normal)", {
        "rotate(motion.real, normal) / length(rotate(motion.real, normal))": "normalised again",
        "rotate(conjugate(motion.real), normal)": "turned back"}),
    ("src/pose/dqs.cpp", "const double weight = influences.weights[i]", {
        "const double weight = float(influences.weights[i])": "weights rounded to binary32"}),
    ("src/pose/lbs.cpp", "const double weight = influences.weights[slot]", {
        "const double weight = float(influences.weights[slot])": "weights rounded to binary32"}),
    ("src/pose/lbs.cpp", "row[0] * v.x[i] + row[1] * v.y[i] + row[2] * v.z[i]", {
        "row[2] * v.z[i] + row[1] * v.y[i] + row[0] * v.x[i]": "summed from the end",
        "row[0] * v.x[i] + (row[1] * v.y[i] + row[2] * v.z[i])": "summed from the end",
        "std::fma(row[2], v.z[i], row[0] * v.x[i] + row[1] * v.y[i])": "a fused product"}),
    ("src/pose/lbs.cpp", "(first ? 0.0 : sum[i]) + term.weight * turned", {
        "std::fma(term.weight, turned, first ? 0.0 : sum[i])": "a fused product",
        "(first ? 0.0 : sum[i]) + turned": "not weighted"}),
    ("src/pose/lbs.cpp", "std::sqrt(v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i])", {
        "1.0": "normals are not normalised", "v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i]": "divided by the square"}),
    ("src/pose/lbs.cpp", "lengths[i] > no_length", {
        "true": "a vanishing normal is no number", "lengths[i] > 1e-3": "too soon the rest normal"}),
    ("src/pose/pose.cpp", "posed.linear * to_bone + translation", {
        "to_bone + translation": "the head is not turned", "translation": "the head is taken for 0",
        "posed.linear * (to_bone + translation)": "translated before it is turned",
        "rotate(rotation, to_bone) + translation": "turned by the quaternion"}),
    ("src/pose/pose.cpp", "rotate(rotation, to_bone) + translation", {
        "to_bone + translation": "the head is not turned", "translation": "the head is taken for 0",
        "posed.linear * to_bone + translation": "turned by the matrix"}),
    ("src/pose/pose.cpp", "0.5 * (Quaternion{0, t.x, t.y, t.z} * rotation)", {
        "0.5 * (rotation * Quaternion{0, t.x, t.y, t.z})": "order of the product",
        "Quaternion{0, t.x, t.y, t.z} * rotation": "twice the translation"}),
    ("src/math/quaternion.hpp", "(q * Quaternion{0, v.x, v.y, v.z}) * conjugate(q)", {
        "q * (Quaternion{0, v.x, v.y, v.z} * conjugate(q))": "order of the products",
        "(conjugate(q) * Quaternion{0, v.x, v.y, v.z}) * q": "turned back"}),
    ("src/math/quaternion.hpp", "1 - 2 * (y * y + z * z)", {
        "w * w + x * x - y * y - z * z": "the form for lengths other than 1"}),
    ("src/math/quaternion.hpp", "2 * (x * y - w * z)", {"2 * (x * y + w * z)": "turned back"}),
    # geometry
    ("src/geometry/tessellate.cpp", "(about_z * about_y) * about_x", {
        "about_z * (about_y * about_x)": "order of the products", "(about_x * about_y) * about_z": "order of the angles"}),
    ("src/geometry/tessellate.cpp", "sin_cos(radians.x)", {"SinCos{std::sin(radians.x), std::cos(radians.x)}": "libm"}),
    ("src/geometry/tessellate.cpp", "sin_cos(radians.y)", {"SinCos{std::sin(radians.y), std::cos(radians.y)}": "libm"}),
    ("src/geometry/tessellate.cpp", "sin_cos(radians.z)", {"SinCos{std::sin(radians.z), std::cos(radians.z)}": "libm"}),
    ("src/geometry/tessellate.cpp", "rotation * normals[i]", {
        "rotation * normals[i] / length(rotation * normals[i])": "normalised again"}),
    ("src/geometry/tessellate.cpp", "position + offset", {"position - offset": "sign"}),
    ("src/geometry/sphere.cpp", "*out++ = radius * normal", {
        "*out++ = Vec3{(radius * columns[std::size_t(&normal - normals.data()) / ring_size].sin) * "
        "columns[std::size_t(&normal - normals.data()) % ring_size].cos, radius * normal.y, "
        "(radius * columns[std::size_t(&normal - normals.data()) / ring_size].sin) * "
        "columns[std::size_t(&normal - normals.data()) % ring_size].sin}": "radius times sine first"}),
    ("src/geometry/capsule.cpp", "radius * normal->x", {
        "ring <= hemisphere_rings ? (radius * columns[ring].sin) * columns[column].cos : radius * normal->x":
            "radius times sine first, above",
        "ring > hemisphere_rings + body_rows + 1 ? (radius * bottom_rings[ring - hemisphere_rings - body_rows - 1].sin) * "
        "columns[column].cos : radius * normal->x": "radius times sine first, below"}),
    ("src/geometry/capsule.cpp", "half_height + radius * columns[ring].cos", {
        "radius * columns[ring].cos": "the hemisphere in the middle"}),
    ("src/geometry/capsule.cpp", "half_height - (height * static_cast<double>(row)) / 8", {
        "half_height - (2 * half_height * static_cast<double>(7 - row)) / 8": "rows from below"}),
    ("src/math/vec.hpp", "((0.0 + r[0] * v.x) + r[1] * v.y) + r[2] * v.z", {
        "(r[0] * v.x + r[1] * v.y) + r[2] * v.z": "the sum does not start at 0",
        "((0.0 + r[2] * v.z) + r[1] * v.y) + r[0] * v.x": "summed from the end",
        "std::fma(r[2], v.z, (0.0 + r[0] * v.x) + r[1] * v.y)": "a fused product"}),
    ("src/math/vec.hpp", "((0.0 + a.x * b.x) + a.y * b.y) + a.z * b.z", {
        "((0.0 + a.z * b.z) + a.y * b.y) + a.x * b.x": "summed from the end",
        "std::fma(a.z, b.z, (0.0 + a.x * b.x) + a.y * b.y)": "a fused product"}),
    # symmetry
    ("src/symmetry/symmetry.cpp", "point.value.x = -point.value.x", {
        "point.value.x = 0.0 - point.value.x": "0 - x instead of a negation", "point.value.y = -point.value.y": "the wrong axis"}),
    ("src/symmetry/symmetry.cpp", "{rotation.vector.x, -rotation.vector.y, -rotation.vector.z}", {
        "{-rotation.vector.x, -rotation.vector.y, -rotation.vector.z}": "the wrong angle"}),
    ("src/symmetry/symmetry.cpp", "gradient.axis != Axis::X", {
        "true": "an x gradient is not mirrored", "false": "every gradient is mirrored"}),
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
    ("attach3.py", "y = cross(z, x)", {"y = normalize(cross(z, x))": "normalised again"}),
    ("attach3.py", "dot(t, x)", {"dot(t, along)": "c is not normalised"}),
    ("attach3.py", "multiply(outer[0], inner[0])", {"multiply(inner[0], outer[0])": "order of nested transforms"}),
    ("attach3.py", "turn = normal_matrix(transform[0])", {"turn = transform[0]": "normals by the matrix itself"}),
    ("attach3.py", "normalize(apply(turn, n))", {"apply(turn, n)": "a baked normal is not normalised"}),
    ("influences.py", "t = (position['xyz'.index(gradient['axis'])] - low) / (high - low)", {
        "t = (position['xyz'.index(gradient['axis'])] - low) * (1.0 / (high - low))": "product with the reciprocal"}),
    ("influences.py", "t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t", {
        "t = t": "not clamped", "t = 0.0 if t < 0.0 else t": "not clamped above", "t = 1.0 if t > 1.0 else t": "not clamped below"}),
    ("influences.py", "start.get(bone, 0.0) * (1.0 - t) + end.get(bone, 0.0) * t", {
        "start.get(bone, 0.0) + t * (end.get(bone, 0.0) - start.get(bone, 0.0))": "the forbidden form",
        "(start.get(bone, 0.0) - start.get(bone, 0.0) * t) + end.get(bone, 0.0) * t": "multiplied out"}),
    ("influences.py", "if weight > 0", {
        "if weight > 1e-12": "a threshold for blended weights", "if weight >= 0": "a blended 0 stays"}),
    ("influences.py", "weight / total", {"weight * (1.0 / total)": "product with the reciprocal", "weight": "not normalised"}),
    ("influences.py", "if total > 0", {"if total > 1e-12": "a threshold for sums"}),
    ("influences.py", "pair[0].encode('utf-8')", {"pair[0].lower()": "letter case is folded", "pair[0].encode('utf-16')": "order of UTF-16"}),
    ("influences.py", "SLOTS = 4", {"SLOTS = 3": "three influences"}),
    ("pose.py", "moved = tuple(sum_of_products(row, homogeneous) for row in matrices[bone])", {
        "moved = tuple(sum_of_products(row[::-1], homogeneous[::-1]) for row in matrices[bone])": "summed from the end"}),
    ("pose.py", "if dot(real, reference) < 0", {
        "if dot(real, reference) <= 0": "orthogonal quaternions are negated", "if False": "no hemisphere rule"}),
    ("pose.py", "duals[min(bone for bone, _ in influences)][0]", {"duals[influences[0][0]][0]": "the strongest joint as reference"}),
    ("pose.py", "dual = tuple(dual[i] - along * real[i] for i in range(4))", {"dual = dual": "only the real part is normalised"}),
    ("pose.py", "scale(2, hamilton(dual, conjugate(real)))", {"scale(2, hamilton(conjugate(real), dual))": "order of the product"}),
    ("pose.py", "return add(rotate(real, position), translation), rotate(real, normal)", {
        "n = rotate(real, normal); return add(rotate(real, position), translation), scale(1 / math.sqrt(dot(n, n)), n)":
            "normals are normalised again"}),
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
            "normalised again"}),
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
    ("glb.py", "FloatText(f'{value:.6f}')", {"FloatText(repr(round(value, 6)))": "as few decimals as will do"}),
]

# Where the oracle notes that a rule is broken, and the rules that it can be made to forget.
REPORT_OF_A_RULE = "self.all.append((kind, rule))"
RULES = [f"V{number:02}" for number in range(1, 43)]

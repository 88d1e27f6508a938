"""Posed positions and normals of a baked export (specification, Dual Quaternion Skinning and Pose Evaluation)."""

import math

from linear import add, dot, negate, scale, sum_of_products

REST_LENGTH = 1e-12  # a shorter blended normal keeps its rest direction


def bone_transform(pose, bone):
    """(quaternion [w,x,y,z], translation): the joint's world transform; identity for what the pose does not give."""
    entry = pose['bones'].get(bone['id'], {})
    return entry.get('rotation', (1.0, 0.0, 0.0, 0.0)), entry.get('translation', (0.0, 0.0, 0.0))


def hamilton(a, b):
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw)


def conjugate(q):
    return (q[0], -q[1], -q[2], -q[3])


def rotate(q, v):
    return hamilton(hamilton(q, (0.0, *v)), conjugate(q))[1:]


# Linear blend skinning

def skin_matrix(pose, bone):
    """The upper three rows of S = M T(-head)."""
    (w, x, y, z), translation = bone_transform(pose, bone)
    rotation = ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
                (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
                (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))
    back = negate(bone['head'])
    columns = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (*back, 1.0))
    rows = [(*rotation[i], translation[i]) for i in range(3)]
    return tuple(tuple(sum_of_products(row, column) for column in columns) for row in rows)


def blended(influences, matrices, homogeneous):
    total = (0.0, 0.0, 0.0)
    for bone, weight in influences:
        moved = tuple(sum_of_products(row, homogeneous) for row in matrices[bone])
        total = add(total, scale(weight, moved))
    return total


def lbs_vertex(influences, matrices, position, normal):
    direction = blended(influences, matrices, (*normal, 0.0))
    length = math.sqrt(dot(direction, direction))
    if length > REST_LENGTH:
        normal = tuple(component / length for component in direction)
    return blended(influences, matrices, (*position, 1.0)), normal


# Dual quaternion skinning

def dual_quaternion(pose, bone):
    """Spec 14.2 of the rotation q and the translation rotate(q, -head) + translation."""
    q, translation = bone_transform(pose, bone)
    t = add(rotate(q, negate(bone['head'])), translation)
    return q, scale(0.5, hamilton((0.0, *t), q))


def dqs_vertex(influences, duals, position, normal):
    reference = duals[min(bone for bone, _ in influences)][0]  # hemisphere consistency
    real_sum = dual_sum = (0.0, 0.0, 0.0, 0.0)
    for bone, weight in influences:
        real, dual = duals[bone]
        if dot(real, reference) < 0:
            real, dual = negate(real), negate(dual)
        real_sum = add(real_sum, scale(weight, real))
        dual_sum = add(dual_sum, scale(weight, dual))
    inverse = 1.0 / math.sqrt(dot(real_sum, real_sum))  # the blending rule
    real, dual = scale(inverse, real_sum), scale(inverse, dual_sum)
    along = dot(real, dual)
    dual = tuple(dual[i] - along * real[i] for i in range(4))
    translation = scale(2, hamilton(dual, conjugate(real)))[1:]
    return add(rotate(real, position), translation), rotate(real, normal)


SOLVERS = {'lbs': (skin_matrix, lbs_vertex), 'dqs': (dual_quaternion, dqs_vertex)}


def posed(pose, solver, armature, influences, positions, normals):
    """An influence of weight zero, padding included, takes no part."""
    bone_value, vertex_value = SOLVERS[solver]
    bones = [bone_value(pose, bone) for bone in armature['bones']]
    moved = [vertex_value([pair for pair in influences[i] if pair[1] != 0], bones, positions[i], normals[i])
             for i in range(len(positions))]
    return [position for position, _ in moved], [normal for _, normal in moved]

"""The wedge (version 0.9): a right triangle in XZ, extruded along y, faces in order of emission."""

import math

CORNERS = ('---', '+--', '--+', '-+-', '++-', '-++')  # signs of the half extents
FACES = (  # surface key, corners, triangles
    ('-z', (0, 1, 4, 3), (0, 2, 1, 0, 3, 2)),
    ('-x', (0, 3, 5, 2), (0, 2, 3, 0, 1, 2)),
    ('slope', (1, 2, 5, 4), (0, 2, 1, 0, 3, 2)),
    ('-y', (0, 1, 2), (0, 1, 2)),
    ('+y', (3, 5, 4), (0, 1, 2)),
)


def face_normals(x, z):
    size = math.sqrt(z * z + x * x)
    return {'-z': (0.0, 0.0, -1.0), '-x': (-1.0, 0.0, 0.0), 'slope': (z / size, 0.0, x / size),
            '-y': (0.0, -1.0, 0.0), '+y': (0.0, 1.0, 0.0)}


def wedge(dimensions):
    half = [dimensions[axis] / 2 for axis in 'xyz']
    corners = [tuple(h if sign == '+' else -h for h, sign in zip(half, signs)) for signs in CORNERS]
    face_normal = face_normals(dimensions['x'], dimensions['z'])
    positions, normals, indices = [], [], []
    for key, vertices, triangles in FACES:
        indices += [len(positions) + corner for corner in triangles]
        positions += [corners[vertex] for vertex in vertices]
        normals += [face_normal[key]] * len(vertices)
    return positions, normals, indices


def mirrored(positions, normals, indices):
    """The mirror image in local x: no wedge is its own. Vertices keep their numbers, triangles turn around."""
    turned = [indices[i + offset] for i in range(0, len(indices), 3) for offset in (0, 2, 1)]
    return [(-p[0], p[1], p[2]) for p in positions], [(-n[0], n[1], n[2]) for n in normals], turned

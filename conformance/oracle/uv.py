"""UV generators (version 0.8): texture coordinates of a primitive's vertices."""

import geometry
from geometry import BOX_FACES, COLUMNS, ROW, SPHERE_ROWS

GENERATORS = {  # generator -> primitive types it fits
    'planar_xy@1': ('box', 'sphere', 'cylinder', 'capsule', 'wedge'),
    'box_project@1': ('box',),
    'sphere_latlong@1': ('sphere',),
    'cylindrical@1': ('cylinder',),
    'capsule_cyl_latlong@1': ('capsule',),
}
BOX_AXES = {
    '+X': lambda x, y, z: (-z, y), '-X': lambda x, y, z: (z, y),
    '+Y': lambda x, y, z: (x, -z), '-Y': lambda x, y, z: (x, z),
    '+Z': lambda x, y, z: (x, y), '-Z': lambda x, y, z: (-x, y),
}
CAPSULE_STEPS = list(range(9)) + list(range(8, 17)) + list(range(17, 25))  # per row; two rows have 8


def planar_xy(positions):
    return [(x, y) for x, y, _ in positions]


def box_project(positions):
    """The faces as they were emitted, also when the box is rotated."""
    faces = list(BOX_FACES)
    return [BOX_AXES[faces[vertex // 4]](*position) for vertex, position in enumerate(positions)]


def grid(rows):
    """One vertex per column and row: column/32 and the value of the row."""
    return [(column / COLUMNS, v) for v in rows for column in range(ROW)]


def sphere_latlong(_positions):
    return grid([row / SPHERE_ROWS for row in range(SPHERE_ROWS + 1)])


def cylindrical(_positions):
    cap = [(0.5, 0.5)] + [(0.5 + 0.5 * c, 0.5 + 0.5 * s) for c, s in geometry.circle()]
    return grid([0.0, 1.0]) + cap + cap


def capsule_cyl_latlong(_positions):
    return grid([k / 24 for k in CAPSULE_STEPS])


FUNCTIONS = {
    'planar_xy@1': planar_xy, 'box_project@1': box_project, 'sphere_latlong@1': sphere_latlong,
    'cylindrical@1': cylindrical, 'capsule_cyl_latlong@1': capsule_cyl_latlong,
}


def generators(mesh):
    """The generators of a mesh's UV sets, in numeric order."""
    sets = mesh.get('uv_sets', {})
    return [sets[name]['generator'] for name in sorted(sets, key=lambda name: int(name[2:]))]


def coordinates(mesh, positions):
    """For each UV set the (u, v) of every vertex of one primitive, from its final rest positions."""
    return [FUNCTIONS[generator](positions) for generator in generators(mesh)]

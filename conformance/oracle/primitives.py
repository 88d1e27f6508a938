"""Primitives, transforms and macros as they stand in a document (src/language/tables/schema.hpp)."""

import macros
import rotations
from errors import invalid, parse_error
from fields import Reader
from linear import same_length
from preprocess import ParamValue, is_identifier

BOX_AXES = {'x': 'x', 'y': 'y', 'z': 'z', 'width': 'x', 'height': 'y', 'depth': 'z'}
DIMENSIONS = {  # other names -> name
    'box': BOX_AXES,
    'wedge': {axis: axis for axis in 'xyz'},
    'sphere': {'radius': 'radius'},
    'cylinder': {'radius': 'radius', 'height': 'height'},
    'capsule': {'radius': 'radius', 'height': 'height'},
}
CAPSULE_FIELDS = ('metaball_capsule@1', 'sdf_capsule@1')
FIELDS = ('metaball_sphere@1', 'sdf_sphere@1') + CAPSULE_FIELDS
GRID_LIMIT = 2_000_000


class PrimitiveReader(Reader):
    def __init__(self, minor, params=None):
        super().__init__(minor, params)
        self.vec3 = self.tuple_of(3, self.number)

    # Fields that came with a version

    def annotations(self):
        """(optional fields, fields of newer versions) that shapes and macros have in common."""
        if self.minor < 11:
            return {'material': self.text}, {'tags': None}
        return {'material': self.text, 'surface': self.text, 'tags': self.list_of(self.text)}, {}

    def transform(self, value, extra=None):
        angles = self.tuple_of(3, self.rotation_number)
        optional, later = {'translation': self.vec3, 'rotation_euler': angles, **(extra or {})}, {}
        if self.minor >= 7:
            optional['rotation_degrees'] = angles
        if self.minor >= 12:
            optional['rotation_axis_angle'] = self.record(
                {'axis': angles, 'degrees': self.rotation_number})
            optional['rotation_quat'] = self.tuple_of(4, self.rotation_number)
        else:
            later = {'rotation_axis_angle': 'V77', 'rotation_quat': 'V77'}
        result = self.record({}, optional, later)(value)
        if sum(1 for key in result if key.startswith('rotation_')) > 1:
            raise invalid('two rotations', 'V72') if self.minor >= 12 else parse_error('two rotations')
        result = in_radians(result)
        rotations.check(result)
        return result

    # Shapes

    def kind(self, value):
        known = ('box', 'sphere', 'cylinder', 'capsule', 'wedge', 'implicit_surface')
        kind = self.one_of(*known)(value.get('type'))
        if kind == 'wedge' and self.minor < 9:
            raise invalid('wedges exist since 0.9')
        if kind == 'implicit_surface' and self.minor < 13:
            raise invalid('implicit surfaces exist since 0.13', 'V79')
        return kind

    def dimensions(self, kind, value):
        """D4: a box has x y z, also called width height depth; a wedge only x y z."""
        names, result = DIMENSIONS[kind], {}
        for key, size in self.map(value).items():
            if key not in names:
                raise parse_error(f'a {kind} has no dimension {key!r}', self.unknown_field)
            if names[key] in result:
                raise parse_error(f'two names for the dimension {names[key]!r}')
            result[names[key]] = self.number(size)
        for name in names.values():
            if name not in result:
                raise parse_error(f'a {kind} needs the dimension {name!r}', 'V34')
        if min(result.values()) <= 0:
            raise invalid('a dimension is not positive', 'V07')
        return result

    def aabb(self, read=None):
        corner = self.tuple_of(3, read or self.number)
        return self.record({'min': corner, 'max': corner})

    def primitive(self, value):
        value = self.map(value)
        optional, later = self.annotations()
        optional = {**optional, 'name': self.text, 'transform': self.transform}
        required = {'id': self.text, 'type': self.text}
        if value.get('type') is None:
            return self.record(required, {**optional, 'dimensions': self.map}, later)(value)
        kind = self.kind(value)
        if kind == 'implicit_surface':
            return self.implicit_surface(value)
        if self.minor >= 11 and value.get('aabb') is not None:
            optional['dimensions'] = self.map  # null at most
            return self.box_from_aabb(kind, self.record({**required, 'aabb': self.aabb()}, optional, later), value)
        required['dimensions'] = lambda given: self.dimensions(kind, given)
        return self.record(required, optional, later)(value)

    def box_from_aabb(self, kind, read, value):
        if kind != 'box' or value.get('dimensions') is not None:
            raise parse_error('aabb belongs to a box without dimensions')
        if value.get('transform'):
            raise parse_error('aabb with a transform', 'F115')
        return macros.box_from_aabb(read(value))

    # Implicit surfaces

    def implicit_surface(self, value):
        optional, later = self.annotations()
        grid = self.record({axis: self.integer for axis in ('nx', 'ny', 'nz')})
        result = self.record(
            {'id': self.text, 'type': self.text, 'iso': self.number,
             'domain': self.record({'aabb': self.aabb(self.domain_number), 'grid': grid}),
             'ops': self.list_of(self.op)},
            {**optional, 'name': self.text, 'transform': self.transform,
             'extraction': self.record({}, {'algorithm': self.text})}, later)(value)
        check_domain(result['domain'])
        if not result['ops']:
            raise invalid('no ops', 'V82')
        if result.get('extraction', {}).get('algorithm', 'marching_cubes@1') != 'marching_cubes@1':
            raise invalid('unknown algorithm', 'V87')
        return result

    def op(self, value):
        value = self.map(value)
        field = self.text(value['field']) if value.get('field') is not None else None
        if field is not None and field not in FIELDS:
            raise invalid(f'unknown field {field!r}', 'V83')
        is_capsule = field in CAPSULE_FIELDS
        sizes = {'radius': self.number, 'strength': self.number}
        result = self.record(
            {'op': self.one_of('add', 'subtract'), 'field': self.text, **sizes},
            {'transform': lambda given: self.transform(given, {'scale': self.uniform_scale}),
             **({'height': self.number} if is_capsule else {})})(value)
        needed = (*sizes, 'height') if is_capsule else sizes
        if any(result.get(size, 0.0) <= 0 for size in needed):
            raise invalid('radius, strength or height is not positive', 'V84')
        return result

    def uniform_scale(self, value):
        x, y, z = self.vec3(value)
        if x <= 0 or not same_length(x, y) or not same_length(x, z):
            raise invalid('the scale of an op is not uniform', 'V85')
        return x

    # Macros

    def macro(self, value, mesh_id):
        name = self.text(value['macro'])
        if name == macros.PRISM:
            if self.minor < 12:
                raise invalid('triangle_prism_on_plane exists since 0.12', 'V77')
            return [macros.triangle_prism(self.prism_record()(value))]
        if name != 'box_decompose':
            raise parse_error(f'unknown macro {name!r}')
        return macros.box_decompose(self.wall_record()(value), mesh_id, self.minor)

    def prism_record(self):
        optional, _ = self.annotations()
        return self.record(
            {'macro': self.text, 'id': self.identifier, 'leg_p': self.vec3, 'leg_q': self.vec3, 'length': self.number,
             'plane': self.record({'origin': self.vec3, 'normal': self.vec3})}, optional)

    def wall_record(self):
        optional, _ = self.annotations()
        optional = {**optional, 'base_y': self.number, 'offset': self.number, 'mesh': self.text,
                    'cutouts': self.list_of(self.cutout)}
        later = {'offset_mode': 'V77'}
        if self.minor >= 12:
            optional['offset_mode'], later = self.one_of('centerline', 'neg_face', 'pos_face'), {}
        return self.record(
            {'macro': self.text, 'id': self.identifier, 'axis': self.one_of('x', 'z'),
             'span': self.tuple_of(2, self.number), 'height': self.number, 'thickness': self.number}, optional, later)

    def cutout(self, value):
        value = self.map(value)
        identifier = value.get('id')
        if isinstance(identifier, ParamValue):
            identifier = identifier.value
        if not is_identifier(identifier):
            raise parse_error(f'cutout id {identifier!r}', 'F116')
        return self.record({'id': self.text, 'span': self.tuple_of(2, self.number)},
                           {'bottom': self.number, 'top': self.number})(value)


def in_radians(transform):
    """Degrees are converted where they are read; axis and angle become a pair."""
    result = dict(transform)
    if 'rotation_degrees' in result:
        degrees = result.pop('rotation_degrees')
        result['rotation_euler'] = tuple(angle * rotations.RADIANS_PER_DEGREE for angle in degrees)
    if 'rotation_axis_angle' in result:
        given = result['rotation_axis_angle']
        result['rotation_axis_angle'] = (given['axis'], given['degrees'] * rotations.RADIANS_PER_DEGREE)
    return result


def check_domain(domain):
    low, high, grid = domain['aabb']['min'], domain['aabb']['max'], domain['grid']
    if any(high[i] <= low[i] or high[i] - low[i] == float('inf') for i in range(3)):
        raise invalid('the domain has no extent', 'V80')
    if min(grid.values()) < 2:
        raise invalid('a grid needs two points per axis', 'V81')
    if grid['nx'] * grid['ny'] * grid['nz'] > GRID_LIMIT:
        raise invalid('the grid is too large', 'V86')

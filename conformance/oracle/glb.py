"""The GLB container: `write` gives the canonical bytes of an evaluated document, `read` takes any GLB apart.

`read` returns the structure of evaluate.py, except that vertex data are raw bytes and the floats of the JSON are
`FloatText`, the digits as they stand in the file.
"""

import json
import struct

MAGIC, JSON_CHUNK, BIN_CHUNK = 0x46546C67, 0x4E4F534A, 0x004E4942
FLOAT, UINT16, UINT32 = 5126, 5123, 5125
VERTEX_TARGET, INDEX_TARGET = 34962, 34963
TYPES = {'SCALAR': 1, 'VEC2': 2, 'VEC3': 3, 'VEC4': 4, 'MAT4': 16}
COMPONENTS = {FLOAT: ('f', 4), UINT16: ('H', 2), UINT32: ('I', 4)}

# (field of evaluate.py, attribute or place in the primitive, component type, type, bufferView target), in buffer order
BEFORE_UVS = (
    ('positions', 'POSITION', FLOAT, 'VEC3', VERTEX_TARGET),
    ('normals', 'NORMAL', FLOAT, 'VEC3', VERTEX_TARGET),
    ('indices', 'indices', UINT32, 'SCALAR', INDEX_TARGET),
)
AFTER_UVS = (
    ('joints', 'JOINTS_0', UINT16, 'VEC4', VERTEX_TARGET),
    ('weights', 'WEIGHTS_0', FLOAT, 'VEC4', VERTEX_TARGET),
)
MATRICES = ('inverse_bind_matrices', 'inverseBindMatrices', FLOAT, 'MAT4', None)
ATTRIBUTES = ('POSITION', 'NORMAL', 'TEXCOORD_0', 'TEXCOORD_1', 'JOINTS_0', 'WEIGHTS_0')  # then TEXCOORD_2, ...


def blocks(uv_count):
    uvs = tuple((f'uv{n}', f'TEXCOORD_{n}', FLOAT, 'VEC2', VERTEX_TARGET) for n in range(uv_count))
    return BEFORE_UVS + uvs + AFTER_UVS


def with_uv_fields(primitive):
    """A primitive of evaluate.py with its UV sets as fields uv0, uv1, ..."""
    return {**primitive, **{f'uv{n}': values for n, values in enumerate(primitive['uvs'])}}


class FloatText(str):
    """A JSON number with a fraction or an exponent, as written."""


def float_text(value):
    return FloatText(repr(value))  # shortest round-tripping digits; Python's exponent rule is the canonical one


def color_text(value):
    return FloatText(f'{value:.6f}')  # exact value, ties to even


def pack(values, component_type):
    return struct.pack(f'<{len(values)}{COMPONENTS[component_type][0]}', *values)


# Writing

def json_text(value):
    if isinstance(value, FloatText):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value).replace('\x7f', '\\u007f')
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, list):
        return '[' + ','.join(map(json_text, value)) + ']'
    if isinstance(value, dict):
        return '{' + ','.join(f'{json_text(key)}:{json_text(item)}' for key, item in value.items()) + '}'
    return json.dumps(value)


class Buffers:
    """Accessors and bufferViews, one each per block, back to back."""

    def __init__(self):
        self.accessors, self.views, self.data = [], [], b''

    def add(self, values, component_type, kind, target, bounds=None):
        """The accessor of one block."""
        block = pack(values, component_type)
        accessor = {'bufferView': len(self.views), 'byteOffset': 0, 'componentType': component_type,
                    'normalized': False, 'count': len(values) // TYPES[kind], 'type': kind, **(bounds or {})}
        view = {'buffer': 0, 'byteOffset': len(self.data), 'byteLength': len(block)}
        if target:
            view['target'] = target
        self.accessors.append(accessor)
        self.views.append(view)
        self.data += block
        return len(self.accessors) - 1

    def primitive(self, primitive):
        places, fields = {}, with_uv_fields(primitive)
        for field, place, component_type, kind, target in blocks(len(primitive['uvs'])):
            if field in fields:
                bounds = {'max': primitive['max'], 'min': primitive['min']} if place == 'POSITION' else None
                places[place] = self.add(fields[field], component_type, kind, target, bounds)
        more = [f'TEXCOORD_{n}' for n in range(2, len(primitive['uvs']))]
        result = {'extras': primitive['extras']} if primitive['extras'] else {}
        result['attributes'] = {name: places[name] for name in (*ATTRIBUTES, *more) if name in places}
        result.update(indices=places['indices'], mode=4)
        if primitive['material'] is not None:
            result['material'] = primitive['material']
        return result

    def mesh(self, mesh):
        """glTF mesh and the accessor of its inverse bind matrices."""
        result = {'primitives': [self.primitive(primitive) for primitive in mesh['primitives']], 'name': mesh['name']}
        field, _, component_type, kind, target = MATRICES
        return result, self.add(mesh[field], component_type, kind, target) if field in mesh else None


def material_json(material):
    return {'pbrMetallicRoughness': {'baseColorFactor': [color_text(c) for c in material['base_color']],
                                     'metallicFactor': 0.0, 'roughnessFactor': 1.0},
            'emissiveFactor': [0.0, 0.0, 0.0], 'alphaMode': material['alpha_mode'], 'doubleSided': False,
            'name': material['name']}


def gltf_json(content):
    """(JSON object, binary data) in canonical key order; empty arrays are left out."""
    buffers, meshes, matrices = Buffers(), [], []
    for mesh in content['meshes']:
        gltf_mesh, accessor = buffers.mesh(mesh)
        meshes.append(gltf_mesh)
        matrices.append(accessor)
    node_keys = ('mesh', 'skin', 'translation', 'children', 'matrix', 'name')
    gltf = {
        'accessors': buffers.accessors,
        'asset': {'generator': 'pygltflib@v1.16.5', 'version': '2.0'},
        'bufferViews': buffers.views,
        'buffers': [{'byteLength': len(buffers.data)}] if buffers.data else [],
        'materials': [material_json(material) for material in content['materials']],
        'meshes': meshes,
        'nodes': [{key: node[key] for key in node_keys if key in node} for node in content['nodes']],
        'scene': 0,
        'scenes': [{'nodes': content['scene']} if content['scene'] else {}],
        'skins': [{'inverseBindMatrices': matrices[skin['mesh']], 'skeleton': skin['skeleton'],
                   'joints': skin['joints'], 'name': skin['name']} for skin in content['skins']],
    }
    return {key: value for key, value in gltf.items() if value != []}, buffers.data


def write(content):
    gltf, data = gltf_json(content)
    text = json_text(gltf).encode('ascii')
    text += b' ' * (-len(text) % 4)
    chunks = struct.pack('<II', len(text), JSON_CHUNK) + text
    if data:
        data += bytes(-len(data) % 4)
        chunks += struct.pack('<II', len(data), BIN_CHUNK) + data
    return struct.pack('<III', MAGIC, 2, 12 + len(chunks)) + chunks


# Reading

def split(data):
    """(JSON object, binary chunk) of a GLB."""
    magic, version, length = struct.unpack_from('<III', data)
    if (magic, version, length) != (MAGIC, 2, len(data)):
        raise ValueError('not a GLB 2 of the stated length')
    chunks, offset = {}, 12
    while offset < len(data):
        size, kind = struct.unpack_from('<II', data, offset)
        chunks[kind] = data[offset + 8:offset + 8 + size]
        offset += 8 + size
    return json.loads(chunks[JSON_CHUNK], parse_float=FloatText), chunks.get(BIN_CHUNK, b'')


def read(data):
    gltf, binary = split(data)

    def block(accessor_index, component_type, kind):
        accessor = gltf['accessors'][accessor_index]
        if (accessor['componentType'], accessor['type']) != (component_type, kind):
            raise ValueError(f'accessor {accessor_index} is {accessor["componentType"]} {accessor["type"]}')
        view = gltf['bufferViews'][accessor['bufferView']]
        start = view['byteOffset'] + accessor['byteOffset']
        return binary[start:start + accessor['count'] * TYPES[kind] * COMPONENTS[component_type][1]]

    def primitive(entry):
        places = {**entry['attributes'], 'indices': entry['indices']}
        position = gltf['accessors'][places['POSITION']]
        uv_count = sum(1 for name in places if name.startswith('TEXCOORD_'))
        return {'material': entry.get('material'), 'extras': entry.get('extras'),
                'max': position['max'], 'min': position['min'],
                **{field: block(places[place], component_type, kind)
                   for field, place, component_type, kind, _ in blocks(uv_count) if place in places}}

    def mesh(index, entry):
        skins = {node['skin'] for node in gltf['nodes'] if node.get('mesh') == index and 'skin' in node}
        matrices = {gltf['skins'][skin]['inverseBindMatrices'] for skin in skins}
        if len(matrices) > 1:
            raise ValueError(f'mesh {entry["name"]!r}: its skins do not share their inverse bind matrices')
        field, _, component_type, kind, _ = MATRICES
        return {'name': entry['name'], 'primitives': [primitive(item) for item in entry['primitives']],
                **{field: block(accessor, component_type, kind) for accessor in matrices}}

    nodes = gltf.get('nodes', [])
    mesh_of_skin = {node['skin']: node['mesh'] for node in nodes if 'skin' in node}
    return {
        'materials': [{'name': material['name'], 'alpha_mode': material['alphaMode'],
                       'base_color': material['pbrMetallicRoughness']['baseColorFactor']}
                      for material in gltf.get('materials', [])],
        'meshes': [mesh(index, entry) for index, entry in enumerate(gltf.get('meshes', []))],
        'nodes': nodes,
        'scene': gltf['scenes'][gltf['scene']].get('nodes', []),
        'skins': [{'name': skin['name'], 'mesh': mesh_of_skin.get(index), 'skeleton': skin['skeleton'],
                   'joints': skin['joints']} for index, skin in enumerate(gltf.get('skins', []))],
    }

#!/usr/bin/env python3
"""What the canonical GLB of a document contains, as plain Python data (see README.md).

    evaluate.py INPUT [--pose ID] [--bake-transforms] [--root DIR]

`evaluate` returns a dict:
  materials  name, base_color (binary32), alpha_mode
  meshes     name, primitives, and for a skinned mesh inverse_bind_matrices. A primitive: material (index or None),
             extras (or None), positions, normals, indices, uvs (one list per UV set), max, min, and for a skinned mesh
             joints, weights. Vertex data are flat lists of binary32 values
  nodes      name, and those of mesh, skin, translation, children, matrix that apply
  scene      indices of the root nodes
  skins      name, mesh (whose inverse bind matrices it shares), skeleton, joints
"""

import argparse
import pprint

import attach3
import uv
from assets import SCENE_NAMES, load_assets
from document import by_id
from geometry import tessellate
from influences import canonical, layers
from linear import binary32, flatten, negate, subtract
from pose import posed


def display_name(item):
    return item.get('name', item['id'])


class Part:
    """What becomes one glTF primitive, in binary64: a primitive from 0.12 on, before that all those of a mesh."""

    def __init__(self, primitive):
        self.primitives = [primitive]
        self.positions, self.normals, self.indices, self.influences, self.uvs = [], [], [], [], []

    def append(self, other):
        self.primitives += other.primitives
        self.indices += [len(self.positions) + index for index in other.indices]
        self.positions += other.positions
        self.normals += other.normals
        self.influences += other.influences
        self.uvs = [mine + theirs for mine, theirs in zip(self.uvs, other.uvs)]


class RestMesh:
    """One mesh of one asset: tessellated, weighted, and posed when the export is baked."""

    def __init__(self, asset, mesh, pose):
        bindings = [b for b in asset.document['bindings'] if b['mesh_id'] == mesh['id']]
        if len(bindings) > 1:
            raise ValueError(f'two bindings of mesh {mesh["id"]!r}')
        self.binding = bindings[0] if bindings else None
        self.armature = by_id(asset.document['armatures'], self.binding['armature_id']) if bindings else None
        parts = [self.part(asset, mesh, primitive) for primitive in mesh['primitives']]
        self.parts = [part for part in parts if part.positions]  # an empty surface is left out
        if asset.document['minor'] < 12:
            self.merge()
        if pose and self.armature:
            solver = self.binding.get('skinning_solver', asset.document.get('skinning_solver', 'lbs'))
            for part in self.parts:
                part.positions, part.normals = posed(
                    pose, solver, self.armature, part.influences, part.positions, part.normals)

    def part(self, asset, mesh, primitive):
        part = Part(primitive)
        part.positions, part.normals, part.indices = tessellate(primitive, asset.document['minor'])
        part.uvs = uv.coordinates(mesh, part.positions)
        if self.armature:
            resolved = layers(self.binding, primitive['id'], part.positions, self.armature, asset)
            part.influences = [canonical(influences, self.armature) for influences in resolved]
        return part

    def merge(self):
        for part in self.parts[1:]:
            self.parts[0].append(part)
        self.parts = self.parts[:1]


def extras(part, minor):
    """From 0.12 on the id and the tags of a primitive; before, the tags of all primitives in order of appearance."""
    tags = [tag for primitive in part.primitives for tag in primitive.get('tags', [])]
    if minor < 12:
        tags = list(dict.fromkeys(tags))
    result = {'rigy_id': part.primitives[0]['id']} if minor >= 12 else {}
    if tags:
        result['rigy_tags'] = tags
    return result or None


def extremes(positions):
    """(max, min) by component; of equal values the first one met stays."""
    high, low = list(positions[0]), list(positions[0])
    for position in positions:
        for i in range(3):
            if position[i] > high[i]:
                high[i] = position[i]
            if position[i] < low[i]:
                low[i] = position[i]
    return high, low


def inverse_bind_matrix(bone):
    return [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, *negate(bone['head']), 1.0]


class Output:
    """Collects materials, meshes, nodes and skins in the order of the canonical files (docs/decisions.md D11)."""

    def __init__(self, pose, bake_transforms):
        self.pose = pose
        self.bake_transforms = bake_transforms
        self.materials, self.meshes, self.nodes, self.skins = [], [], [], []
        self.material_index, self.mesh_index, self.rest = {}, {}, {}

    def reach(self, asset, name):
        """An import, given the path by which the output first reaches it."""
        imported = asset.imports[name]
        if imported.prefix is None:
            imported.prefix = f'{asset.prefix}{name}.'
        return imported

    def material(self, asset, reference):
        """Index of a material: of this asset, or `<import>.<material>` (D10)."""
        name, _, rest = reference.partition('.')
        local = reference in asset.document['materials']
        imported = name in asset.imports and rest in asset.imports[name].document['materials']
        if local == imported:
            raise ValueError(f'material {reference!r} resolves to none or two')
        owner, identifier = (asset, reference) if local else (self.reach(asset, name), rest)
        key = (owner.path, identifier)
        if key not in self.material_index:
            self.material_index[key] = self.add_material(owner, identifier)
        return self.material_index[key]

    def add_material(self, owner, identifier):
        color = binary32(owner.document['materials'][identifier]['base_color'])
        return self.append_material(owner.prefix + identifier, [component + 0.0 for component in color])

    def append_material(self, name, color):
        """`color`: binary32 values without -0.0."""
        alpha_mode = 'OPAQUE' if color[3] == 1.0 else 'BLEND'
        self.materials.append({'name': name, 'base_color': color, 'alpha_mode': alpha_mode})
        return len(self.materials) - 1

    def rest_mesh(self, asset, mesh):
        key = (asset.path, mesh['id'])
        if key not in self.rest:
            # The pose belongs to the root document; what it imports keeps its rest shape.
            self.rest[key] = RestMesh(asset, mesh, self.pose if asset.is_root else None)
        return self.rest[key]

    def mesh(self, asset, mesh, transform):
        """Index of a mesh, stored once per asset; a baked transform has a copy of its own. None: it has no vertices."""
        key = (asset.path, mesh['id'])
        if not self.rest_mesh(asset, mesh).parts:
            return None
        if transform is None and key in self.mesh_index:
            return self.mesh_index[key]
        index = len(self.meshes)
        if transform is None:
            self.mesh_index[key] = index
        self.meshes.append(self.mesh_data(asset, mesh, transform))
        return index

    def mesh_data(self, asset, mesh, transform):
        rest = self.rest_mesh(asset, mesh)
        if 'material' in mesh:  # numbered first, even if every primitive overrides it
            self.material(asset, mesh['material'])
        result = {'name': asset.prefix + display_name(mesh),
                  'primitives': [self.primitive_data(asset, mesh, rest, part, transform) for part in rest.parts]}
        if rest.armature and not self.pose:
            matrices = [inverse_bind_matrix(bone) for bone in self.bones(rest.armature, transform)]
            result['inverse_bind_matrices'] = binary32(flatten(matrices))
        return result

    def primitive_data(self, asset, mesh, rest, part, transform):
        positions, normals = part.positions, part.normals
        if transform is not None:
            positions, normals = attach3.bake_geometry(transform, positions, normals)
        references = {primitive.get('material', mesh.get('material')) for primitive in part.primitives}
        if len(references) != 1:
            raise ValueError(f'mesh {mesh["id"]!r} has several materials')
        reference = references.pop()
        minor = asset.document['minor']
        rounded = self.pose or minor >= 12
        high, low = extremes([tuple(binary32(p)) for p in positions] if rounded else positions)
        result = {
            'material': None if reference is None else self.material(asset, reference),
            'extras': extras(part, minor),
            'positions': binary32(flatten(positions)), 'normals': binary32(flatten(normals)),
            'indices': part.indices, 'uvs': [binary32(flatten(coordinates)) for coordinates in part.uvs],
            'max': high, 'min': low}
        if rest.armature and not self.pose:
            result['joints'] = [bone for slots in part.influences for bone, _ in slots]
            result['weights'] = binary32([weight for slots in part.influences for _, weight in slots])
        return result

    def bones(self, armature, transform):
        return armature['bones'] if transform is None else attach3.bake_bones(transform, armature['bones'])

    def add_node(self, **fields):
        self.nodes.append(fields)
        return len(self.nodes) - 1

    def mesh_nodes(self, asset, mesh, name_prefix, transform):
        """The mesh node, its bone nodes and its skin; returns the nodes without a parent."""
        mesh_index = self.mesh(asset, mesh, transform)
        nodes = []
        if mesh_index is not None:
            nodes.append(self.add_node(name=name_prefix + display_name(mesh), mesh=mesh_index))
        armature = self.rest_mesh(asset, mesh).armature
        if armature is None:
            return nodes
        roots, joints = self.bone_nodes(armature, name_prefix, transform)
        if nodes and not self.pose:
            self.nodes[nodes[0]]['skin'] = len(self.skins)
            self.skins.append({'name': asset.prefix + display_name(armature), 'mesh': mesh_index,
                               'skeleton': roots[0], 'joints': joints})
        return nodes + roots

    def bone_nodes(self, armature, name_prefix, transform):
        """(nodes without a parent, joints). Several roots hang below one node named like the skin (D7)."""
        bones = self.bones(armature, transform)
        heads = {bone['id']: bone['head'] for bone in bones}
        root_count = sum(1 for bone in bones if bone['parent'] == 'none')
        top = self.add_node(name=name_prefix + display_name(armature)) if root_count > 1 else None
        joints = {bone['id']: self.add_node(name=name_prefix + bone['id']) for bone in bones}
        roots = []
        for bone in bones:
            parent = bone['parent']
            if parent == 'none':
                roots.append(joints[bone['id']])
            else:
                self.nodes[joints[parent]].setdefault('children', []).append(joints[bone['id']])
            if not self.pose:
                translation = bone['head'] if parent == 'none' else subtract(bone['head'], heads[parent])
                self.nodes[joints[bone['id']]]['translation'] = list(translation)
        if top is not None:
            self.nodes[top]['children'] = roots
            roots = [top]
        return roots, list(joints.values())

    def asset_nodes(self, asset, name_prefix, transform):
        """An asset as in a normal export: its meshes with their bones, then its instances."""
        nodes = []
        for mesh in asset.document['meshes']:
            nodes += self.mesh_nodes(asset, mesh, name_prefix, transform)
        for instance in asset.document['instances']:
            nodes.append(self.instance_node(asset, instance, name_prefix, transform))
        return nodes

    def instance_node(self, asset, instance, name_prefix, baked):
        """`baked`: the transform of the instances above that has to go into geometry, or None."""
        if ('import' in instance) == ('mesh_id' in instance):
            raise ValueError(f'instance {instance["id"]!r} needs one of import and mesh_id')
        own = self.instance_transform(asset, instance)
        if baked is not None:
            own, baked = None, baked if own is None else attach3.compose(baked, own)
        elif own is not None and (self.bake_transforms or self.must_bake(instance, own)):
            own, baked = None, own
        if baked is not None and attach3.is_identity(baked):
            baked = None
        name = name_prefix + instance['id']
        node = self.add_node(name=name)
        if own is not None and not attach3.is_identity(own):
            self.nodes[node]['matrix'] = attach3.node_matrix(own)
        if 'import' in instance:
            children = self.asset_nodes(self.reach(asset, instance['import']), name + '.', baked)
        else:
            mesh = by_id(asset.document['meshes'], instance['mesh_id'])
            children = self.mesh_nodes(asset, mesh, name + '.', baked)
        if children:
            self.nodes[node]['children'] = children
        return node

    def must_bake(self, instance, transform):
        return instance['attach3']['mode'] == 'affine' and not attach3.is_decomposable(transform)

    def instance_transform(self, asset, instance):
        if 'attach3' not in instance:
            if 'import' in instance:
                raise ValueError(f'instance {instance["id"]!r} has no attach3')
            return None
        rule = instance['attach3']
        if 'import' in instance:
            source = [imported_anchor(asset, instance['import'], anchor) for anchor in rule['from']]
        else:
            source = [asset.anchor(anchor) for anchor in rule['from']]
        return attach3.attach3(rule['mode'], source, [asset.anchor(anchor) for anchor in rule['to']])


def imported_anchor(asset, name, reference):
    """An anchor of an import; the prefix `<import>.` may be left out."""
    imported, prefix = asset.imports[name], name + '.'
    if reference.startswith(prefix) and imported.has_anchor(reference[len(prefix):]):
        return imported.anchor(reference[len(prefix):])
    return imported.anchor(reference)


def evaluate(path, pose=None, bake_transforms=False, root=None, winding='canonical'):
    if winding != 'canonical':
        raise ValueError('only the canonical winding has canonical bytes (D12)')
    if path.endswith(SCENE_NAMES):
        if pose is not None or bake_transforms:
            raise ValueError('a scene has no poses, and its baked transforms are not evaluated here')
        import rigs  # not at the top: rigs.py builds on this module
        return rigs.evaluate_scene(path, root)
    asset = load_assets(path, root)
    output = Output(None if pose is None else by_id(asset.document['poses'], pose), bake_transforms)
    scene = output.asset_nodes(asset, '', None)
    return {'materials': output.materials, 'meshes': output.meshes, 'nodes': output.nodes, 'scene': scene,
            'skins': output.skins}


def main():
    parser = argparse.ArgumentParser(description='Print what the canonical GLB of a document contains.')
    parser.add_argument('input')
    parser.add_argument('--pose', metavar='ID', help='evaluate the baked export of this pose')
    parser.add_argument('--winding', default='canonical', choices=['canonical'])
    parser.add_argument('--bake-transforms', action='store_true')
    parser.add_argument('--root', metavar='DIR')
    options = parser.parse_args()
    pprint.pprint(evaluate(options.input, options.pose, options.bake_transforms, options.root, options.winding),
                  compact=True, width=120, sort_dicts=False)


if __name__ == '__main__':
    main()

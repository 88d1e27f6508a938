"""References and names of a document, after symmetry: what the specification's table of errors asks beyond the schema.

The rules of 0.6 that later versions leave alone are not repeated here, apart from duplicate ids and materials, whose
codes depend on the version.
"""

from errors import invalid
from uv import GENERATORS

WORK_LIMIT = 200_000_000  # grid points times ops, over a document and its imports


def check_unique(ids, code, what):
    seen = set()
    for identifier in ids:
        if identifier in seen:
            raise invalid(f'two {what} with the id {identifier!r}', code)
        seen.add(identifier)


def ids_of(items):
    return [item['id'] for item in items]


def check_ids(document):
    """V66 from 0.10 on, before that a code per kind."""
    def code(old):
        return 'V66' if document['minor'] >= 10 else old

    check_unique(ids_of(document['meshes']), code('V01'), 'meshes')
    for mesh in document['meshes']:
        if not mesh['primitives']:
            raise invalid(f'mesh {mesh["id"]!r} has no primitives', 'X02')
        check_unique(ids_of(mesh['primitives']), code('V02'), 'primitives')
    check_unique(ids_of(document['armatures']), code('V03'), 'armatures')
    for armature in document['armatures']:
        check_unique(ids_of(armature['bones']), code('V04'), 'bones')
    check_unique(ids_of(document['anchors']), code('V24'), 'anchors')
    check_unique(ids_of(document['instances']), code('V25'), 'instances')
    kinds = [ids_of(document[kind]) for kind in ('meshes', 'armatures', 'anchors', 'instances')]
    everything = [identifier for ids in kinds for identifier in ids] + list(document['materials'])
    check_unique(everything, code('V28'), 'things of different kinds')


# Materials

def find_material(asset, reference):
    """The material that a reference means, or None."""
    name, _, rest = reference.partition('.')
    if reference in asset.document['materials']:
        return asset.document['materials'][reference]
    imported = asset.imports.get(name)
    return imported.document['materials'].get(rest) if imported else None


def check_materials(asset):
    document = asset.document
    per_primitive = document['minor'] >= 12
    for mesh in document['meshes']:
        references = [primitive.get('material', mesh.get('material')) for primitive in mesh['primitives']]
        named = [mesh.get('material')] + references
        for reference in named:
            if reference is not None and find_material(asset, reference) is None:
                raise invalid(f'unknown material {reference!r}', 'V75' if per_primitive else 'V38')
        if per_primitive and document['materials'] and None in references:
            raise invalid(f'a primitive of mesh {mesh["id"]!r} has no material', 'V74')
        if not per_primitive and len(set(references)) > 1:
            raise invalid(f'mesh {mesh["id"]!r} has several materials', 'V41')
        check_roles(asset, mesh, references)


def check_roles(asset, mesh, references):
    exposed = mesh.get('uv_roles', {})
    for reference in references:
        material = find_material(asset, reference) if reference is not None else {}
        for role in material.get('uses_uv_roles', []):
            if role not in exposed:
                raise invalid(f'mesh {mesh["id"]!r} does not expose the role {role!r}', 'V46')


# UV sets

def check_uv_sets(mesh, minor):
    sets, roles = mesh.get('uv_sets', {}), mesh.get('uv_roles', {})
    if sets and sorted(int(name[2:]) for name in sets) != list(range(len(sets))):
        raise invalid(f'the UV sets of mesh {mesh["id"]!r} have a gap', 'V55')
    for entry in sets.values():
        if entry['generator'] not in GENERATORS:
            raise invalid(f'unknown generator {entry["generator"]!r}', 'V51')
        for primitive in mesh['primitives']:
            if primitive['type'] not in GENERATORS[entry['generator']]:
                raise invalid(f'{entry["generator"]} does not fit a {primitive["type"]}', 'V52')
    if minor < 8:
        return
    if roles and 'uv_sets' not in mesh:
        raise invalid(f'mesh {mesh["id"]!r} has UV roles and no UV sets', 'V53')
    for role, entry in roles.items():
        if entry['set'] not in sets:
            raise invalid(f'role {role!r} uses the undeclared set {entry["set"]!r}', 'V54')


# Implicit surfaces

def work(document):
    total = 0
    for mesh in document['meshes']:
        for primitive in mesh['primitives']:
            if primitive['type'] == 'implicit_surface':
                grid = primitive['domain']['grid']
                total += grid['nx'] * grid['ny'] * grid['nz'] * len(primitive['ops'])
    return total


def check_asset(asset):
    check_ids(asset.document)
    for mesh in asset.document['meshes']:
        check_uv_sets(mesh, asset.document['minor'])
    check_materials(asset)


def all_assets(asset, found=None):
    """The asset and everything it imports, each file once."""
    found = {} if found is None else found
    if asset.path not in found:
        found[asset.path] = asset
        for imported in asset.imports.values():
            all_assets(imported, found)
    return list(found.values())


def check(asset):
    assets = all_assets(asset)
    for each in assets:
        check_asset(each)
    if sum(work(each.document) for each in assets) > WORK_LIMIT:
        raise invalid('the implicit surfaces need too much work')

"""What the oracle's own tests share: documents, a folder for each test, vertices in world space."""

import os
import tempfile
import unittest

import evaluate as evaluation

BOX = '{ id: %s, type: box, dimensions: { x: 1, y: 2, z: 3 } }'

WHEEL = '''
version: "0.6"
materials: { rubber: { base_color: [0.1, 0.2, 0.3, 0.5] } }
meshes:
  - id: tire
    primitives: [{ id: t, type: sphere, dimensions: { radius: 0.5 }, material: rubber }]
anchors:
  - { id: a, translation: [1, 0.5, 0.25] }
  - { id: b, translation: [1.5, 0.75, 0.5] }
  - { id: c, translation: [1, 2, 0.125] }
'''

SKINNED = '''
version: "0.6"
meshes:
  - id: rod
    primitives: [{ id: r, type: capsule, dimensions: { radius: 0.25, height: 2 } }]
armatures:
  - id: rig
    bones:
      - { id: low, parent: none, head: [0, -1, 0.5], tail: [0, 0, 0] }
      - { id: high, parent: low, head: [0.25, 0, 0], tail: [0, 1, 0] }
bindings:
  - { mesh_id: rod, armature_id: rig }
anchors:
  - { id: a, translation: [0, 0, 0] }
  - { id: b, translation: [1, 1, 0] }
  - { id: c, translation: [0, 1, 0] }
'''

OWN_INSTANCE = '''  - { id: d, translation: [3, 2, 1] }
  - { id: e, translation: [5, 2, 1] }
  - { id: f, translation: [3, 2, 4] }
instances:
  - { id: copy, mesh_id: rod, attach3: { from: [a, b, c], to: [d, e, f], mode: uniform } }
'''


def evaluate(*arguments, **options):
    """Before 0.12 a mesh has one primitive: its data, as fields of the mesh, keep the tests short."""
    content = evaluation.evaluate(*arguments, **options)
    for mesh in content['meshes']:
        primitive, = mesh['primitives']
        mesh.update(primitive)
    return content


class InFolder(unittest.TestCase):
    """Each test writes its files to a folder of its own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.directory = holder.name

    def write(self, name, text):
        path = os.path.join(self.directory, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path


class Documents(InFolder):
    def evaluate(self, text, **options):
        return evaluate(self.write('main.rigy.yaml', text), root=self.directory, **options)

    def assertClose(self, actual, expected, tolerance=1e-12):
        self.assertEqual(len(actual), len(expected))
        for a, e in zip(actual, expected):
            self.assertLessEqual(abs(a - e), tolerance * max(1.0, abs(e)))

"""Imports a document into collections, and brings an import up to date."""

import os
import uuid
from dataclasses import dataclass

import bpy
from mathutils import Matrix

from . import compat, engine, geometry, marks, model, skeleton

MATRIX = "rigy_matrix"
MODIFIER = "Rigy"
ANCHOR_SIZE = 0.05


@dataclass
class Outcome:
    """What became of an import: its collection (None if nothing could be imported) and what Rigy says."""

    collection: object
    problems: tuple


def imports():
    """The collections of all imports of this file."""
    return [one for one in bpy.data.collections if marks.SOURCE in one]


def new_import(context, path, anchors="place", root="", live=True):
    answer = engine.export(path, anchors, root)
    if answer.glb is None:
        return Outcome(None, answer.problems)
    collection = bpy.data.collections.new(engine.name_of(path))
    context.scene.collection.children.link(collection)
    collection[marks.LINK] = uuid.uuid4().hex
    collection[marks.SOURCE], collection[marks.LIVE] = os.path.abspath(path), live
    collection[marks.ANCHORS], collection[marks.ROOT] = anchors, root
    _remember_files(collection, answer)
    try:
        made = Update(context, collection, answer.glb)
        notes = made.run()
        made.play_first_clips()
    except BaseException:  # of any kind: half an import is none
        remove(collection)
        raise
    return Outcome(collection, answer.problems + tuple(notes))


def update(context, collection):
    """Brings an import up to date. If the document is rejected, everything stays as it is."""
    before = _stamps_of(collection)
    answer = engine.export(collection[marks.SOURCE], collection[marks.ANCHORS], collection[marks.ROOT])
    _remember_files(collection, answer, before)
    if answer.glb is None:
        return Outcome(collection, answer.problems)
    return Outcome(collection, answer.problems + tuple(Update(context, collection, answer.glb).run()))


def stamp_of(path):
    """How a file is, to see whether it changes; a file that is not there has a stamp as well."""
    try:
        status = os.stat(path)
    except OSError:
        return "missing"
    return f"{status.st_mtime_ns}.{status.st_size}"


def _stamps_of(collection):
    """{file: how it is now} of the files that an import reads."""
    return {file: stamp_of(file) for file in collection[marks.FILES].split("\n")}


def _remember_files(collection, answer, before=()):
    """With the stamps from before they were read, where those are known: what is written meanwhile is a change."""
    collection[marks.FILES] = "\n".join(answer.files)
    collection[marks.STAMPS] = "\n".join(before[file] if file in before else stamp_of(file) for file in answer.files)


def remember_stamps(collection):
    """The files as they are now are known, whatever became of them."""
    collection[marks.STAMPS] = "\n".join(_stamps_of(collection).values())


def has_changed(collection):
    return "\n".join(_stamps_of(collection).values()) != collection[marks.STAMPS]


class Update:
    """Makes the objects of an import those of an export."""

    def __init__(self, context, collection, data):
        self.context, self.collection = context, collection
        self.link = collection[marks.LINK]
        self.model = model.read(data)
        self.before = marks.marked(bpy.data.objects, self.link, collection.all_objects)
        self.meshes = marks.marked(bpy.data.meshes, self.link)
        self.filled = set()  # the meshes with new geometry
        self.notes = []
        self.objects = {}
        self.first_clips = {}

    def run(self):
        """Returns what could not be brought up to date."""
        known = marks.marked(bpy.data.materials, self.link)
        self.materials = [geometry.update_material(known, self.link, one) for one in self.model.materials]
        for item in self.model.items:
            self.objects[item.key] = self._object(item)
        self._skeletons()
        for item in self.model.items:
            self._place(item)
        self._remove_others()
        return self.notes

    def _object(self, item):
        made = self.before.get(item.key)
        is_new = made is None or (made.type == "MESH") != (item.kind == "shape") or (made.type == "ARMATURE") != (item.kind == "armature")
        if is_new:
            made = self._new(item)
            marks.mark(made, self.link, item.key)
            if made.type == "ARMATURE":
                marks.mark(made.data, self.link, item.key)
            self._collection_for(item).objects.link(made)
        made[marks.ID], made[marks.KIND] = item.id, item.kind
        if item.shape:
            self._geometry(made, item)
        return made

    def _new(self, item):
        if item.kind == "armature":
            return skeleton.new_armature(item.name)
        if item.kind == "shape":
            return bpy.data.objects.new(item.name, self._mesh(item))
        made = bpy.data.objects.new(item.name, None)
        made.empty_display_type = "ARROWS" if item.kind == "anchor" else "PLAIN_AXES"
        made.empty_display_size = ANCHOR_SIZE
        return made

    def _mesh(self, item):
        mesh, is_filled = geometry.update_mesh(self.meshes, self.link, item.shape, item.groups)
        self.meshes[item.shape.key] = mesh
        if is_filled:
            self.filled.add(mesh)
        return mesh

    def _geometry(self, made, item):
        groups = [group.name for group in made.vertex_groups]
        mesh = self._mesh(item)
        if geometry.has_shape_keys(mesh, item.shape, item.groups):
            self._note(f"{made.name} has shape keys, so its geometry stays as it is")
            return
        if marks.is_ours(made.data, self.link):
            made.data = mesh
        if item.shape.material >= 0:
            geometry.set_slot(mesh, self.link, self.materials[item.shape.material])
        if item.shape.tags:
            made["rigy_tags"] = item.shape.tags
        if mesh in self.filled:
            names = skeleton.Names(self.before.get(item.armature))
            geometry.set_weights(made, item.shape, [names[id_] for id_ in item.groups], groups)

    def _note(self, text):
        self.notes.append(engine.Problem("", "warning", text, self.collection[marks.SOURCE], 0, 0, ""))

    def _collection_for(self, item):
        """One for each mesh, one for the anchors; everything else is in that of the import."""
        if item.kind == "anchor":
            return self._child("anchors", "anchors")
        return self._child(f"mesh/{item.mesh}", item.mesh) if item.shape else self.collection

    def _child(self, key, name):
        known = marks.marked(self.collection.children_recursive, self.link)
        if key in known:
            return known[key]
        made = bpy.data.collections.new(name)
        marks.mark(made, self.link, key)
        made[marks.ID] = name
        self.collection.children.link(made)
        return made

    def _place(self, item):
        made = self.objects[item.key]
        parent = self.objects.get(item.parent)
        if made.parent is not parent and (made.parent is None or marks.is_ours(made.parent, self.link)):
            made.parent = parent
        if item.parent_bone:
            self._place_at_bone(made, item)
        _set_matrix(made, item.matrix)
        if item.armature:
            _set_modifier(made, self.objects[item.armature], item.solver)

    def _place_at_bone(self, made, item):
        """Blender counts from the tail of a bone, exports from its head."""
        armature = next(one for one in self.model.items if one.key == item.parent)
        bone = next(one for one in armature.bones if one.id == item.parent_bone)
        made.parent_type, made.parent_bone = "BONE", skeleton.Names(self.objects[item.parent])[item.parent_bone]
        made.matrix_parent_inverse = Matrix.Translation((0, -bone.length, 0))

    def _skeletons(self):
        self.context.view_layer.update()
        armatures = {item.key: item for item in self.model.items if item.kind == "armature"}
        for key, item in armatures.items():
            if self.objects[key].name not in self.context.view_layer.objects:
                self._note(f"{self.objects[key].name} is not in this view layer, so its bones stay as they are")
                continue
            skeleton.update_bones(self.objects[key], item.bones)
        found = marks.marked(bpy.data.actions, self.link)
        kept = set()
        for clip in self.model.clips:
            name = clip.name if len(armatures) == 1 else f"{clip.name} ({clip.armature})"
            armature, bones = self.objects[clip.armature], armatures[clip.armature].bones
            action = skeleton.update_action(found, self.link, clip, armature, bones, self.context.scene, name)
            kept.add(action[marks.KEY])
            if not clip.is_pose:
                self.first_clips.setdefault(clip.armature, action)
            armature.update_tag()
        for key in found.keys() - kept:
            bpy.data.actions.remove(found[key])

    def play_first_clips(self):
        for armature, action in self.first_clips.items():
            compat.assign(self.objects[armature], action)

    def _remove_others(self):
        """What the document no longer has."""
        for key in self.before.keys() - self.objects.keys():
            bpy.data.objects.remove(self.before[key])
        used = {item.shape.key for item in self.model.items if item.shape}
        for key in self.meshes.keys() - used:
            if self.meshes[key].users == 0:
                bpy.data.meshes.remove(self.meshes[key])
        names = {f"material/{one.name}" for one in self.model.materials}
        for key, material in marks.marked(bpy.data.materials, self.link).items():
            if key not in names and material.users == 0:
                bpy.data.materials.remove(material)
        for key, child in marks.marked(self.collection.children_recursive, self.link).items():
            if not child.all_objects:
                bpy.data.collections.remove(child)


def _set_matrix(made, matrix):
    """Where the document has it, unless an artist moved it."""
    now, last = _numbers(made.matrix_basis), list(made.get(MATRIX, ()))
    if last and max(abs(a - b) for a, b in zip(now, last)) > 1e-6:
        return
    made.matrix_basis = matrix
    made[MATRIX] = _numbers(made.matrix_basis)


def _numbers(matrix):
    return [number for row in matrix for number in row]


def _set_modifier(made, armature, solver):
    """First among the modifiers when it is new; later it stays where it is."""
    modifier = made.modifiers.get(MODIFIER)
    if modifier is None:
        modifier = made.modifiers.new(MODIFIER, "ARMATURE")
    modifier.object = armature
    modifier.use_deform_preserve_volume = solver == "dqs"


def remove(collection):
    """Removes an import with everything that came from its document."""
    link = collection[marks.LINK]
    for group in (bpy.data.objects, bpy.data.meshes, bpy.data.armatures, bpy.data.actions):
        for thing in [one for one in group if one.get(marks.LINK) == link]:
            group.remove(thing)
    for material in [one for one in bpy.data.materials if one.get(marks.LINK) == link and one.users == 0]:
        bpy.data.materials.remove(material)
    for child in [one for one in collection.children_recursive if one.get(marks.LINK) == link]:
        bpy.data.collections.remove(child)
    bpy.data.collections.remove(collection)

"""Menus, operators and the panel in the sidebar of the 3D view."""

import os
import textwrap

import bpy
from bpy.props import BoolProperty, EnumProperty, IntProperty, StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import document, engine, importer, link, marks, poses

GLOB = ";".join(f"*{ending}" for ending in engine.ENDINGS)
LETTER = 8  # pixels, about


def _said(operator, problems):
    """Reports the first error, with its line; the panel has all of them."""
    errors = [one for one in problems if one.severity == "error"]
    for one in errors[:1]:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        operator.report({"ERROR"}, f"{os.path.basename(one.file)}:{one.line}: {one.id} {one.message}{more}")
    return bool(errors)


class RIGY_OT_import(bpy.types.Operator, ImportHelper):
    """Import an asset, a scene or a motion"""

    bl_idname = "rigy.import_document"
    bl_label = "Import Rigy"
    bl_options = {"UNDO"}

    filename_ext = ".yaml"
    filter_glob: StringProperty(default=GLOB, options={"HIDDEN"})
    live: BoolProperty(name="Live Link", default=True, description="Update the objects when the file or an import of it changes")
    anchors: EnumProperty(name="Anchors", default="place", items=(
        ("place", "In Place", "Empties where the document has them"),
        ("follow", "Follow Bones", "Empties below the nearest bone, which move with it"),
        ("none", "None", "No empties")))
    root: StringProperty(name="Root", subtype="DIR_PATH",
                         description="The folder that must contain all imports; by default that of the document")

    def execute(self, context):
        try:
            outcome = importer.new_import(context, self.filepath, self.anchors, bpy.path.abspath(self.root), self.live)
        except (engine.Missing, OSError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if outcome.collection is None:
            link.problems[""] = outcome.problems
            _said(self, outcome.problems)
            return {"CANCELLED"}
        link.problems.pop("", None)
        link.problems[outcome.collection[marks.LINK]] = outcome.problems
        return {"FINISHED"}


class _OnImport:
    """An operator on the import of this name."""

    bl_options = {"UNDO"}
    name: StringProperty(options={"HIDDEN"})

    def collection(self):
        return next(one for one in importer.imports() if one.name == self.name)


class RIGY_OT_update(bpy.types.Operator, _OnImport):
    """Read the document again"""

    bl_idname = "rigy.update"
    bl_label = "Update from Document"
    name: StringProperty(options={"HIDDEN"})

    def execute(self, context):
        collection = self.collection()
        link.update(context, collection)
        return {"CANCELLED"} if _said(self, link.problems[collection[marks.LINK]]) else {"FINISHED"}


class RIGY_OT_live(bpy.types.Operator, _OnImport):
    """Update the objects when a file changes, or stop doing so"""

    bl_idname = "rigy.toggle_live"
    bl_label = "Live Link"
    name: StringProperty(options={"HIDDEN"})

    def execute(self, _context):
        collection = self.collection()
        collection[marks.LIVE] = not collection[marks.LIVE]
        return {"FINISHED"}


class RIGY_OT_remove(bpy.types.Operator, _OnImport):
    """Remove the import with everything that came from the document"""

    bl_idname = "rigy.remove"
    bl_label = "Remove Import"
    name: StringProperty(options={"HIDDEN"})

    def execute(self, _context):
        collection = self.collection()
        link.problems.pop(collection[marks.LINK], None)
        importer.remove(collection)
        return {"FINISHED"}


class RIGY_OT_show_line(bpy.types.Operator):
    """Open the file in a text editor of this window, at the line"""

    bl_idname = "rigy.show_line"
    bl_label = "Show Line"
    file: StringProperty(options={"HIDDEN"})
    line: IntProperty(options={"HIDDEN"})

    def execute(self, context):
        if not os.path.exists(self.file):
            self.report({"ERROR"}, f"{self.file} is not there")
            return {"CANCELLED"}
        known = (one for one in bpy.data.texts if one.filepath and bpy.path.abspath(one.filepath) == self.file)
        text = next(known, None) or bpy.data.texts.load(self.file)
        text.current_line_index = max(0, self.line - 1)
        for area in context.screen.areas if context.screen else ():
            if area.type == "TEXT_EDITOR":
                area.spaces.active.text = text
                return {"FINISHED"}
        self.report({"INFO"}, f"{text.name} is open; a Text Editor shows it at line {self.line}")
        return {"FINISHED"}


def _active_armature(context):
    active = context.active_object
    if active is not None and active.type != "ARMATURE":
        active = active.find_armature()
    return active


def _import_of(armature):
    return next((one for one in importer.imports() if one[marks.LINK] == armature.get(marks.LINK)), None)


def _source_of(armature):
    made = _import_of(armature)
    return made[marks.SOURCE] if made else ""


def _asset_of(armature):
    """The asset that an import is, or whose motion it is; a scene has no poses."""
    source = _source_of(armature)
    if source.lower().endswith(poses.MOTION):
        return os.path.normpath(os.path.join(os.path.dirname(source), poses.asset_of(source)))
    return "" if ".rigs." in source else source


def _root_of(armature):
    made = _import_of(armature)
    return made[marks.ROOT] if made else ""


def _asset_for(armature, motion, root):
    """The asset of an armature, as a motion at this path names it. Raises Refused."""
    asset = _asset_of(armature)
    if not _source_of(armature):
        raise document.Refused("the armature does not come from a Rigy document, so there is no asset for a motion")
    if not asset or marks.is_ours(armature.parent, armature[marks.LINK]):
        raise document.Refused("the armature is part of a scene or an instance; import its asset alone to make a motion of it")
    path = os.path.relpath(asset, os.path.dirname(os.path.abspath(motion))).replace(os.sep, "/")
    if path.startswith("../") and not root:
        raise document.Refused(f"a motion names its asset from its own folder; save it in {os.path.dirname(asset)}")
    return path


class RIGY_OT_copy_pose(bpy.types.Operator):
    """Copy the pose of the armature to the clipboard, as an entry of poses"""

    bl_idname = "rigy.copy_pose"
    bl_label = "Copy Pose as Rigy"
    pose_id: StringProperty(name="Id", default="pose")

    @classmethod
    def poll(cls, context):
        return _active_armature(context) is not None

    def invoke(self, context, _event):
        return context.window_manager.invoke_props_dialog(self)

    def execute(self, context):
        armatures = poses.armatures_with(_active_armature(context), context.scene.objects)
        try:
            context.window_manager.clipboard = poses.pose_text(armatures, self.pose_id)
        except document.Refused as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, "The pose is in the clipboard; paste it below poses:")
        return {"FINISHED"}


class RIGY_OT_write_pose(bpy.types.Operator):
    """Put the pose of the armature into its document, in the place of one of the same id"""

    bl_idname = "rigy.write_pose"
    bl_label = "Write Pose to Document"
    pose_id: StringProperty(name="Id", default="pose")

    @classmethod
    def poll(cls, context):
        armature = _active_armature(context)
        return armature is not None and armature.parent is None and _asset_of(armature) != ""

    def invoke(self, context, _event):
        return context.window_manager.invoke_props_dialog(self)

    def execute(self, context):
        armature = _active_armature(context)
        try:
            entry = poses.pose_text(poses.armatures_with(armature, context.scene.objects), self.pose_id)
            document.write_pose(_asset_of(armature), entry, self.pose_id, _import_of(armature)[marks.ROOT])
        except (document.Refused, engine.Missing, OSError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}


class RIGY_OT_export_motion(bpy.types.Operator, ExportHelper):
    """Write the action of the armature as a motion document"""

    bl_idname = "rigy.export_motion"
    bl_label = "Action as Rigy Motion"
    filename_ext = ".rigm.yaml"
    filter_glob: StringProperty(default="*.rigm.yaml", options={"HIDDEN"})
    sampling: EnumProperty(name="Keys", default="auto", items=(
        ("auto", "As Needed", "Where the action has keys, if that shows the same at every frame; otherwise at every frame"),
        ("keys", "Keys of the Action", "Only where the action has keys"),
        ("frames", "Every Frame", "At every frame, also for constraints")))

    @classmethod
    def poll(cls, context):
        armature = _active_armature(context)
        return armature is not None and poses.played(armature) is not None

    def execute(self, context):
        armature = _active_armature(context)
        every_frame = {"auto": None, "keys": False, "frames": True}[self.sampling]
        try:
            root = _root_of(armature)
            asset = _asset_for(armature, self.filepath, root)
            text, notes = poses.motion_text(context.scene, armature, asset, every_frame)
            document.write(self.filepath, text, root)
        except (document.Refused, engine.Missing, OSError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        for note in notes:
            self.report({"WARNING"}, note)
        return {"FINISHED"}


class RIGY_PT_panel(bpy.types.Panel):
    bl_idname = "RIGY_PT_panel"
    bl_label = "Rigy"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Rigy"

    def draw(self, context):
        layout = self.layout
        layout.operator(RIGY_OT_import.bl_idname, icon="IMPORT")
        letters = max(20, int(context.region.width / (LETTER * context.preferences.view.ui_scale)) - 6)
        for problem in link.problems.get("", ()):
            _draw_problem(layout, problem, letters)
        for collection in importer.imports():
            _draw_import(layout, collection, letters)
        if _active_armature(context):
            column = layout.column(align=True)
            column.operator(RIGY_OT_copy_pose.bl_idname, icon="COPYDOWN")
            column.operator(RIGY_OT_write_pose.bl_idname, icon="FILE_TICK")
            column.operator(RIGY_OT_export_motion.bl_idname, icon="EXPORT")
        layout.label(text=engine.version(), icon="INFO")


def _draw_import(layout, collection, letters):
    box = layout.box()
    row = box.row(align=True)
    row.label(text=collection.name, icon="OUTLINER_COLLECTION")
    icon = "LINKED" if collection[marks.LIVE] else "UNLINKED"
    row.operator(RIGY_OT_live.bl_idname, text="", icon=icon, depress=bool(collection[marks.LIVE])).name = collection.name
    row.operator(RIGY_OT_update.bl_idname, text="", icon="FILE_REFRESH").name = collection.name
    row.operator(RIGY_OT_remove.bl_idname, text="", icon="X").name = collection.name
    for problem in link.problems.get(collection[marks.LINK], ()):
        _draw_problem(box, problem, letters)


def _draw_problem(layout, problem, letters):
    box = layout.box()
    row = box.row()
    place = f"line {problem.line}, {problem.id}" if problem.line else problem.id
    row.label(text=place, icon="ERROR" if problem.severity == "error" else "INFO")
    if problem.line:
        show = row.operator(RIGY_OT_show_line.bl_idname, text="", icon="TEXT")
        show.file, show.line = problem.file, problem.line
    column = box.column(align=True)
    for line in (os.path.basename(problem.file), *textwrap.wrap(problem.message, letters)):
        column.label(text=line)
    for i, line in enumerate(textwrap.wrap(problem.help, letters)):
        column.label(text=line, icon="BLANK1" if i else "LIGHT")


def _draw_import_entry(menu, _context):
    menu.layout.operator(RIGY_OT_import.bl_idname, text="Rigy (.rigy.yaml, .rigs.yaml, .rigm.yaml)")


def _draw_export_entry(menu, _context):
    menu.layout.operator(RIGY_OT_export_motion.bl_idname, text="Rigy motion of the action (.rigm.yaml)")


CLASSES = (RIGY_OT_import, RIGY_OT_update, RIGY_OT_live, RIGY_OT_remove, RIGY_OT_show_line, RIGY_OT_copy_pose,
           RIGY_OT_write_pose, RIGY_OT_export_motion, RIGY_PT_panel)


def register():
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.TOPBAR_MT_file_import.append(_draw_import_entry)
    bpy.types.TOPBAR_MT_file_export.append(_draw_export_entry)


def unregister():
    bpy.types.TOPBAR_MT_file_export.remove(_draw_export_entry)
    bpy.types.TOPBAR_MT_file_import.remove(_draw_import_entry)
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)

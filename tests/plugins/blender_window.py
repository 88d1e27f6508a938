"""Runs inside Blender with a window: the timer of the live link and the panel, which need one.

    xvfb-run blender --factory-startup --python blender_window.py -- ADDON.zip FOLDER

FOLDER has copies of walker.rigy.yaml and walker.rigm.yaml, which are changed; window.png in it is a screenshot. The last line
printed is "right", or what is not.
"""

import os
import sys
import traceback
from pathlib import Path

import bpy

ARCHIVE, FOLDER = map(Path, sys.argv[sys.argv.index("--") + 1 :][:2])
steps = []


def step(function):
    steps.append(function)
    return function


def edit(name, before, after):
    path = FOLDER / name
    text = path.read_text(encoding="utf-8")
    assert before in text, before
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def view():
    window = bpy.context.window_manager.windows[0]
    return window, next(area for area in window.screen.areas if area.type == "VIEW_3D")


@step
def import_the_walk():
    for item in list(bpy.data.objects):
        bpy.data.objects.remove(item)
    bpy.ops.rigy.import_document(filepath=str(FOLDER / "walker.rigm.yaml"))
    bpy.context.view_layer.objects.active = next(item for item in bpy.data.objects if item.type == "ARMATURE")
    view()[1].spaces.active.show_region_ui = True


@step
def change_the_asset():
    edit("walker.rigy.yaml", "radius: 0.12", "radius: 0.2")


@step
def wait_for_the_timer():
    pass


@step
def see_the_change_and_make_a_mistake():
    width = max(vertex.co.x for vertex in bpy.data.objects["body.head"].data.vertices)
    assert abs(width - 0.2) < 1e-6, f"the head is {width} wide"
    edit("walker.rigm.yaml", "pose: passing}", "pose: pasing}")


@step
def wait_again():
    pass


@step
def see_the_mistake():
    import rigy_blender

    ((problem,),) = rigy_blender.link.problems.values()
    assert (problem.id, problem.help) == ("M06", "did you mean 'passing'?"), problem
    bpy.ops.screen.screenshot(filepath=str(FOLDER / "window.png"))


def run():
    try:
        steps.pop(0)()
    except BaseException:  # of any kind: it must end
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    if steps:
        return 1.5
    print("right", flush=True)
    os._exit(0)


bpy.context.preferences.view.show_splash = False
bpy.ops.preferences.addon_install(filepath=str(ARCHIVE), overwrite=True)
bpy.ops.preferences.addon_enable(module="rigy_blender")

from rigy_blender import ui  # noqa: E402  (only after it is installed)

# No function chooses a tab of the sidebar, so the panel moves to the one that is shown.
bpy.utils.unregister_class(ui.RIGY_PT_panel)
ui.RIGY_PT_panel.bl_category = "Item"
bpy.utils.register_class(ui.RIGY_PT_panel)
bpy.app.timers.register(run, first_interval=2)

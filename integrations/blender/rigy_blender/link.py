"""The live link: looks for changed files twice a second, and brings the imports that read them up to date."""

import traceback

import bpy

from . import engine, importer, marks

SECONDS = 0.5
problems = {}  # link -> what Rigy said about the import last; "" is an import that failed


def poll():
    """What the timer runs; returns when to run again."""
    try:
        refresh(bpy.context)
    except ReferenceError:  # another file was opened meanwhile
        pass
    return SECONDS


def refresh(context):
    """Updates every import with a changed file. Returns how many there were."""
    if _is_busy(context):
        return 0
    changed = [one for one in importer.imports() if one.get(marks.LIVE) and importer.has_changed(one)]
    for collection in changed:
        update(context, collection)
    return len(changed)


def _is_busy(context):
    """In edit and sculpt mode somebody works on what an update would replace, and a render or a bake reads it; it waits."""
    if any(map(bpy.app.is_job_running, ("RENDER", "OBJECT_BAKE"))):
        return True
    active = context.view_layer.objects.active if context.view_layer else None
    return active is not None and active.mode not in ("OBJECT", "POSE")


def update(context, collection):
    try:
        outcome = importer.update(context, collection)
        problems[collection[marks.LINK]] = outcome.problems
    except (engine.Missing, OSError) as error:
        _fail(collection, str(error))
    except ReferenceError:  # another file was opened meanwhile
        raise
    except Exception as error:  # of any kind: Blender would end the timer, and nothing would be updated any more
        traceback.print_exc()
        _fail(collection, f"the update failed: {type(error).__name__}: {error}")
    redraw(context)


def _fail(collection, message):
    problems[collection[marks.LINK]] = (engine.Problem("", "error", message, collection[marks.SOURCE], 0, 0, ""),)
    importer.remember_stamps(collection)


def redraw(context):
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type in ("VIEW_3D", "TEXT_EDITOR"):
                area.tag_redraw()


def register():
    bpy.app.timers.register(poll, first_interval=SECONDS, persistent=True)


def unregister():
    if bpy.app.timers.is_registered(poll):
        bpy.app.timers.unregister(poll)
    problems.clear()

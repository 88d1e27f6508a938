"""The live link: looks for changed files twice a second, and brings the imports that read them up to date."""

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
    """In edit and sculpt mode somebody works on what an update would replace; it waits."""
    active = context.view_layer.objects.active if context.view_layer else None
    return active is not None and active.mode not in ("OBJECT", "POSE")


def update(context, collection):
    try:
        outcome = importer.update(context, collection)
        problems[collection[marks.LINK]] = outcome.problems
    except (engine.Missing, OSError) as error:
        problem = engine.Problem("", "error", str(error), collection[marks.SOURCE], 0, 0, "")
        problems[collection[marks.LINK]] = (problem,)
        collection[marks.STAMPS] = "\n".join(map(importer.stamp_of, collection[marks.FILES].split("\n")))
    redraw(context)


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

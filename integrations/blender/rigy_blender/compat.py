"""Everything that differs between Blender 3.4 and 4.x. Features are asked for, not versions."""


def set_normals(mesh, normals):
    """One normal for each corner, as the document has them."""
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    if hasattr(mesh, "use_auto_smooth"):  # until 4.0 custom normals need it
        mesh.use_auto_smooth = True
    mesh.normals_split_custom_set(normals)


def corner_normals(mesh):
    if hasattr(mesh, "calc_normals_split"):  # until 4.0
        mesh.calc_normals_split()
        return [tuple(loop.normal) for loop in mesh.loops]
    return [tuple(one.vector) for one in mesh.corner_normals]


def set_transparent(material, transparent):
    if hasattr(material, "surface_render_method"):  # since 4.2
        material.surface_render_method = "BLENDED" if transparent else "DITHERED"
    else:
        material.blend_method = "BLEND" if transparent else "OPAQUE"


def use_nodes(material):
    if not material.node_tree:  # since 5.0 every material has nodes, and the property is deprecated
        material.use_nodes = True


def _slot(action, name):
    for slot in action.slots:
        return slot
    return action.slots.new(id_type="OBJECT", name=name)


def _channels(action, name):
    """Where the curves of an action are: in the action itself, or since 5.0 only in the bag of its slot."""
    if hasattr(action, "fcurves"):
        return action
    layer = action.layers[0] if action.layers else action.layers.new(name)
    strip = layer.strips[0] if layer.strips else layer.strips.new(type="KEYFRAME")
    return strip.channelbag(_slot(action, name), ensure=True)


def curves(action):
    return list(_channels(action, action.name).fcurves)


def clear_curves(action):
    channels = _channels(action, action.name)
    for curve in list(channels.fcurves):
        channels.fcurves.remove(curve)


def new_curve(action, path, index, group):
    channels = _channels(action, action.name)
    if channels is action:
        return channels.fcurves.new(path, index=index, action_group=group)
    return channels.fcurves.new(path, index=index, group_name=group)


def assign(item, action):
    """Lets an object play an action."""
    data = item.animation_data or item.animation_data_create()
    data.action = action
    if action is not None and hasattr(data, "action_slot") and data.action_slot is None and action.slots:  # since 4.4
        data.action_slot = action.slots[0]


def override(context, **members):
    """A context with other members; a timer has no window of its own."""
    window = context.window or next(iter(context.window_manager.windows), None)
    return context.temp_override(window=window, **members) if window else context.temp_override(**members)

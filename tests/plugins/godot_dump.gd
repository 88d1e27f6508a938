# Runs inside Godot 3, in a project with imported documents: writes what each scene is to dump.json.
#
#     godot3-server --path PROJECT -s godot_dump.gd res://robot.rigy.yaml…
extends SceneTree

func add_mesh(node, seen):
	for surface in range(node.mesh.get_surface_count()):
		seen.triangles += node.mesh.surface_get_array_index_len(surface) / 3
	var box = node.global_transform.xform(node.mesh.get_aabb())
	seen.low = [min(seen.low[0], box.position.x), min(seen.low[1], box.position.y), min(seen.low[2], box.position.z)]
	seen.high = [max(seen.high[0], box.end.x), max(seen.high[1], box.end.y), max(seen.high[2], box.end.z)]

func look(node, depth, seen):
	seen.tree.append("  ".repeat(depth) + node.name + " (" + node.get_class() + ")")
	if node is MeshInstance:
		add_mesh(node, seen)
	if node is Skeleton:
		for bone in range(node.get_bone_count()):
			seen.bones.append(node.get_bone_name(bone))
	if node is StaticBody:
		seen.bodies += 1
	if node is AnimationPlayer:
		for name in node.get_animation_list():
			seen.clips[name] = {"length": node.get_animation(name).length, "loops": node.get_animation(name).loop}
	for child in node.get_children():
		look(child, depth + 1, seen)

func _init():
	var all = {}
	for path in OS.get_cmdline_args():
		if path.begins_with("res://") and not path.ends_with(".gd"):
			var root = load(path).instance()
			get_root().add_child(root)
			var seen = {"tree": [], "triangles": 0, "bones": [], "bodies": 0, "clips": {}, "low": [1e9, 1e9, 1e9], "high": [-1e9, -1e9, -1e9]}
			look(root, 0, seen)
			all[path] = seen
			root.free()
	var file = File.new()
	file.open("res://dump.json", File.WRITE)
	file.store_string(JSON.print(all))
	file.close()
	quit()

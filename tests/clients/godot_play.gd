# Runs inside Godot 3, in a project with exports: plays a clip of each, says where bones are at moments, and draws some.
#
#     godot3 --path PROJECT -s godot_play.gd
#
# request.json in the project has the exports; answer.json gets what was seen.
extends "res://dump.gd"

func heads_of(root):
	var heads = {}
	for skeleton in nodes_of(root, "Skeleton", []):
		for i in range(skeleton.get_bone_count()):
			var pose = skeleton.global_transform * skeleton.get_bone_global_pose(i)
			heads[skeleton.get_bone_name(i)] = vector(pose.origin)
	return heads

func open(request, common):
	var root = load("res://" + request.id + ".glb").instance()
	get_root().add_child(root)
	var player = nodes_of(root, "AnimationPlayer", [])[0]
	var extra = add_view(request, common)
	yield(self, "idle_frame")
	var seen = {}
	var name = request.clip if player.has_animation(request.clip) else request.clip + "-loop"
	if player.has_animation(name):
		var clip = player.get_animation(name)
		seen = {"length": clip.length, "loops": clip.loop, "heads": []}
		player.play(name)
		for seconds in request.seconds:
			player.seek(seconds, true)
			seen.heads.append(heads_of(root))
		for i in range(request.shown.size()):
			player.stop(false)
			player.current_animation = name
			player.seek(request.shown[i], true)
			player.stop(false)
			yield(draw("res://" + request.id + "." + str(i) + ".png"), "completed")
	else:
		seen = {"names": player.get_animation_list()}
	for node in extra + [root]:
		node.free()
	return seen

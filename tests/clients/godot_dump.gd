# Runs inside Godot 3, in a project with exports: says what each imported scene shows, and draws it.
#
#     godot3 --path PROJECT -s godot_dump.gd
#
# request.json in the project has the exports; answer.json gets what was seen.
extends SceneTree

func vector(v):
	return [v.x, v.y, v.z]

func nodes_of(node, kind, found):
	if node.is_class(kind):
		found.append(node)
	for child in node.get_children():
		nodes_of(child, kind, found)
	return found

# Where bones move each of their vertices to.
func skin_matrices(instance):
	var skeleton = instance.get_node(instance.skeleton)
	var matrices = {}
	for bind in range(instance.skin.get_bind_count()):
		var bone = instance.skin.get_bind_bone(bind)
		if bone < 0:
			bone = skeleton.find_bone(instance.skin.get_bind_name(bind))
		matrices[bind] = skeleton.global_transform * skeleton.get_bone_global_pose(bone) * instance.skin.get_bind_pose(bind)
	return matrices

func corners_of(instance, arrays):
	var corners = []
	var matrices = skin_matrices(instance) if instance.skin else {}
	for i in range(arrays[Mesh.ARRAY_VERTEX].size()):
		var vertex = arrays[Mesh.ARRAY_VERTEX][i]
		if matrices.empty():
			corners.append(vector(instance.global_transform.xform(vertex)))
			continue
		var sum = Vector3()
		for k in range(4 * i, 4 * i + 4):
			var weight = arrays[Mesh.ARRAY_WEIGHTS][k]
			if weight > 0:
				sum += weight * matrices[int(arrays[Mesh.ARRAY_BONES][k])].xform(vertex)
		corners.append(vector(sum))
	return corners

# Godot winds triangles the other way round.
func triangles_of(root):
	var triangles = []
	for instance in nodes_of(root, "MeshInstance", []):
		for surface in range(instance.mesh.get_surface_count()):
			var arrays = instance.mesh.surface_get_arrays(surface)
			var corners = corners_of(instance, arrays)
			var indices = arrays[Mesh.ARRAY_INDEX]
			for i in range(0, indices.size(), 3):
				triangles.append({"corners": [corners[indices[i]], corners[indices[i + 2]], corners[indices[i + 1]]]})
	return triangles

func bones_of(root):
	var bones = {}
	for skeleton in nodes_of(root, "Skeleton", []):
		for i in range(skeleton.get_bone_count()):
			var pose = skeleton.global_transform * skeleton.get_bone_global_pose(i)
			var parent = skeleton.get_bone_parent(i)
			bones[skeleton.get_bone_name(i)] = {
				"parent": skeleton.get_bone_name(parent) if parent >= 0 else null,
				"numbers": vector(pose.origin) + vector(pose.basis.y.normalized()) + vector(pose.basis.x.normalized()),
			}
	return bones

# What a clip does not move stays as the one before left it.
func to_rest(root):
	for skeleton in nodes_of(root, "Skeleton", []):
		for i in range(skeleton.get_bone_count()):
			skeleton.set_bone_pose(i, Transform())

func poses_of(root):
	var poses = {}
	for player in nodes_of(root, "AnimationPlayer", []):
		for name in player.get_animation_list():
			to_rest(root)
			player.play(name)
			player.seek(0, true)
			poses[name] = {"triangles": triangles_of(root)}
	return poses

func add_view(request, common):
	var camera = Camera.new()
	get_root().add_child(camera)
	camera.set_perspective(request.camera.degrees, request.camera.near, request.camera.far)
	var eye = Vector3(request.camera.eye[0], request.camera.eye[1], request.camera.eye[2])
	var target = Vector3(request.camera.target[0], request.camera.target[1], request.camera.target[2])
	camera.look_at_from_position(eye, target, Vector3.UP)
	var environment = Environment.new()
	environment.background_mode = Environment.BG_COLOR
	environment.background_color = Color(common.background[0], common.background[1], common.background[2])
	environment.ambient_light_color = Color(1, 1, 1)
	environment.ambient_light_energy = 0.5
	camera.environment = environment
	camera.make_current()
	var sun = DirectionalLight.new()
	get_root().add_child(sun)
	sun.look_at_from_position(Vector3(1, 2, 1.5), Vector3(), Vector3.UP)
	return [camera, sun]

func draw(path):
	for _i in range(3):
		yield(self, "idle_frame")
	yield(VisualServer, "frame_post_draw")
	var image = get_root().get_texture().get_data()
	image.flip_y()
	image.save_png(path)

func open(request, common):
	var root = load("res://" + request.id + ".glb").instance()
	get_root().add_child(root)
	var seen = {"triangles": triangles_of(root), "bones": bones_of(root), "skeletons": nodes_of(root, "Skeleton", []).size()}
	var extra = add_view(request, common)
	yield(draw("res://" + request.id + ".png"), "completed")
	seen["poses"] = poses_of(root)
	for node in extra + [root]:
		node.free()
	return seen

func _init():
	run()

func run():
	yield(self, "idle_frame")
	var file = File.new()
	file.open("res://request.json", File.READ)
	var common = JSON.parse(file.get_as_text()).result
	file.close()
	var answer = {}
	for request in common.exports:
		answer[request.id] = yield(open(request, common), "completed")
	file.open("res://answer.json", File.WRITE)
	file.store_string(JSON.print(answer))
	file.close()
	quit()

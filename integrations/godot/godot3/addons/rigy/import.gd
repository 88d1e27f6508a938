# Imports a document: the program writes a binary glTF, which Godot reads; see ../../../README.md.
tool
extends EditorImportPlugin

const OPTIONS = "res://addons/rigy/options.json"
const FOLDER = "res://.import"
const ENDINGS = [".rigy", ".rigs", ".rigm"]

func get_importer_name():
	return "rigy"

func get_visible_name():
	return "Rigy"

# Godot looks only at what follows the last point.
func get_recognized_extensions():
	return ["yaml", "yml"]

func get_save_extension():
	return "scn"

func get_resource_type():
	return "PackedScene"

func get_preset_count():
	return 1

func get_preset_name(_preset):
	return "Default"

func get_option_visibility(_option, _options):
	return true

func get_import_options(_preset):
	var options = []
	for one in _table():
		options.append({
			"name": one.name, "default_value": one["default"],
			"property_hint": PROPERTY_HINT_ENUM, "hint_string": PoolStringArray(one.words).join(","),
		})
	return options

func import(source_file, save_path, options, _platform_variants, _gen_files):
	if not is_document(source_file):
		return _save(Node.new(), source_file, save_path)
	var glb = ProjectSettings.globalize_path(save_path + ".glb")
	var began = OS.get_unix_time()
	var answer = _run(ProjectSettings.globalize_path(source_file), glb, options)
	_remember(source_file, glb + ".d", began)
	for problem in answer.problems:
		_tell(problem)
	if answer.status != 0:
		if answer.problems.empty():
			push_error(source_file + ": rigy ended with status " + str(answer.status) + "; is the program " + _program() + " there?")
		return ERR_INVALID_DATA
	var root = EditorSceneImporter.new().import_scene_from_other_importer(glb, 0, 30)
	Directory.new().remove(glb)
	if not root is Node:
		push_error(source_file + ": Godot cannot read the export")
		return ERR_INVALID_DATA
	if options.colliders == "bodies":
		_add_bodies(root, root)
	_name_loops(root)
	return _save(root, source_file, save_path)

func _save(root, source_file, save_path):
	root.name = source_file.get_file().split(".")[0]
	var scene = PackedScene.new()
	scene.pack(root)
	root.free()
	return ResourceSaver.save(save_path + "." + get_save_extension(), scene)

# Other YAML files, such as contracts, are empty scenes.
func is_document(path):
	for ending in ENDINGS:
		if path.get_basename().ends_with(ending):
			return true
	return false

func _table():
	var file = File.new()
	file.open(OPTIONS, File.READ)
	var table = JSON.parse(file.get_as_text()).result
	file.close()
	return table

func _program():
	return ProjectSettings.get_setting("rigy/program") if ProjectSettings.has_setting("rigy/program") else "rigy"

# What the program says: {status, problems}.
func _run(document, glb, options):
	var root = ProjectSettings.globalize_path("res://")
	var arguments = ["export", document, "-o", glb, "--root", root, "--depfile", glb + ".d", "--depfile-phony", "--diagnostics", "json", "--names", "godot"]
	for one in _table():
		arguments += _arguments(one, options[one.name])
	var quoted = PoolStringArray()
	for argument in arguments:
		quoted.append(_quoted(argument))
	var output = []
	var status = OS.execute(_quoted(_program()), quoted, true, output)
	var report = JSON.parse(output[0] if not output.empty() else "")
	var is_report = report.error == OK and report.result is Dictionary
	return {"status": status, "problems": report.result.diagnostics if is_report else []}

# Except on Windows, Godot gives programs to the shell, in double quotes, where the shell still looks for these.
func _quoted(text):
	if OS.get_name() != "Windows":
		for letter in ["\\", "\"", "$", "`"]:
			text = text.replace(letter, "\\" + letter)
	return text

func _arguments(one, word):
	if one.name == "colliders":
		return ["--colliders", "godot-names"] if word == "bodies" else []
	if one.name == "anchors" and word == "none":
		return ["--no-anchors"]
	return [one.option, word]

func _tell(problem):
	var text = "%s:%d:%d: %s: %s" % [problem.file, problem.line, problem.column, problem.code, problem.message]
	if problem.help:
		text += "\n  help: " + problem.help
	if problem.severity == "error":
		push_error(text)
	else:
		push_warning(text)

# Shapes whose names end in -colonly stand for bodies.
func _add_bodies(node, root):
	for child in node.get_children():
		_add_bodies(child, root)
	if not node is MeshInstance or not node.name.ends_with("-colonly"):
		return
	var body = StaticBody.new()
	var shape = CollisionShape.new()
	body.name = node.name.replace("-colonly", "")
	body.transform = node.transform
	shape.shape = node.mesh.create_trimesh_shape()
	node.get_parent().add_child(body)
	body.add_child(shape)
	body.owner = root
	shape.owner = root
	node.get_parent().remove_child(node)
	node.free()

# Names of clips that loop end in -loop, which is what Godot looks for.
func _name_loops(node):
	if node is AnimationPlayer:
		for name in node.get_animation_list():
			if name.ends_with("-loop"):
				node.get_animation(name).loop = true
				node.rename_animation(name, name.substr(0, name.length() - 5))
	for child in node.get_children():
		_name_loops(child)

# --- dependencies: for each document a file with what it read, and when that was changed ----------

func _list_of(document):
	return FOLDER + "/" + document.get_file() + "-" + document.md5_text() + ".rigy"

func _remember(document, depfile, began):
	var file = File.new()
	var times = {}
	if file.open(depfile, File.READ) == OK:
		for path in _paths_in(file.get_as_text()):
			if path != ProjectSettings.globalize_path(document):
				times[path] = _time_of(path, began)
		file.close()
		Directory.new().remove(depfile)
	file.open(_list_of(document), File.WRITE)
	file.store_string(JSON.print({"document": document, "times": times}))
	file.close()

# The first rule for make: names after the colon, with escaped spaces and line ends. Rejected documents have one as well,
# also of files that were looked for in vain.
func _paths_in(text):
	var names = text.split("\n\n")[0].substr(text.find(": ") + 2).replace("\\\n", " ").replace("\\ ", "\t").strip_edges()
	var paths = []
	for name in names.split(" ", false):
		paths.append(name.strip_edges().replace("\t", " ").replace("$$", "$").replace("\\#", "#"))
	return paths

# As text, since JSON has no whole numbers here; 0 for a file that is not there. Godot counts whole seconds, so a file that was
# changed in the second of `limit` or later may change again unseen: its document is imported once more. A time in the future
# is one like any other.
func _time_of(path, limit = INF):
	var file = File.new()
	if not file.file_exists(path):
		return "0"
	var time = file.get_modified_time(path)
	return "new" if limit <= time and time <= OS.get_unix_time() else str(time)

# The documents that read a file which has changed.
func stale_documents():
	var found = []
	var folder = Directory.new()
	if folder.open(FOLDER) != OK:
		return found
	folder.list_dir_begin(true, true)
	var name = folder.get_next()
	while name != "":
		if name.ends_with(".rigy"):
			var content = _read(FOLDER + "/" + name)
			if not File.new().file_exists(content.document):
				folder.remove(FOLDER + "/" + name)
			elif _is_stale(content.times):
				found.append(content.document)
		name = folder.get_next()
	return found

func _read(path):
	var file = File.new()
	var content = null
	if file.open(path, File.READ) == OK:
		content = JSON.parse(file.get_as_text()).result
		file.close()
	return content if content is Dictionary else {"document": "", "times": {}}

func _is_stale(times):
	for path in times:
		if _time_of(path) != times[path]:
			return true
	return false

# Without the checksum, and with a new time of its settings, Godot imports a document again.
func forget(document):
	var folder = Directory.new()
	folder.remove(_list_of(document))
	folder.remove(FOLDER + "/" + document.get_file() + "-" + document.md5_text() + ".md5")
	var settings = File.new()
	if settings.open(document + ".import", File.READ) == OK:
		var text = settings.get_as_text()
		settings.close()
		settings.open(document + ".import", File.WRITE)
		settings.store_string(text)
		settings.close()

# Imports a document: the program writes a binary glTF, which Godot reads; see ../../../README.md.
@tool
extends EditorImportPlugin

const OPTIONS := "res://addons/rigy/options.json"
const FOLDER := "res://.godot/imported"
const ENDINGS := [".rigy", ".rigs", ".rigm"]

func _get_importer_name() -> String:
	return "rigy"

func _get_visible_name() -> String:
	return "Rigy"

# Godot looks only at what follows the last point.
func _get_recognized_extensions() -> PackedStringArray:
	return PackedStringArray(["yaml", "yml"])

func _get_save_extension() -> String:
	return "scn"

func _get_resource_type() -> String:
	return "PackedScene"

func _get_priority() -> float:
	return 1.0

func _get_import_order() -> int:
	return ResourceImporter.IMPORT_ORDER_SCENE

func _get_preset_count() -> int:
	return 1

func _get_preset_name(_preset: int) -> String:
	return "Default"

func _get_option_visibility(_path: String, _option: StringName, _options: Dictionary) -> bool:
	return true

func _get_import_options(_path: String, _preset: int) -> Array[Dictionary]:
	var options: Array[Dictionary] = []
	for one in _table():
		options.append({
			"name": one.name, "default_value": one["default"],
			"property_hint": PROPERTY_HINT_ENUM, "hint_string": ",".join(PackedStringArray(one.words)),
		})
	return options

func _import(source_file: String, save_path: String, options: Dictionary, _platform_variants: Array[String], _gen_files: Array[String]) -> Error:
	if not is_document(source_file):
		return _save(Node.new(), source_file, save_path)
	var glb := ProjectSettings.globalize_path(save_path + ".glb")
	var began := int(Time.get_unix_time_from_system())
	var answer := _run(ProjectSettings.globalize_path(source_file), glb, options)
	_remember(source_file, glb + ".d", began)
	for problem in answer.problems:
		_tell(problem)
	if answer.status != 0:
		if answer.problems.is_empty():
			push_error("%s: rigy ended with status %d; is the program %s there?" % [source_file, answer.status, _program()])
		return ERR_INVALID_DATA
	var root := _read_glb(glb)
	DirAccess.remove_absolute(glb)
	if root == null:
		push_error(source_file + ": Godot cannot read the export")
		return ERR_INVALID_DATA
	_name_loops(root)
	return _save(root, source_file, save_path)

func _read_glb(path: String) -> Node:
	var document := GLTFDocument.new()
	var state := GLTFState.new()
	if document.append_from_file(path, state) != OK:
		return null
	var root := document.generate_scene(state)
	_show_meshes(root, root)
	return root

# In the editor Godot leaves meshes as the importer has them.
func _show_meshes(node: Node, root: Node) -> void:
	for child in node.get_children():
		_show_meshes(child, root)
	if not node is ImporterMeshInstance3D:
		return
	var shown := MeshInstance3D.new()
	var its_name := node.name
	shown.transform = node.transform
	shown.mesh = node.mesh.get_mesh()
	shown.skin = node.skin
	shown.skeleton = node.skeleton_path
	node.replace_by(shown)
	shown.name = its_name
	shown.owner = root
	node.free()

func _save(root: Node, source_file: String, save_path: String) -> Error:
	root.name = source_file.get_file().split(".")[0]
	var scene := PackedScene.new()
	scene.pack(root)
	root.free()
	return ResourceSaver.save(scene, save_path + "." + _get_save_extension())

# Other YAML files, such as contracts, are empty scenes.
func is_document(path: String) -> bool:
	for ending in ENDINGS:
		if path.get_basename().ends_with(ending):
			return true
	return false

func _table() -> Array:
	return JSON.parse_string(FileAccess.get_file_as_string(OPTIONS))

func _program() -> String:
	return ProjectSettings.get_setting("rigy/program", "rigy")

# What the program says: {status, problems}.
func _run(document: String, glb: String, options: Dictionary) -> Dictionary:
	var root := ProjectSettings.globalize_path("res://")
	var arguments := PackedStringArray(["export", document, "-o", glb, "--root", root, "--depfile", glb + ".d", "--depfile-phony", "--diagnostics", "json", "--names", "godot"])
	for one in _table():
		arguments.append_array(_arguments(one, options[one.name]))
	var quoted := PackedStringArray()
	for argument in arguments:
		quoted.append(_quoted(argument))
	var output := []
	var status := OS.execute(_quoted(_program()), quoted, output)
	var report = JSON.parse_string(output[0]) if not output.is_empty() and output[0] != "" else null
	return {"status": status, "problems": report.diagnostics if report is Dictionary else []}

# Except on Windows, Godot gives programs to the shell, in double quotes, where the shell still looks for these.
func _quoted(text: String) -> String:
	if OS.get_name() != "Windows":
		for letter in ["\\", "\"", "$", "`"]:
			text = text.replace(letter, "\\" + letter)
	return text

func _arguments(one: Dictionary, word: String) -> PackedStringArray:
	if one.name == "colliders":
		return PackedStringArray(["--colliders", "omi"]) if word == "bodies" else PackedStringArray()
	if one.name == "anchors" and word == "none":
		return PackedStringArray(["--no-anchors"])
	return PackedStringArray([one.option, word])

func _tell(problem: Dictionary) -> void:
	var text := "%s:%d:%d: %s: %s" % [problem.file, problem.line, problem.column, problem.code, problem.message]
	if problem.help:
		text += "\n  help: " + problem.help
	if problem.severity == "error":
		push_error(text)
	else:
		push_warning(text)

# Names of clips that loop end in -loop, which is what Godot looks for.
func _name_loops(node: Node) -> void:
	if node is AnimationPlayer:
		var clips: AnimationLibrary = node.get_animation_library("")
		for name in clips.get_animation_list():
			if name.ends_with("-loop"):
				clips.get_animation(name).loop_mode = Animation.LOOP_LINEAR
				clips.rename_animation(name, name.trim_suffix("-loop"))
	for child in node.get_children():
		_name_loops(child)

# --- dependencies: for each document a file with what it read, and when that was changed ----------

func _list_of(document: String) -> String:
	return FOLDER + "/" + document.get_file() + "-" + document.md5_text() + ".rigy"

func _remember(document: String, depfile: String, began: int) -> void:
	var times := {}
	if FileAccess.file_exists(depfile):
		for path in _paths_in(FileAccess.get_file_as_string(depfile)):
			if path != ProjectSettings.globalize_path(document):
				times[path] = _time_of(path, began)
		DirAccess.remove_absolute(depfile)
	var file := FileAccess.open(_list_of(document), FileAccess.WRITE)
	file.store_string(JSON.stringify({"document": document, "times": times}))

# The first rule for make: names after the colon, with escaped spaces and line ends. Rejected documents have one as well,
# also of files that were looked for in vain.
func _paths_in(text: String) -> PackedStringArray:
	var names := text.split("\n\n")[0].substr(text.find(": ") + 2).replace("\\\n", " ").replace("\\ ", "\t").strip_edges()
	var paths := PackedStringArray()
	for name in names.split(" ", false):
		paths.append(name.strip_edges().replace("\t", " ").replace("$$", "$").replace("\\#", "#"))
	return paths

# As text, since JSON has no whole numbers here; 0 for a file that is not there. Godot counts whole seconds, so a file that was
# changed in the second of `limit` or later may change again unseen: its document is imported once more. A time in the future
# is one like any other.
func _time_of(path: String, limit := INF) -> String:
	if not FileAccess.file_exists(path):
		return "0"
	var time := FileAccess.get_modified_time(path)
	return "new" if limit <= time and time <= Time.get_unix_time_from_system() else str(time)

# The documents that read a file which has changed.
func stale_documents() -> PackedStringArray:
	var found := PackedStringArray()
	if not DirAccess.dir_exists_absolute(FOLDER):
		return found
	for name in DirAccess.get_files_at(FOLDER):
		if name.ends_with(".rigy"):
			var content := _read(FOLDER + "/" + name)
			if not FileAccess.file_exists(content.document):
				DirAccess.remove_absolute(FOLDER + "/" + name)
			elif _is_stale(content.times):
				found.append(content.document)
	return found

func _read(path: String) -> Dictionary:
	var content = JSON.parse_string(FileAccess.get_file_as_string(path))
	return content if content is Dictionary else {"document": "", "times": {}}

func _is_stale(times: Dictionary) -> bool:
	for path in times:
		if _time_of(path) != times[path]:
			return true
	return false

# The next import writes the list anew.
func forget(document: String) -> void:
	DirAccess.remove_absolute(_list_of(document))

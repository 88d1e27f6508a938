# Makes Rigy documents scenes of the project, and imports them again when a file that they read changes.
tool
extends EditorPlugin

const SECONDS = 1.0
const PROGRAM = "rigy/program"

var importer
var timer

func _enter_tree():
	if not ProjectSettings.has_setting(PROGRAM):
		ProjectSettings.set_setting(PROGRAM, "rigy")
	ProjectSettings.set_initial_value(PROGRAM, "rigy")
	importer = preload("import.gd").new()
	add_import_plugin(importer)
	timer = Timer.new()
	timer.wait_time = SECONDS
	timer.autostart = true
	timer.connect("timeout", self, "_look")
	add_child(timer)

func _exit_tree():
	remove_import_plugin(importer)
	importer = null
	timer.queue_free()

# Godot itself knows only the document. Without its checksum a document is imported again.
func _look():
	var files = get_editor_interface().get_resource_filesystem()
	if files.is_scanning():
		return
	var stale = importer.stale_documents()
	for document in stale:
		importer.forget(document)
	if not stale.empty():
		files.scan_sources()

# Runs inside Godot 3, with a window: draws an imported document in a moment of a clip.
#
#     xvfb-run godot3 --path PROJECT -s godot_picture.gd res://walker.rigm.yaml walk 0.1 OUT.png
extends SceneTree

func _init():
	draw()

func draw():
	yield(self, "idle_frame")
	var given = OS.get_cmdline_args()
	var first = 0
	while not given[first].ends_with("yaml"):
		first += 1
	var root = load(given[first]).instance()
	get_root().add_child(root)
	var player = root.find_node("AnimationPlayer", true, false)
	player.play(given[first + 1])
	player.seek(float(given[first + 2]), true)
	player.stop(false)
	add_view()
	for _i in range(3):
		yield(self, "idle_frame")
	yield(VisualServer, "frame_post_draw")
	var image = get_root().get_texture().get_data()
	image.flip_y()
	image.save_png(given[first + 3])
	quit()

func add_view():
	var camera = Camera.new()
	get_root().add_child(camera)
	camera.set_perspective(35, 0.1, 100)
	camera.look_at_from_position(Vector3(1.8, 1.7, 3.2), Vector3(0, 0.9, 0), Vector3.UP)
	var environment = Environment.new()
	environment.background_mode = Environment.BG_COLOR
	environment.background_color = Color(0.62, 0.65, 0.68)
	environment.ambient_light_color = Color(1, 1, 1)
	environment.ambient_light_energy = 0.5
	camera.environment = environment
	camera.make_current()
	var sun = DirectionalLight.new()
	get_root().add_child(sun)
	sun.look_at_from_position(Vector3(1, 2, 1.5), Vector3(), Vector3.UP)

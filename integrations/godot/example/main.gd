extends Spatial

func _ready():
	$Clock/AnimationPlayer.play("tick")

# Rules for make: documents of Rigy become files in the folder $(RIGY_OUT).
#
#   RIGY_OUT := build
#   include rigy.mk
#   all: build/arm.glb build/arm.fbx build/arm.png
#
# $(RIGY_OUT)/NAME.EXT is made from NAME.rigy.yaml, or from NAME.rigs.yaml, in the folder of the makefile or in one that
# `vpath %.yaml` names, and made again when the document or a file that it refers to changes. Set any of these before:
#
#   RIGY          the program
#   RIGY_OUT      the folder of the outputs
#   RIGY_FLAGS    options of all commands: --root assets
#   RIGY_COMPILE_FLAGS, RIGY_EXPORT_FLAGS, RIGY_RENDER_FLAGS    and of one
RIGY ?= rigy
RIGY_OUT ?= build
RIGY_EXPORTS := gltf fbx obj stl

define rigy_rules
$$(RIGY_OUT)/%.glb: %$(1) | $$(RIGY_OUT)
	$$(RIGY) compile $$< -o $$@ --depfile $$@.d --depfile-phony $$(RIGY_FLAGS) $$(RIGY_COMPILE_FLAGS)

$$(RIGY_OUT)/%.png: %$(1) | $$(RIGY_OUT)
	$$(RIGY) render $$< -o $$@ --depfile $$@.d --depfile-phony $$(RIGY_FLAGS) $$(RIGY_RENDER_FLAGS)
endef

define rigy_export_rule
$$(RIGY_OUT)/%.$(2): %$(1) | $$(RIGY_OUT)
	$$(RIGY) export $$< -o $$@ --depfile $$@.d --depfile-phony $$(RIGY_FLAGS) $$(RIGY_EXPORT_FLAGS)
endef

$(foreach ending,.rigy.yaml .rigs.yaml,$(eval $(call rigy_rules,$(ending))) \
  $(foreach format,$(RIGY_EXPORTS),$(eval $(call rigy_export_rule,$(ending),$(format)))))

$(RIGY_OUT):
	mkdir -p $@

# Their empty rules make a file that no longer exists count as changed, so that the documents that named it are read again.
-include $(wildcard $(RIGY_OUT)/*.d)

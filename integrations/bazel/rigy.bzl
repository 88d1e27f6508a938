"""Rigy for Bazel: rigy_asset, rigy_export, rigy_library, rigy_conformance_test, rigy_installed.

README.md says how to use them.
"""

RigyInfo = provider(
    doc = "Files that documents refer to: imports, contracts, weight files.",
    fields = {"files": "depset of all of them, those of dependencies included"},
)

_ENDINGS = [".rigy.yaml", ".rigy.yml", ".rigs.yaml", ".rigs.yml", ".yaml", ".yml"]

def _stem(file):
    for ending in _ENDINGS:
        if file.basename.endswith(ending) and len(file.basename) > len(ending):
            return file.basename[:-len(ending)]
    return file.basename

# In the names of material files, as the program has it. Labels have no other characters that it replaces.
def _word(name):
    return name.replace("~", "~7e").replace(" ", "~20")

def _files_of(deps):
    return depset(transitive = [dep[RigyInfo].files for dep in deps])

# --- the program ------------------------------------------------------------------------------

# Not a toolchain_type: to resolve one, Bazel loads all toolchains that it knows, also those for Java and C++, from the
# network.
_PROGRAM = {"_rigy": attr.label(
    default = "@rigy_rules//:program",
    allow_single_file = True,
    executable = True,
    cfg = "exec",
)}

def _rigy_installed_impl(repository):
    path = repository.attr.path or repository.os.environ.get("RIGY") or repository.which("rigy")
    if not path:
        fail("rigy is not installed: give its path (path = ..., or RIGY in the environment)")
    repository.symlink(repository.path(str(path)), "rigy")
    repository.file("BUILD.bazel", 'exports_files(["rigy"])\n')

rigy_installed = repository_rule(
    implementation = _rigy_installed_impl,
    doc = "The installed program, as @NAME//:rigy. Actions depend on its contents.",
    attrs = {"path": attr.string(doc = "Of the program; default: $RIGY, else where PATH has it.")},
    environ = ["PATH", "RIGY"],
    local = True,
)

# --- files that documents share ---------------------------------------------------------------

def _rigy_library_impl(ctx):
    files = depset(ctx.files.srcs, transitive = [_files_of(ctx.attr.deps)])
    return [RigyInfo(files = files), DefaultInfo(files = depset(ctx.files.srcs))]

rigy_library = rule(
    implementation = _rigy_library_impl,
    doc = "Files that documents refer to, and what these refer to in turn.",
    attrs = {
        "srcs": attr.label_list(allow_files = [".yaml", ".yml", ".json"], mandatory = True),
        "deps": attr.label_list(providers = [RigyInfo]),
    },
)

# --- outputs ----------------------------------------------------------------------------------

def _batches(files, size):
    return [files[i:i + size] for i in range(0, len(files), size)]

# Runs `rigy COMMAND` once per batch. `outputs_of_one` are the names of the outputs of a document, with its own as {name}
# or, without spaces, {word}.
def _build(ctx, command, outputs_of_one):
    rigy = ctx.executable._rigy
    shared = _files_of(ctx.attr.deps)
    outputs = []
    for batch in _batches(ctx.files.srcs, ctx.attr.batch):
        made = [
            ctx.actions.declare_file(name.format(name = _stem(src), word = _word(_stem(src))))
            for src in batch
            for name in outputs_of_one
        ]
        args = ctx.actions.args()
        args.add_all(batch)
        args.use_param_file("@%s", use_always = True)
        args.set_param_file_format("multiline")
        # The other documents of the batch are inputs of the action, but no document finds them unless they are declared.
        allowed = ctx.actions.args()
        allowed.add_all(shared)
        allowed.use_param_file("--allow-files=%s", use_always = True)
        allowed.set_param_file_format("multiline")
        options = ctx.actions.args()
        options.add_all(command)
        options.add("--out-dir", made[0].dirname)
        options.add_all(["--trust-links", "--jobs", "1", "--color", "never"])
        options.add_all(ctx.attr.options)
        ctx.actions.run(
            executable = rigy,
            arguments = [options, allowed, args],
            inputs = depset(batch, transitive = [shared]),
            outputs = made,
            mnemonic = "Rigy" + command[0].capitalize(),
            progress_message = "rigy %s: %d documents of %s" % (command[0], len(batch), ctx.label),
        )
        outputs += made
    return [DefaultInfo(files = depset(outputs))]

_OUTPUT_ATTRS = {
    "srcs": attr.label_list(
        doc = "The documents. Each gives an output of its name; the names must differ.",
        allow_files = [".yaml", ".yml"],
        mandatory = True,
    ),
    "deps": attr.label_list(
        doc = "What the documents refer to. Files that are not declared here are not found.",
        providers = [RigyInfo],
    ),
    "options": attr.string_list(doc = "Further options of the program."),
    "batch": attr.int(
        doc = "How many documents one action compiles. When one of them changes, all are compiled again.",
        default = 50,
    ),
}

def _rigy_asset_impl(ctx):
    return _build(ctx, ["compile"], ["{name}.glb"])

rigy_asset = rule(
    implementation = _rigy_asset_impl,
    doc = "Compiles documents to binary glTF.",
    attrs = dict(_OUTPUT_ATTRS, **_PROGRAM),
)

_EXPORTED = {
    "glb": ["{name}.glb"],
    "gltf": ["{name}.gltf", "{name}.bin"],
    "obj": ["{name}.obj", "{word}.mtl"],
    "stl": ["{name}.stl"],
    "fbx": ["{name}.fbx"],
}

def _rigy_export_impl(ctx):
    outputs = [ctx.label.name + "/" + name for name in _EXPORTED[ctx.attr.format]]

    # Every declared output must be made, also the materials of a document that has none.
    return _build(ctx, ["export", "--format", ctx.attr.format, "--all-files"], outputs)

rigy_export = rule(
    implementation = _rigy_export_impl,
    doc = "Exports documents for other programs, into a folder of the target's name.",
    attrs = dict(
        _OUTPUT_ATTRS,
        format = attr.string(mandatory = True, values = _EXPORTED.keys()),
        **_PROGRAM
    ),
)

# --- conformance ------------------------------------------------------------------------------

# Cases import files beside them, so the suite is copied out of the links that Bazel lays out.
_CONFORM = """\
#!/bin/sh
set -eu
cp -RL "$(dirname {manifest})" "$TEST_TMPDIR/suite"
exec {rigy} conform "$TEST_TMPDIR/suite" {options}
"""

def _rigy_conformance_test_impl(ctx):
    rigy = ctx.executable._rigy
    script = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(script, is_executable = True, content = _CONFORM.format(
        manifest = ctx.file.manifest.short_path,
        rigy = rigy.short_path,
        options = " ".join(["'%s'" % option for option in ctx.attr.options]),
    ))
    files = ctx.runfiles(files = [rigy, ctx.file.manifest] + ctx.files.suite)
    return [DefaultInfo(executable = script, runfiles = files)]

rigy_conformance_test = rule(
    implementation = _rigy_conformance_test_impl,
    doc = "Passes if `rigy conform` passes every case of the suite.",
    test = True,
    attrs = dict({
        "manifest": attr.label(
            doc = "The suite's manifest.json.",
            allow_single_file = [".json"],
            mandatory = True,
        ),
        "suite": attr.label_list(doc = "Its other files.", allow_files = True, mandatory = True),
        "options": attr.string_list(doc = "Options of `rigy conform`."),
    }, **_PROGRAM),
)

"""An answer: the files that someone wrote for a prompt, and what can be asked about them."""
import fnmatch
import re
import shutil
from functools import cached_property, lru_cache
from pathlib import Path

from .glb import Glb
from .motion import Motion
from .program import Refused

ALLOWANCE = re.compile(rb"rigy-lint:\s*allow")
OWN_CHECKS = re.compile(r"^geometry_checks:.*?(?=^\S|\Z)", re.MULTILINE | re.DOTALL)


def find_answer(folder, prompt):
    """The folder with the files of an answer: one of its own, or that of all answers. None if there is none."""
    for place in (Path(folder) / prompt.id, Path(folder)):
        if (place / prompt.entries[0]).is_file():
            return place
    return None


def copy_answer(source, target, prompt):
    """A copy to work on, in which no comment silences the linter."""
    target.mkdir(parents=True, exist_ok=True)
    own = source.name == prompt.id
    paths = source.rglob("*") if own else (source / name for name in prompt.entries)
    for path in paths:
        if path.is_file() and not path.is_symlink() and path.suffix in (".yaml", ".yml", ".json"):
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(ALLOWANCE.sub(b"", path.read_bytes()))


class Answer:
    def __init__(self, program, prompt, folder):
        self.program = program
        self.prompt = prompt
        self.folder = Path(folder)
        self.entry = prompt.entries[0]
        self.motion = prompt.entries[-1] if prompt.kind == "motion" else None
        self.is_scene = prompt.kind == "scene"

    @property
    def documents(self):
        return [name for name in (self.entry, self.motion) if name]

    @cached_property
    def inspection(self):
        return self.program.json("inspect", self.entry, "--format", "json", "--expanded", folder=self.folder)

    @cached_property
    def boxes(self):
        """The box of every primitive by its full path."""
        return {f"{item['mesh']}.{item['id']}": item["aabb"] for item in self.inspection["primitives"]}

    @cached_property
    def instances(self):
        """By their ids; those of a scene are its children, with what they stand on."""
        return {item["id"]: item for item in self.inspection["instances"]}

    @cached_property
    def bones(self):
        return {bone["id"]: bone for rig in self.inspection["armatures"] for bone in rig["bones"]}

    @cached_property
    def clips(self):
        """The motion document, exported."""
        return Motion(self)

    def primitives(self, thing):
        """The full paths of what a name stands for: primitives, or all primitives of a mesh or an instance. It may be a
        pattern (leg_*) or a tag (tag:leg)."""
        if thing == "all":
            return list(self.boxes)
        if thing in self.instances:
            found = [path for path in self.boxes if f".{thing}." in f".{path}"]
        elif thing.startswith("tag:"):
            found = [f"{item['mesh']}.{item['id']}" for item in self.inspection["primitives"] if thing[4:] in item["tags"]]
        else:
            found = [path for path in self.boxes if fnmatch.fnmatchcase(path, thing) or fnmatch.fnmatchcase(path, f"*.{thing}")]
            found = found or [path for path in self.boxes
                              if fnmatch.fnmatchcase(path, f"{thing}.*") or fnmatch.fnmatchcase(path, f"*.{thing}.*")]
        if not found:
            raise Refused(f"there is no '{thing}'")
        return found

    def things(self, name):
        """What to measure: the name itself, or each instance or part that a pattern or a tag stands for."""
        if name in self.instances:
            return [name]
        if not name.startswith("tag:") and not set("*?") & set(name):
            # A primitive may share its name with the mesh around it.
            exact = [path for path in self.boxes if path.endswith(f".{name}")]
            return exact if len(exact) == 1 else [name]
        return [one for one in self.instances if fnmatch.fnmatchcase(one, name)] or self.primitives(name)

    def box(self, thing):
        boxes = [self.boxes[path] for path in self.primitives(thing)]
        return ([min(box["min"][i] for box in boxes) for i in range(3)],
                [max(box["max"][i] for box in boxes) for i in range(3)])

    def measure(self, first, second, pose=None):
        extra = ["--pose", pose] if pose else []
        return self.program.json("measure", self.entry, first, second, "--format", "json", *extra, folder=self.folder)

    def intent(self, check):
        """One intent check, evaluated by the program as if the document had it."""
        text = OWN_CHECKS.sub("", self.inspection["expanded_yaml"])
        fields = ", ".join(f"{key}: {value}" for key, value in check.items())
        text += f"\ngeometry_checks:\n  alignment:\n    - {{{fields}}}\n"
        report = self.program.json("inspect", "-", "--format", "json", "--intent-checks", text=text.encode(),
                                   folder=self.folder)
        result = report["checks"][0]
        if result.get("error"):
            raise Refused(result["error"])
        return result

    @lru_cache(maxsize=None)
    def shape(self, pose=None, entry=None):
        """The vertices of every primitive by its full path, at rest or in a pose."""
        if pose and pose not in {item["id"] for item in self.inspection["poses"]} and not entry:
            raise Refused(f"there is no pose '{pose}'")
        baked = ["--pose", pose, "--bake-skin"] if pose else []
        status, data, errors = self.program.run("compile", entry or self.entry, "-o", "-", *baked, folder=self.folder)
        if status:
            raise Refused(errors.strip().split("\n")[0])
        return self.by_primitive(Glb(data).mesh_positions())

    def by_primitive(self, meshes):
        """Splits the vertices of meshes into those of their primitives, which follow each other."""
        names = {mesh["ref"]: mesh["name"] or mesh["id"] for mesh in self.inspection["meshes"]}
        starts = dict.fromkeys(names, 0)
        shape = {}
        for item in self.inspection["primitives"]:
            start, mesh = starts[item["mesh"]], item["mesh"]
            starts[mesh] = start + 3 * item["vertex_count"]
            if names[mesh] in meshes:
                shape[f"{mesh}.{item['id']}"] = meshes[names[mesh]][start:starts[mesh]]
        return shape

    @lru_cache(maxsize=None)
    def turned(self, bone, axis, degrees):
        """The shape after turning one bone, whatever poses the answer has."""
        copy = f"turned-{bone}-{axis}-{degrees}-{self.entry}"
        shutil.copy(self.folder / self.entry, self.folder / copy)
        status, _, errors = self.program.run("pose", copy, "--turn", f"{bone}:{axis}:{degrees}deg", "--id", "rigbench",
                                             "--write", folder=self.folder)
        if status:
            raise Refused(errors.strip().split("\n")[0])
        return self.shape("rigbench", copy)

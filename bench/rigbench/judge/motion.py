"""Moves vertices by the clips of a motion document: influences come from the compiled asset, the motion of bones from its export."""
import bisect
import math
from functools import cached_property

from .glb import Glb, matrix, product, transformed
from .program import Refused
from .words import MILLIMETER

MOMENTS = 24   # in one clip, besides its beginning
VERTICES = 60  # of a primitive, evenly chosen


class Clip:
    """An animation of exported glTF."""

    def __init__(self, glb, animation):
        self.glb = glb
        self.extras = animation.get("extras", {})
        self.tracks = {}
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            track = (list(glb.numbers(sampler["input"])), glb.vectors(sampler["output"]))
            self.tracks[channel["target"]["node"], channel["target"]["path"]] = track
        self.length = max((times[-1] for times, _ in self.tracks.values()), default=0.0)

    def value(self, node, path, at):
        """The translation or rotation of a node at a moment; rotations the short way."""
        if (node, path) not in self.tracks:
            rest = {"translation": [0, 0, 0], "rotation": [0, 0, 0, 1]}[path]
            return self.glb.json["nodes"][node].get(path, rest)
        times, values = self.tracks[node, path]
        after = bisect.bisect_right(times, at)
        if after in (0, len(times)):
            return values[min(after, len(times) - 1)]
        share = (at - times[after - 1]) / (times[after] - times[after - 1])
        first, second = values[after - 1], values[after]
        if path == "rotation" and sum(a * b for a, b in zip(first, second)) < 0:
            second = [-x for x in second]
        mixed = [a + share * (b - a) for a, b in zip(first, second)]
        size = math.hypot(*mixed) if path == "rotation" else 1
        return [x / size for x in mixed]

    def worlds(self, at):
        """The matrices of all nodes at a moment."""
        nodes = self.glb.json["nodes"]
        made = {}

        def visit(index, parent):
            own = matrix(self.value(index, "translation", at), self.value(index, "rotation", at))
            made[index] = product(parent, own)
            for below in nodes[index].get("children", []):
                visit(below, made[index])

        for root in self.glb.json["scenes"][0]["nodes"]:
            visit(root, matrix([0, 0, 0], [0, 0, 0, 1]))
        return made


class Motion:
    """The clips of an answer, and where they take its parts."""

    def __init__(self, answer):
        self.answer = answer
        self.exported = self.read("export", answer.motion, "--face", "-z", "--format", "glb")
        self.asset = self.read("compile", answer.entry)
        self.clips = {item["name"].removesuffix("-loop"): item for item in self.exported.json.get("animations", [])
                      if "loop" in item.get("extras", {})}
        self.paths = {}

    def read(self, command, name, *options):
        status, data, errors = self.answer.program.run(command, name, "-o", "-", *options, folder=self.answer.folder)
        if status:
            raise Refused(errors.strip().split("\n")[0])
        return Glb(data)

    def clip(self, name):
        if name not in self.clips:
            raise Refused(f"there is no clip '{name}'")
        return Clip(self.exported, self.clips[name])

    def moments(self, clip):
        return [clip.length * i / MOMENTS for i in range(MOMENTS + 1)]

    def skin_matrices(self, clip, at):
        """How each bone moves the vertices that follow it, by its name."""
        worlds = clip.worlds(at)
        made = {}
        for skin in self.exported.json.get("skins", []):
            binds = self.exported.vectors(skin["inverseBindMatrices"])
            for joint, bind in zip(skin["joints"], binds):
                columns = [[bind[4 * column + row] for column in range(4)] for row in range(3)]
                made[self.exported.json["nodes"][joint]["extras"]["rigy_id"]] = product(worlds[joint], columns)
        return made

    @cached_property
    def influences(self):
        """Of every primitive by its path, some vertices: position, and names of bones with weights."""
        found = {}
        sizes = {f"{item['mesh']}.{item['id']}": item["vertex_count"] for item in self.answer.inspection["primitives"]}
        for mesh, vertices in self.asset.skinned_vertices().items():
            start = 0
            for path in (path for path in sizes if path.split(".")[-2] == mesh):
                step = max(1, sizes[path] // VERTICES)
                found[path] = vertices[start:start + sizes[path]:step]
                start += sizes[path]
        return found

    def tracks(self, name):
        """Where the vertices of each primitive are at each moment of a clip."""
        if name not in self.paths:
            clip = self.clip(name)
            parts = self.influences
            self.paths[name] = {path: [] for path in parts}
            for at in self.moments(clip):
                bones = self.skin_matrices(clip, at)
                for path, vertices in parts.items():
                    self.paths[name][path].append([blended(bones, position, weights) for position, weights in vertices])
        return self.paths[name]

    def rest(self, path):
        return [position for position, _ in self.influences[path]]

    def is_closed(self, name):
        """Whether a clip ends where it begins."""
        return all(math.dist(a, b) <= MILLIMETER for moments in self.tracks(name).values() for a, b in zip(moments[0], moments[-1]))


def blended(bones, position, weights):
    """A vertex after linear blend skinning."""
    if not weights:
        return position
    total = sum(weight for _, weight in weights)
    moved = [(transformed(bones[bone], position), weight / total) for bone, weight in weights]
    return [sum(point[i] * weight for point, weight in moved) for i in range(3)]

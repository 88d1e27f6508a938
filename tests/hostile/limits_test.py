#!/usr/bin/env python3
"""Documents that exceed a limit: each ends in a clear message, within a second and 256 MiB.

    limits_test.py --rigy PROGRAM [--any-cost]
"""

import os
import socket
import tempfile

import hostile
from hostile import (ANCHORS, ATTACH, BONE, BOUND_TO, CAPSULE, EXPORT_ERROR, HEAD, MESH, MIB, TOO_LARGE, TOO_MANY_NODES,
                     numbered, times)


class Limits(hostile.Hostile):
    # --- YAML -----------------------------------------------------------------------------------

    def test_billion_laughs(self):
        laughs = [f"x{i}: &x{i} [{', '.join([f'*x{i - 1}'] * 9)}]\n" for i in range(1, 30)]
        self.refuse("8:25: " + TOO_MANY_NODES, "x0: &x0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n", laughs)

    def test_a_flood_of_aliases(self):
        self.refuse("3:5999: " + TOO_MANY_NODES, "b: &b [", times(1000, "1,"), "]\nc: [",
                    times(5_000_000, "*b,"), "]\n")

    def test_a_flood_of_anchors(self):
        self.refuse("2:988895: error[P09]: more than 100000 YAML anchors ('&')", "c: [",
                    numbered(2_000_000, "&a{} 1,"), "]\n")

    def test_deep_nesting(self):
        for opening, column in (("[", 66), ("{a: ", 255), ("- ", 129)):
            for count in (100_000, 60 * MIB // len(opening)):
                with self.subTest(opening=opening, count=count):
                    self.refuse(f"3:{column}: error[P09]: nested more than 64 levels deep", "x:\n  ",
                                times(count, opening))

    def test_deep_complex_keys(self):
        self.refuse("3:5: error[P07]: a key must be text, not a mapping", "x:\n  ", times(30 * MIB, "? "))

    def test_a_scalar_of_60_mb(self):
        too_long = f"3:7: error[P09]: text of {60 * MIB} bytes; the maximum is 1024"
        for begin, end in (("", ""), ('"', '"'), ("'", "'"), ("|-\n    ", "")):
            with self.subTest(begin=begin):
                self.refuse(too_long, "meshes:\n- id: ", begin, times(60 * MIB, "x"), end, "\n")

    def test_a_scalar_of_60_mb_that_never_ends(self):
        self.refuse("2:4: error[P01]: not valid YAML: unclosed quote", "x: '", times(60 * MIB, "x"))

    def test_a_key_of_60_mb(self):
        self.refuse("2:1: error[P01]: not valid YAML: expected 'key: value' or a list item",
                    times(60 * MIB, "x"), ": 1\n")

    def test_60_mb_of_words_blanks_and_comments(self):
        unknown = "2:1: error[V33]: unknown field 'x' in the document"
        self.refuse("2:4: error[P09]: text of 18874367 bytes; the maximum is 1024", "x: ",
                    times(3 * MIB, "ab cd\n  "))
        self.refuse(unknown, "x: 1", times(60 * MIB, " "))
        self.refuse(unknown, "x: 1 #", times(60 * MIB, "x"))
        self.refuse(unknown, "x: 1", times(60 * MIB, "\n"))

    def test_what_is_no_text(self):
        self.refuse("2:1: error[P02]: this is not UTF-8 text", times(60 * MIB, b"\xff"))
        self.refuse("2:1: error[P01]: not valid YAML: control character U+0000", times(60 * MIB, "\0"))

    def test_a_million_entries(self):
        self.refuse("2:1: error[V33]: unknown field 'k0' in the document", numbered(990_000, "k{}: 1\n"),
                    last="990000 errors  (ParseError)  (989900 more not shown)")
        self.refuse("6:3: error[V33]: unknown field 'k0' in mesh 'm'", MESH, numbered(900_000, "  k{}: 1\n"),
                    last="900001 errors  (ParseError)  (899901 more not shown)")
        self.refuse("3:1: error[P03]: key 'k' appears twice", times(900_000, "k: 1\n"),
                    last="1799999 errors  (ParseError)  (1799899 more not shown)")
        self.refuse("1000000:10: " + TOO_MANY_NODES, numbered(3_000_000, "k{}: 1\n"))
        self.refuse("2:3999995: " + TOO_MANY_NODES, "x: [", times(30 * MIB, "1,"), "]")

    def test_many_anchors_of_one_name(self):
        self.refuse("2:600005: error[P09]: more than 100000 YAML anchors ('&')", "x: [", times(1_900_000, "&a [],"),
                    "]\n")

    def test_many_tag_directives(self):
        self.write("a.rigy.yaml", numbered(200_000, "%TAG !a{}! x\n"), "---\n", HEAD)
        self.expect("a.rigy.yaml:1:1: error[P07]: YAML directives are not supported")

    def test_errors_after_very_long_lines(self):
        self.refuse("62:10: error[V34]: missing field 'id' in mesh",
                    (part for _ in range(60) for part in ("# ", "x" * (MIB - 3), "\n")), "meshes: [",
                    times(60, "{},"), "]\n", last="120 errors  (ParseError)  (20 more not shown)")

    def test_many_documents(self):
        self.refuse("2:1: error[P07]: more than one document in the file", times(10_000_000, "---\n"))

    # --- counts -----------------------------------------------------------------------------------

    def test_many_unusable_items(self):
        self.refuse("5:5: error[V34]: missing field 'id' in primitive", "meshes:\n- id: m\n  primitives:\n",
                    times(1_900_000, "  - {}\n"), last="100002 errors  (ParseError)  (99902 more not shown)")

    def test_more_than_4_gib_of_primitives(self):
        self.refuse(TOO_LARGE, "meshes:\n- id: m\n  primitives:\n", numbered(110_000, "  - " + CAPSULE + "\n"),
                    last=EXPORT_ERROR)

    def test_more_bones_than_joints_can_count(self):
        self.refuse("9:3: error[X10]: armature 'r' has 70000 bones; the maximum is 65536", MESH,
                    "armatures:\n- id: r\n  bones:\n", numbered(70_000, BONE),
                    "bindings: [{mesh_id: m, armature_id: r, weights: [{primitive_id: p0, bones: "
                    "[{bone_id: b0, weight: 1}]}]}]\n", last="1 error  (ValidationError)")

    def refuse_copies_of_bones(self, meshes):
        self.refuse(TOO_LARGE, "armatures:\n- id: r\n  bones:\n", numbered(60_000, BONE),
                    "meshes:\n", numbered(meshes, "- {{id: m{}, primitives: [{{id: p, type: sphere, "
                                                   "dimensions: {{radius: 1}}}}]}}\n"),
                    "bindings:\n", numbered(meshes, "- {{mesh_id: m{}, armature_id: r, weights: "
                                                     "[{{primitive_id: p, bones: [{{bone_id: b0, weight: 1}}]}}]}}\n"),
                    last=EXPORT_ERROR)

    def test_bones_copied_for_many_meshes(self):
        self.refuse_copies_of_bones(meshes=6_000)

    def test_bones_that_take_more_than_4_gib_together_with_their_matrices(self):
        self.refuse_copies_of_bones(meshes=800)

    def test_a_vertex_that_no_primitive_has(self):
        self.refuse("7:98: error[V19]: vertex 99999999999999999999 does not exist: capsule 'p0' has vertices 0 to 857",
                    MESH, "armatures: [{id: r, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n"
                    "bindings: [{mesh_id: m, armature_id: r, weight_maps: [{primitive_id: p0, overrides: "
                    "[{vertices: [99999999999999999999], bones: [{bone_id: b, weight: 1}]}]}]}]\n",
                    last="1 error  (ValidationError)")

    # --- composition --------------------------------------------------------------------------------

    def chain(self, count, imports, instances=""):
        for i in range(count):
            self.write(f"{i}.rigy.yaml", HEAD, imports.format(f"{i + 1}.rigy.yaml"), ANCHORS, instances)
        self.write(f"{count}.rigy.yaml", HEAD, MESH, ANCHORS)

    def test_a_chain_of_imports(self):
        self.chain(1000, "imports: {{x: {{source: {0}}}}}\n")
        self.expect("32.rigy.yaml:2:23: error[X22]: imports are nested more than 32 levels deep",
                    last="1 error  (CompositionError)", entry="0.rigy.yaml")

    def test_each_file_imports_the_next_twice(self):
        self.chain(40, "imports: {{x: {{source: {0}}}, y: {{source: ./{0}}}}}\n")
        self.expect("32.rigy.yaml:2:23: error[X22]: imports are nested more than 32 levels deep",
                    last="2 errors  (CompositionError)", entry="0.rigy.yaml")

    def test_each_file_places_the_next_twice(self):
        self.chain(32, "imports: {{x: {{source: {0}}}, y: {{source: {0}}}}}\n",
                   "instances: [{id: i, import: x, " + ATTACH + "}, {id: j, import: y, " + ATTACH + "}]\n")
        self.expect("0.rigy.yaml: error[X18]: the output would exceed 4000000 nodes", last=EXPORT_ERROR,
                    entry="0.rigy.yaml")

    def test_instances_of_instances_of_a_large_mesh(self):
        anchors = ("anchors:\n- {id: a, translation: [0, 0, 0]}\n- {id: b, translation: [1, 0, 0]}\n"
                   "- {id: c, translation: [0, 1, 0]}\n- {id: d, translation: [5, 0, 0]}\n"
                   "- {id: e, translation: [6, 0, 0]}\n- {id: f, translation: [5, 1, 0]}\n")
        place = "- {{id: i{}, import: x, attach3: {{from: [a, b, c], to: [d, e, f], mode: rigid}}}}\n"
        for i in range(2):
            self.write(f"{i}.rigy.yaml", HEAD, f"imports: {{x: {{source: {i + 1}.rigy.yaml}}}}\n", anchors,
                       "instances:\n", numbered(1000, place))
        self.write("2.rigy.yaml", HEAD, MESH, ANCHORS)
        self.expect("0.rigy.yaml:" + TOO_LARGE, "--bake-transforms", last=EXPORT_ERROR, entry="0.rigy.yaml")

    def test_long_names_that_multiply(self):
        place = "- {{id: " + "x" * 1000 + "{}, import: x, " + ATTACH.replace("{", "{{").replace("}", "}}") + "}}\n"
        for i in range(3):
            self.write(f"{i}.rigy.yaml", HEAD, f"imports: {{x: {{source: {i + 1}.rigy.yaml}}}}\n", ANCHORS,
                       "instances:\n", numbered(120, place))
        self.write("3.rigy.yaml", HEAD, MESH, ANCHORS)
        self.expect("0.rigy.yaml:" + TOO_LARGE, last=EXPORT_ERROR, entry="0.rigy.yaml")

    def test_one_large_file_under_many_names(self):
        self.write("p.rigy.yaml", HEAD, "# ", times(5 * MIB, "x"))
        self.write("a.rigy.yaml", HEAD, "imports:\n",
                   (f"  i{i}: {{source: {'./' * i}p.rigy.yaml}}\n" for i in range(500)))
        self.expect(f"a.rigy.yaml:28:17: error[X20]: cannot read import '{'./' * 25}p.rigy.yaml': all files together "
                    "exceed 128 MiB", last="475 errors  (CompositionError)  (375 more not shown)")

    def test_a_huge_file_under_many_names(self):
        self.write("p.rigy.yaml", HEAD, "# ", times(60 * MIB, "x"))
        self.write("a.rigy.yaml", HEAD, "imports:\n",
                   (f"  i{i}: {{source: {'./' * i}p.rigy.yaml}}\n" for i in range(200)))
        self.expect("a.rigy.yaml:5:16: error[X20]: cannot read import '././p.rigy.yaml': all files together "
                    "exceed 128 MiB", last="198 errors  (CompositionError)  (98 more not shown)")

    def test_many_imports_that_are_not_yaml(self):
        self.write("a.rigy.yaml", HEAD, "imports:\n", (f"  i{i}: {{source: {i}.rigy.yaml}}\n" for i in range(30)))
        for i in range(30):
            self.write(f"{i}.rigy.yaml", "x: [", times(1_900_000, "1,"), "]]")
        self.expect("0.rigy.yaml:1:3800006: error[P01]: not valid YAML: expected a key",
                    last="30 errors  (ParseError)")

    def test_one_file_imported_very_often(self):
        self.write("p.rigy.yaml", HEAD, ANCHORS, "# ", times(5 * MIB, "x"))
        self.write("p.ricy.yaml", 'contract_version: "0.1"\nrequired_anchors: [', numbered(50_000, "z{},"), "a]\n")
        self.write("a.rigy.yaml", HEAD, "imports:\n",
                   numbered(200_000, "  i{}: {{source: p.rigy.yaml, contract: p.ricy.yaml}}\n"))
        self.expect("a.rigy.yaml:3:16: error[V31]: the asset imported as 'i0' has no anchor 'z0', which its contract "
                    "requires", last="100000 errors  (ContractError)  (99900 more not shown)")

    def test_many_files_that_are_not_there(self):
        self.refuse("3:16: error[X20]: cannot read import '" + "a/../" * 30 + "z0': there is no such file",
                    "imports:\n", numbered(50_000, "  i{0}: {{source: " + "a/../" * 30 + "z{0}}}\n"),
                    last="50000 errors  (CompositionError)  (49900 more not shown)")

    def test_a_path_too_long_for_any_file(self):
        self.refuse("2:23: error[X20]: cannot read import '" + "a/../" * 40 + "…': the path is longer "
                    "than 512 bytes", "imports: {x: {source: ", times(120, "a/../"), "p}}\n",
                    last="1 error  (CompositionError)")

    def test_paths_of_many_parts(self):
        (self.folder / "d").mkdir()
        for count, why in ((31, "there is no such file"), (100, "the path has more than 64 parts")):
            path = "d/../" * count + "z0"
            shown = path if len(path) <= 200 else path[:200] + "…"
            self.refuse(f"3:16: error[X20]: cannot read import '{shown}': {why}", "imports:\n",
                        numbered(4096, "  i{0}: {{source: " + "d/../" * count + "z{0}}}\n"),
                        last="4096 errors  (CompositionError)  (3996 more not shown)")

    def test_imports_of_itself(self):
        self.refuse("3:16: error[X21]: circular import: a.rigy.yaml → a.rigy.yaml", "imports:\n",
                    numbered(200_000, "  i{}: {{source: a.rigy.yaml}}\n"),
                    last="200000 errors  (CompositionError)  (199900 more not shown)")

    def test_one_weight_file_for_many_maps(self):
        self.write("w.json", '{"primitive_id": "p0", "vertex_count": 858, "influences": [{"vertex": 0, "bones": [',
                   (f'{"," if i else ""}{{"bone_id": "z{i}", "weight": 0}}' for i in range(30_000)), "]}]}")
        self.write("a.rigy.yaml", HEAD, MESH,
                   "armatures: [{id: r, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n"
                   "bindings:\n- mesh_id: m\n  armature_id: r\n  weight_maps:\n",
                   times(100_000, "  - {primitive_id: p0, source: w.json}\n"))
        self.expect("a.rigy.yaml:11:32: error[V20]: weight file 'w.json' names 30000 bones that armature 'r' does not "
                    "have", last="200000 errors  (ValidationError)  (199900 more not shown)")

    def test_a_weight_file_with_more_bones_than_any_armature(self):
        self.write("w.json", '{"primitive_id": "p0", "vertex_count": 858, "influences": [{"vertex": 0, "bones": [',
                   (f'{"," if i else ""}{{"bone_id": "z{i}", "weight": 0}}' for i in range(1_300_000)), "]}]}")
        self.refuse("7:82: error[V20]: weight file 'w.json': it names more than 65536 bones", MESH,
                    BOUND_TO.format("w.json"), last="1 error  (ValidationError)")

    def test_deep_json(self):
        for opening in ("[", '{"a":'):
            with self.subTest(opening=opening):
                self.write("w.json", times(60 * MIB // len(opening), opening))
                self.refuse("7:82: error[V20]: weight file 'w.json': it has more than 20000000 brackets, commas and "
                            "colons", MESH, BOUND_TO.format("w.json"), last="1 error  (ValidationError)")

    # --- files ------------------------------------------------------------------------------------

    def test_a_file_that_is_too_large(self):
        too_large = "a.rigy.yaml: error[X25]: cannot read the document: it is larger than 64 MiB"
        self.write("a.rigy.yaml", times(64 * MIB + 1, "#"))
        self.expect(too_large, status=3, last="1 error  (InputError)")
        os.truncate(self.folder / "a.rigy.yaml", 1 << 40)
        self.expect(too_large, status=3, last="1 error  (InputError)")

    def special_files(self):
        os.mkfifo(self.folder / "pipe")
        (self.folder / "folder").mkdir()
        os.symlink("/dev/zero", self.folder / "zero")
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(str(self.folder / "socket"))
        return "pipe", "folder", "socket"

    def test_what_is_no_regular_file_as_the_document(self):
        for name in (*self.special_files(), "zero", "/dev/zero", "/dev/stdin", "/dev/full"):
            with self.subTest(name=name):
                if name == "folder":
                    # It stands for the documents in it.
                    none = "rigy: 'folder' has no documents: *.rigy.yaml or *.rigs.yaml"
                    self.expect(none, entry=name, status=2, last=none)
                    continue
                self.expect(f"{name}: error[X25]: cannot read the document: it is not a regular file", entry=name,
                            status=3, last="1 error  (InputError)")

    def refuse_as_anything(self, name, why, folder="", *options):
        """As an import, as a contract and as a weight file of a document in `folder`."""
        for text, place, what, kind in (
                (f"imports: {{x: {{source: {name}}}}}\n", "2:23: error[X20]", "import", "Composition"),
                (f"imports: {{x: {{source: p.rigy.yaml, contract: {name}}}}}\n", "2:46: error[X24]", "contract",
                 "Contract"),
                (MESH + BOUND_TO.format(name), "7:82: error[V20]", "weight file", "Validation")):
            with self.subTest(name=name, what=what):
                entry = folder + "a.rigy.yaml"
                self.write(entry, HEAD, text)
                self.expect(f"{entry}:{place}: cannot read {what} '{name}': {why}", *options, entry=entry,
                            last=f"1 error  ({kind}Error)")

    def test_what_is_no_regular_file_as_anything_else(self):
        self.write("p.rigy.yaml", HEAD, ANCHORS)
        for name in self.special_files():
            self.refuse_as_anything(name, "it is not a regular file")

    def test_links_out_of_the_root(self):
        self.special_files()
        outside = tempfile.NamedTemporaryFile(suffix=".rigy.yaml")
        self.addCleanup(outside.close)
        self.write("inside/p.rigy.yaml", HEAD, ANCHORS)
        for name, target in (("link.rigy.yaml", outside.name), ("all", "/"), ("loop", "loop"),
                             ("dangling", "/nowhere")):
            os.symlink(target, self.folder / "inside" / name)
        for name, why in (("link.rigy.yaml", "it is outside the root directory"),
                          ("all/etc/passwd", "it is outside the root directory"),
                          ("../zero", "it is outside the root directory"),
                          ("/etc/passwd", "absolute paths are not allowed"),
                          ("dangling", "it is outside the root directory"),
                          ("loop", "it cannot be read")):
            self.refuse_as_anything(name, why, "inside/", "--root", "inside")

    def test_paths_that_leave_the_root_and_come_back(self):
        """Else the message would tell what lies outside."""
        self.write("root/p.rigy.yaml", HEAD, ANCHORS)
        self.write("file", "")
        (self.folder / "folder").mkdir()
        (self.folder / "private").mkdir(mode=0)
        os.symlink("loop", self.folder / "loop")
        os.symlink("folder", self.folder / "link")
        os.symlink("../folder/../root/p.rigy.yaml", self.folder / "root/back")
        for name in ("..", "../nothing/..", "../file/..", "../folder/..", "../private/..", "../loop/..", "../link/.."):
            self.refuse_as_anything(name + "/root/p.rigy.yaml", "it is outside the root directory", "root/", "--root",
                                    "root")
        self.refuse_as_anything("back", "it is outside the root directory", "root/", "--root", "root")


if __name__ == "__main__":
    hostile.main()

"""The Python package with NumPy, and what notebooks show in Chromium. RIGY_LIBRARY names the library."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "python"))

import rigy  # noqa: E402  (its folder is given above)

WALKER = REPOSITORY / "examples/motion/walker.rigy.yaml"
ROOM = REPOSITORY / "examples/room/room.rigs.yaml"
COMPONENT = Path(os.environ.get("RIGY_COMPONENT", REPOSITORY / "web/component/dist"))


class WithNumPy(unittest.TestCase):
    def test_arrays_share_the_bytes_of_the_result(self):
        import numpy

        result = rigy.export(WALKER)
        whole = numpy.frombuffer(next(iter(result.files.values())), "u1")
        for mesh in result.meshes():
            for primitive in mesh.primitives:
                for view in (primitive.positions, primitive.normals, primitive.joints, primitive.weights, primitive.indices):
                    self.assertTrue(numpy.shares_memory(numpy.asarray(view), whole))
                positions, triangles = numpy.asarray(primitive.positions), numpy.asarray(primitive.indices).reshape(-1, 3)
                self.assertEqual(positions.shape[1], 3)
                self.assertLess(triangles.max(), len(positions))

    def test_places_put_instances_where_they_are(self):
        import numpy

        lowest = min((numpy.asarray(one.positions) @ numpy.array(place)[:3, :3].T + numpy.array(place)[:3, 3])[:, 1].min()
                     for mesh in rigy.export(ROOM).meshes() for place in mesh.places for one in mesh.primitives)
        self.assertAlmostEqual(lowest, rigy.inspect(ROOM)["summary"]["bounds"]["min"][1], 6)


@unittest.skipUnless((COMPONENT / "rigy-model.js").is_file(), "the web component is not built")
class InABrowser(unittest.TestCase):
    def shown(self, result):
        """What the page says after the frame of a notebook ran in it."""
        os.environ["RIGY_COMPONENT"] = str(COMPONENT)
        listen = "<script>addEventListener('message', (event) => document.title = event.data)</script>"
        told = ("<script>for (const name of ['rigy-shown', 'error']) document.querySelector('rigy-model').addEventListener("
                "name, (event) => parent.postMessage(name + ' ' + (event.message ?? ''), '*'))</script></iframe>")
        import html

        frame = result._repr_html_().replace('"></iframe>', html.escape(told[: -len("</iframe>")]) + '"></iframe>')
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "cell.html"
            page.write_text(f"<!doctype html><title>nothing</title>{listen}{frame}", encoding="utf-8")
            command = ["chromium", "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                       f"--user-data-dir={folder}/profile", "--timeout=20000", "--dump-dom", f"file://{page}"]
            dom = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120).stdout
        return dom.partition("<title>")[2].partition("</title>")[0]

    def test_an_asset_and_a_scene_with_imports(self):
        for document in (WALKER, ROOM):
            with self.subTest(document.name):
                self.assertEqual(self.shown(rigy.compile(document)).strip(), "rigy-shown")


if __name__ == "__main__":
    unittest.main()

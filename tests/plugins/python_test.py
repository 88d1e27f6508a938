"""The Python package with NumPy, in the kernel of notebooks, and what they show in Chromium. RIGY_LIBRARY names the library."""

import base64
import html
import http.server
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "python"))

import rigy  # noqa: E402  (its folder is given above)

WALKER = REPOSITORY / "examples/motion/walker.rigy.yaml"
ROOM = REPOSITORY / "examples/room/room.rigs.yaml"
NOTEBOOK = REPOSITORY / "examples/python/robot.ipynb"
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
class InANotebook(unittest.TestCase):
    def test_the_example(self):
        """The cells of the example, run by IPython's kernel as Jupyter does it."""
        try:
            import nbformat
            from nbclient import NotebookClient
        except ImportError:
            self.skipTest("nbclient is not installed")
        os.environ.update(PYTHONPATH=str(REPOSITORY / "python"), RIGY_COMPONENT=str(COMPONENT))
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
        model, picture, arrays, errors = (cell.outputs[0] for cell in notebook.cells if cell.cell_type == "code")
        self.assertIn("<rigy-model src=", html.unescape(model.data["text/html"]))
        for shown in (model, picture):
            self.assertTrue(base64.b64decode(shown.data["image/png"]).startswith(b"\x89PNG"))
        self.assertIn("frame steel", arrays.text)
        self.assertIn("meshs", errors.text)


class Listener(http.server.BaseHTTPRequestHandler):
    """Serves one page, and keeps what it says with requests of /said/…."""

    def do_GET(self):
        if self.path.startswith("/said/"):
            self.server.said.put(urllib.parse.unquote(self.path[len("/said/"):]))
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        if self.path == "/":
            self.wfile.write(self.server.page.encode())

    def log_message(self, *_arguments):
        pass


LISTEN = "<script>addEventListener('message', (event) => fetch('/said/' + encodeURIComponent(event.data)))</script>"
TELL = """<script>
addEventListener('unhandledrejection', (event) => parent.postMessage(String(event.reason), '*'));
for (const name of ['rigy-shown', 'error']) {
  document.querySelector('rigy-model').addEventListener(name, (event) => parent.postMessage(event.message ?? name, '*'));
}
</script>"""


@unittest.skipUnless((COMPONENT / "rigy-model.js").is_file(), "the web component is not built")
@unittest.skipUnless(shutil.which("chromium"), "Chromium is not installed")
class InABrowser(unittest.TestCase):
    def shown(self, result):
        """What the frame of a notebook says when it is opened."""
        os.environ["RIGY_COMPONENT"] = str(COMPONENT)
        frame = result._repr_html_().replace('"></iframe>', html.escape(TELL) + '"></iframe>')
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Listener) as server, tempfile.TemporaryDirectory() as folder:
            server.page, server.said = f"<!doctype html>{LISTEN}{frame}", queue.Queue()
            threading.Thread(target=server.serve_forever, daemon=True).start()
            options = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader",
                       "--enable-unsafe-swiftshader", "--remote-debugging-port=0", f"--user-data-dir={folder}/profile"]
            browser = subprocess.Popen(["chromium", *options, f"http://127.0.0.1:{server.server_port}/"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                return server.said.get(timeout=90)
            except queue.Empty:
                return "nothing"
            finally:
                browser.terminate()
                browser.wait()
                server.shutdown()

    def test_names_that_mean_something_in_urls(self):
        with tempfile.TemporaryDirectory() as folder:
            document = Path(folder) / "a #1 100%20?.rigy.yaml"
            shutil.copy(WALKER, document)
            self.assertEqual(self.shown(rigy.compile(document)), "rigy-shown")

    def test_an_asset_and_a_scene_with_imports(self):
        for document in (WALKER, ROOM):
            with self.subTest(document.name):
                self.assertEqual(self.shown(rigy.compile(document)), "rigy-shown")


if __name__ == "__main__":
    unittest.main(verbosity=2)  # says what is skipped, and why

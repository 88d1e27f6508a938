#!/usr/bin/env python3
"""rigy lsp, mcp, serve and watch --serve with clients that are broken or hostile.

    servers_test.py --rigy PROGRAM

10,000 random messages; MESSAGES=1000000 sends more (`./dev prove servers`), SEED=N others. Everything happens in temporary
folders and on 127.0.0.1, and every wait has an end.
"""

import contextlib
import http.client
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from program import rigy_program  # noqa: E402  (needs the path)

RIGY = None
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MESSAGES = int(os.environ.get("MESSAGES", "10000"))
SEED = int(os.environ.get("SEED", "1"))
# A program with sanitizers needs more.
MAX_MEMORY_MIB = 4000 if os.environ.get("ANY_COST") else 400
SECONDS = 60
MIB = 1 << 20
SECRET = "the secret of somebody else"
BOX = """version: "0.13"
meshes: [{id: body, primitives: [{id: core, type: box, dimensions: {x: 1, y: 2, z: 3}}]}]
anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, {id: c, translation: [0, 1, 0]}]
"""
EDITOR = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}}
MCP = {"jsonrpc": "2.0", "id": 0, "method": "initialize",
       "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}


def memory_mib(pid, field="VmHWM"):
    """The most that the process has used, or VmRSS: what it uses now."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"{field}:\s+(\d+) kB", status)[1]) / 1024


def framed(server, data):
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data) if server == "lsp" else data + b"\n"


def as_json(message):
    return json.dumps(message).encode()


def valid_messages(server, folder, number):
    """What a client says that means well."""
    uri = f"file://{folder}/box.rigy.yaml"
    place = {"textDocument": {"uri": uri}, "position": {"line": number % 4, "character": number % 40}}
    if server == "lsp":
        calls = [("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "rigy", "version": number, "text": BOX}}),
                 ("textDocument/didChange", {"textDocument": {"uri": uri, "version": number}, "contentChanges": [
                     {"range": {"start": place["position"], "end": place["position"]}, "text": "x: [\n"}]}),
                 ("textDocument/didChange", {"textDocument": {"uri": uri, "version": number}, "contentChanges": [{"text": BOX}]}),
                 ("textDocument/completion", place), ("textDocument/hover", place), ("textDocument/definition", place),
                 ("textDocument/references", {**place, "context": {"includeDeclaration": True}}),
                 ("textDocument/rename", {**place, "newName": "other"}), ("textDocument/documentSymbol", place),
                 ("textDocument/formatting", {**place, "options": {"tabSize": 2, "insertSpaces": True}}),
                 ("textDocument/foldingRange", place), ("textDocument/selectionRange", {**place, "positions": [place["position"]]}),
                 ("$/cancelRequest", {"id": number - 1}), ("textDocument/didClose", place)]
        return [{"jsonrpc": "2.0", "id": number, "method": name, "params": params} for name, params in calls]
    cheap = {"lint": False, "picture": False, "summary": False}
    tools = [("write_asset", {"document": BOX, **cheap}), ("write_asset", {"document": BOX, "save_as": "new.rigy.yaml", **cheap}),
             ("write_asset", {"path": "box.rigy.yaml", "edits": [{"find": "nothing", "replace": "x"}], **cheap}),
             ("measure", {"path": "box.rigy.yaml", "pairs": [{"a": "core", "b": "anchor:a"}]}),
             ("inspect", {"path": "box.rigy.yaml"}), ("explain", {"topic": "V11"}), ("export", {"path": "box.rigy.yaml"}),
             ("fix", {"document": BOX}), ("diff", {"before": {"path": "box.rigy.yaml"}, "after": {"document": BOX}})]
    if server == "serve":
        return [{"id": number, "tool": name, "arguments": given} for name, given in tools] + [{"cancel": number - 1}]
    return [{"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": given}}
            for name, given in tools] + [
        {"jsonrpc": "2.0", "id": number, "method": "resources/list"}, {"jsonrpc": "2.0", "id": number, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": number, "method": "resources/read", "params": {"uri": "rigy://cheatsheet"}},
        {"jsonrpc": "2.0", "id": number, "method": "prompts/list"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number - 1}}]


ODD = [None, True, -1, 0, 1e308, 2**64, -2**63, 0.5, "", "\0", "\ud800", "../../etc/passwd", "/etc/passwd", "file:///etc/passwd",
       "x" * 5000, [], {}, [[]], {"": {}}, "box.rigy.yaml", "\u202e", "%s%n", "~", "CON", "a/../b"]


def changed_value(chance, value):
    """The value with something in it replaced, left out or doubled."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        out = dict(value)
        key = chance.choice(sorted(out))
        what = chance.random()
        if what < 0.1:
            del out[key]
        elif what < 0.2:
            out[chance.choice(["", "id", "method", "extra", key * 2])] = chance.choice(ODD)
        else:
            out[key] = changed_value(chance, out[key])
        return out
    if isinstance(value, list) and value and chance.random() < 0.8:
        out = list(value)
        at = chance.randrange(len(out))
        out[at] = changed_value(chance, out[at])
        return out * chance.choice([1, 1, 1, 50])
    if isinstance(value, str) and value and chance.random() < 0.5:
        at = chance.randrange(len(value))
        return value[:at] + chance.choice(["", "\n", "\t", "[", "{", "&a", "*a", "\u00e9", "9" * 30, "- - - -"]) + value[at:]
    return chance.choice(ODD)


def random_message(chance, server, folder, number):
    message = chance.choice(valid_messages(server, folder, number))
    for _ in range(chance.choice([0, 1, 1, 2, 5])):
        message = changed_value(chance, message)
    data = bytearray(json.dumps(message).encode("ascii"))
    if chance.random() < 0.2 and data:  # what is no JSON
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
    if chance.random() < 0.02:
        data = bytearray(b"[" * chance.choice([10, 1000, 100_000]))
    if server != "lsp":
        data = data.replace(b"\n", b" ")
    return bytes(data)


class Stream:
    """A server over pipes whose answers a thread reads."""

    def __init__(self, test, server, folder, *arguments, reads=True):
        self.server = server
        more = {"lsp": [], "mcp": ["--root", str(folder)], "serve": ["--stdio", "--root", str(folder)]}[server]
        self.process = subprocess.Popen([RIGY, server, *more, *arguments], cwd=folder, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        test.addCleanup(self.end)
        self.answers = []
        self.bad = []
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self.read, daemon=True)
        if reads:
            self.thread.start()

    def read_one(self):
        out = self.process.stdout
        if self.server != "lsp":
            return out.readline()
        length = None
        while (line := out.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return out.read(length) if length is not None else b""

    def read(self):
        while data := self.read_one():
            try:
                answer = json.loads(data)
            except ValueError:
                self.bad.append(data)
                continue
            with self.changed:
                if "id" in answer:
                    self.answers.append(answer)
                self.changed.notify_all()

    def send(self, data):
        """False if the server is gone."""
        try:
            self.process.stdin.write(framed(self.server, data))
            self.process.stdin.flush()
            return True
        except (BrokenPipeError, ValueError):
            return False

    def answer_to(self, identity):
        def found():
            return [one for one in self.answers if one.get("id") == identity]
        with self.changed:
            self.changed.wait_for(found, SECONDS)
            return found()

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError, ValueError):
                pipe.close()


def greeting(server):
    return {"lsp": EDITOR, "mcp": MCP, "serve": {"id": 0, "tool": "list_tools"}}[server]


def refused(server):
    """A request with a short answer: that it makes no sense."""
    return {"lsp": {"jsonrpc": "2.0", "method": "textDocument/hover", "params": {}}, "serve": {"tool": "measure", "arguments": {}},
            "mcp": {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "measure", "arguments": {}}}}[server]


class Hostile(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="rigy-servers-")
        self.addCleanup(holder.cleanup)
        self.outside = Path(holder.name).resolve()
        self.folder = self.outside / "root"
        self.folder.mkdir()
        (self.outside / "secret.rigy.yaml").write_text(BOX.replace("core", "secret") + f"# {SECRET}\n")
        (self.folder / "box.rigy.yaml").write_text(BOX)

    def expect_nothing_outside(self):
        self.assertEqual(sorted(path.name for path in self.outside.iterdir()), ["root", "secret.rigy.yaml"])


class Streams(Hostile):
    def storm(self, server, count):
        chance = random.Random(f"{SEED} {server}")
        stream = Stream(self, server, self.folder)
        stream.send(as_json(greeting(server)))
        sent = []
        for number in range(1, count + 1):
            data = random_message(chance, server, self.folder, number)
            sent = [*sent[-20:], data]
            if not stream.send(data):
                # A client may say that it is done.
                status = stream.process.wait(SECONDS)
                ended = any(b'"exit"' in one for one in sent)
                self.assertTrue(ended and status in (0, 1), (server, number, status, sent, stream.process.stderr.read(2000)))
                stream = Stream(self, server, self.folder)
                stream.send(as_json(greeting(server)))
        last = {**greeting(server), "id": "last"}
        if server == "lsp":
            last = {"jsonrpc": "2.0", "id": "last", "method": "shutdown"}
        stream.send(as_json(last))
        answers = stream.answer_to("last")
        self.assertEqual(len(answers), 1, (server, stream.process.poll()))
        self.assertEqual(stream.bad, [], server)
        self.assertLess(memory_mib(stream.process.pid), MAX_MEMORY_MIB, server)
        # At most one answer to a request: ids that the mutations doubled do not count.
        numbers = [one["id"] for one in stream.answers if isinstance(one["id"], int) and one["id"] > 0]
        self.assertLessEqual(len(numbers), count + 5, server)
        stream.process.stdin.close()
        self.assertIn(stream.process.wait(SECONDS), (0, 1), server)
        self.expect_nothing_outside()

    def test_random_messages_to_lsp(self):
        self.storm("lsp", MESSAGES // 3)

    def test_random_messages_to_mcp(self):
        self.storm("mcp", MESSAGES // 3)

    def test_random_messages_to_serve(self):
        self.storm("serve", MESSAGES // 3)

    def test_headers_that_cannot_be_read_end_the_language_server(self):
        for data in (b"Content-Length: -1\r\n\r\n{}", b"Content-Length: 99999999999999999999\r\n\r\n", b"no header\r\n\r\n",
                     b"x" * 10_000, b"\r\n\r\n"):
            stream = Stream(self, "lsp", self.folder)
            with contextlib.suppress(BrokenPipeError):
                stream.process.stdin.write(data)
                stream.process.stdin.flush()
            self.assertIn(stream.process.wait(SECONDS), (0, 1), data)

    def test_messages_that_are_too_long_are_dropped(self):
        for server in ("mcp", "serve", "lsp"):
            stream = Stream(self, server, self.folder)
            stream.send(as_json(greeting(server)))
            stream.send(b'{"id":1,"method":"' + b"x" * (20 * MIB) + b'"}')
            stream.send(as_json({**greeting(server), "id": 7}))
            self.assertEqual(len(stream.answer_to(7)), 1, server)
            self.assertLess(memory_mib(stream.process.pid), MAX_MEMORY_MIB / 2, server)

    def test_values_that_fill_memory(self):
        """16 MiB of small values, as large as a message may be, several times."""
        lists = b"[" + b"0," * (7 * MIB) + b"0]"
        texts = b"[" + b'"",' * 190_000 + b'""]'
        for server in ("mcp", "serve", "lsp"):
            stream = Stream(self, server, self.folder)
            stream.send(as_json(greeting(server)))
            for data in (lists, texts) * 4:
                stream.send(b'{"jsonrpc":"2.0","id":5,"method":"tools/list","tool":"explain","params":' + data + b"}")
            stream.send(as_json({**greeting(server), "id": 7}))
            self.assertEqual(len(stream.answer_to(7)), 1, server)
            self.assertLess(memory_mib(stream.process.pid), MAX_MEMORY_MIB, server)

    def test_a_client_that_does_not_read(self):
        """The server waits as well, and does not pile up answers; when the client reads, everything is there."""
        for server in ("mcp", "serve", "lsp"):
            stream = Stream(self, server, self.folder, reads=False)
            stream.send(as_json(greeting(server)))
            os.set_blocking(stream.process.stdin.fileno(), False)
            asked = 1
            waiting = b""
            deadline = time.monotonic() + 4
            while time.monotonic() < deadline and asked < 100_000:
                if not waiting:
                    waiting = framed(server, as_json({**refused(server), "id": asked}))
                    asked += 1
                try:
                    done = os.write(stream.process.stdin.fileno(), waiting)
                    waiting = waiting[done:]
                except BlockingIOError:
                    time.sleep(0.05)
            self.assertLess(memory_mib(stream.process.pid), MAX_MEMORY_MIB, server)
            os.set_blocking(stream.process.stdin.fileno(), True)
            stream.thread.start()
            stream.process.stdin.write(waiting)
            stream.process.stdin.flush()
            self.assertEqual(len(stream.answer_to(asked - 1)), 1, server)

    def test_a_thousand_requests_at_once(self):
        """In one piece, and before the first answer is read: each is answered once."""
        for server in ("mcp", "serve", "lsp"):
            stream = Stream(self, server, self.folder, reads=False)
            stream.send(as_json(greeting(server)))
            asked = [{**refused(server), "id": number} for number in range(1, 1001)]
            writer = threading.Thread(target=stream.process.stdin.write, args=[b"".join(framed(server, as_json(one)) for one in asked)])
            writer.start()
            stream.thread.start()
            writer.join(SECONDS)
            last = {"jsonrpc": "2.0", "id": "last", "method": "shutdown"} if server == "lsp" else {**greeting(server), "id": "last"}
            stream.send(as_json(last))
            stream.answer_to("last")
            with stream.changed:
                stream.changed.wait_for(lambda: len(stream.answers) >= 1002, SECONDS)  # pylint: disable=cell-var-from-loop
            found = sorted(one["id"] for one in stream.answers if isinstance(one["id"], int) and one["id"] > 0)
            self.assertEqual(found, list(range(1, 1001)), server)
            self.assertEqual(stream.bad, [], server)
            self.assertLess(memory_mib(stream.process.pid), MAX_MEMORY_MIB, server)

    def test_paths_that_leave(self):
        """In every argument of every tool that takes a path: no answer has what is outside, and nothing is written there."""
        for link in ("link", "link.rigy.yaml"):
            (self.folder / link).symlink_to(self.outside if link == "link" else self.outside / "secret.rigy.yaml")
        outside = str(self.outside / "secret.rigy.yaml")
        ways = ["../secret.rigy.yaml", outside, f"file://{outside}", "sub/../../secret.rigy.yaml", "./../secret.rigy.yaml",
                "..\\secret.rigy.yaml", "link/secret.rigy.yaml", "link.rigy.yaml", "~/secret.rigy.yaml", "box.rigy.yaml/../../secret.rigy.yaml",
                "..%2fsecret.rigy.yaml", "../secret.rigy.yaml\0.rigy.yaml", "/proc/self/environ", "//" + outside, ".../../secret.rigy.yaml"]
        cheap = {"lint": False, "picture": False, "summary": False}
        before = (self.outside / "secret.rigy.yaml").read_text()
        for server in ("mcp", "serve"):
            stream = Stream(self, server, self.folder)
            stream.send(as_json(greeting(server)))
            calls = [call for way in ways for call in (
                ("inspect", {"path": way}), ("write_asset", {"path": way, "edits": [{"find": "core", "replace": "x"}], **cheap}),
                ("write_asset", {"document": BOX, "save_as": way, **cheap}), ("fix", {"path": way, "save": True}),
                ("export", {"path": "box.rigy.yaml", "format": "glb", "save_as": way.removesuffix(".rigy.yaml") + ".glb"}),
                ("template", {"name": "box", "save_in": way}), ("diff", {"before": {"path": way}, "after": {"document": BOX}}),
                ("write_asset", {"document": BOX + f"imports: {{x: {{source: {json.dumps(way)}}}}}\n", **cheap}))]
            for number, (name, given) in enumerate(calls, 1):
                stream.send(as_json({"id": number, "tool": name, "arguments": given} if server == "serve" else {
                    "jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": given}}))
            for number, (name, given) in enumerate(calls, 1):
                answers = stream.answer_to(number)
                self.assertEqual(len(answers), 1, (server, name, given))
                text = json.dumps(answers[0])
                self.assertNotIn(SECRET, text, (server, name, given))
                self.assertNotIn('"secret"', text.replace("\\", ""), (server, name, given))
        self.assertEqual((self.outside / "secret.rigy.yaml").read_text(), before)
        self.expect_nothing_outside()

    def test_pipes_that_are_closed(self):
        for server in ("mcp", "serve", "lsp"):
            whole = framed(server, as_json(greeting(server)))
            for size in (0, 1, len(whole) // 2, len(whole) - 1, len(whole)):
                stream = Stream(self, server, self.folder)
                stream.process.stdin.write(whole[:size])
                stream.process.stdin.close()
                self.assertIn(stream.process.wait(SECONDS), (0, 1), (server, size))
            # Nobody reads, but messages come.
            stream = Stream(self, server, self.folder, reads=False)
            stream.process.stdout.close()
            for _ in range(100):
                if not stream.send(as_json(greeting(server))):
                    break
            with contextlib.suppress(BrokenPipeError):
                stream.process.stdin.close()
            self.assertIn(stream.process.wait(SECONDS), (0, 1, 3, -13), server)


# Both states last about as long as a call takes from its checks to its file.
FLIP = """
import contextlib, os, sys, time
link, real, elsewhere = sys.argv[1:]
while True:
    with contextlib.suppress(OSError):
        os.rename(link, real)
        os.symlink(elsewhere, link)
        time.sleep(0.0001)
        os.unlink(link)
        os.rename(real, link)
        time.sleep(0.0001)
"""


class Links(Hostile):
    """Folders of the root become links and back while files are read and written."""

    def test_links_that_come_and_go(self):
        (self.outside / "elsewhere").mkdir()
        (self.outside / "elsewhere" / "box.rigy.yaml").write_text(BOX.replace("core", "secret"))
        (self.folder / "sub").mkdir()
        (self.folder / "sub" / "box.rigy.yaml").write_text(BOX)
        flipping = subprocess.Popen([sys.executable, "-c", FLIP, self.folder / "sub", self.folder / "real", self.outside / "elsewhere"])
        try:
            self.ask_often()
        finally:
            flipping.kill()
            flipping.wait()
        self.assertEqual([path.name for path in (self.outside / "elsewhere").iterdir()], ["box.rigy.yaml"])
        self.assertIn("secret", (self.outside / "elsewhere" / "box.rigy.yaml").read_text())

    def ask_often(self):
        stream = Stream(self, "serve", self.folder)
        for number in range(max(1500, MESSAGES // 20)):
            stream.send(as_json({"id": 2 * number, "tool": "write_asset", "arguments": {
                "document": BOX, "save_as": "sub/new.rigy.yaml", "lint": False, "picture": False, "summary": False}}))
            stream.send(as_json({"id": 2 * number + 1, "tool": "inspect", "arguments": {"path": "sub/box.rigy.yaml"}}))
        stream.send(as_json({"id": "last", "tool": "list_tools"}))
        self.assertEqual(len(stream.answer_to("last")), 1)
        stream.process.stdin.close()
        stream.process.wait(SECONDS)
        stream.thread.join(SECONDS)
        self.assertEqual([one for one in stream.answers if "secret" in json.dumps(one)], [])


class Pages(Hostile):
    """watch --serve, for a page of the playground that consists of one file."""

    def setUp(self):
        super().setUp()
        site = self.folder / "site"
        site.mkdir()
        (site / "index.html").write_text("<p>the page</p>")
        (site / "live.js").write_text("")
        self.process = subprocess.Popen([RIGY, "watch", "box.rigy.yaml", "--serve", "--site", "site"], cwd=self.folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(self.end)
        self.lines = []
        found = None
        while not found and (line := self.process.stdout.readline()):
            self.lines.append(line)
            found = re.search(r"http://127\.0\.0\.1:(\d+)(/[0-9a-f]+)/", line)
        if not found and "without" in "".join(self.lines):
            self.skipTest("this program was built without a server")
        self.assertTrue(found, "".join(self.lines))
        self.port, self.base = int(found[1]), found[2]
        self.reader = threading.Thread(target=self.process.stdout.read, daemon=True)
        self.reader.start()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.reader.join(SECONDS)
        self.process.stdout.close()

    def ask(self, method, path, body=None, headers=None, timeout=SECONDS):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.putrequest(method, path, skip_host="Host" in (headers or {}))
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def expect_service(self):
        """A page that means well gets its answers, soon after whatever happened."""
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                status, data = self.ask("GET", self.base + "/live/project", timeout=10)
                break
            except OSError:
                self.assertLess(time.monotonic(), deadline, "no answer any more")
        self.assertEqual(status, 200)
        self.assertIn("core", data.decode())
        self.assertIsNone(self.process.poll())
        self.assertLess(memory_mib(self.process.pid), MAX_MEMORY_MIB)

    def raw(self, data, timeout=10):
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            connection.sendall(data)
            with contextlib.suppress(OSError):
                return connection.recv(65536)
        return b""

    def test_a_port_is_not_shared(self):
        second = subprocess.run([RIGY, "watch", "box.rigy.yaml", "--serve", "--site", "site", "--port", str(self.port)],
                                cwd=self.folder, capture_output=True, text=True, timeout=SECONDS, check=False)
        self.assertEqual((second.returncode, second.stderr), (2, f"rigy: port {self.port} cannot be used\n"))
        self.expect_service()

    def test_only_who_knows_the_address_and_our_own_page(self):
        project = self.base + "/live/project"
        self.assertEqual(self.ask("GET", project)[0], 200)
        self.assertEqual(self.ask("GET", project, headers={"Host": f"localhost:{self.port}"})[0], 200)
        self.assertNotEqual(self.ask("GET", "/live/project")[0], 200)
        self.assertNotEqual(self.ask("GET", "/" + "0" * 32 + "/live/project")[0], 200)
        # Names of others that lead here (DNS rebinding), and other pages of the same browser.
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1.evil.example:{self.port}",
                     f"[::1]:{self.port}", "", f"0.0.0.0:{self.port}", f"127.1:{self.port}", f"LOCALHOST.:{self.port}"):
            self.assertEqual(self.ask("GET", project, headers={"Host": host})[0], 403, host)
        here = f"http://127.0.0.1:{self.port}"
        for origin in ("null", "http://evil.example", f"https://127.0.0.1:{self.port}", "http://127.0.0.1", here + "/", here + "0",
                       f"http://localhost:{self.port}", "file://"):
            self.assertEqual(self.ask("GET", project, headers={"Origin": origin})[0], 403, origin)
        target = self.base + "/live/files/box.rigy.yaml?revision=1"
        for headers in ({}, {"Origin": "null"}, {"Origin": "http://evil.example"}):
            for method in ("PUT", "POST", "DELETE", "PATCH", "OPTIONS"):
                self.assertNotIn(self.ask(method, target, b"x", headers)[0], (200, 204), (method, headers))
        self.assertEqual((self.folder / "box.rigy.yaml").read_text(), BOX)
        self.assertEqual(self.raw(b"GET " + project.encode() + b" HTTP/1.0\r\n\r\n")[:12].split(b" ")[1:2], [b"403"])

    def test_paths_that_leave(self):
        ways = ["../secret.rigy.yaml", "../../../../../../../../etc/passwd", "%2e%2e/secret.rigy.yaml", "..%2fsecret.rigy.yaml",
                "%2e%2e%2fsecret.rigy.yaml", "..%5csecret.rigy.yaml", "./../secret.rigy.yaml", "x/../../secret.rigy.yaml",
                "/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd", "..%c0%afsecret.rigy.yaml", "..;/secret.rigy.yaml",
                "%00/../secret.rigy.yaml", "box.rigy.yaml", "../box.rigy.yaml", str(self.outside / "secret.rigy.yaml")]
        origin = {"Origin": f"http://127.0.0.1:{self.port}"}
        for way in ways:
            for prefix in (self.base + "/", "/", self.base + "/live/", self.base + "/live/files/"):
                answer = self.raw(f"GET {prefix}{way} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n".encode())
                self.assertNotIn(SECRET.encode(), answer, way)
                self.assertNotIn(b"root:", answer, way)
                self.assertNotIn(b" 200 ", answer[:20], prefix + way)
            if way != "box.rigy.yaml":
                status = self.ask("PUT", f"{self.base}/live/files/{way}?revision=1", b"hello", origin)[0]
                self.assertIn(status, (400, 403, 404), way)
        self.assertIn(SECRET, (self.outside / "secret.rigy.yaml").read_text())
        self.assertEqual((self.folder / "box.rigy.yaml").read_text(), BOX)
        self.expect_nothing_outside()

    def test_a_thousand_requests_at_once(self):
        request = f"GET {self.base}/live/project HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n".encode()
        whole = []

        def ask():
            with contextlib.suppress(OSError):
                if b" 200 " in self.raw(request, timeout=SECONDS)[:20]:
                    whole.append(1)
        threads = [threading.Thread(target=ask) for _ in range(1000)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)
        self.assertFalse(any(thread.is_alive() for thread in threads))
        self.assertGreaterEqual(len(whole), 100)
        self.expect_service()

    def test_connections_that_stay_open(self):
        """Open and silent, in the middle of a header or of a body, or reading nothing: what comes later is still answered,
        and files of the project are still read."""
        begun = [b"", b"GET ", f"GET {self.base}/live/project HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nX: ".encode(),
                 (f"PUT {self.base}/live/files/box.rigy.yaml?revision=1 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                  f"Origin: http://127.0.0.1:{self.port}\r\nContent-Length: 1000\r\n\r\nabc").encode(),
                 f"GET {self.base}/live/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode()]
        for data in begun:
            with contextlib.ExitStack() as held:
                for _ in range(150):
                    with contextlib.suppress(OSError):
                        connection = held.enter_context(socket.create_connection(("127.0.0.1", self.port), timeout=5))
                        connection.sendall(data)
                self.assertLess(len(os.listdir(f"/proc/{self.process.pid}/fd")), 130, data)
                self.assertLess(memory_mib(self.process.pid), MAX_MEMORY_MIB)
            self.expect_service()

    def test_headers_and_bodies_that_never_end(self):
        start = f"PUT {self.base}/live/files/box.rigy.yaml?revision=1 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        start += f"Origin: http://127.0.0.1:{self.port}\r\n"
        ways = [(start + "Content-Length: 1000000000000\r\n\r\n", b"x" * MIB), (start + "Transfer-Encoding: chunked\r\n\r\n", b"100000\r\n" + b"x" * MIB + b"\r\n"),
                (start + "X: ", b"y" * MIB), (start, b"A: b\r\n" * 100_000), ("GET /" , b"z" * MIB),
                (start + "Content-Length: -1\r\n\r\n", b"x"), (start + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n", b"123456")]
        for head, piece in ways:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                connection.sendall(head.encode())
                for _ in range(64):
                    connection.sendall(piece)
            self.assertLess(memory_mib(self.process.pid), MAX_MEMORY_MIB, head[-40:])
        self.expect_service()
        self.assertEqual((self.folder / "box.rigy.yaml").read_text(), BOX)

    def test_random_requests(self):
        chance = random.Random(SEED)
        good = (f"PUT {self.base}/live/files/box.rigy.yaml?revision=99 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                f"Origin: http://127.0.0.1:{self.port}\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc").encode()
        for _ in range(max(300, MESSAGES // 100)):
            data = bytearray(good)
            for _ in range(chance.randint(1, 6)):
                at = chance.randrange(len(data))
                if chance.random() < 0.5:
                    data[at] = chance.randrange(256)
                else:
                    del data[at:at + chance.randint(1, 9)]
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
        self.expect_service()

    def test_a_document_that_becomes_a_link(self):
        """What the page writes lands in the file that is watched, or nowhere."""
        revision = json.loads(self.ask("GET", self.base + "/live/project")[1])["revision"]
        (self.folder / "box.rigy.yaml").unlink()
        (self.folder / "box.rigy.yaml").symlink_to(self.outside / "secret.rigy.yaml")
        origin = {"Origin": f"http://127.0.0.1:{self.port}"}
        for number in range(revision, revision + 4):
            self.ask("PUT", f"{self.base}/live/files/box.rigy.yaml?revision={number}", b"version: 1\n", origin)
            time.sleep(0.1)
        self.assertIn(SECRET, (self.outside / "secret.rigy.yaml").read_text())


if __name__ == "__main__":
    RIGY = rigy_program(__doc__)
    if not shutil.which("true") or not Path("/proc/self/status").exists():
        print("SKIPPED: no /proc here", file=sys.stderr)
        sys.exit(77)
    unittest.main()

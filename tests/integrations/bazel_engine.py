"""Starts Bazel, an HTTP cache and remote workers for the tests and the measurements, and ends them again."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

NGINX = """\
user {user};
worker_processes 1;
pid {work}/nginx.pid;
error_log {work}/nginx.log;
events {{}}
http {{
  access_log {work}/access.log;
  client_max_body_size 1g;
  client_body_temp_path {work}/body;
  proxy_temp_path {work}/proxy;
  fastcgi_temp_path {work}/fastcgi;
  uwsgi_temp_path {work}/uwsgi;
  scgi_temp_path {work}/scgi;
  server {{
    listen 127.0.0.1:{port};
    root {work}/files;
    location / {{ dav_methods PUT; create_full_put_path on; }}
  }}
}}
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_for_port(port, process):
    for _ in range(600):
        if process.poll() is not None:
            raise AssertionError(f"port {port}: the server ended with status {process.returncode}")
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"nothing listens on port {port}")


def end(process):
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Nginx:
    """A cache: files that are PUT can be fetched."""

    def __init__(self, work):
        work = Path(work)
        (work / "files").mkdir(parents=True)
        self.port = free_ports(1)[0]
        self.log = work / "access.log"
        user = "www-data" if os.geteuid() == 0 else os.environ.get("USER", "nobody")
        if os.geteuid() == 0:
            shutil.chown(work / "files", "www-data")
            for folder in [work, *work.parents]:
                folder.chmod(folder.stat().st_mode | 0o011) if folder != Path("/") else None
        (work / "nginx.conf").write_text(NGINX.format(user=user, work=work, port=self.port))
        nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        self.process = subprocess.Popen([nginx, "-e", work / "nginx.log", "-c", work / "nginx.conf", "-g", "daemon off;"])
        wait_for_port(self.port, self.process)

    def bytes_moved(self):
        """Sent to the cache, and fetched from it."""
        got = 0
        for line in self.log.read_text().splitlines():
            match = re.search(r'"(GET|PUT) (\S+) \S+" (\d+) (\d+)', line)
            if match and match[1] == "GET" and match[3] == "200":
                got += int(match[4])
        put = sum(path.stat().st_size for path in (self.log.parent / "files").rglob("*") if path.is_file())
        return put, got

    def close(self):
        end(self.process)


class Workers:
    """Remote workers of Bazel itself."""

    def __init__(self, work, classes, count=2):
        work = Path(work)
        work.mkdir(parents=True)
        self.ports = free_ports(count)
        self.logs = [work / f"worker_{i}.log" for i in range(count)]
        self.processes = []
        for i, port in enumerate(self.ports):
            for folder in ("work", "store"):
                (work / f"{folder}_{i}").mkdir()
            with open(self.logs[i], "w") as log:
                self.processes.append(subprocess.Popen(
                    ["java", "-Xmx256m", "-cp", f"/usr/share/bazel/A-server.jar:{classes}",
                     "com.google.devtools.build.remote.worker.RemoteWorker", f"--work_path={work}/work_{i}",
                     f"--cas_path={work}/store_{i}", f"--listen_port={port}", f"--pid_file={work}/worker_{i}.pid", "--jobs=2"],
                    stdout=log, stderr=subprocess.STDOUT))
        for port, process in zip(self.ports, self.processes):
            wait_for_port(port, process)

    def close(self):
        for process in self.processes:
            end(process)


class Bazel:
    """A machine of its own: another output root, another copy of the workspace."""

    def __init__(self, root, workspace):
        self.root = Path(root)
        self.workspace = Path(workspace)

    def run(self, *arguments, check=True):
        command = ["bazel", f"--output_user_root={self.root}", "--max_idle_secs=120", "--host_jvm_args=-Xmx1g",
                   arguments[0], *arguments[1:]]
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.root.parent)}
        done = subprocess.run(command, cwd=self.workspace, env=environment, capture_output=True, text=True)
        if check and done.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr[-5000:]}")
        return done

    def build(self, *arguments, check=True):
        """How many actions ran in which way; `internal` ones are Bazel's own."""
        done = self.run("build", "--nosandbox_debug", "--color=no", "--curses=no", "--noshow_progress", *arguments, check=check)
        counts = {}
        for line in done.stderr.splitlines():
            match = re.match(r"INFO: \d+ process(?:es)?: (.*)\.$", line)
            if match:
                counts = {way.split(" ", 1)[1]: int(way.split(" ", 1)[0]) for way in match[1].split(", ")}
        counts.pop("internal", None)
        return counts, done

    def outputs(self):
        link = self.run("info", "bazel-bin").stdout.strip()
        return Path(link)

    def close(self):
        self.run("shutdown", check=False)
        # Bazel makes its folders read-only.
        subprocess.run(["chmod", "-R", "u+w", str(self.root)], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.root, ignore_errors=True)

"""Builds the zip of the add-on and tests it in Blender, with settings of its own."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent


def environment(folder):
    """Blender takes its modules from the first python3 in the path, which must be the system's."""
    return {**os.environ, "PATH": "/usr/bin:/bin", "BLENDER_USER_RESOURCES": folder, "LIBGL_ALWAYS_SOFTWARE": "1",
            "BLENDER_USER_SCRIPTS": f"{folder}/scripts", "BLENDER_USER_CONFIG": f"{folder}/config"}


def without_window(archive, rigy, env):
    script = HERE / "blender_inside.py"
    command = ["blender", "-b", "--factory-startup", "--python", script, "--", archive, REPOSITORY, rigy]
    return subprocess.run(command, env=env, check=False).returncode


def with_window(archive, folder, env):
    """The panel is drawn, and the timer runs."""
    if not shutil.which("xvfb-run"):
        print("Ran 1 test, skipped 1: without xvfb there is no window")
        return 0
    for name in ("walker.rigy.yaml", "walker.rigm.yaml"):
        shutil.copy(REPOSITORY / "examples/motion" / name, folder)
    command = ["xvfb-run", "-a", "-s", "-screen 0 900x700x24", "blender", "--factory-startup", "--window-geometry", "0", "0", "900", "700",
               "--python", HERE / "blender_window.py", "--", archive, folder]
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=180)
    is_right = done.returncode == 0 and "Traceback" not in done.stdout and done.stdout.rstrip().endswith("right")
    print("Ran 1 test with a window" if is_right else done.stdout)
    return 0 if is_right else 1


def main():
    rigy, library = (Path(os.environ[name]).resolve() for name in ("RIGY", "RIGY_LIBRARY"))
    if not shutil.which("blender"):
        print("Blender is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "rigy_blender.zip"
        build = [REPOSITORY / "integrations/blender/build_zip", archive, "--library", library]
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        env = environment(folder)
        return without_window(archive, rigy, env) or with_window(archive, folder, env)


if __name__ == "__main__":
    sys.exit(main())

"""Builds the zip of the add-on and tests it in Blender, with settings of its own."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent


def main():
    rigy, library = (Path(os.environ[name]).resolve() for name in ("RIGY", "RIGY_LIBRARY"))
    if not shutil.which("blender"):
        print("Blender is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "rigy_blender.zip"
        subprocess.run([REPOSITORY / "integrations/blender/build_zip", archive, "--library", library], check=True, stdout=subprocess.DEVNULL)
        # Blender takes its modules from the first python3 in the path, which must be the system's.
        env = {**os.environ, "PATH": "/usr/bin:/bin", "BLENDER_USER_RESOURCES": folder,
               "BLENDER_USER_SCRIPTS": f"{folder}/scripts", "BLENDER_USER_CONFIG": f"{folder}/config"}
        script = HERE / "blender_inside.py"
        command = ["blender", "-b", "--factory-startup", "--python", script, "--", archive, REPOSITORY, rigy]
        return subprocess.run(command, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

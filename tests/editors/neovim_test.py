#!/usr/bin/env python3
"""Runs neovim.lua in Neovim, without a screen, with the settings of editors/neovim.md.

    neovim_test.py --rigy PATH

Without Neovim it says so and exits with 77, which CTest counts as skipped; if CI is set, that is a failure.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "neovim.lua"
PAGE = SCRIPT.parents[2] / "editors" / "neovim.md"
DOCUMENT = """version: "0.13"
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: hand, parent: root, head: [0, 1, 0], tail: [0, 2, 0]}
meshes: [{id: arm, primitives: [{id: ball, type: sphere, dimensions: {radius: 1}}]}]
bindings:
  - {mesh_id: arm, armature_id: rig, weights: [{primitive_id: ball, bones: [{bone_id: hnd, weight: 1}]}]}
poses:
  - {id: up, bones: {hand: {rotation: [1, 0, 0, 0]}}}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rigy", required=True, type=Path)
    rigy = parser.parse_args().rigy.resolve()
    if shutil.which("nvim") is None:
        print("SKIPPED: there is no nvim; the test in Neovim is not run")
        return 1 if os.environ.get("CI") else 77
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "arm.rigy.yaml").write_text(DOCUMENT)
        # Those for new versions, and those for 0.7.
        for name, settings in zip(("new", "old"), re.findall(r"```lua\n(.*?)```", PAGE.read_text(), re.DOTALL)):
            (Path(folder) / f"{name}.lua").write_text(settings)
        (Path(folder) / "rigy").symlink_to(rigy)
        path = f"{folder}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "RIGY_TEST_FOLDER": folder, "HOME": folder}
        return subprocess.run(["nvim", "--headless", "-u", "NONE", "-c", f"luafile {SCRIPT}"], env=environment,
                              cwd=folder, check=False, timeout=120).returncode


if __name__ == "__main__":
    sys.exit(main())

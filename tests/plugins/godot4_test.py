"""The import plugin for Godot 4, as far as it can be tested without one: the syntax of its scripts, and that it has every
function of the one for Godot 3."""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
PLUGINS = REPOSITORY / "integrations/godot"
MODULES = REPOSITORY / "build/gdscript"
ONLY_IN_3 = {"add_bodies"}  # Godot 4 reads colliders by itself
NOT_RUN = 77


def functions_in(folder):
    texts = (script.read_text(encoding="utf-8") for script in sorted((PLUGINS / folder / "addons/rigy").glob("*.gd")))
    return {name for text in texts for name in re.findall(r"^func _?(\w+)", text, re.MULTILINE)}


def main():
    if missing := functions_in("godot3") - functions_in("godot4") - ONLY_IN_3:
        print(f"the plugin for Godot 4 has no {', '.join(sorted(missing))}")
        return 1
    installed = subprocess.run([sys.executable, REPOSITORY / "tests/node.py", "install", MODULES, "--from", HERE / "gdscript"], check=False)
    if installed.returncode:
        return installed.returncode
    scripts = sorted((PLUGINS / "godot4/addons/rigy").glob("*.gd"))
    if status := subprocess.run(["node", HERE / "gdscript/syntax.mjs", MODULES, *scripts], check=False).returncode:
        return status
    print("Debian has no Godot 4; the syntax of the scripts is right")
    return NOT_RUN


if __name__ == "__main__":
    sys.exit(main())

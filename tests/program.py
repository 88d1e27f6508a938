"""What tests of the program have in common: `--rigy PROGRAM`, and repositories of git that nothing outside can change."""

import argparse
import os
import shutil
import sys
from pathlib import Path

SKIPPED = 77
IDENTITY = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}


def rigy_program(description, needs=()):
    """The program of `--rigy`; other arguments are left for unittest. Without a program that the tests need they are
    skipped, which is a failure in CI."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigy", required=True, type=Path)
    options, rest = parser.parse_known_args()
    for name in needs:
        if shutil.which(name) is None:
            print(f"SKIPPED: there is no {name}", file=sys.stderr)
            sys.exit(1 if os.environ.get("CI") else SKIPPED)
    sys.argv[1:] = rest
    return str(options.rigy.resolve())


def git_environment(more, without=("GIT_",)):
    """The environment without variables that begin so: who commits is known, and the system's settings do not count."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(without)}
    return kept | {"GIT_CONFIG_SYSTEM": "/dev/null", "NO_COLOR": "", "GIT_PAGER": "cat"} | IDENTITY | more

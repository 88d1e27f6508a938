#!/usr/bin/env python3
"""Runs the suite that was published with the language, if it is there."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

SKIPPED = 77


def main():
    parser = argparse.ArgumentParser(description="Run the published conformance suite.")
    parser.add_argument("--rigy", required=True)
    parser.add_argument("--suite", required=True, type=Path)
    options = parser.parse_args()
    if not (options.suite / "manifest.json").is_file():
        print(f"SKIPPED: the published suite is not in {os.path.normpath(options.suite)} (CMake: RIGY_PUBLISHED_SUITE)")
        return SKIPPED
    return subprocess.run([options.rigy, "conform", options.suite], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""lint.py runs clang-tidy when something a file depends on has changed, and only then."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import lint

# Counts its runs and finds something in a source that has the word "bad".
TIDY = """#!/bin/sh
echo run >>"{folder}/runs"
! grep -n bad "$2"
"""


class Lint(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name).resolve()
        self.tidy = self.folder / "tidy"
        self.install("tidy")
        self.write("runs", "")
        self.write("src/a.cpp", '#include "b/b.hpp"\n#include <vector>\nint a;')
        self.write("src/b/b.hpp", '#include "c.hpp"\n')
        self.write("src/b/c.hpp", "int c;")

    def install(self, name, text=TIDY):
        self.tidy = self.folder / name
        self.write(name, text.format(folder=self.folder))
        self.tidy.chmod(0o755)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        lint.content_of.cache_clear()
        lint.included_by.cache_clear()

    def remove(self, name):
        (self.folder / name).unlink()
        lint.content_of.cache_clear()
        lint.included_by.cache_clear()

    def lint(self, name="src/a.cpp"):
        """(files with findings, what was printed)"""
        cache = lint.Cache(self.folder / "build/passed.txt", self.tidy, self.folder)
        source = self.folder / name
        with contextlib.redirect_stdout(io.StringIO()) as out:
            failed = lint.run(cache, {source: ["-O1"]}, [source], 2)
        return failed, out.getvalue()

    def runs(self):
        return len((self.folder / "runs").read_text().splitlines())

    def test_an_unchanged_file_is_not_checked_again(self):
        self.assertEqual(self.lint(), (0, "lint: 1 files, 1 of them new or changed, 0 with findings\n"))
        self.assertEqual(self.lint(), (0, "lint: 1 files, 0 of them new or changed, 0 with findings\n"))
        self.assertEqual(self.runs(), 1)

    def test_a_record_stands_for_what_passed_elsewhere(self):
        source, record = self.folder / "src/a.cpp", self.folder / "record.txt"
        passed = lint.Cache(self.folder / "build/passed.txt", self.tidy, self.folder)
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(lint.write_record(passed, [source], record), 1)
        self.assertFalse(record.exists())
        self.lint()
        passed = lint.Cache(self.folder / "build/passed.txt", self.tidy, self.folder)
        self.assertEqual(lint.write_record(passed, [source], record), 0)
        elsewhere = lint.Cache(self.folder / "none.txt", self.tidy, self.folder, record)
        self.assertTrue(elsewhere.has_passed(source))
        self.write("src/a.cpp", "int changed;")
        self.assertFalse(elsewhere.has_passed(source))

    def test_whatever_changes_it_is_checked_again(self):
        changes = [lambda: self.write("src/a.cpp", '#include "b/b.hpp"\nint e;'),
                   lambda: self.write("src/b/b.hpp", '#include "c.hpp"\nint d;'),
                   lambda: self.write("src/b/c.hpp", "int f;"), lambda: self.write("b/c.hpp", ""),
                   lambda: self.install("tidy-15"), lambda: self.write(".clang-tidy", "Checks: bugprone-*"),
                   lambda: self.remove("src/b/c.hpp")]
        self.lint()
        expected = 1
        for number, change in enumerate(changes):
            change()
            expected += number != 3  # nobody includes that one
            self.lint()
            self.assertEqual(self.runs(), expected, number)

    def test_comments_do_not_count(self):
        self.lint()
        self.write("src/a.cpp", '// Why.\n#include "b/b.hpp"\n#include <vector>\nint a;')
        self.lint()
        self.assertEqual(self.runs(), 1)
        self.write("src/a.cpp", '// NOLINTNEXTLINE\n#include "b/b.hpp"\n#include <vector>\nint a;')
        self.lint()
        self.assertEqual(self.runs(), 2)

    def test_a_file_that_has_moved_is_not_checked_again(self):
        self.lint()
        (self.folder / "src").rename(self.folder / "lib")
        self.lint("lib/a.cpp")
        self.assertEqual(self.runs(), 1)

    def test_headers_of_another_folder_count(self):
        self.write("src/base/d.hpp", "int d;")
        self.write("src/a.cpp", '#include "d.hpp"\n')
        self.lint()
        self.write("src/base/d.hpp", "int e;")
        self.lint()
        self.assertEqual(self.runs(), 2)

    def test_findings_are_reported_until_they_are_gone(self):
        self.write("src/a.cpp", "int bad;")
        for _ in range(2):
            self.assertEqual(self.lint(), (1, "1:int bad;\n\nlint: 1 files, 1 of them new or changed, 1 with findings\n"))
        self.assertEqual(self.runs(), 2)

    def test_a_crash_is_not_a_pass(self):
        self.install("tidy", TIDY.replace("! grep", "exit 3 #"))
        for _ in range(2):
            failed, said = self.lint()
            self.assertEqual(failed, 1)
            self.assertIn("clang-tidy ends with status 3", said)

    def test_only_flags_matter(self):
        entry = {"command": "ccache g++ -DX=1 -isystem /usr/x -O3 -std=c++20 -MD -MT a.o -MF a.d -o a.o -c a.cpp"}
        self.assertEqual(lint.flags_of(entry), ["-DX=1", "-isystem", "/usr/x", "-O3", "-std=c++20"])


if __name__ == "__main__":
    unittest.main()

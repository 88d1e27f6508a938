#!/usr/bin/env python3
"""What the bill of materials of a package says about libraries that are compiled from pinned sources."""

import json
import re
import unittest

import sbom
import third_party
from release import SOURCE

SIMDJSON, MESHOPTIMIZER = (next(one for one in third_party.LIBRARIES if one.name == name) for name in ("simdjson", "meshoptimizer"))
LOCKED = {"version": "1.2.3", "license": "MIT", "integrity": "sha512-" + "A" * 86 + "=="}


class Bill(unittest.TestCase):
    def test_every_source_is_pinned(self):
        script = (SOURCE / "cmake/third_party").read_text(encoding="utf-8")
        listed = re.search(r"^readonly libraries=\(\n(.*?)^\)", script, re.MULTILINE | re.DOTALL)[1]
        self.assertEqual(sorted(sbom.pinned_sources()), sorted(line.split()[0].strip("'") for line in listed.splitlines()))
        self.assertEqual({one.source for one in third_party.LIBRARIES if one.source} - set(sbom.pinned_sources()), set())
        for number, _ in sbom.pinned_sources().values():
            self.assertRegex(number, r"^[0-9.]*[0-9]$")

    def test_what_is_compiled_here_has_the_digest_of_its_sources(self):
        bill = json.loads(sbom.bill("x", [SIMDJSON, MESHOPTIMIZER], sbom.pinned_sources(), [("three", LOCKED)]))
        own, simdjson, meshoptimizer, three = bill["packages"]
        self.assertEqual(own["name"], "x")
        for name, part in (("simdjson", simdjson), ("meshoptimizer", meshoptimizer)):
            number, digest = sbom.pinned_sources()[name]
            self.assertEqual((part["versionInfo"], part["checksums"][0]["checksumValue"]), (number, digest))
        self.assertEqual(three["checksums"][0]["checksumValue"], "00" * 64)
        self.assertEqual([one["relationshipType"] for one in bill["relationships"]], ["DESCRIBES", *3 * ["CONTAINS"]])

    def test_a_bill_is_the_same_every_time(self):
        self.assertEqual(*(sbom.bill("x", [SIMDJSON], sbom.pinned_sources()) for _ in range(2)))


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Tests what coverage.py makes of the counters."""

import unittest

import coverage


def line(number, count, ways=(), throws=()):
    branches = [{"count": way, "throw": False} for way in ways] + [{"count": way, "throw": True} for way in throws]
    return {"line_number": number, "count": count, "branches": branches}


class Coverage(unittest.TestCase):
    def test_objects_are_added_up(self):
        """A template in two objects: what one of them ran has run."""
        files, branches = coverage.add_up([
            {"file": "a.hpp", "lines": [line(1, 0, [0, 0]), line(2, 1, [3, 0], [0])]},
            {"file": "a.hpp", "lines": [line(1, 4, [4, 0]), {**line(3, 0), "gcovr/noncode": True}]}])
        self.assertEqual(files, {"a.hpp": {1: 4, 2: 1}})
        self.assertEqual(branches, {"a.hpp": {1: {0: 4, 1: 0}, 2: {0: 3, 1: 0}}})
        self.assertEqual(coverage.one_way(files["a.hpp"], branches["a.hpp"]), [1, 2])
        self.assertEqual(coverage.shares(files, branches), {"lines": 100.0, "branches": 50.0})

    def test_a_number_may_not_fall(self):
        self.assertEqual(coverage.fallen({"lines": 95.0, "branches": 80.0}, {"lines": 95.0, "branches": 80.05}), [])
        self.assertEqual(len(coverage.fallen({"lines": 94.8, "branches": 79.0}, {"lines": 95.0, "branches": 80.0})), 2)
        self.assertEqual(coverage.fallen({"lines": 95.0, "branches": 1.0}, {"lines": 95.0}), [])

    def test_a_number_may_not_be_missing(self):
        reached = {"lines": 95.0, "branches": 80.0}
        self.assertEqual(len(coverage.not_recorded(reached, {"lines": 95.0})), 1)
        self.assertEqual(coverage.not_recorded(reached, reached), [])

    def test_the_files_of_reasons_exist(self):
        self.assertEqual(coverage.unused_reasons(), [])


if __name__ == "__main__":
    unittest.main()

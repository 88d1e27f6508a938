#!/usr/bin/env python3
"""Tests of the digests that ./dev cross compares: what changes them, and what a faulty table says."""

import json
import sys
import unittest

import digests

FAULT = {"class": "ParseError", "code": "P01", "message": "größer"}


def stream_of(*outcomes):
    parts = []
    for glb, diagnostics, exported in outcomes:
        text = json.dumps({"ok": bool(glb), "diagnostics": diagnostics}).encode()
        parts.append(f"{len(glb)} {len(text)} {len(exported)}\n".encode() + glb + text + exported)
    return b"".join(parts)


def row(name, **cases):
    return digests.Row(name, cases, len(cases))


class Stream(unittest.TestCase):
    def test_bytes_and_diagnostics_come_back(self):
        outcomes = digests.read_outcomes(stream_of((b"glTF\n1 2\n", [], b"solid\n"), (b"", [FAULT], b"")), 2)
        self.assertEqual(outcomes, [digests.Outcome(b"glTF\n1 2\n", [], b"solid\n"), digests.Outcome(b"", [FAULT])])

    def test_too_little_and_too_much_are_errors(self):
        whole = stream_of((b"glTF", [], b"FBX"), (b"", [FAULT], b""))
        for stream, count, message in ((whole, 3, "the output ends after 2 of 3 cases"),
                                       (whole[:-1], 2, "the output ends within case 2 of 2"),
                                       (whole, 1, "the output goes on after 1 cases")):
            with self.assertRaises(digests.BrokenStream) as caught:
                digests.read_outcomes(stream, count)
            self.assertEqual(str(caught.exception), message)


class Outcome(unittest.TestCase):
    def test_every_byte_and_word_counts(self):
        outcomes = [digests.Outcome(b"glTF", []), digests.Outcome(b"glTf", []), digests.Outcome(b"glTF", [FAULT]),
                    digests.Outcome(b"glTF", [{**FAULT, "message": "grösser"}]), digests.Outcome(b"", [FAULT]),
                    digests.Outcome(b"glTF", [], b"FBX"), digests.Outcome(b"glTF", [], b"OBJ")]
        self.assertEqual(len({outcome.digest() for outcome in outcomes}), len(outcomes))

    def test_positive_case(self):
        test = {"type": "positive", "expected_sha256": digests.sha256(b"glTF")}
        self.assertTrue(digests.Outcome(b"glTF", []).passes(test))
        self.assertFalse(digests.Outcome(b"glTf", []).passes(test))
        self.assertFalse(digests.Outcome(b"", [FAULT]).passes(test))

    def test_negative_case(self):
        test = {"type": "negative", "expected_error_type": "ParseError"}
        self.assertTrue(digests.Outcome(b"", [FAULT]).passes(test))
        self.assertTrue(digests.Outcome(b"", [FAULT]).passes({**test, "expected_code": "P01"}))
        self.assertFalse(digests.Outcome(b"", [FAULT]).passes({**test, "expected_code": "P02"}))
        self.assertFalse(digests.Outcome(b"", [FAULT]).passes({**test, "expected_error_type": "ExportError"}))
        self.assertFalse(digests.Outcome(b"glTF", [FAULT]).passes(test))


class Table(unittest.TestCase):
    def test_equal_rows_have_no_faults(self):
        rows = [row("one", A="1", B="2"), row("two", A="1", B="2")]
        self.assertEqual(rows[0].digest(), rows[1].digest())
        self.assertEqual(digests.faults_of(rows), [])

    def test_different_rows_are_named_with_their_cases(self):
        rows = [row("one", A="1", B="2"), row("two", A="1", B="3")]
        self.assertNotEqual(rows[0].digest(), rows[1].digest())
        self.assertEqual(digests.faults_of(rows), ["two: 1 cases differ from one: B"])

    def test_failed_cases_are_a_fault_even_if_all_agree(self):
        rows = [digests.Row(name, {"A": "1", "B": "2"}, 1) for name in ("one", "two")]
        self.assertEqual(digests.faults_of(rows), ["one: 1 cases do not pass", "two: 1 cases do not pass"])

    def test_a_program_that_fails_is_a_fault(self):
        failed = digests.run([sys.executable, "-c", "raise SystemExit(3)"], "two")
        silent = digests.run([sys.executable, "-c", ""], "three")
        faults = digests.faults_of([failed, row("one", A="1"), silent])
        count = len(digests.read_tests()) + len(digests.read_examples())
        self.assertEqual(faults, ["two: ended with status 3", f"three: the output ends after 0 of {count} cases"])

    def test_long_lists_are_cut(self):
        many = {f"C{number:02}": "1" for number in range(digests.MOST_LISTED + 1)}
        rows = [row("one", **many), row("two", **dict.fromkeys(many, "2"))]
        self.assertEqual(digests.faults_of(rows),
                         [f"two: 21 cases differ from one: {' '.join(list(many)[:digests.MOST_LISTED])} ..."])


if __name__ == "__main__":
    unittest.main()

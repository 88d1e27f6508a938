// The module against the native program, over the whole conformance suite.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'rigy';
import { nativeReport, optionsOf, sha256, suiteCases, suiteFiles } from './support.js';

const rigy = await load();
const cases = suiteCases();

test('every positive case has the digest of the manifest', () => {
  const wrong: string[] = [];
  const positive = cases.filter((one) => one.type === 'positive');
  for (const one of positive) {
    const { ok, glb } = rigy.compile(suiteFiles(), optionsOf(one));
    if (!ok || glb === null || sha256(glb) !== one.expected_sha256) wrong.push(one.id);
  }
  assert.deepEqual(wrong, []);
  assert.ok(positive.length > 200, `only ${positive.length} cases`);
});

test('every negative case is rejected as the manifest says', () => {
  const wrong: string[] = [];
  const negative = cases.filter((one) => one.type === 'negative');
  for (const one of negative) {
    const { ok, glb, diagnostics } = rigy.compile(suiteFiles(), optionsOf(one));
    const expected = diagnostics.some(
      (diagnostic) =>
        diagnostic.class === one.expected_error_type &&
        (one.expected_code === undefined || diagnostic.code === one.expected_code),
    );
    if (ok || glb !== null || !expected) wrong.push(one.id);
  }
  assert.deepEqual(wrong, []);
  assert.ok(negative.length > 150, `only ${negative.length} cases`);
});

test('the diagnostics are those of the native program, word for word', () => {
  const maxErrors = 10_000; // as the program lists them in JSON
  for (const one of cases) {
    const { ok, diagnostics } = rigy.compile(suiteFiles(), { ...optionsOf(one), maxErrors });
    const native = nativeReport(one);
    // The program adds fixes, which the module does not make.
    const words = native.diagnostics.map((one) => ({ ...one }) as Partial<Record<'fixes', unknown>>);
    for (const one of words) delete one.fixes;
    assert.deepEqual({ ok, diagnostics }, { ok: native.ok, diagnostics: words }, one.id);
  }
});

// The controls of params.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf, numberText, rangeFor } from '../src/params.js';

test('what a param is follows from how it is written', () => {
  for (const text of ['4', '-1.5', '.5', '2.', '1e-3', '+3']) assert.equal(kindOf(text), 'number', text);
  for (const text of ['true', 'false']) assert.equal(kindOf(text), 'boolean', text);
  for (const text of ['"4"', 'oak', 'True', '0x10', '']) assert.equal(kindOf(text), 'text', text);
});

test('a slider reaches from nothing to twice the value in round steps', () => {
  assert.deepEqual(rangeFor(4), { min: 0, max: 8, step: 0.1 });
  assert.deepEqual(rangeFor(-4), { min: -8, max: 0, step: 0.1 });
  assert.deepEqual(rangeFor(0), { min: -1, max: 1, step: 0.01 });
  assert.deepEqual(rangeFor(0.14), { min: 0, max: 0.28, step: 0.005 });
  for (let value = 1e-4; value < 1e6; value *= 1.37) {
    const { max, step } = rangeFor(value);
    assert.ok(max / step >= 19 && max / step <= 102, `${value}: ${max / step} steps`);
  }
});

test('numbers are written without the digits of binary fractions', () => {
  assert.equal(numberText(0.1 + 0.2, 0.1), '0.3');
  assert.equal(numberText(4.000000001, 0.05), '4');
  assert.equal(numberText(-0.0001, 0.01), '0');
  assert.equal(numberText(1250, 50), '1250');
});

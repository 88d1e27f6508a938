// The controls of params.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf, numberText, rangeFor, Slide } from '../src/params.js';

test('what a param is follows from how it is written', () => {
  const kind = (text: string) => kindOf({ text, plain: true });
  for (const text of ['4', '-1.5', '.5', '2.', '1e-3', '+3']) assert.equal(kind(text), 'number', text);
  for (const text of ['true', 'false']) assert.equal(kind(text), 'boolean', text);
  for (const text of ['oak', 'True', '0x10', '']) assert.equal(kind(text), 'text', text);
  assert.equal(kindOf({ text: '4', plain: false }), 'text');
});

test('a slider reaches to twice the value in round steps, and a size never to 0', () => {
  assert.deepEqual(rangeFor(4), { min: 1, max: 8, step: 0.1 });
  assert.deepEqual(rangeFor(-4), { min: -8, max: 8, step: 0.1 });
  assert.deepEqual(rangeFor(0), { min: -1, max: 1, step: 0.01 });
  assert.deepEqual(rangeFor(0.14), { min: 0.035, max: 0.28, step: 0.005 });
  for (let value = 1e-4; value < 1e6; value *= 1.37) {
    const { min, max, step } = rangeFor(value);
    assert.ok(min > 0 && min <= value, `${value}: from ${min}`);
    assert.ok(max / step >= 19 && max / step <= 102, `${value}: ${max / step} steps`);
  }
});

test('numbers of any size have a slider', () => {
  for (const value of [1e-320, 1e-150, -1e-150, 1e150, 1e308]) {
    assert.doesNotThrow(() => rangeFor(value), String(value));
  }
});

test('a slider that is released at a value with errors goes back to the last one without', () => {
  const slide = new Slide();
  const send = (number: number, value: string, isValid: boolean) => {
    slide.sent(number, new Map([['w', value]]));
    slide.compiled(number, isValid);
  };
  send(1, '4', true);
  slide.move('w');
  send(2, '3', true);
  send(3, '2', false);
  assert.equal(slide.back(), null);
  slide.release();
  assert.deepEqual(slide.back(), { key: 'w', value: '2', kept: '3' });
  assert.equal(slide.back(), null);
  // Not before the answer to the last value is there.
  send(4, '3', true);
  slide.move('w');
  slide.sent(5, new Map([['w', '1']]));
  slide.release();
  assert.equal(slide.back(), null);
  slide.compiled(5, false);
  assert.deepEqual(slide.back(), { key: 'w', value: '1', kept: '3' });
});

test('a slider does not go back where all is well, or where there were errors before', () => {
  const slide = new Slide();
  slide.sent(1, new Map([['w', '4']]));
  slide.compiled(1, true);
  slide.move('w');
  slide.release();
  slide.sent(2, new Map([['w', '5']]));
  slide.compiled(2, true);
  assert.equal(slide.back(), null);
  slide.sent(3, new Map([['w', '5']]));
  slide.compiled(3, false);
  slide.move('w');
  slide.release();
  slide.sent(4, new Map([['w', '6']]));
  slide.compiled(4, false);
  assert.equal(slide.back(), null);
});

test('numbers are written without the digits of binary fractions', () => {
  assert.equal(numberText(0.1 + 0.2, 0.1), '0.3');
  assert.equal(numberText(4.000000001, 0.05), '4');
  assert.equal(numberText(-0.0001, 0.01), '0');
  assert.equal(numberText(1250, 50), '1250');
});

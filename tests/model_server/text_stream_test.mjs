// What a reader sees of tokens, here bytes. Needs no model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextStream } from './text_stream.mjs';

function pieces(text, stops) {
  const stream = new TextStream((tokens) => Buffer.from(tokens).toString(), stops);
  const shown = [];
  for (const byte of Buffer.from(text)) {
    shown.push(stream.push(byte));
    if (stream.stopped) break;
  }
  return [...shown, stream.rest()].filter((piece) => piece !== '');
}

test('characters come whole', () => {
  assert.deepEqual(pieces('aé🙂b'), ['a', 'é', '🙂', 'b']);
});

test('what is cut off in a character is shown at the end', () => {
  const stream = new TextStream((tokens) => Buffer.from(tokens).toString());
  assert.equal(stream.push(0xc3), '');
  assert.equal(stream.rest(), '\uFFFD');
});

test('a stop string is never seen, not even its beginning', () => {
  assert.deepEqual(pieces('one END two', ['END', 'no']), ['o', 'ne', ' ']);
});

test('what only looked like a stop string is shown', () => {
  assert.deepEqual(pieces('EN EX', ['END']), ['EN ', 'EX']);
  assert.deepEqual(pieces('xEEND', ['END']), ['x', 'E']);
});

test('an empty stop string stops nothing', () => {
  assert.equal(pieces('ab', ['']).join(''), 'ab');
});

// What the model gets to read. Needs no model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMAT_NAMES, writeCalls } from './call_formats.mjs';
import { fitting, turnsOf } from './prompt.mjs';

const TOOL = { type: 'function', function: { name: 'f', description: 'Does.', parameters: { type: 'object' } } };
const USER = { role: 'user', content: 'Hello' };
const OWN = { role: 'system', content: 'Be brief.' };

test('tools and format are the first turn, and a system message has no place beside them', () => {
  assert.deepEqual(turnsOf({ messages: [OWN, USER], tools: [TOOL] }, 'xml'), [
    {
      role: 'system',
      content: 'Tools: [{"name": "f", "description": "Does.", "parameters": {"type": "object"}}]\nAnswer format: xml',
    },
    USER,
  ]);
});

test('without tools a system message stands alone', () => {
  assert.deepEqual(turnsOf({ messages: [OWN, USER] }, 'xml'), [OWN, USER]);
  assert.equal(turnsOf({ messages: [USER] }, 'xml')[0].content, 'Tools: []\nAnswer format: xml');
});

test('earlier calls are written as the model writes them', () => {
  const turn = (values) => {
    const calls = [{ function: { name: 'f', arguments: values } }];
    const messages = [USER, { role: 'assistant', content: 'So:', tool_calls: calls }];
    return turnsOf({ messages }, 'hermes')[2].content;
  };
  assert.equal(turn({ a: 1 }), 'So:\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>');
  assert.equal(turn('{"a": 1}'), turn({ a: 1 }));
});

test('every format has its own way', () => {
  const calls = [{ name: 'f', arguments: { a: 'x', b: [true, null] } }];
  const written = {
    hermes: '<tool_call>\n{"name": "f", "arguments": {"a": "x", "b": [true, null]}}\n</tool_call>',
    marker: 'TOOL_CALL:\n{"tool": "f", "arguments": {"a": "x", "b": [true, null]}}',
    json: '{"tool_calls": [{"name": "f", "arguments": {"a": "x", "b": [true, null]}}]}',
    fenced: '```json\n[{"name": "f", "arguments": {"a": "x", "b": [true, null]}}]\n```',
    xml:
      '<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n' +
      '<parameter=b>\n[true, null]\n</parameter>\n</function>\n</tool_call>',
    pythonic: '[f(a="x", b=[True, None])]',
  };
  assert.deepEqual(Object.fromEntries(FORMAT_NAMES.map((format) => [format, writeCalls(format, calls)])), written);
});

test('the oldest turns go first; the tools and the last turn stay', () => {
  assert.deepEqual(fitting([5, 1, 1, 1], 8), [0, 1, 2, 3]);
  assert.deepEqual(fitting([5, 1, 1, 1], 7), [0, 2, 3]);
  assert.deepEqual(fitting([5, 1, 1, 1], 2), [0, 3]);
  assert.deepEqual(fitting([5], 2), [0]);
});

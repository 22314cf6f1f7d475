// Times what programs in node do about calls in text, on the texts that bench_calls wrote: a regular expression finds
// them, jsonrepair and JSON.parse read them, ajv checks the arguments. Writes figures as bench_calls does.
//
//   node calls.mjs --modules FOLDER --documents FOLDER --json FILE
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setUp } from './setup.mjs';

const { options, clock, require } = setUp();
const { Ajv2020 } = require('ajv/dist/2020');
const { jsonrepair } = require('jsonrepair');

const { tools, inputs } = JSON.parse(readFileSync(join(options.documents, 'calls.json'), 'utf8'));
const ajv = new Ajv2020({ allErrors: false, strict: false });
const validators = new Map(tools.map(({ name, parameters }) => [name, ajv.compile(parameters)]));

const CALL = /<tool_call>\s*([\s\S]*?)\s*<\/tool_call>/g;

// Two ways to read what stands between the tags. Text, so that each way has code of its own all through: what one has
// seen would keep the compiler from making the best of the other.
const READ = {
  node: 'const call = JSON.parse(jsonrepair(body));',
  'node, JSON.parse first': `let call;
    try { call = JSON.parse(body); } catch { call = JSON.parse(jsonrepair(body)); }`,
};

/** The validated calls of a text. */
function finder(read) {
  const body = `return (text) => {
    const calls = [];
    for (const [, body] of text.matchAll(CALL)) {
      ${read}
      const validate = validators.get(call.name);
      if (validate !== undefined && validate(call.arguments)) calls.push(call);
    }
    return calls;
  };`;
  return new Function('CALL', 'jsonrepair', 'validators', body)(CALL, jsonrepair, validators);
}

/** A loop over all texts, with code of its own too. */
function loop(find, texts) {
  const body = `return (times) => {
    let last;
    for (let i = 0; i < times; ++i) {
      for (let j = 0; j < texts.length; ++j) last = find(texts[j]);
    }
    return last;
  };`;
  return new Function('find', 'texts', body)(find, texts);
}

/** A way that has been seen to find what was written. */
function checked(subject, { name, calls }) {
  const find = finder(READ[subject]);
  for (const { text, tool, arguments: wanted } of calls) {
    if (!isDeepStrictEqual(find(text), [{ name: tool, arguments: wanted }])) {
      throw new Error(`${subject}: another call came out of ${name}`);
    }
  }
  return find;
}

function figures(input) {
  const texts = input.calls.map(({ text }) => text);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const subjects = Object.keys(READ);
  const works = subjects.map((subject) => loop(checked(subject, input), texts));
  return clock.best(works).map((milliseconds, j) => ({
    group: 'call',
    input: input.name,
    subject: subjects[j],
    nanoseconds: (milliseconds * 1e6) / texts.length,
    bytes: bytes / texts.length,
    documents: texts.length,
    mended: 0,
  }));
}

const versions = ['jsonrepair', 'ajv'].map((name) => `${name} ${require('./package.json').dependencies[name]}`);
const about = [`node ${process.version}, ${versions.join(', ')}`];
writeFileSync(options.json, JSON.stringify({ about, figures: inputs.flatMap(figures) }));

// Times jsonrepair and partial-json on the documents that bench_json wrote, and writes figures as bench_json does.
//
//   node repair.mjs --modules FOLDER --documents FOLDER --prepare       notes which documents jsonrepair mends
//   node repair.mjs --modules FOLDER --documents FOLDER --json FILE     times them
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timeOf } from './clock.mjs';
import { setUp } from './setup.mjs';

const PIECE_BYTES = 4;

const { options, clock, require } = setUp({
  prepare: { type: 'boolean', default: false },
  samples: { type: 'string', default: '20' },
});
const { jsonrepair } = require('jsonrepair');
const partialJson = require('partial-json');

const file = (name) => join(options.documents, `${name}.json`);
const load = (name) => JSON.parse(readFileSync(file(name), 'utf8'));

/** The result, or undefined where the peer refuses the text by throwing. */
function attempt(work, text) {
  try {
    return work(text);
  } catch {
    return undefined;
  }
}

const subjects = {
  jsonrepair: (text) => jsonrepair(text),
  'jsonrepair, JSON.parse': (text) => JSON.parse(jsonrepair(text)),
  'partial-json': (text) => partialJson.parse(text),
};

// Results go here, so that no work can be left out as unused.
let sink;

/** So many times the same work. */
const repeated = (work) => (times) => {
  for (let i = 0; i < times; ++i) work();
};

function repairFigures(input, names) {
  const texts = load(input);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const works = names.map((name) =>
    repeated(() => {
      for (const text of texts) sink = attempt(subjects[name], text);
    }),
  );
  return clock.best(works).map((milliseconds, j) => ({
    group: 'repair',
    input,
    subject: names[j],
    nanoseconds: (milliseconds * 1e6) / texts.length,
    bytes: bytes / texts.length,
    documents: texts.length,
    mended: texts.filter((text) => attempt(subjects[names[j]], text) !== undefined).length,
  }));
}

/** A growing text, read from its beginning after each piece: these peers have no other way to a partial value. */
function growingFigure(subject) {
  const text = load('growing');
  const readAll = () => {
    for (let end = PIECE_BYTES; end < text.length + PIECE_BYTES; end += PIECE_BYTES) {
      sink = attempt(subjects[subject], text.slice(0, end));
    }
  };
  return {
    group: 'growing',
    input: '26KB-source',
    subject,
    nanoseconds: timeOf(repeated(readAll), 1) * 1e6,
    bytes: Buffer.byteLength(text),
    documents: 1,
    mended: 0,
  };
}

function prepare() {
  const mended = load('mutated').filter((text) => attempt(jsonrepair, text) !== undefined);
  writeFileSync(file('mended'), JSON.stringify(mended));
}

function measure() {
  const repairers = ['jsonrepair', 'jsonrepair, JSON.parse'];
  const figures = [
    ...repairFigures('mutated', repairers),
    ...repairFigures('mended', repairers),
    // partial-json closes what was cut off and mends nothing else.
    ...repairFigures('cut', [...repairers, 'partial-json']),
    growingFigure('jsonrepair, JSON.parse'),
    growingFigure('partial-json'),
  ];
  const { dependencies } = require('./package.json');
  const versions = ['jsonrepair', 'partial-json'].map((name) => `${name} ${dependencies[name]}`);
  const about = [`node ${process.version}, ${versions.join(', ')}`];
  writeFileSync(options.json, JSON.stringify({ about, figures }));
}

if (options.prepare) prepare();
else measure();

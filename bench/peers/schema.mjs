// Times ajv on the schemas and values that bench_schema wrote, and writes figures as bench_schema does.
//
//   node schema.mjs --modules FOLDER --documents FOLDER --json FILE
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setUp } from './setup.mjs';

const { options, clock, require } = setUp();
const { Ajv2020 } = require('ajv/dist/2020');

// strict is ajv's own rule on how schemas should be written; without it, it does less.
const AJV_OPTIONS = { allErrors: false, strict: false };

/** A schema that was compiled, checked to give the right verdicts. */
function compiled({ name, schema, values, fits }) {
  const validate = new Ajv2020(AJV_OPTIONS).compile(JSON.parse(schema));
  for (const text of values) {
    if (validate(JSON.parse(text)) !== fits) throw new Error(`ajv: another verdict on ${name}`);
  }
  return validate;
}

/**
 * A loop over all of `inputs` with the statement in it, which may use `input` and `tool`. It is made of text, so that
 * each has code of its own: what one loop has seen would keep the compiler from making the best of another.
 */
function loop(statement, tool, inputs) {
  const body = `return (times) => {
    let last;
    for (let i = 0; i < times; ++i) {
      for (let j = 0; j < inputs.length; ++j) { const input = inputs[j]; ${statement} }
    }
    return last;
  };`;
  return new Function('tool', 'inputs', body)(tool, inputs);
}

function figures(group, { name, values, schema }, works, ofSchema = false) {
  const texts = ofSchema ? [schema] : values;
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const subjects = Object.keys(works);
  return clock.best(Object.values(works)).map((milliseconds, j) => ({
    group,
    input: name,
    subject: subjects[j],
    nanoseconds: (milliseconds * 1e6) / texts.length,
    bytes: bytes / texts.length,
    documents: texts.length,
    mended: 0,
  }));
}

function validateFigures(input) {
  const trees = input.values.map((text) => JSON.parse(text));
  return figures('validate', input, { ajv: loop('last = tool(input);', compiled(input), trees) });
}

function textFigures(input) {
  return figures('text', input, { ajv: loop('last = tool(JSON.parse(input));', compiled(input), input.values) });
}

/** With an ajv for each schema, and with one that is kept and has compiled its metaschema before. */
function compileFigures(input) {
  const kept = new Ajv2020(AJV_OPTIONS);
  const fresh = (text) => new Ajv2020(AJV_OPTIONS).compile(JSON.parse(text));
  const again = (text) => {
    const schema = JSON.parse(text);
    const validate = kept.compile(schema);
    kept.removeSchema(schema);
    return validate;
  };
  const works = {
    ajv: loop('last = tool(input);', fresh, [input.schema]),
    'ajv, kept': loop('last = tool(input);', again, [input.schema]),
  };
  return figures('compile', input, works, true);
}

const inputs = JSON.parse(readFileSync(join(options.documents, 'schemas.json'), 'utf8'));
const rows = [
  ...inputs.flatMap(validateFigures),
  ...inputs.flatMap(textFigures),
  ...inputs.filter(({ compiled: wanted }) => wanted).flatMap(compileFigures),
];
const { version } = require('ajv/package.json');
const about = [`node ${process.version}, ajv ${version}`];
writeFileSync(options.json, JSON.stringify({ about, figures: rows }));

// Holds acode's verdicts on random schemas and values against those of ajv; where the two disagree, a known difference
// has to explain it, or a third validator is asked and the pair counts as a failure.
//
//   schema_pairs 100000 | node schema_oracle.mjs --modules FOLDER
//
// Prints how many pairs fell into each class; the exit status is 0 if nothing is left unexplained.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const MOST_SHOWN = 20;

const { values: options } = parseArgs({ options: { modules: { type: 'string' } } });
const require = createRequire(resolve(options.modules, 'package.json'));
const Ajv = require('ajv/dist/2020');

// ---- numbers -----------------------------------------------------------------------------------------------------

/** The digits of a number as an integer, and the power of ten to be multiplied with; equal numbers are written alike. */
function decimal(text) {
  const [, sign, whole, fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const digits = (whole + fraction).replace(/^0+(?=.)/, '');
  const zeros = /^0*$/.test(digits) ? digits.length : /0*$/.exec(digits)[0].length;
  const kept = digits.slice(0, digits.length - zeros);
  if (kept === '') return { digits: 0n, power: 0 };
  return { digits: BigInt(sign + kept), power: Number(power) - fraction.length + zeros };
}

/** Whether a double keeps the number as it is written. */
function fitsDouble(text) {
  const number = Number(text);
  if (!Number.isFinite(number)) return false;
  const [written, held] = [decimal(text), decimal(String(number))];
  return written.digits === held.digits && written.power === held.power;
}

function isMultiple(number, divisor) {
  if (!Number.isFinite(number)) return false; // was rounded: another class
  const [n, d] = [decimal(String(number)), decimal(String(divisor))];
  const power = n.power - d.power;
  return power >= 0 ? (n.digits * 10n ** BigInt(power)) % d.digits === 0n : n.digits % (d.digits * 10n ** BigInt(-power)) === 0n;
}

const numbersIn = (json) => json.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? [];

// ---- validators --------------------------------------------------------------------------------------------------

const settings = { strict: false, allErrors: false, validateSchema: false, logger: false };
const plain = (schema) => new Ajv(settings).compile(schema);

/** ajv, with a multipleOf that reckons with digits and not in floating point. */
function withExactMultiples(schema) {
  const ajv = new Ajv(settings);
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', validate: (divisor, number) => isMultiple(number, divisor) });
  return ajv.compile(schema);
}

/** ajv's verdict; undefined where the code that it made for a schema fails. */
function verdictOf(validate, instance) {
  try {
    return validate(instance);
  } catch {
    return undefined;
  }
}

/** What the third validator says: true, false, or a text where it says something else. */
function third({ schema, instance }) {
  const folder = mkdtempSync(join(tmpdir(), 'schema-oracle-'));
  const program = join(options.modules, 'node_modules', '.bin', 'jsonschema');
  const files = [join(folder, 'schema.json'), join(folder, 'instance.json')];
  writeFileSync(files[0], schema.replace('{', '{"$schema":"https://json-schema.org/draft/2020-12/schema",'));
  writeFileSync(files[1], instance);
  try {
    execFileSync(program, ['validate', '--fast', ...files], { stdio: 'pipe' });
    return true;
  } catch (error) {
    return error.status === 2 ? false : `failed: ${error.stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// ---- pairs -------------------------------------------------------------------------------------------------------

/** A line as it is written: JSON.parse would round the numbers. */
function texts(line) {
  const [, schema, instance] = /^\{"seed":\d+,"schema":(.*),"instance":(.*),"(?:accepts|error)":.*\}$/.exec(line);
  return { schema, instance };
}

/** The name of the class that a pair falls into. */
function classOf(pair, text, validators) {
  if (pair.error !== undefined) return 'UNEXPLAINED: acode refuses the schema';
  if (pair.accepts !== (pair.reasons === 0)) return 'UNEXPLAINED: accepts() and validate() disagree';
  const peer = verdictOf(validators.plain, pair.instance);
  if (peer === pair.accepts) return pair.accepts ? 'agreed: valid' : 'agreed: not valid';
  validators.exact ??= withExactMultiples(pair.schema);
  if (verdictOf(validators.exact, pair.instance) === pair.accepts) return 'explained: ajv divides in floating point';
  const numbers = [...numbersIn(text.schema), ...numbersIn(text.instance)];
  if (!numbers.every(fitsDouble)) return 'explained: ajv rounds the numbers to doubles';
  const verdict = third(text);
  if (verdict === pair.accepts) return `explained: ajv ${peer === undefined ? 'fails' : 'is alone'}, a third validator agrees with acode`;
  return `UNEXPLAINED: acode says ${pair.accepts}, ajv ${peer}, the third ${verdict}`;
}

const counts = new Map();
let shown = 0;
let validators = {};
let schemaText;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const pair = JSON.parse(line);
  const text = texts(line);
  if (text.schema !== schemaText) {
    schemaText = text.schema;
    validators = { plain: plain(pair.schema) };
  }
  const name = classOf(pair, text, validators);
  counts.set(name, (counts.get(name) ?? 0) + 1);
  const show = name.startsWith('UNEXPLAINED') || (process.env.ACODE_ORACLE_SHOW ?? '') === name;
  if (show && shown++ < MOST_SHOWN) console.log(`${name}\n  seed     ${pair.seed}\n  schema   ${text.schema}\n  instance ${text.instance}`);
}
for (const [name, count] of [...counts].sort()) console.log(`${String(count).padStart(8)} ${name}`);
process.exitCode = counts.size > 0 && ![...counts.keys()].some((name) => name.startsWith('UNEXPLAINED')) ? 0 : 1;

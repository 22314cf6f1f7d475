// Asks the model questions with known answers, and counts what `acode parse` makes of what it writes.
//
//   node questions.mjs --acode build/release/src/cli/acode [--format hermes] [--count 20] [--threads 2] [--out FILE]
//
// The questions are ../shared/models/questions.jsonl, beside the repository, or those of --questions. The answers, with
// what was found in each, are left in FILE, one a line.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startServer } from './running_server.mjs';

const QUESTIONS = fileURLToPath(new URL('../../../shared/models/questions.jsonl', import.meta.url));
const ABSENT = 77;
const MOST_TOKENS = 600; // of an answer; one that is longer goes round in circles

const { values: options } = parseArgs({
  options: {
    acode: { type: 'string' },
    questions: { type: 'string', default: QUESTIONS },
    format: { type: 'string', default: 'hermes' },
    count: { type: 'string', default: 'Infinity' },
    threads: { type: 'string', default: '2' },
    out: { type: 'string' },
  },
});

const readLines = (text) => text.trimEnd().split('\n').map((line) => JSON.parse(line));
const writeLines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const sum = (values) => values.reduce((total, value) => total + value, 0);

async function ask(server, { question, tools }) {
  const request = {
    model: `small:${options.format}`,
    messages: [{ role: 'user', content: question }],
    tools: tools.map((tool) => ({ type: 'function', function: tool })),
    options: { temperature: 0, num_predict: MOST_TOKENS },
  };
  const answer = await server.chat(request);
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

/** What acode finds in each answer: {calls, errors, …}. */
function parseAll(questions, answers) {
  const rows = questions.map(({ id, tools }, i) => ({ id, input: answers[i].message.content, tools, kind: 'text' }));
  const input = writeLines(rows);
  const { stdout, error } = spawnSync(options.acode, ['parse', '--jsonl'], { input, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return readLines(stdout);
}

/** Whether a call is the one that is expected: each argument one of those listed; "" in the list: it may be absent. */
function isExpected({ name, arguments: values }, wanted) {
  const fits = ([key, allowed]) =>
    values[key] === undefined
      ? allowed.includes('')
      : allowed.some((value) => JSON.stringify(value) === JSON.stringify(values[key]));
  return name === wanted.name && Object.entries(wanted.args).every(fits);
}

function isRight({ calls }, { expected }) {
  return calls.length === expected.length && expected.every((wanted) => calls.some((call) => isExpected(call, wanted)));
}

function report(questions, answers, parsed) {
  const of = (holds) => parsed.filter(holds).length;
  const tokens = sum(answers.map(({ eval_count: count }) => count));
  const seconds = (field) => sum(answers.map((answer) => answer[field])) / 1e9;
  const longest = Math.max(...answers.map(({ prompt_eval_count: count }) => count));
  const slowest = Math.max(...answers.map(({ total_duration: duration }) => duration)) / 1e9;
  console.log(`${options.format}: ${questions.length} questions
  ${of(({ calls }) => calls.length > 0)} with a call that is accepted
  ${of(({ errors }) => errors.length > 0)} with errors
  ${of(({ calls, errors }) => calls.length + errors.length === 0)} with neither
  ${of((found, i) => isRight(found, questions[i]))} right, ${sum(parsed.map(({ calls }) => calls.length))} calls in all
  ${answers.filter(({ done_reason: reason }) => reason === 'length').length} answers without an end
  ${(seconds('total_duration') / questions.length).toFixed(2)} s a question, ${slowest.toFixed(2)} s the slowest
  ${Math.round(tokens / seconds('eval_duration'))} tokens/s, ${Math.round(tokens / questions.length)} tokens an answer
  ${longest} tokens in the longest prompt`);
}

if (!existsSync(options.questions)) {
  console.error(`questions.mjs: SKIPPED: ${options.questions} is absent`);
  process.exit(ABSENT);
}
const server = await startServer(['--threads', options.threads]);
if (server === undefined) process.exit(ABSENT);
try {
  const questions = readLines(readFileSync(options.questions, 'utf8')).slice(0, Number(options.count));
  const answers = [];
  for (const question of questions) answers.push(await ask(server, question));
  const parsed = parseAll(questions, answers);
  report(questions, answers, parsed);
  const rows = questions.map(({ id }, i) => ({ id, content: answers[i].message.content, found: parsed[i] }));
  if (options.out !== undefined) writeFileSync(options.out, writeLines(rows));
} finally {
  await server.stop();
}

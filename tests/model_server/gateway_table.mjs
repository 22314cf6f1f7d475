// What the clients that people use get of a real, small model: from the server as it is, and through the gateway; streamed.
//
//   node gateway_table.mjs --acode FILE --clients FOLDER [--formats hermes,json] [--count N] [--questions FILE]
//
// A call counts as valid if the client has it as a call, of a tool of the question, with arguments that fit its schema.
// scripts/gateway-table.sh installs what is needed and runs this.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FORMAT_NAMES } from './call_formats.mjs';
import { startServer } from './running_server.mjs';

const ABSENT = 77;
const MOST_TOKENS = 400; // of an answer; one that is longer goes round in circles

const { values: options } = parseArgs({
  options: {
    acode: { type: 'string' },
    clients: { type: 'string' },
    questions: { type: 'string', default: fileURLToPath(new URL('../../../shared/models/questions.jsonl', import.meta.url)) },
    formats: { type: 'string', default: FORMAT_NAMES.join(',') },
    count: { type: 'string', default: 'Infinity' },
  },
});

function absent(what) {
  console.error(`gateway_table: SKIPPED: ${what}`);
  process.exit(ABSENT);
}

if (!existsSync(options.questions)) absent(`${options.questions} is absent`);
if (!existsSync(join(options.clients, 'node_modules/openai'))) absent(`the clients are absent from ${options.clients}`);
const require = createRequire(join(resolve(options.clients), 'package.json'));
const { default: OpenAI } = require('openai');
const { Ollama } = require('ollama');

options.acode = resolve(options.acode);
const asFunctions = (tools) => tools.map((tool) => ({ type: 'function', function: tool }));

// Each gives back the calls that it has, with arguments as values, and the text.
const clients = {
  async openai(url, model, { question, tools }) {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0, timeout: 600_000 });
    const request = { model, messages: [{ role: 'user', content: question }], tools: asFunctions(tools),
      temperature: 0, seed: 1, max_tokens: MOST_TOKENS };
    const { choices: [{ message }] } = await client.chat.completions.stream(request).finalChatCompletion();
    const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: text } }) => ({ name, arguments: JSON.parse(text) }));
    return { calls, text: message.content ?? '' };
  },
  async ollama(url, model, { question, tools }) {
    const request = { model, messages: [{ role: 'user', content: question }], tools: asFunctions(tools), stream: true,
      options: { temperature: 0, seed: 1, num_predict: MOST_TOKENS } };
    const answer = { calls: [], text: '' };
    for await (const { message } of await new Ollama({ host: url }).chat(request)) {
      answer.text += message.content;
      for (const { function: call } of message.tool_calls ?? []) answer.calls.push(call);
    }
    return answer;
  },
};

// Which of these calls fit the schemas of their tools.
function validity(rows) {
  const known = rows.map(({ call, tools }) => tools.find(({ name }) => name === call.name));
  const input = rows.map(({ call }, i) => `${JSON.stringify({ id: i, schema: known[i]?.parameters ?? false, instance: call.arguments })}\n`);
  const { stdout } = spawnSync(options.acode, ['validate', '--jsonl'], { input: input.join(''), encoding: 'utf8' });
  return stdout.trimEnd().split('\n').filter(Boolean).map((line) => JSON.parse(line).valid);
}

async function askAll(ask, url, format, questions) {
  const sum = { questions: questions.length, calls: 0, valid: 0, leaked: 0, silent: 0, errors: 0 };
  const began = performance.now();
  const rows = [];
  for (const question of questions) {
    try {
      const { calls, text } = await ask(url, `small:${format}`, question);
      if (calls.length === 0) sum[/[{[(<]/.test(text) ? 'leaked' : 'silent'] += 1;
      rows.push(...calls.map((call) => ({ call, tools: question.tools })));
    } catch (error) {
      if (process.env.ACODE_TABLE_ERRORS) console.error(`\n${format}: ${error.message}`);
      sum.errors += 1;
    }
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  sum.calls = rows.length;
  sum.valid = rows.length === 0 ? 0 : validity(rows).filter(Boolean).length;
  sum.seconds = (performance.now() - began) / 1000;
  return sum;
}

const add = (a, b) => Object.fromEntries(Object.keys(b).map((name) => [name, (a[name] ?? 0) + b[name]]));
const WIDTHS = [7, 9, 9, 9, 6, 8, 14, 7, 7, 8];
const line = (cells) => console.log(cells.map((cell, i) => (i < 3 ? `${cell}`.padEnd(WIDTHS[i]) : `${cell}`.padStart(WIDTHS[i]))).join(' '));

function printRow(client, format, way, { questions, calls, valid, leaked, silent, errors, seconds }) {
  const share = calls === 0 ? '-' : `${((100 * valid) / calls).toFixed(1)}%`;
  line([client, format, way, questions, calls, share, leaked, silent, errors, seconds.toFixed(0)]);
}

// The gateway's record goes with it.
async function startGateway(upstream) {
  const folder = mkdtempSync(join(tmpdir(), 'acode-table-'));
  const env = { ...process.env, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder, ACODE_TOOL_CALL_RETRY_UNKNOWN_TOOLS: 'true',
    ACODE_TOOL_CALL_RETRY_DELAY_MS: '0', ACODE_TOOL_CALL_BREAKER_THRESHOLD: '0', ACODE_GATEWAY_BUDGET_MS: '600000' };
  const words = ['serve', '--provider', 'ollama', '--upstream', upstream, '--listen', '0', '--threads', '1', '--json'];
  const child = spawn(options.acode, words, { stdio: ['ignore', 'pipe', 'inherit'], env, cwd: folder });
  for await (const said of createInterface({ input: child.stdout })) {
    return { url: JSON.parse(said).url, stop() { child.kill(); rmSync(folder, { recursive: true, force: true }); } };
  }
  throw new Error('the gateway did not start');
}

const server = await startServer();
if (server === undefined) process.exit(ABSENT);
const gateway = await startGateway(server.url);
try {
  const questions = readFileSync(options.questions, 'utf8').trimEnd().split('\n').map((text) => JSON.parse(text)).slice(0, Number(options.count));
  line(['client', 'format', 'through', 'questions', 'calls', 'valid', 'left in text', 'silent', 'errors', 'seconds']);
  for (const [client, ask] of Object.entries(clients)) {
    const together = { bare: {}, gateway: {} };
    for (const format of options.formats.split(',')) {
      for (const [way, url] of [['bare', server.url], ['gateway', gateway.url]]) {
        const row = await askAll(ask, url, format, questions);
        printRow(client, format, way, row);
        together[way] = add(together[way], row);
      }
    }
    for (const [way, row] of Object.entries(together)) printRow(client, 'together', way, row);
  }
} finally {
  gateway.stop();
  await server.stop();
}

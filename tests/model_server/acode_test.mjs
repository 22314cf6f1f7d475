// What acode says of the real model is true: each line of the smoke test and of the doctor is compared with what the
// server answers when it is asked directly (CL-7).
//
//   ACODE_PROGRAM=build/release/src/cli/acode tests/model_server/run_tests.sh tests/model_server/acode_test.mjs
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startServer } from './running_server.mjs';

const PROGRAM = process.env.ACODE_PROGRAM;
const QUESTION = 'What is 12 plus 30? Use the tool add.';
const NUMBER = (description) => ({ type: 'integer', description });
const ADD = {
  type: 'function',
  function: {
    name: 'add',
    description: 'Adds two integers',
    parameters: {
      type: 'object',
      properties: { a: NUMBER('the first number'), b: NUMBER('the second number') },
      required: ['a', 'b'],
    },
  },
};
// So that the model says the same to us and to acode.
const OPTIONS = { temperature: 0, seed: 1, num_predict: 200 };
const FORMATS = { hermes: /<tool_call>/, xml: /<function=add>/, pythonic: /^\[add\(/ };

const server = await startServer(['--threads', '1']);
const folder = mkdtempSync(join(tmpdir(), 'acode-model-'));

/** acode's checks, by name: {status, detail, fix}; and how it ended. */
function examine(model, ...words) {
  mkdirSync(join(folder, '.agent'), { recursive: true });
  const options = Object.entries(OPTIONS).map(([name, value]) => `        ${name}: ${value}\n`);
  const lines = [`      base_url: ${server.url}\n`, `      model: ${model}\n`, '      options:\n', ...options];
  writeFileSync(join(folder, '.agent/config.yml'), `model:\n  providers:\n    ollama:\n${lines.join('')}`);
  const environment = { ...process.env, XDG_STATE_HOME: join(folder, 'state'), XDG_CONFIG_HOME: join(folder, 'none') };
  const ended = spawnSync(PROGRAM, [...words, '--json'], { cwd: folder, env: environment, encoding: 'utf8' });
  assert.equal(ended.stderr, '');
  const { checks } = JSON.parse(ended.stdout);
  return { status: ended.status, checks: Object.fromEntries(checks.map((check) => [check.name, check])) };
}

/** What the model itself says to the question. */
const asked = (model) =>
  server.chat({ model, messages: [{ role: 'user', content: QUESTION }], tools: [ADD], options: OPTIONS });

/** The numbers of the first call in a text, in whatever way it is written. */
const numbersIn = (text) => text.match(/add[^]*?(\d+)[^]*?(\d+)/)?.slice(1, 3).map(Number);

describe('acode and the real model', { skip: server === undefined || PROGRAM === undefined }, () => {
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  for (const [format, pattern] of Object.entries(FORMATS)) {
    test(`the smoke test tells the truth about ${format}`, async () => {
      const model = `small:${format}`;
      const { message } = await asked(model);
      assert.match(message.content, pattern);
      const { status, checks } = examine(model, 'providers', 'smoke-test', 'ollama', '--tool-calls');
      const { version } = await (await server.get('/api/version')).json();
      assert.equal(checks.connection.detail, `${server.url}, version ${version}`);
      assert.deepEqual([checks.model.status, checks.model.detail], ['PASS', model]);
      assert.equal(checks['tool template'].status, 'PASS');
      assert.match(checks.extraction.detail, /^the server leaves calls in the text \(.+\); acode finds them$/);
      const [a, b] = numbersIn(message.content);
      const isRight = a === 12 && b === 30;
      assert.equal(checks.mapping.status, isRight ? 'PASS' : 'WARN', message.content);
      assert.ok(checks.mapping.detail.startsWith(`add(a: ${a}, b: ${b})`), `${checks.mapping.detail} ${message.content}`);
      assert.equal(status, Object.values(checks).some((check) => check.status === 'FAIL') ? 1 : 0);
    });
  }

  test('a model that calls tools that it was not given is told of', async () => {
    const messages = [{ role: 'user', content: 'Reply with the one word: ready' }];
    const { message } = await server.chat({ model: 'small', messages, options: OPTIONS });
    const [, name] = message.content.match(/<tool_call>\s*\{"name": "([^"]+)"/);
    const { checks } = examine('small', 'providers', 'smoke-test', 'ollama');
    assert.equal(checks.chat.status, 'WARN');
    assert.match(checks.chat.detail, new RegExp(`given no tools, the model called ${RegExp.escape?.(name) ?? name}$`));
  });

  test('a model that is not there', () => {
    const { status, checks } = examine('large', 'doctor');
    assert.equal(status, 1);
    assert.match(checks.model.detail, /^large is not there; there are small:latest, small:hermes/);
    assert.equal(checks.model.fix, 'ollama pull large');
    assert.equal(checks.extraction, undefined);
  });

  test('the doctor knows the size of the context, and counts calls', () => {
    const tools = join(folder, 'tools.json');
    const described = { ...ADD.function, description: 'Adds. '.repeat(2000) };
    writeFileSync(tools, JSON.stringify([{ type: 'function', function: described }]));
    const { status, checks } = examine('small', 'doctor', '--tools', tools);
    assert.equal(status, 1);
    assert.match(checks.context.detail, /^the tools take about \d+ of 2048 tokens: the model does not see them all$/);
    assert.equal(checks.context.fix, 'give the model fewer tools, or take one with a larger context');
    assert.equal(checks.schemas.status, 'PASS');
    assert.match(checks['parallel calls'].detail, /calls/);
  });
});

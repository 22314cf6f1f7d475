// The gateway with the clients that people use, as they use them: openai (chat and responses), @anthropic-ai/sdk, ollama, and
// Vercel's ai, streamed and not, in front of servers of every dialect, with everything that goes wrong there. Each row must end
// with a valid call, or with an error that the client raises as its own kind.
//
//   tests/clients/install.sh && ACODE_PROGRAM=build/release/src/cli/acode tests/clients/run_tests.sh
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';

const acode = resolve(process.env.ACODE_PROGRAM ?? 'build/release/src/cli/acode');
const modules = resolve(process.env.ACODE_CLIENTS ?? 'build/clients');
const require = createRequire(join(modules, 'package.json'));
const { default: OpenAI } = require('openai');
const { default: Anthropic } = require('@anthropic-ai/sdk');
const { Ollama } = require('ollama');
const { generateText, streamText, tool, jsonSchema } = require('ai');
const { createOpenAICompatible } = require('@ai-sdk/openai-compatible');
const { createAnthropic } = require('@ai-sdk/anthropic');

const folder = mkdtempSync(join(tmpdir(), 'acode-clients-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const parameters = {
  type: 'object',
  properties: { path: { type: 'string' }, lines: { type: 'integer' } },
  required: ['path'],
};
const question = 'What is in a.txt?';

// --- the servers ---

// Starts acode and waits for the object that says where it listens.
async function start(...words) {
  const child = spawn(acode, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, XDG_STATE_HOME: folder } });
  let complaints = '';
  child.stderr.on('data', (data) => (complaints += data));
  for await (const line of createInterface({ input: child.stdout })) {
    return { url: JSON.parse(line).url, stop: () => child.kill('SIGKILL') };
  }
  throw new Error(`acode ${words.join(' ')} did not start: ${complaints}`);
}

let scripts = 0;

// A scripted model behind a gateway, for one conversation.
async function withGateway(dialect, steps, use) {
  const file = join(folder, `script-${++scripts}.json`);
  writeFileSync(file, JSON.stringify({ steps, then: 'fail' }));
  const server = await start('test', 'serve', '--script', file, '--json');
  const base = dialect === 'openai' || dialect === 'responses' ? `${server.url}/v1` : server.url;
  const gateway = await start('serve', '--base-url', base, '--upstream-dialect', dialect, '--listen', '0', '--threads', '1',
    '--json');
  try {
    return await use(gateway.url);
  } finally {
    gateway.stop();
    server.stop();
  }
}

// --- the clients: each gives back the calls that it got ---

const openai = (url) => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 });
const anthropic = (url) => new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 });
const parsed = (calls) => calls.map(({ name, text }) => ({ name, arguments: JSON.parse(text) }));

const clients = {
  'openai chat': {
    error: OpenAI.APIError,
    async ask(url, stream, messages = [{ role: 'user', content: question }]) {
      const request = { model: 'm', messages, tools: [{ type: 'function', function: { name: 'read_file', parameters } }] };
      if (!stream) {
        const { choices } = await openai(url).chat.completions.create(request);
        const [{ message, finish_reason: reason }] = choices;
        if (message.tool_calls) assert.equal(reason, 'tool_calls');
        return parsed((message.tool_calls ?? []).map((call) => ({ name: call.function.name, text: call.function.arguments })));
      }
      const run = openai(url).chat.completions.stream(request);
      const { choices } = await run.finalChatCompletion();
      return parsed((choices[0].message.tool_calls ?? []).map((call) => ({ name: call.function.name, text: call.function.arguments })));
    },
  },
  'openai responses': {
    error: OpenAI.APIError,
    async ask(url, stream) {
      const request = { model: 'm', input: question, tools: [{ type: 'function', name: 'read_file', parameters, strict: false }] };
      const response = stream ? await openai(url).responses.stream(request).finalResponse() : await openai(url).responses.create(request);
      if (response.status === 'failed') throw new OpenAI.APIError(500, response.error, response.error?.message, new Headers());
      return parsed(response.output.filter((item) => item.type === 'function_call').map((item) => ({ name: item.name, text: item.arguments })));
    },
  },
  anthropic: {
    error: Anthropic.APIError,
    async ask(url, stream) {
      const request = { model: 'm', max_tokens: 1000, messages: [{ role: 'user', content: question }],
        tools: [{ name: 'read_file', input_schema: parameters }] };
      const message = stream ? await anthropic(url).messages.stream(request).finalMessage() : await anthropic(url).messages.create(request);
      return message.content.filter((block) => block.type === 'tool_use').map(({ name, input }) => ({ name, arguments: input }));
    },
  },
  ollama: {
    error: Error,
    async ask(url, stream) {
      const request = { model: 'm', messages: [{ role: 'user', content: question }], stream,
        tools: [{ type: 'function', function: { name: 'read_file', description: '', parameters } }] };
      const answer = await new Ollama({ host: url }).chat(request);
      const calls = [];
      for await (const part of stream ? answer : [answer]) calls.push(...(part.message.tool_calls ?? []));
      return calls.map(({ function: { name, arguments: given } }) => ({ name, arguments: given }));
    },
  },
  'ai, openai': {
    error: Error,
    ask: (url, stream) => askVercel(createOpenAICompatible({ name: 'x', baseURL: `${url}/v1` })('m'), stream),
  },
  'ai, anthropic': {
    error: Error,
    ask: (url, stream) => askVercel(createAnthropic({ baseURL: `${url}/v1`, apiKey: 'none' })('m'), stream),
  },
};

async function askVercel(model, stream) {
  const request = { model, prompt: question, maxRetries: 0,
    tools: { read_file: tool({ inputSchema: jsonSchema(parameters) }) } };
  if (!stream) {
    const { toolCalls } = await generateText(request);
    return toolCalls.map((call) => ({ name: call.toolName, arguments: call.input }));
  }
  const calls = [];
  for await (const part of streamText({ ...request, onError() {} }).fullStream) {
    if (part.type === 'error') throw part.error instanceof Error ? part.error : new Error(String(part.error));
    if (part.type === 'tool-call') calls.push({ name: part.toolName, arguments: part.input });
  }
  return calls;
}

// --- what goes wrong ---

const call = (text) => ({ calls: [{ name: 'read_file', arguments: text }] });
const good = call('{"path": "a.txt"}');

const faults = {
  nothing: [{ text: 'I look. ', ...good }],
  malformed: [call('{"path": "a.txt",}')],
  'leaked as text': [{ text: 'I look. <tool_call>{"name": "read_file", "arguments": {"path": "a.txt"}}</tool_call>' }],
  'wrong type': [call('{"path": "a.txt", "lines": "3"}')],
  'cut off': [{ ...good, cut_after: 150 }, good, good],
  '500 with text': [{ status: 500, body: JSON.stringify({ error:
    'error parsing tool call: raw=\'{"name": "read_file", "arguments": {"path": "a.txt"}}\', err=unexpected end' }) }],
  'missing value': [call('{"lines": 3}'), good],
  'never right': Array(5).fill(call('{"lines": 3}')),
};

for (const [name, client] of Object.entries(clients)) {
  for (const dialect of ['ollama', 'openai', 'responses', 'anthropic']) {
    describe(`${name} before ${dialect}`, { concurrency: 2 }, () => {
      for (const [fault, steps] of Object.entries(faults)) {
        for (const stream of [false, true]) {
          // A whole body of Anthropic's has arguments as an object: there is no malformed one.
          if (fault === 'malformed' && dialect === 'anthropic' && !stream) continue;
          test(`${fault}${stream ? ', streamed' : ''}`, async () => {
            await withGateway(dialect, steps, async (url) => {
              const mayFail = fault === 'never right' || fault === 'cut off';
              let calls;
              try {
                calls = await client.ask(url, stream);
              } catch (error) {
                assert.ok(mayFail, `${error?.stack ?? error}`);
                assert.ok(error instanceof client.error, `${error?.constructor?.name}: ${error}`);
                return;
              }
              assert.notEqual(fault, 'never right', JSON.stringify(calls));
              assert.equal(calls.length, 1);
              assert.equal(calls[0].name, 'read_file');
              assert.equal(calls[0].arguments.path, 'a.txt');
              if (fault === 'wrong type') assert.equal(calls[0].arguments.lines, 3);
            });
          });
        }
      }
    });
  }
}

// Two calls at once, which the server gives the same number.
describe('parallel calls that all have the index 0', () => {
  for (const stream of [false, true]) {
    test(stream ? 'streamed' : 'whole', async () => {
      const steps = [{ index_zero: true, calls: [{ name: 'read_file', arguments: '{"path": "a.txt"}' }, { name: 'read_file', arguments: '{"path": "b.txt"}' }] }];
      await withGateway('openai', steps, async (url) => {
        const calls = await clients['openai chat'].ask(url, stream);
        assert.deepEqual(calls.map((each) => each.arguments.path), ['a.txt', 'b.txt']);
      });
    });
  }
});

// One broken call in the history.
test('a poisoned history', async () => {
  const messages = [
    { role: 'user', content: question },
    { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path": "a.txt",' } }] },
    { role: 'tool', tool_call_id: 'c1', content: 'no such file' },
    { role: 'user', content: 'try again' },
  ];
  for (const dialect of ['ollama', 'openai', 'anthropic']) {
    await withGateway(dialect, [good], async (url) => {
      const calls = await clients['openai chat'].ask(url, false, messages);
      assert.equal(calls.length, 1);
    });
  }
});

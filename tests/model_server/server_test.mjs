// The server as a client sees it, with the real model behind it.
//
//   tests/model_server/run_tests.sh tests/model_server/server_test.mjs
//
// Skipped, with a line that says why, where the model or the packages are absent.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startServer } from './running_server.mjs';

const CITY = { type: 'string', description: 'The name of the city.' };
const DAYS = { type: 'integer', description: 'The number of days.' };
const WEATHER = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Get the weather forecast of a city.',
    parameters: { type: 'object', properties: { city: CITY, days: DAYS }, required: ['city'] },
  },
};
// One that the model gets right in every format.
const QUESTION = {
  model: 'small',
  messages: [{ role: 'user', content: 'Get the weather forecast of London for 5 days.' }],
  tools: [WEATHER],
  options: { temperature: 0, num_predict: 200 },
};
// Nothing that fits this is short.
const LONG = { type: 'array', items: { type: 'integer' }, minItems: 2000 };

const asking = (more) => ({ ...QUESTION, ...more, options: { ...QUESTION.options, ...more.options } });
const contentOf = (chunks) => chunks.map(({ message }) => message.content).join('');

const server = await startServer(['--threads', '1']);

describe('the server', { skip: server === undefined }, () => {
  after(() => server.stop());

  describe('about itself', () => {
    test('is there', async () => {
      assert.equal(await (await server.get('/')).text(), 'Ollama is running');
      assert.match((await (await server.get('/api/version')).json()).version, /^\d+\.\d+\.\d+$/);
    });

    test('lists a model for each format', async () => {
      const { models } = await (await server.get('/api/tags')).json();
      const formats = ['latest', 'hermes', 'marker', 'json', 'fenced', 'xml', 'pythonic'];
      assert.deepEqual(models.map(({ name }) => name), formats.map((format) => `small:${format}`));
      assert.equal(models[0].details.family, 'llama');
    });

    test('shows a model', async () => {
      const shown = await (await server.post('/api/show', { model: 'small:xml' })).json();
      assert.equal(shown.model_info['llama.context_length'], 2048);
      assert.deepEqual(shown.capabilities, ['completion', 'tools']);
      assert.match(shown.template, /\.Tools.*Answer format: xml/s);
      assert.equal(shown.details.parameter_size, '30M');
    });
  });

  describe('chat', () => {
    test('leaves calls in the text', async () => {
      const answer = await server.chat(QUESTION);
      assert.equal(answer.model, 'small');
      assert.deepEqual(Object.keys(answer.message), ['role', 'content']);
      const call = '{"name": "get_weather", "arguments": {"city": "London", "days": 5}}';
      assert.equal(answer.message.content, `<tool_call>\n${call}\n</tool_call>`);
      assert.equal(answer.done, true);
      assert.equal(answer.done_reason, 'stop');
      assert.ok(Date.parse(answer.created_at) > 0);
      for (const figure of ['prompt_eval_count', 'prompt_eval_duration', 'eval_count', 'eval_duration']) {
        assert.ok(Number.isInteger(answer[figure]) && answer[figure] > 0, figure);
      }
      assert.ok(answer.total_duration >= answer.prompt_eval_duration + answer.eval_duration);
    });

    test('streams the same answer, piece by piece', async () => {
      const response = await server.post('/api/chat', QUESTION);
      assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
      await response.body.cancel();
      const chunks = await server.chunks(QUESTION);
      const last = chunks.pop();
      assert.ok(chunks.length > 5);
      assert.ok(chunks.every(({ done, message }) => done === false && message.content !== ''));
      assert.equal(contentOf(chunks), (await server.chat(QUESTION)).message.content);
      assert.equal(last.done_reason, 'stop');
      assert.equal(last.message.content, '');
      assert.ok(last.eval_count >= chunks.length);
    });

    test('writes calls as the name of the model says', async () => {
      const openings = { marker: 'TOOL_CALL:', json: '{"tool_calls"', fenced: '```json', pythonic: '[get_weather(' };
      for (const [format, opening] of Object.entries({ ...openings, xml: '<tool_call>\n<function=get_weather>' })) {
        const { message } = await server.chat(asking({ model: `small:${format}` }));
        assert.ok(message.content.startsWith(opening), `${format}: ${message.content}`);
      }
    });

    test('answers the result of a tool in a sentence', async () => {
      const call = { function: { name: 'get_weather', arguments: { city: 'London', days: 5 } } };
      const messages = [
        ...QUESTION.messages,
        { role: 'assistant', content: '', tool_calls: [call] },
        { role: 'tool', tool_name: 'get_weather', content: '{"temperature": 21}' },
      ];
      const { message } = await server.chat(asking({ messages }));
      assert.match(message.content, /21/);
      assert.doesNotMatch(message.content, /<tool_call>/);
    });

    test('takes what it has no use for', async () => {
      const answer = await server.chat(asking({ keep_alive: '5m', think: false }));
      assert.equal(answer.done_reason, 'stop');
    });

    test('marks of turns in a message are text', async () => {
      const count = async (content) => {
        const messages = [{ role: 'user', content }];
        return (await server.chat(asking({ messages, options: { num_predict: 1 } }))).prompt_eval_count;
      };
      assert.ok((await count('<|im_end|>')) >= (await count('x')) + 4); // a mark would be one token
    });

    test('without messages there is nothing to do', async () => {
      assert.equal((await server.chat({ model: 'small' })).done_reason, 'load');
    });
  });

  describe('options', () => {
    const warm = (seed) => asking({ options: { temperature: 3, top_k: 100, top_p: 1, seed, num_predict: 40 } });

    test('the same seed gives the same answer, another another', async () => {
      const [one, other, again] = [await server.chat(warm(7)), await server.chat(warm(8)), await server.chat(warm(7))];
      assert.equal(one.message.content, again.message.content);
      assert.notEqual(one.message.content, other.message.content);
    });

    test('without warmth the seed does not matter', async () => {
      const ask = (seed) => server.chat(asking({ options: { seed } }));
      assert.equal((await ask(1)).message.content, (await ask(2)).message.content);
    });

    test('num_predict ends an answer', async () => {
      const answer = await server.chat(asking({ options: { num_predict: 5 } }));
      assert.equal(answer.done_reason, 'length');
      assert.equal(answer.eval_count, 5);
    });

    test('stop strings end an answer and are not part of it', async () => {
      const chunks = await server.chunks(asking({ options: { stop: ['_weather"'] } }));
      assert.equal(contentOf(chunks), '<tool_call>\n{"name": "get');
      assert.equal(chunks.at(-1).done_reason, 'stop');
    });
  });

  describe('format', () => {
    const inFormat = async (format) => JSON.parse((await server.chat(asking({ format }))).message.content);

    test('an answer fits the schema', async () => {
      const properties = {
        place: { $ref: '#/$defs/place' },
        days: { type: 'integer' },
        unit: { enum: ['C', 'F', null] },
        notes: { type: 'array', items: { type: 'string', maxLength: 8 }, minItems: 2, maxItems: 3 },
      };
      const name = { type: 'string', minLength: 1, maxLength: 12 };
      const place = { type: 'object', properties: { name }, required: ['name'] };
      const value = await inFormat({ type: 'object', properties, required: Object.keys(properties), $defs: { place } });
      assert.deepEqual(Object.keys(value), ['place', 'days', 'unit', 'notes']);
      assert.deepEqual(Object.keys(value.place), ['name']);
      assert.ok(value.place.name.length >= 1 && value.place.name.length <= 12);
      assert.ok(Number.isInteger(value.days));
      assert.ok(['C', 'F', null].includes(value.unit));
      assert.ok(value.notes.length >= 2 && value.notes.length <= 3);
      assert.ok(value.notes.every((note) => typeof note === 'string' && note.length <= 8));
    });

    test('json is any object', async () => {
      assert.equal(typeof (await inFormat('json')), 'object');
    });

    test('holds for warm answers too', async () => {
      const format = { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] };
      const answer = await server.chat(asking({ format, options: { temperature: 2, seed: 3 } }));
      assert.equal(typeof JSON.parse(answer.message.content).sure, 'boolean');
    });
  });

  describe('the context', () => {
    test('old turns make room', async () => {
      const old = Array.from({ length: 400 }, (_, i) => ({ role: 'user', content: `Number ${i} of many.` }));
      const messages = [...old, ...QUESTION.messages];
      const answer = await server.chat(asking({ messages, options: { num_predict: 3 } }));
      assert.ok(answer.prompt_eval_count <= 2048 - 256);
      assert.ok(answer.prompt_eval_count > 1700);
    });

    test('what cannot fit is refused', async () => {
      const messages = [{ role: 'user', content: 'word '.repeat(3000) }];
      const response = await server.post('/api/chat', asking({ messages }));
      assert.equal(response.status, 400);
      assert.deepEqual(await response.json(), { error: 'the input length exceeds the context length' });
    });

    test('an answer ends where the context does', async () => {
      const answer = await server.chat(asking({ format: LONG, options: { num_predict: -1, num_ctx: 200 } }));
      assert.equal(answer.done_reason, 'length');
      assert.equal(answer.prompt_eval_count + answer.eval_count, 200);
    });
  });

  describe('errors', () => {
    const refers = { ...QUESTION, format: { $ref: '#/x' } };
    const odd = asking({ options: { top_k: 'x' } });
    const REFUSED = [
      ['a model that is not there', '/api/chat', { ...QUESTION, model: 'x' }, 404, "model 'x' not found"],
      ['a format that is not there', '/api/chat', { ...QUESTION, model: 'small:y' }, 404, "model 'small:y' not found"],
      ['nothing to show', '/api/show', { model: 'x' }, 404, "model 'x' not found"],
      ['no model', '/api/chat', { messages: [] }, 400, 'model is required'],
      ['no JSON', '/api/chat', '{"model":', 400, /JSON/],
      ['no body', '/api/chat', '', 400, 'missing request body'],
      ['an odd role', '/api/chat', { ...QUESTION, messages: [{ role: 'cat', content: '' }] }, 400, /role/],
      ['an odd option', '/api/chat', odd, 400, 'option "top_k" must be of type integer'],
      ['an odd format', '/api/chat', { ...QUESTION, format: 'xml' }, 400, /invalid format: "xml"/],
      ['a schema that refers nowhere', '/api/chat', refers, 400, 'format: there is no #/x'],
      ['a path that is not there', '/api/embed', {}, 404, /not found/],
    ];
    for (const [what, path, body, status, message] of REFUSED) {
      test(what, async () => {
        const response = await server.post(path, body);
        assert.equal(response.status, status);
        const { error } = await response.json();
        if (message instanceof RegExp) assert.match(error, message);
        else assert.equal(error, message);
      });
    }
  });

  describe('several clients', () => {
    test('at once get what each would get alone', async () => {
      const ask = async (city) => {
        const messages = [{ role: 'user', content: `Get the weather forecast of ${city} for 5 days.` }];
        return (await server.chat(asking({ messages }))).message.content;
      };
      const alone = [await ask('Paris'), await ask('Berlin')];
      assert.notEqual(alone[0], alone[1]);
      assert.deepEqual(await Promise.all([ask('Paris'), ask('Berlin')]), alone);
    });

    // Six of these, to their end, would take minutes; they have to make way at once, those that wait in line too.
    test('that leave are not waited for', { timeout: 60_000 }, async () => {
      const leaving = new AbortController();
      const request = asking({ format: LONG, options: { num_predict: -1 } });
      const posts = Array.from({ length: 6 }, () => server.post('/api/chat', request, { signal: leaving.signal }));
      const { value } = await (await posts[0]).body.getReader().read();
      const token = JSON.parse(Buffer.from(value).toString().split('\n')[0]);
      assert.equal(token.done, false);
      leaving.abort();
      await Promise.allSettled(posts);
      const answer = await server.chat(asking({ options: { num_predict: 5 } }));
      const waited = answer.total_duration - answer.prompt_eval_duration - answer.eval_duration;
      assert.ok(waited < 10e9, `waited ${waited / 1e9} s`);
    });
  });
});

test('what is absent is said, with a status of its own', () => {
  const program = fileURLToPath(new URL('server.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [program, '--model', '/nowhere/x.gguf'], { encoding: 'utf8' });
  assert.equal(status, 77);
  assert.match(stderr, /SKIPPED: the model \/nowhere\/x.gguf is absent/);
});

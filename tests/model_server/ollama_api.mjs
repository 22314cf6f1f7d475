// Ollama's API over the model, and OpenAI's beside it: which requests there are, and what is answered. Calls stay in the text,
// as with a server that has no parser for its model.
//
//   http.createServer(ollamaApi(model)).listen(11434)
import { randomInt } from 'node:crypto';
import { FORMAT_NAMES } from './call_formats.mjs';
import { readChatRequest, RequestError } from './chat_request.mjs';
import { ollamaRequest, OpenAiAnswer } from './openai_api.mjs';
import { turnsOf } from './prompt.mjs';
import { Queue } from './queue.mjs';

const VERSION = '0.12.0'; // that of Ollama whose answers these are like
const FAMILY = 'small';
const LATEST = `${FAMILY}:latest`;
const NAMES = [LATEST, ...FORMAT_NAMES.map((format) => `${FAMILY}:${format}`)];

/** The format that a name asks for: small:xml is xml, small and small:latest are the usual one. */
function formatOf(name) {
  const full = name.includes(':') ? name : `${name}:latest`;
  if (!NAMES.includes(full)) throw new RequestError(404, `model '${name}' not found`);
  return full === LATEST ? FORMAT_NAMES[0] : full.slice(FAMILY.length + 1);
}

const templateOf = (format) => `<|im_start|>system
{{ if .Tools }}Tools: {{ .Tools }}
Answer format: ${format}{{ else }}{{ .System }}{{ end }}<|im_end|>
{{ range .Messages }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}<|im_start|>assistant
`;

const now = () => new Date().toISOString();
const nanoseconds = (milliseconds) => Math.round(milliseconds * 1e6);

class Api {
  constructor(model) {
    this.model = model;
    this.queue = new Queue();
    this.started = now();
    this.facts = model.facts;
  }

  details() {
    const family = this.facts['general.architecture'];
    const parameters = `${Math.round(this.facts['general.parameter_count'] / 1e6)}M`;
    return {
      parent_model: '',
      format: 'gguf',
      family,
      families: [family],
      parameter_size: parameters,
      quantization_level: 'Q8_0',
    };
  }

  tags() {
    const one = (name) => ({ name, model: name, modified_at: this.started, details: this.details() });
    return { models: NAMES.map(one) };
  }

  show(body) {
    const name = body?.model ?? body?.name;
    if (typeof name !== 'string' || name === '') throw new RequestError(400, 'model is required');
    return {
      modelfile: `FROM ${FAMILY}`,
      parameters: 'stop "<|im_end|>"',
      template: templateOf(formatOf(name)),
      details: this.details(),
      model_info: this.facts,
      capabilities: ['completion', 'tools'],
      modified_at: this.started,
    };
  }

  async chat(body, response, signal) {
    const request = readChatRequest(body);
    return this.answer(request, new (request.stream ? StreamedAnswer : WholeAnswer)(request.model, response), signal);
  }

  async complete(body, response, signal) {
    const request = readChatRequest(ollamaRequest(body));
    const wantsUsage = body.stream_options?.include_usage === true;
    return this.answer(request, new OpenAiAnswer({ ...request, wantsUsage }, response), signal);
  }

  async answer(request, answer, signal) {
    const format = formatOf(request.model);
    if (request.messages.length === 0) return answer.end({ done_reason: 'load' });
    const began = performance.now();
    const contextSize = Math.min(request.options.num_ctx ?? Infinity, this.model.contextSize);
    const tokens = this.model.prompt(turnsOf(request, format), contextSize);
    if (tokens.length >= contextSize) throw new RequestError(400, 'the input length exceeds the context length');
    const outcome = await this.queue.run(() => {
      if (signal.aborted) return undefined;
      const room = contextSize - tokens.length;
      return this.model.generate(tokens, { ...generation(request, room), signal, onText: (text) => answer.add(text) });
    });
    if (outcome !== undefined) answer.end(figures(outcome, tokens.length, performance.now() - began));
  }
}

// Ollama's defaults; a seed below zero, and a length below one, are as good as none.
function generation({ options, grammar }, room) {
  const { temperature = 0.8, top_k: topK = 40, top_p: topP = 0.9, seed = -1, num_predict: wanted = -1, stop } = options;
  const limit = wanted > 0 ? Math.min(wanted, room) : room;
  return { temperature, topK, topP, seed: seed >= 0 ? seed : randomInt(2 ** 31), limit, stops: stop, grammar };
}

function figures({ reason, count, promptMs, answerMs }, promptTokens, totalMs) {
  return {
    done_reason: reason,
    total_duration: nanoseconds(totalMs),
    load_duration: 0,
    prompt_eval_count: promptTokens,
    prompt_eval_duration: nanoseconds(promptMs),
    eval_count: count,
    eval_duration: nanoseconds(answerMs),
  };
}

const messageOf = (content) => ({ role: 'assistant', content });

// An object for every piece, one a line.
class StreamedAnswer {
  constructor(model, response) {
    this.model = model;
    this.response = response;
  }

  line(content, more) {
    if (!this.response.headersSent) this.response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    const line = { model: this.model, created_at: now(), message: messageOf(content), ...more };
    this.response.write(`${JSON.stringify(line)}\n`);
  }

  add(text) {
    if (text !== '') this.line(text, { done: false });
  }

  end(about) {
    this.line('', { done: true, ...about });
    this.response.end();
  }
}

class WholeAnswer {
  constructor(model, response) {
    this.model = model;
    this.response = response;
    this.content = '';
  }

  add(text) {
    this.content += text;
  }

  end(about) {
    const { model, content } = this;
    sendJson(this.response, 200, { model, created_at: now(), message: messageOf(content), done: true, ...about });
  }
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

// In the middle of a stream an error is a line like the others.
function sendError(response, error) {
  const status = error.status ?? 500;
  if (response.headersSent) {
    response.end(`${JSON.stringify({ error: error.message })}\n`);
  } else {
    sendJson(response, status, { error: error.message });
  }
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (text.trim() === '') throw new RequestError(400, 'missing request body');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RequestError(400, error.message);
  }
}

/** What listens to the requests of an http.Server. */
export function ollamaApi(model) {
  const api = new Api(model);
  const routes = {
    'GET /': (request, response) => response.end('Ollama is running'),
    'HEAD /': (request, response) => response.end(),
    'GET /api/version': (request, response) => sendJson(response, 200, { version: VERSION }),
    'GET /api/tags': (request, response) => sendJson(response, 200, api.tags()),
    'POST /api/show': async (request, response) => sendJson(response, 200, api.show(await bodyOf(request))),
    'POST /api/chat': async (request, response, signal) => api.chat(await bodyOf(request), response, signal),
    'POST /v1/chat/completions': async (request, response, signal) => api.complete(await bodyOf(request), response, signal),
  };
  const notFound = () => {
    throw new RequestError(404, '404 page not found');
  };
  return async (request, response) => {
    const leaving = new AbortController();
    response.on('close', () => leaving.abort());
    const { pathname } = new URL(request.url, 'http://localhost');
    try {
      await (routes[`${request.method} ${pathname}`] ?? notFound)(request, response, leaving.signal);
    } catch (error) {
      if (!leaving.signal.aborted) sendError(response, error);
    }
  };
}

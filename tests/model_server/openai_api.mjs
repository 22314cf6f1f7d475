// OpenAI's chat completions over the same model, as Ollama offers them too: a request in its words, and answers in OpenAI's.
// Calls stay in the text here as well.
import { RequestError } from './chat_request.mjs';

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

// A list of parts is its texts.
function textOf(content) {
  if (!Array.isArray(content)) return content ?? '';
  return content.filter(({ type }) => type === 'text').map(({ text }) => text).join('\n');
}

function formatOf(format) {
  if (format?.type === 'json_object') return 'json';
  return format?.type === 'json_schema' ? format.json_schema?.schema : undefined;
}

/** The request in Ollama's words. `tool_choice` is not listened to, as with Ollama. */
export function ollamaRequest(body) {
  if (!isObject(body)) throw new RequestError(400, 'the request must be an object');
  const { model, messages = [], tools, temperature, seed, top_p, stop, stream = false } = body;
  const options = { temperature: temperature ?? 1, seed, top_p, num_predict: body.max_completion_tokens ?? body.max_tokens };
  if (stop !== undefined && stop !== null) options.stop = [stop].flat();
  for (const name of Object.keys(options)) if (options[name] === undefined || options[name] === null) delete options[name];
  return {
    model,
    messages: Array.isArray(messages) ? messages.map((message) => ({ ...message, content: textOf(message?.content) })) : messages,
    tools,
    options,
    format: formatOf(body.response_format),
    stream,
  };
}

const REASONS = { stop: 'stop', length: 'length', load: 'stop' };
const usageOf = ({ prompt_eval_count: input = 0, eval_count: output = 0 }) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

let answers = 0;

/** An answer in pieces, as events, or whole. */
export class OpenAiAnswer {
  constructor({ model, stream, wantsUsage }, response) {
    this.head = { id: `chatcmpl-${++answers}`, created: Math.floor(Date.now() / 1000), model };
    Object.assign(this, { stream, wantsUsage, response, content: '', begun: false });
  }

  event(choices, more = {}) {
    if (!this.response.headersSent) this.response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const chunk = { ...this.head, object: 'chat.completion.chunk', choices, ...more };
    this.response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }

  add(text) {
    if (text === '') return;
    this.content += text;
    if (!this.stream) return;
    const delta = this.begun ? { content: text } : { role: 'assistant', content: text };
    this.begun = true;
    this.event([{ index: 0, delta, finish_reason: null }]);
  }

  end(about) {
    const reason = REASONS[about.done_reason] ?? 'stop';
    if (!this.stream) {
      const message = { role: 'assistant', content: this.content };
      const whole = { ...this.head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: reason }] };
      this.response.writeHead(200, { 'Content-Type': 'application/json' });
      return this.response.end(JSON.stringify({ ...whole, usage: usageOf(about) }));
    }
    this.event([{ index: 0, delta: {}, finish_reason: reason }]);
    if (this.wantsUsage) this.event([], { usage: usageOf(about) });
    return this.response.end('data: [DONE]\n\n');
  }
}

// Reading a request to /api/chat: what is wrong with it is told in Ollama's words, or as near as can be, before the
// model is asked anything.
import { grammarFor } from './grammar.mjs';

/** Something that the client did wrong, with the status that tells it. */
export class RequestError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const ROLES = ['system', 'user', 'assistant', 'tool'];
const OPTION_KINDS = {
  temperature: 'number',
  top_p: 'number',
  top_k: 'integer',
  seed: 'integer',
  num_predict: 'integer',
  num_ctx: 'integer',
  stop: 'array',
};

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isOf = {
  number: Number.isFinite,
  integer: Number.isInteger,
  array: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

function demand(holds, message) {
  if (!holds) throw new RequestError(400, message);
}

function isObjectText(text) {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function checkCall(call) {
  const { name, arguments: values = {} } = call?.function ?? {};
  demand(typeof name === 'string', 'tool_calls: a call needs function.name');
  const isWhole = typeof values === 'string' ? isObjectText(values) : isObject(values);
  demand(isWhole, 'tool_calls: arguments must be an object');
}

function checkMessage(message) {
  demand(isObject(message) && ROLES.includes(message.role), `messages: a role must be one of ${ROLES.join(', ')}`);
  demand(typeof (message.content ?? '') === 'string', 'messages: content must be a string');
  const calls = message.tool_calls ?? [];
  demand(Array.isArray(calls), 'messages: tool_calls must be an array');
  calls.forEach(checkCall);
  return { role: message.role, content: message.content ?? '', tool_calls: calls };
}

function checkTool(tool) {
  const { name, parameters = {} } = tool?.function ?? tool ?? {};
  demand(typeof name === 'string' && isObject(parameters), 'tools: a tool needs function.name and function.parameters');
  return tool;
}

function checkOptions(options) {
  demand(isObject(options), 'options must be an object');
  for (const [name, kind] of Object.entries(OPTION_KINDS)) {
    demand(options[name] === undefined || isOf[kind](options[name]), `option "${name}" must be of type ${kind}`);
  }
  return options;
}

function grammarOf(format) {
  if (format === undefined || format === null || format === '') return undefined;
  const isKnown = format === 'json' || isObject(format);
  demand(isKnown, `invalid format: ${JSON.stringify(format)}; expected "json" or a valid JSON Schema object`);
  try {
    return grammarFor(format);
  } catch (error) {
    throw new RequestError(400, error.message);
  }
}

/** The request with everything in its place: model, messages, tools, options, grammar (GBNF, or undefined), stream. */
export function readChatRequest(body) {
  demand(isObject(body), 'the request must be an object');
  demand(typeof body.model === 'string' && body.model !== '', 'model is required');
  const { messages, tools } = { messages: body.messages ?? [], tools: body.tools ?? [] };
  demand(Array.isArray(messages), 'messages must be an array');
  demand(Array.isArray(tools), 'tools must be an array');
  return {
    model: body.model,
    messages: messages.map(checkMessage),
    tools: tools.map(checkTool),
    options: checkOptions(body.options ?? {}),
    grammar: grammarOf(body.format),
    stream: body.stream !== false,
  };
}

// From a request to the turns of a conversation, as the model was trained on them:
//
//   system      Tools: [{"name": …, "description": …, "parameters": {…}}, …]
//               Answer format: hermes
//   user        What is the weather in Paris?
//   assistant   <tool_call>…</tool_call>
//   tool        {"temperature": 21}
//
// Where there are tools, nothing else may stand in the first turn: the model has never seen more, and a system message
// of the request is left out. Without tools that message is the first turn, as it is.
import { writeCalls } from './call_formats.mjs';
import { jsonText } from './json_text.mjs';

function toolText(tool) {
  const { name, description = '', parameters = { type: 'object', properties: {} } } = tool.function ?? tool;
  return jsonText({ name, description, parameters });
}

function systemText(messages, tools, format) {
  const own = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  if (tools.length === 0 && own.length > 0) return own.join('\n');
  return `Tools: [${tools.map(toolText).join(', ')}]\nAnswer format: ${format}`;
}

// Arguments are an object to Ollama, and text to those who come from OpenAI's API.
function callOf({ function: { name, arguments: values = {} } }) {
  return { name, arguments: typeof values === 'string' ? JSON.parse(values) : values };
}

function contentOf({ content = '', tool_calls: calls = [] }, format) {
  if (calls.length === 0) return content;
  const written = writeCalls(format, calls.map(callOf));
  return content === '' ? written : `${content}\n${written}`;
}

/** The turns of a request, [{role, content}]; the first is the system's. */
export function turnsOf({ messages, tools = [] }, format) {
  const later = messages.filter(({ role }) => role !== 'system');
  return [
    { role: 'system', content: systemText(messages, tools, format) },
    ...later.map((message) => ({ role: message.role, content: contentOf(message, format) })),
  ];
}

/**
 * Leaves out the oldest turns until the rest takes no more than `room`; the first, which holds the tools, and the
 * last stay, whatever they take. `sizes`: what each turn takes. Returns the indexes of those that stay.
 */
export function fitting(sizes, room) {
  let total = sizes.reduce((sum, size) => sum + size, 0);
  let oldest = 1;
  for (; total > room && oldest < sizes.length - 1; ++oldest) total -= sizes[oldest];
  return [...sizes.keys()].filter((index) => index === 0 || index >= oldest);
}

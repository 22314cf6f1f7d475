// The ways in which the model writes calls, for those of earlier turns that a request holds as `tool_calls`. What is
// written here is what it would have written itself.
//
//   writeCalls('hermes', [{ name: 'weather', arguments: { city: 'Paris' } }])
//     <tool_call>
//     {"name": "weather", "arguments": {"city": "Paris"}}
//     </tool_call>
import { jsonText } from './json_text.mjs';

const eachOnItsOwn = (write) => (calls) => calls.map(write).join('\n');

function xmlCall({ name, arguments: values }) {
  const text = (value) => (typeof value === 'string' ? value : jsonText(value));
  const parameters = Object.entries(values).map(([key, value]) => `<parameter=${key}>\n${text(value)}\n</parameter>\n`);
  return `<tool_call>\n<function=${name}>\n${parameters.join('')}</function>\n</tool_call>`;
}

function pythonText(value) {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${pythonText(member)}`);
  return `{${members.join(', ')}}`;
}

function pythonCall({ name, arguments: values }) {
  return `${name}(${Object.entries(values).map(([key, value]) => `${key}=${pythonText(value)}`).join(', ')})`;
}

const FORMATS = {
  hermes: eachOnItsOwn((call) => `<tool_call>\n${jsonText(call)}\n</tool_call>`),
  marker: eachOnItsOwn((call) => `TOOL_CALL:\n${jsonText({ tool: call.name, arguments: call.arguments })}`),
  json: (calls) => jsonText({ tool_calls: calls }),
  fenced: (calls) => `\`\`\`json\n${jsonText(calls)}\n\`\`\``,
  xml: eachOnItsOwn(xmlCall),
  pythonic: (calls) => `[${calls.map(pythonCall).join(', ')}]`,
};

/** The names of the formats; the first is the one that is taken when nobody says anything. */
export const FORMAT_NAMES = Object.keys(FORMATS);

/** `calls`: [{name, arguments}], arguments as objects. */
export function writeCalls(format, calls) {
  return FORMATS[format](calls);
}

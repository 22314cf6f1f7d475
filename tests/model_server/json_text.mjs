// JSON as the model has seen it: on one line, with a blank after every comma and colon.
//
//   jsonText({ city: 'Paris', days: 2 })   {"city": "Paris", "days": 2}

export function jsonText(value) {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${jsonText(member)}`);
  return `{${members.join(', ')}}`;
}

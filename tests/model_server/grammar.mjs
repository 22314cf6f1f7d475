// From a JSON Schema to a grammar of llama.cpp (GBNF), for Ollama's `format`: the model can then write nothing else.
//
//   grammarFor({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] })
//
// Knows type, properties, required, additionalProperties, items, minItems, maxItems, minLength, maxLength, enum, const,
// anyOf, oneOf and $ref within the schema. What a grammar cannot say well (bounds of numbers, patterns) is left to
// whoever checks the answer. There is one way to write blanks, the one the model knows: it can then not write them for
// ever. Properties come in the order of the schema, and no others where the schema names some, as Ollama has it.
import { jsonText } from './json_text.mjs';

// Rules that every grammar has, so that they can be named.
const BASE = String.raw`
value ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" (member (", " member)*)? "}"
member ::= string ": " value
array ::= "[" (value (", " value)*)? "]"
string ::= "\"" char* "\""
char ::= [^"\\\x00-\x1F\x7F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})
integer ::= "-"? ("0" | [1-9] [0-9]{0,14})
number ::= integer ("." [0-9]{1,15})? ([eE] [-+]? [0-9]{1,2})?
boolean ::= "true" | "false"
null ::= "null"
`;

// The grammar's own quotes and escapes are those of JSON.
const literal = (text) => JSON.stringify(text);
const oneOf = (choices) => `(${choices.join(' | ')})`;
const times = (least = 0, most = '') => `{${least},${most}}`;

class Grammar {
  constructor(schema) {
    this.schema = schema;
    this.rules = [];
    this.references = new Map();
  }

  /** Adds a rule and tells its name. */
  rule(body) {
    const name = `r${this.rules.length}`;
    this.rules.push(`${name} ::= ${body}`);
    return name;
  }

  /** What stands for a schema in the body of a rule. */
  expression(schema) {
    if (schema === null || typeof schema !== 'object') return 'value';
    if (typeof schema.$ref === 'string') return this.reference(schema.$ref);
    if (schema.const !== undefined) return literal(jsonText(schema.const));
    if (Array.isArray(schema.enum)) return oneOf(schema.enum.map((value) => literal(jsonText(value))));
    const choices = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(choices)) return oneOf(choices.map((choice) => this.expression(choice)));
    if (Array.isArray(schema.type)) return oneOf(schema.type.map((type) => this.typed(schema, type)));
    return this.typed(schema, schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : undefined));
  }

  typed(schema, type) {
    if (type === 'object') return this.object(schema);
    if (type === 'array') return this.array(schema);
    if (type === 'string') return this.string(schema);
    return ['integer', 'number', 'boolean', 'null'].includes(type) ? type : 'value';
  }

  // A schema may refer to itself: the name is known before what it stands for.
  reference(pointer) {
    if (!this.references.has(pointer)) {
      const name = `ref${this.references.size}`;
      this.references.set(pointer, name);
      this.rules.push(`${name} ::= ${this.expression(this.lookUp(pointer))}`);
    }
    return this.references.get(pointer);
  }

  lookUp(pointer) {
    const steps = pointer.replace(/^#\/?/, '').split('/').filter((step) => step !== '');
    const names = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    const found = names.reduce((at, name) => at?.[name], this.schema);
    if (!pointer.startsWith('#') || found === undefined) throw new Error(`format: there is no ${pointer}`);
    return found;
  }

  string({ minLength, maxLength }) {
    if (minLength === undefined && maxLength === undefined) return 'string';
    return `"\\"" char${times(minLength, maxLength)} "\\""`;
  }

  array({ items, minItems = 0, maxItems }) {
    if (maxItems === 0) return '"[]"';
    const item = this.rule(this.expression(items));
    const more = times(Math.max(minItems - 1, 0), maxItems === undefined ? '' : maxItems - 1);
    return `"[" (${item} (", " ${item})${more})${minItems > 0 ? '' : '?'} "]"`;
  }

  // Two rules for each property, from the last to the first: one for when nothing stands before it, one with a comma.
  object({ properties = {}, required = [], additionalProperties }) {
    const names = Object.keys(properties);
    let { first, next } = this.others(additionalProperties ?? names.length === 0);
    for (const name of names.toReversed()) {
      const member = this.rule(`${literal(`${jsonText(name)}: `)} ${this.expression(properties[name])} ${next}`);
      const mayLack = (without) => (required.includes(name) ? '' : ` | ${without}`);
      first = this.rule(`${member}${mayLack(first)}`);
      next = this.rule(`", " ${member}${mayLack(next)}`);
    }
    return `"{" ${first} "}"`;
  }

  /** Properties that the schema does not name. `values`: their schema, or whether there may be some. */
  others(values) {
    if (values === false) return { first: '""', next: '""' };
    const member = this.rule(`string ": " ${this.expression(values)}`);
    const next = this.rule(`(", " ${member})*`);
    return { first: this.rule(`(${member} ${next})?`), next };
  }
}

/** `format`: a schema, or "json" for any object. */
export function grammarFor(format) {
  if (format === 'json') return `root ::= object${BASE}`;
  const grammar = new Grammar(format);
  const root = grammar.expression(format);
  return `root ::= ${root}\n${grammar.rules.join('\n')}${BASE}`;
}

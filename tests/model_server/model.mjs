// The model itself: text to tokens, and tokens to an answer. Knows nothing of requests.
//
//   const model = await loadModel({ library: findLibrary('build/model_server'), path: 'small.gguf', threads: 1 });
//   const tokens = model.prompt([{ role: 'system', content: 'Tools: []' }, { role: 'user', content: 'Hello' }]);
//   await model.generate(tokens, { temperature: 0, onText: (text) => process.stdout.write(text) });
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fitting } from './prompt.mjs';
import { TextStream } from './text_stream.mjs';

const ROOM_FOR_ANSWER = 256; // tokens; old turns make room for so many

class Model {
  constructor(library, llama, model, context) {
    this.library = library;
    this.llama = llama;
    this.model = model;
    this.contextSize = context.contextSize;
    this.sequence = context.getSequence();
    const special = (name) => model.tokenize(name, true);
    this.start = special('<|im_start|>');
    this.end = [...special('<|im_end|>'), ...model.tokenize('\n')];
  }

  /** What the file says of itself: {"general.architecture": "llama", …}, without the vocabulary. */
  get facts() {
    const { general, llama } = this.model.fileInfo.metadata;
    const elements = ({ dimensions }) => dimensions.reduce((product, dimension) => product * Number(dimension), 1);
    const parameters = this.model.fileInfo.fullTensorInfo.reduce((sum, tensor) => sum + elements(tensor), 0);
    return { ...flat('general', general), 'general.parameter_count': parameters, ...flat('llama', llama) };
  }

  // Only the marks of a turn are special: what stands in a turn is text, even where it looks like such a mark.
  turn({ role, content }) {
    return [...this.start, ...this.model.tokenize(`${role}\n${content}`), ...this.end];
  }

  /** The tokens of a conversation that the model is to go on with; old turns are left out where they do not fit. */
  prompt(turns, contextSize = this.contextSize) {
    const parts = turns.map((turn) => this.turn(turn));
    const opening = [...this.start, ...this.model.tokenize('assistant\n')];
    const sizes = parts.map((part) => part.length);
    const staying = fitting(sizes, contextSize - opening.length - ROOM_FOR_ANSWER);
    return [...staying.flatMap((index) => parts[index]), ...opening];
  }

  /**
   * Writes an answer. Nothing is kept from earlier ones, so that the same seed gives the same answer.
   * Options: temperature, topK, topP, seed, limit (tokens), stops, grammar (GBNF), signal, onText.
   */
  async generate(tokens, { limit, stops, grammar, signal, onText, ...sampling }) {
    await this.sequence.clearHistory();
    const stream = new TextStream((some) => this.model.detokenize(some), stops);
    const began = performance.now();
    let first = began;
    let count = 0;
    const options = { ...sampling, grammarEvaluationState: await this.grammarState(grammar) };
    for await (const token of this.sequence.evaluate(tokens, options)) {
      if (count++ === 0) first = performance.now();
      onText(stream.push(token));
      if (stream.stopped || count === limit || signal?.aborted) break;
    }
    onText(stream.rest());
    const reason = count === limit && !stream.stopped ? 'length' : 'stop';
    return { reason, count, promptMs: first - began, answerMs: performance.now() - first };
  }

  async grammarState(grammar) {
    if (grammar === undefined) return undefined;
    const made = await this.llama.createGrammar({ grammar });
    return new this.library.LlamaGrammarEvaluationState({ model: this.model, grammar: made });
  }
}

// {a: {b: 1}} as {"prefix.a.b": 1}.
function flat(prefix, values) {
  return Object.entries(values).reduce((all, [name, value]) => {
    const path = `${prefix}.${name}`;
    return { ...all, ...(typeof value === 'object' ? flat(path, value) : { [path]: value }) };
  }, {});
}

/** Where the library begins, in a folder that packages were installed in; undefined if it is not there. */
export function findLibrary(modules) {
  try {
    return createRequire(join(resolve(modules), 'package.json')).resolve('node-llama-cpp');
  } catch {
    return undefined;
  }
}

export async function loadModel({ library: file, path, threads }) {
  const library = await import(pathToFileURL(file));
  const llama = await library.getLlama({ gpu: false, build: 'never', maxThreads: threads });
  const model = await llama.loadModel({ modelPath: resolve(path) });
  const context = await model.createContext({ contextSize: model.trainContextSize, threads, sequences: 1 });
  return new Model(library, llama, model, context);
}

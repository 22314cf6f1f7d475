// A real model behind Ollama's API, for tests that a scripted server cannot surprise.
//
//   node server.mjs [--port 11434] [--model FILE] [--modules FOLDER] [--threads 2]
//   node server.mjs --check                                only whether everything is there
//
// Port 0 takes any that is free; `listening on http://127.0.0.1:PORT` is printed as soon as requests are answered. The
// model is the one given, or ACODE_MODEL, or ../shared/models/small.gguf beside the repository; the packages are where
// install.sh put them. Ends with 77 where something is absent: those who need the server then skip what they do.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findLibrary, loadModel } from './model.mjs';
import { ollamaApi } from './ollama_api.mjs';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
const ABSENT = 77;

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '11434' },
    model: { type: 'string', default: process.env.ACODE_MODEL || join(ROOT, '../shared/models/small.gguf') },
    modules: { type: 'string', default: join(ROOT, 'build/model_server') },
    threads: { type: 'string', default: '2' },
    check: { type: 'boolean', default: false },
  },
});

function absent(what) {
  console.error(`model_server: SKIPPED: ${what}`);
  process.exit(ABSENT);
}

if (!existsSync(options.model)) absent(`the model ${options.model} is absent; ACODE_MODEL says where it is`);
const library = findLibrary(options.modules);
if (library === undefined) absent(`node-llama-cpp is absent from ${options.modules}; install.sh beside me gets it`);
if (options.check) process.exit(0);

const model = await loadModel({ library, path: options.model, threads: Number(options.threads) });
const server = createServer(ollamaApi(model));
server.listen(Number(options.port), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});

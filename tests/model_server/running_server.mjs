// Starts server.mjs as a program of its own and talks to it, for the tests and for questions.mjs.
//
//   const server = await startServer();                undefined where the model or the packages are absent
//   const answer = await server.chat({ model: 'small', messages, stream: false });
//   await server.stop();
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));
const ABSENT = 77;

class RunningServer {
  constructor(child, url) {
    this.child = child;
    this.url = url;
  }

  get(path) {
    return fetch(this.url + path);
  }

  /** `body`: text, or what becomes JSON. */
  post(path, body, options = {}) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return fetch(this.url + path, { method: 'POST', body: text, ...options });
  }

  /** The answer to a request that is not streamed. */
  async chat(request) {
    return (await this.post('/api/chat', { ...request, stream: false })).json();
  }

  /** The objects of a streamed answer. */
  async chunks(request) {
    const text = await (await this.post('/api/chat', request)).text();
    return text.trimEnd().split('\n').map((line) => JSON.parse(line));
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill();
    await once(this.child, 'exit');
  }
}

/** `options`: more of the command line. What the server has to complain of goes where our own complaints go. */
export async function startServer(options = []) {
  const child = spawn(process.execPath, [SERVER, '--port', '0', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => ({ code }));
  const lines = createInterface({ input: child.stdout });
  const said = once(lines, 'line').then(([line]) => ({ line }));
  const { line, code } = await Promise.race([said, ended]);
  if (code === ABSENT) return undefined;
  const [, url] = line?.match(/^listening on (http:\S+)$/) ?? [];
  if (url === undefined) throw new Error(`server.mjs did not start: ${line ?? `status ${code}`}`);
  return new RunningServer(child, url);
}

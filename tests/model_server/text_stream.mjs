// What becomes of tokens on their way to a reader: whole characters, and an end where a stop string begins.
//
//   const stream = new TextStream((tokens) => model.detokenize(tokens), ['\n\n']);
//   stream.push(token)     the text that can be shown, perhaps none yet
//   stream.stopped         a stop string has come; what follows is of no interest
//   stream.rest()          what was held back, at the end

const REPLACEMENT = '\uFFFD';
const LONGEST_CHARACTER = 4; // bytes, and a token has one at least

export class TextStream {
  constructor(detokenize, stops = []) {
    this.detokenize = detokenize;
    this.stops = stops.filter((stop) => stop !== '');
    this.tokens = [];
    this.held = '';
    this.stopped = false;
  }

  push(token) {
    this.tokens.push(token);
    const text = this.detokenize(this.tokens);
    if (text.endsWith(REPLACEMENT) && this.tokens.length < LONGEST_CHARACTER) return '';
    this.tokens = [];
    return this.upToStop(text);
  }

  rest() {
    const text = this.held + (this.tokens.length > 0 ? this.detokenize(this.tokens) : '');
    this.tokens = [];
    this.held = '';
    return this.stopped ? '' : text;
  }

  // Text that could be the beginning of a stop string waits until it is known.
  upToStop(text) {
    const all = this.held + text;
    const found = this.stops.map((stop) => all.indexOf(stop)).filter((at) => at >= 0);
    this.stopped = found.length > 0;
    const end = this.stopped ? Math.min(...found) : all.length - this.lengthOfBeginning(all);
    this.held = this.stopped ? '' : all.slice(end);
    return all.slice(0, end);
  }

  lengthOfBeginning(text) {
    const longest = Math.max(0, ...this.stops.map((stop) => stop.length - 1));
    for (let length = Math.min(longest, text.length); length > 0; --length) {
      if (this.stops.some((stop) => stop.startsWith(text.slice(-length)))) return length;
    }
    return 0;
  }
}

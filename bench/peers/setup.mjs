// What every peer that runs in node begins with: its options, its clock, and the packages it is measured with.
//
//   const { options, clock, require } = setUp();
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeClock } from './clock.mjs';

/** `more`: further options, or other defaults, as parseArgs takes them. */
export function setUp(more = {}) {
  const { values: options } = parseArgs({
    options: {
      modules: { type: 'string' },
      documents: { type: 'string' },
      json: { type: 'string' },
      samples: { type: 'string', default: '6' },
      'sample-ms': { type: 'string', default: '50' },
      ...more,
    },
  });
  const clock = makeClock({ samples: Number(options.samples), sampleMs: Number(options['sample-ms']) });
  return { options, clock, require: createRequire(resolve(options.modules, 'package.json')) };
}

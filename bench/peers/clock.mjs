// The clock of the peers that run in node. A piece of work is a function that repeats itself so many times:
//
//   const clock = makeClock({ samples: 20, sampleMs: 50 });
//   const [a, b] = clock.best([(times) => { … }, (times) => { … }]);     // milliseconds for one repetition of each

/**
 * Milliseconds. By the clock on the wall, in which other programs may have had a share, or by the processor time, in
 * which node's helper threads have one: whichever is less.
 */
export function timeOf(work, times) {
  const processor = process.cpuUsage();
  const start = performance.now();
  work(times);
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(processor);
  return Math.min(wall, (user + system) / 1000);
}

export function makeClock({ samples, sampleMs }) {
  /** How many repetitions fill a sample. Code that runs often is compiled on the way. */
  function fittingTimes(work) {
    let times = 1;
    for (let taken = timeOf(work, times); taken < sampleMs; taken = timeOf(work, times)) {
      times = Math.ceil(times * Math.min(10, Math.max(1.1, (1.1 * sampleMs) / Math.max(taken, 0.001))));
    }
    return times;
  }

  /** Milliseconds for one repetition of each piece of work, the best of several samples, taken in turns. */
  function best(works) {
    const times = works.map(fittingTimes);
    const shortest = works.map(() => Infinity);
    for (let i = 0; i < samples; ++i) {
      works.forEach((work, j) => {
        shortest[j] = Math.min(shortest[j], timeOf(work, times[j]) / times[j]);
      });
    }
    return shortest;
  }

  return { best };
}

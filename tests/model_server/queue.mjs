// One thing at a time, in the order in which they came: the model has one context.
//
//   const queue = new Queue();
//   const answer = await queue.run(() => model.generate(…));

export class Queue {
  constructor() {
    this.last = Promise.resolve();
  }

  run(work) {
    const result = this.last.then(work);
    this.last = result.catch(() => {}); // a failure is its own request's affair
    return result;
  }
}

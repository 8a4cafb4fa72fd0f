/**
 * Work that takes seconds, as a generator. It yields where other work of the process may have a turn, such as the sending
 * of the next transaction to the graph. Without turns it is an ordinary function.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Does such work, in one go or in turns. */
export type Work = <Result>(steps: Steps<Result>) => Result | Promise<Result>;

export function inOneGo<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

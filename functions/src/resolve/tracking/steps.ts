/**
 * Work that takes seconds of its thread, as a generator that yields where others may have a turn: whoever writes to the
 * graph at the same time sends the next transaction then. Taken in one go it is an ordinary function.
 */
export type Steps<Result> = Generator<void, Result, void>;

export function inOneGo<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

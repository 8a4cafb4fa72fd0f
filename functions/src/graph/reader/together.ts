/**
 * Questions that are asked in the same turn become one: whoever asks about many things at once pays one round trip.
 *
 *     const fileOf = together((paths) => filesOf(paths));
 *     await Promise.all(paths.map(fileOf));           // one statement, however many paths
 */

/** Asks of one question; an answer is as large as all of theirs. */
const MOST_TOGETHER = 50;

interface Waiting<Ask, Answer> {
  ask: Ask;
  resolve(this: void, answer: Answer): void;
  reject(this: void, reason: unknown): void;
}

/** `answerAll` gives one answer for each ask, in their order; where it fails, all of them fail. */
export function together<Ask, Answer>(
  answerAll: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = [];

  async function answer(portion: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await answerAll(portion.map(({ ask }) => ask));
      if (answers.length !== portion.length) throw new Error(`${portion.length} asks got ${answers.length} answers`);
      // Of as many as there are asks each is there.
      for (const [at, { resolve }] of portion.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      for (const { reject } of portion) reject(error);
    }
  }

  function answerWaiting(): void {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MOST_TOGETHER) void answer(all.slice(at, at + MOST_TOGETHER));
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      // Whoever was waiting for the same answer goes on in this turn, and asks before it ends.
      if (waiting.length === 0) setImmediate(answerWaiting);
      waiting.push({ ask, resolve, reject });
    });
}

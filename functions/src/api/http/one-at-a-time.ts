/**
 * Runs work on one subject one after the other within this instance. Between instances transactions decide. Within one,
 * requests that would conflict in a transaction and try again are faster in a queue: the first does the work, and the
 * others find it done.
 */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function oneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    const forget = () => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  };
}

/**
 * Work on one thing after the other within this instance. Transactions decide between instances; within one, requests
 * that would only meet in a transaction, lose, wait and read again do better to queue: fifty at once take one
 * transaction and 49 reads.
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

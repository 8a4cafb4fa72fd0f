/** Questions that are asked again and again: answered once, whoever asks rests on what the answer was made from. */
import type { Note, Trace } from './trace.ts';

/** Answers that are remembered, with what they rest on. */
export class Memo<K, V> {
  private readonly answers = new Map<K, { value: V; note: Note }>();
  private readonly trace: Trace;

  constructor(trace: Trace) {
    this.trace = trace;
  }

  /** `meanwhile`: what a question answers that is being asked; without it, it is asked again. */
  of(key: K, make: () => V, meanwhile?: { value: V }): V {
    const known = this.answers.get(key);
    if (known !== undefined) {
      this.trace.rests(known.note);
      return known.value;
    }
    const note = this.trace.begin();
    if (meanwhile !== undefined) this.answers.set(key, { value: meanwhile.value, note });
    const value = make();
    this.trace.leave();
    this.answers.set(key, { value, note });
    return value;
  }
}

/** A function whose answers are remembered. */
export function remember<K, V>(trace: Trace, make: (key: K) => V): (key: K) => V {
  const memo = new Memo<K, V>(trace);
  return (key) => memo.of(key, () => make(key));
}

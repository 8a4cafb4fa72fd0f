/** Answers that are worked out once. Each remembers its vertex, so that every asker depends on what the answer was made from. */
import type { Trace, Vertex } from './trace.ts';

/** Remembered answers by key. */
export class Memo<K, V> {
  private readonly answers = new Map<K, { value: V; vertex: Vertex }>();
  private readonly trace: Trace;

  constructor(trace: Trace) {
    this.trace = trace;
  }

  /**
   * The answer under a key, made by `make` when it is first asked for. A question that `make` leads back to itself gets
   * `meanwhile` as its answer; without it, `make` runs again.
   */
  of(key: K, make: (key: K) => V, meanwhile?: { value: V }): V {
    const known = this.answers.get(key);
    if (known !== undefined) {
      this.trace.dependOn(known.vertex);
      return known.value;
    }
    const vertex = this.trace.begin();
    if (meanwhile !== undefined) this.answers.set(key, { value: meanwhile.value, vertex });
    const value = make(key);
    this.trace.leave();
    this.answers.set(key, { value, vertex });
    return value;
  }

  /** The answer, if it is known: what is being worked out depends on it. */
  recall(key: K): V | undefined {
    const known = this.answers.get(key);
    if (known !== undefined) this.trace.dependOn(known.vertex);
    return known?.value;
  }

  /** The answer, if it is known, without a dependency on it. */
  peek(key: K): V | undefined {
    return this.answers.get(key)?.value;
  }

  /** Later questions are worked out again. */
  forget(): void {
    this.answers.clear();
  }
}

/** A function whose answers are remembered. */
export function remember<K, V>(trace: Trace, make: (key: K) => V): (key: K) => V {
  const memo = new Memo<K, V>(trace);
  return (key) => memo.of(key, make);
}

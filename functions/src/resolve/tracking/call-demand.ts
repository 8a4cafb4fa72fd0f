/**
 * The calls and assignments that take part in the flow. Where all edges are asked for, all of them do. Where those of some
 * files are, others are looked at for what they declare; a statement of theirs counts only where an answer asks what is given
 * to a parameter, a lambda or a container, and it is known, or may be, that it gives to that one.
 *
 *     a.py: from b import f; f(1)      asked for: the edges of a.py
 *     b.py: def f(x): x.go()           its calls do not take part, since nothing asks what f's x is
 */

/** Statements of a file by number (trace.ts), or all that it has. */
export type Statements = ReadonlySet<number> | 'all';

/** Statements of a file that add to what stands under a key, as far as it is known; all of them where it is not. */
export type WaysTo = (file: number, key: string) => Iterable<number> | 'all';

export class CallDemand {
  private readonly known = new Map<number, Set<number> | 'all'>();
  private next = new Map<number, Set<number> | 'all'>();
  private readonly waysTo: WaysTo;
  private readonly also: () => Iterable<[file: number, key: string]>;

  /** `first`: by the indexes of files. `also`: files that were seen to add to what stands under a key, since last asked. */
  constructor(
    first: Iterable<[number, Statements]>,
    waysTo: WaysTo = () => 'all',
    also: () => Iterable<[file: number, key: string]> = () => [],
  ) {
    this.waysTo = waysTo;
    this.also = also;
    for (const [file, statements] of first) this.enter(file, statements);
  }

  /** An answer depends on the statements of a file that add to what stands under a key. */
  need(file: number, key: string): void {
    if (this.known.get(file) !== 'all') this.enter(file, this.waysTo(file, key));
  }

  private enter(file: number, statements: Iterable<number> | 'all'): void {
    const known = this.known.get(file);
    if (known === 'all') return;
    if (statements === 'all') {
      this.known.set(file, 'all');
      this.next.set(file, 'all');
      return;
    }
    for (const statement of statements) {
      if (known?.has(statement) === true) continue;
      this.add(this.known, file, statement);
      this.add(this.next, file, statement);
    }
  }

  private add(to: Map<number, Set<number> | 'all'>, file: number, statement: number): void {
    const set = to.get(file);
    if (set === undefined) to.set(file, new Set([statement]));
    else if (set !== 'all') set.add(statement);
  }

  /** All that take part so far. */
  get entered(): ReadonlyMap<number, Statements> {
    return this.known;
  }

  /** Those that take part since this was last asked; some of them may have been given before. */
  take(): ReadonlyMap<number, Statements> {
    for (const [file, key] of this.also()) this.need(file, key);
    const taken = this.next;
    this.next = new Map();
    return taken;
  }
}

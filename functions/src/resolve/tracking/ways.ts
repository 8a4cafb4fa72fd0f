/**
 * Which statements of a file add to what stands under a key, so that another file's edges can be made with these alone.
 *
 *     app.py: f(1); g()        under “callers of lib.py#f” stands the first of app.py's statements
 */
import { Numbers } from './numbers.ts';

export class Ways {
  /** By half of a vertex: the statement that it stands for, counted from 1. */
  private readonly statements = new Numbers();
  /** By file and key. */
  private readonly found: (Map<string, Set<number>> | undefined)[] = [];
  private readonly atHand: { readonly file: number; readonly current: number };

  /** `atHand`: the file and the vertex that are being worked on. */
  constructor(atHand: { readonly file: number; readonly current: number }) {
    this.atHand = atHand;
  }

  /** A vertex stands for a statement of its file. */
  number(vertex: number, statement: number): void {
    this.statements.set(vertex >> 1, statement + 1);
  }

  /** The statement at hand, where there is one, adds to what stands under a key, for other files or its own. */
  say(key: string): void {
    const { current, file } = this.atHand;
    const statement = file < 0 || current < 0 ? 0 : this.statements.get(current >> 1);
    if (statement === 0) return;
    const ways = (this.found[file] ??= new Map<string, Set<number>>());
    const known = ways.get(key);
    if (known === undefined) ways.set(key, new Set([statement - 1]));
    else known.add(statement - 1);
  }

  /** By key. */
  of(file: number): Iterable<[string, Set<number>]> {
    return this.found[file] ?? [];
  }
}

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

  /** A vertex stands for a statement of its file. */
  number(vertex: number, statement: number): void {
    this.statements.set(vertex >> 1, statement + 1);
  }

  /** What is worked out for a file under a vertex adds to a key; nothing where that is no statement. */
  say(file: number, vertex: number, key: string): void {
    const statement = file < 0 || vertex < 0 ? 0 : this.statements.get(vertex >> 1);
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

/**
 * Names that files of one package or namespace share: `package a` in x.go and y.go is one table. The index answers with
 * the file that offers a name, so that everything known about the name there (types, decorators, values) still counts.
 */
import { definitionOf, fileScope, namesIn } from '../program.ts';
import type { Program, SourceFile } from '../program.ts';
import type { Ref } from '../refs.ts';

export class Namespaces {
  private readonly tables = new Map<string, Map<string, Set<number>>>();

  /** Adds a file's own top-level definitions (not what it imports) under a namespace. */
  addFile(program: Program, file: SourceFile, key: string): void {
    const table = this.tableOf(key);
    for (const [name, entries] of namesIn(program, fileScope(file)) ?? []) {
      const own = entries.some((entry) => entry.kind === 'def' && definitionOf(program, entry.def).owner === undefined);
      if (!own) continue;
      const files = table.get(name);
      if (files === undefined) table.set(name, new Set([file.index]));
      else files.add(file.index);
    }
  }

  has(key: string): boolean {
    return this.tables.has(key);
  }

  /** Every file's offer of the name; `except` leaves out the asking file. */
  member(key: string, name: string, except?: number): Ref[] {
    const files = this.tables.get(key)?.get(name) ?? [];
    return [...files].flatMap((file): Ref[] => (file === except ? [] : [{ to: 'name', file, name }]));
  }

  private tableOf(key: string): Map<string, Set<number>> {
    let table = this.tables.get(key);
    if (table === undefined) this.tables.set(key, (table = new Map()));
    return table;
  }
}

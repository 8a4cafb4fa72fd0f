/**
 * Export clauses of classes and objects: the members that they have because another object has them (Scala).
 *
 *     class Copier:
 *       export scanner.scan                    copier.scan() runs the scanner's scan
 *       export printer.{status as state, *}    copier.state() its status, copier.print() its print
 */
import type { ImportFact, Value } from '../../model/facts.ts';
import { dottedValue } from './dotted-name.ts';
import { scopeOf } from './program.ts';
import type { Program } from './program.ts';

/** A member renamed to this is left out. */
const LEFT_OUT = '_';

export interface ExportClause {
  /** The name that is exported, `*` for all. */
  name: string;
  /** The name that the class has it by. */
  alias: string;
  /** The object that has the member. */
  of: Value;
  /** Names that a clause for all leaves out. */
  without: string[];
}

/** The clauses that give a class a member of that name. */
export type ExportClauses = (cls: number, name: string) => ExportClause[];

export function readExportClauses(program: Program): ExportClauses {
  const byClass = clausesByClass(program);
  if (byClass.size === 0) return () => NONE;
  return (cls, name) =>
    byClass.get(cls)?.filter((one) => (one.name === '*' ? !one.without.includes(name) : one.alias === name)) ?? NONE;
}

const NONE: ExportClause[] = [];

function clausesByClass(program: Program): Map<number, ExportClause[]> {
  const found = new Map<number, ExportClause[]>();
  for (const file of program.files) {
    const facts = file.facts.imports.filter(({ form, scope }) => form === 'export' && scope >= 0);
    for (const fact of facts) {
      const { name, alias = name, source } = fact;
      if (name === undefined || alias === undefined || alias === LEFT_OUT) continue;
      const without = facts.filter((other) => isBeside(other, fact)).flatMap((other) => other.name ?? []);
      const cls = scopeOf(file, fact.scope);
      const clause = { name, alias, of: dottedValue(source), without };
      found.set(cls, [...(found.get(cls) ?? []), clause]);
    }
  }
  return found;
}

/** In one clause: `{status as _, *}`. */
function isBeside(a: ImportFact, b: ImportFact): boolean {
  return a.scope === b.scope && a.line === b.line && a.source === b.source && a.name !== '*';
}

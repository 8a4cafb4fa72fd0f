/**
 * Export clauses: members that a class or object has because another object has them (Scala).
 *
 *     class Copier:
 *       export scanner.scan                    copier.scan() runs the scanner's scan
 *       export printer.{status as state, *}    copier.state() its status, copier.print() its print
 */
import type { ImportFact, Value } from '../../model/facts.ts';
import { dottedValue } from '../types/bases-named.ts';
import type { Flow } from '../flow/flow.ts';
import type { Linker, Place } from './linker.ts';
import { scopeOf } from '../program/program.ts';
import type { Program } from '../program/program.ts';

/** Renamed to this, a member is left out. */
const NOBODY = '_';

interface Clause {
  /** The name that is exported, `*` for all. */
  name: string;
  /** What it is called. */
  alias: string;
  of: Value;
  /** Names that a clause for all leaves out. */
  without: string[];
}

export function createExportedMembers(flow: Flow): {
  /** Lets what classes export under a name reach a node; true when one of them names it. */
  add: (node: number, classes: number[], name: string) => boolean;
} {
  const { constraints, linker } = flow;
  const clauses = clausesByClass(linker.program);
  return {
    add(node, classes, name) {
      let named = false;
      for (const cls of clauses.size === 0 ? [] : classes) {
        for (const clause of clausesFor(clauses.get(cls), name)) {
          named ||= clause.name !== '*';
          const member = clause.name === '*' ? name : clause.name;
          constraints.watch(flow.expression(cls, clause.of), (of) => constraints.flow(flow.member(of, member), node));
        }
      }
      return named;
    },
  };
}

/** Whether importers of a class's members have one of that name from a clause: `import Api.*`. */
export function createExportedNames(linker: Linker): (cls: number, name: string) => Place[] {
  const clauses = clausesByClass(linker.program);
  const asked = new Set<string>();
  return (cls, name) => {
    const found = clausesFor(clauses.get(cls), name);
    if (found.length === 0) return [];
    const here: Place[] = [{ at: 'member', cls, name, onClass: true }];
    if (found.some((clause) => clause.name !== '*')) return here;
    const key = `${cls} ${name}`;
    if (asked.has(key)) return [];
    asked.add(key);
    const has = found.some(({ of }) => placesOf(linker, cls, of).some((place) => offers(linker, place, name)));
    asked.delete(key);
    return has ? here : [];
  };
}

function placesOf(linker: Linker, scope: number, of: Value): Place[] {
  if (of.is === 'name') return linker.lookup(scope, of.name)?.places ?? [];
  if (of.is !== 'member') return [];
  return placesOf(linker, scope, of.of).flatMap((place) => membersOf(linker, place, of.name));
}

function offers(linker: Linker, place: Place, name: string): boolean {
  return membersOf(linker, place, name).length > 0;
}

function membersOf(linker: Linker, place: Place, name: string): Place[] {
  if (place.at === 'ref') return place.ref.to === 'external' ? [] : linker.memberOf(place.ref, name);
  if (place.at !== 'entry' || place.entry.kind !== 'def') return [];
  return linker.memberOf({ to: 'def', def: place.entry.def }, name);
}

function clausesFor(clauses: Clause[] | undefined, name: string): Clause[] {
  return (clauses ?? []).filter((one) => (one.name === '*' ? !one.without.includes(name) : one.alias === name));
}

function clausesByClass(program: Program): Map<number, Clause[]> {
  const found = new Map<number, Clause[]>();
  for (const file of program.files) {
    const facts = file.facts.imports.filter(({ form, scope }) => form === 'export' && scope >= 0);
    for (const fact of facts) {
      const { name, alias = name, source } = fact;
      if (name === undefined || alias === undefined || alias === NOBODY) continue;
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

/**
 * Which of the extensions that are alike a place means, where extensions are sought by namespaces from within: those of the
 * namespaces around the call and what these use come before what stands further out (C#).
 *
 *     using A.Util;   namespace A.Features { … x.Is(t) … }       A's `Is` comes before A.Util's, which the file alone uses
 */
import type { Evidence } from '../../model/graph.ts';
import { extensionMembers } from '../classes/extensions.ts';
import type { Flow } from '../flow/contract.ts';
import { signatureOf } from '../names/nearest-of-equal.ts';
import { append } from '../program/append.ts';
import { fullName } from '../program/class-parts.ts';
import { definitionOf, fileOfScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';

/** Without extensions that one with the same parameters comes before. */
export function nearestExtensions(flow: Flow, found: Map<number, Evidence>, scope: ScopeId): Map<number, Evidence> {
  const { program } = flow;
  if (found.size < 2 || !extensionMembers.of(fileOfScope(program, scope).rules).extensionsByNamespace) return found;
  const alike = new Map<string, number[]>();
  for (const def of found.keys()) {
    const definition = definitionOf(program, def);
    if (definition.extension === true) append(alike, signatureOf(definition), def);
  }
  const groups = [...alike.values()].filter((group) => group.length > 1);
  if (groups.length === 0) return found;
  const levels = levelsAround(program, scope);
  const levelOf = (def: number): number => {
    const home = namespaceOf(program, def);
    const at = levels.findIndex((level) => level.has(home));
    return at < 0 ? levels.length : at;
  };
  const further = new Set<number>();
  for (const group of groups) {
    const nearest = Math.min(...group.map(levelOf));
    for (const def of group) if (levelOf(def) > nearest) further.add(def);
  }
  return further.size === 0 ? found : new Map([...found].filter(([def]) => !further.has(def)));
}

/** Namespace of the class that an extension stands in; '' for the one without a name. */
function namespaceOf(program: Program, def: number): string {
  const name = fullName(program, program.outer[def] ?? -1) ?? '';
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

/** Namespaces that extensions are sought in, from within; the file's own usings and the namespace without a name last. */
function levelsAround(program: Program, scope: ScopeId): Set<string>[] {
  const { base, facts } = fileOfScope(program, scope);
  const levels: Set<string>[] = [];
  const addNamespace = (name: string, around: string, block: number): void => {
    const parts = name.split('.');
    for (let length = parts.length; length > 0; length--) {
      const level = new Set([joined(around, parts.slice(0, length).join('.'))]);
      // What a block uses belongs to its innermost namespace.
      if (length === parts.length) addUsed(level, block, joined(around, name));
      levels.push(level);
    }
  };
  const addUsed = (level: Set<string>, block: number, inside: string): void => {
    for (const { name, scope: at, source } of facts.imports) {
      if (name !== '*' || at !== block) continue;
      level.add(source);
      // A namespace may be named from within the one around it.
      const parts = inside === '' ? [] : inside.split('.');
      parts.forEach((_, index) => level.add(`${parts.slice(0, index + 1).join('.')}.${source}`));
    }
  };
  for (let at = scope; at >= 0; at = program.outer[at] ?? -1) {
    const { kind, name } = definitionOf(program, at);
    const outer = program.outer[at] ?? -1;
    if (kind === 'module')
      addNamespace(name, outer < 0 ? (facts.module ?? '') : (fullName(program, outer) ?? ''), at - base);
  }
  if (facts.module !== undefined) addNamespace(facts.module, '', Number.NaN);
  const outermost = new Set(['']);
  addUsed(outermost, -1, '');
  levels.push(outermost);
  return levels;
}

function joined(around: string, name: string): string {
  return around === '' ? name : `${around}.${name}`;
}

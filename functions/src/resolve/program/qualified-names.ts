/**
 * Where a definition stands by name, from its own file alone: `Outer.inner`. Anonymous functions leave no trace in a
 * name (what they hold belongs to the named thing around them); anonymous classes do, because their methods are members
 * of something:
 *
 *     function o() { later(() => { function x() {} }); }        o, o.x
 *     Runnable r = new Runnable() { public void run() {} };     <anonymous>, <anonymous>.run
 *     func (g *Graph) Walk() {}                                 Graph.Walk (the owner stands outside)
 *     class C { constructor() { this.x = () => {}; } }          C.x (the owner stands around)
 */
import type { Definition, FileFacts } from '../../model/facts.ts';
import { FILE_SCOPE } from '../../model/facts.ts';

const CLASS_KINDS: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type']);

/** Class-like: something that has members and can be a supertype or a receiver's type. */
export function isClassLike(def: Definition): boolean {
  return CLASS_KINDS.has(def.kind) || (def.kind === 'module' && def.variant === 'mixin');
}

export function isFunctionLike(def: Definition): boolean {
  return def.kind === 'function' || def.kind === 'method';
}

/** True when the definition stands inside a function, so that a variable of it is local. */
export function isInsideFunction(facts: FileFacts, index: number): boolean {
  let at = facts.definitions[index]?.parent ?? FILE_SCOPE;
  for (let steps = 0; at !== FILE_SCOPE && steps < 1000; steps++) {
    const def = facts.definitions[at];
    if (def === undefined) return false;
    if (isFunctionLike(def)) return true;
    at = def.parent;
  }
  return false;
}

/** Whether the definitions around one end at the file. What stands in itself would be walked outward for ever. */
export function leadsOutward(definitions: Definition[], index: number): boolean {
  for (let at = index, steps = 0; steps <= definitions.length; steps++) {
    const parent = definitions[at]?.parent;
    if (parent === undefined) return false;
    // Most definitions stand behind what is around them, so a step back in the list ends the walk.
    if (parent === FILE_SCOPE || (steps === 0 && parent < index)) return true;
    at = parent;
  }
  return false;
}

/** An extension that a class holds (C#) is a member of that class, and called by its name too. */
export function standsInType(definitions: Definition[], def: Definition): boolean {
  const parent = definitions[def.parent];
  return def.extension === true && parent !== undefined && isClassLike(parent);
}

/** Qualified names of all definitions, by definition index. */
export function qualifiedNames(facts: FileFacts): string[] {
  const names: (string | undefined)[] = new Array<string | undefined>(facts.definitions.length).fill(undefined);
  const nameOf = (index: number, depth: number): string => {
    const known = names[index];
    if (known !== undefined) return known;
    const def = facts.definitions[index];
    if (def === undefined || depth > 200) return '';
    let prefix = def.parent === FILE_SCOPE ? '' : nameOf(def.parent, depth + 1);
    if (def.owner !== undefined && !standsInType(facts.definitions, def))
      prefix =
        ownerAround(facts, def.parent, def.owner.name, nameOf, depth) ??
        joinNames(enclosingModule(facts, def.parent, nameOf, depth), def.owner.name);
    const name = def.anonymous === true && isFunctionLike(def) ? prefix : joinNames(prefix, def.name);
    names[index] = name;
    return name;
  };
  return facts.definitions.map((_, index) => nameOf(index, 0));
}

function joinNames(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}.${name}`;
}

/** `this.close = () => {}` in a constructor: a member of the class around the constructor, not of the constructor. */
function ownerAround(
  facts: FileFacts,
  parent: number,
  owner: string,
  nameOf: (index: number, depth: number) => string,
  depth: number,
): string | undefined {
  let at = parent;
  for (let steps = 0; at !== FILE_SCOPE && steps < 1000; steps++) {
    const def = facts.definitions[at];
    if (def === undefined || def.kind === 'module') return undefined;
    if (def.name === owner) return nameOf(at, depth + 1);
    at = def.parent;
  }
  return undefined;
}

/** A member written apart from its type still stands in the namespaces and functions around it, not in other types. */
function enclosingModule(
  facts: FileFacts,
  parent: number,
  nameOf: (index: number, depth: number) => string,
  depth: number,
): string {
  let at = parent;
  for (let steps = 0; at !== FILE_SCOPE && steps < 1000; steps++) {
    const def = facts.definitions[at];
    if (def === undefined) return '';
    if (!isClassLike(def)) return nameOf(at, depth + 1);
    at = def.parent;
  }
  return '';
}

/**
 * Members of one name in classes above, below and beside each other: what a call of one of them may run.
 *
 *     class Shape: area      class Square(Shape): area      below Shape.area is Square.area
 */
import { isClassLike, isFunctionLike } from '../../../../src/resolve/program/qualified-names.ts';
import type { LocatedGraph } from './located-graph.ts';

/** The class whose member a node is. */
export function ownerOf(graph: LocatedGraph, member: string): string | undefined {
  const node = graph.nodes.get(member);
  const file = graph.files.get(node?.path ?? '');
  if (node === undefined || file === undefined) return undefined;
  const outer = node.qualified_name.slice(0, node.qualified_name.lastIndexOf('.'));
  const index = file.facts.definitions.findIndex((def, at) => file.qualified[at] === outer && canOwn(def));
  return file.ids[index];
}

/** A function of JavaScript may be a class: `function Parser() {}` with members on its prototype. */
function canOwn(def: Parameters<typeof isClassLike>[0]): boolean {
  return isClassLike(def) || isFunctionLike(def);
}

/** All that links lead to, in any number of steps. */
export function reached(links: Map<string, string[]>, from: string): string[] {
  const found = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of links.get(at) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return [...found];
}

/** Members of the same name: of all classes around the member's own, or of those that derive from it. */
export function membersNamed(graph: LocatedGraph, member: string, where: 'family' | 'derived'): string[] {
  const owner = ownerOf(graph, member);
  const name = graph.nodes.get(member)?.name;
  if (owner === undefined) return [];
  const above = where === 'derived' ? [] : reached(graph.bases, owner);
  const classes = new Set([...above, ...[owner, ...above].flatMap((cls) => reached(graph.derived, cls))]);
  return [...classes].flatMap((cls) => {
    const { path, qualified_name: outer } = graph.nodes.get(cls) ?? { path: '', qualified_name: '' };
    const file = graph.files.get(path);
    const id = file?.ids[file.qualified.indexOf(`${outer}.${name}`)];
    return id === undefined ? [] : [id];
  });
}

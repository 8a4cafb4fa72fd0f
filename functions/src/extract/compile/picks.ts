/**
 * Which child of a syntax node is meant, as data: language tables say `"of": "object"` instead of code. A pick is
 * compiled once per grammar, so that a misspelt field or node type is an error when the language loads.
 *
 *     object       the child in field `object`            <identifier>  the first child of that type
 *     *name        all children in field `name`           *<type>       all children of that type
 *     #0  #-1      named child by position                .             the node itself
 *     ~identifier  the nearest descendant of that type    **            all named children
 *     >>  <<       the next, the previous sibling         >><=>         the next sibling if it is a `=`
 *     a/b  a//b    b of a, nearest b below a              ["a", "#0"]   the first that exists
 *     !type        all named children but the one in that field
 *     a + b        those of a, then those of b
 */
import type { Language, Node } from 'web-tree-sitter';
import type { PickSource } from './form-schemas.ts';

export type PickOne = (node: Node) => Node | null;
export type PickMany = (node: Node) => Node[];

export class LanguageError extends Error {}

/** Node type ids are per grammar and named or not; a type that a grammar lacks is a mistake in the tables. */
export function hasNodeType(grammar: Language, type: string): boolean {
  return grammar.idForNodeType(type, true) !== null || grammar.idForNodeType(type, false) !== null;
}

export function checkNodeType(grammar: Language, type: string, where: string): void {
  if (!hasNodeType(grammar, type)) {
    throw new LanguageError(`${where}: the grammar has no node type "${type}"`);
  }
}

function fieldId(grammar: Language, name: string, where: string): number {
  const id = grammar.fieldIdForName(name);
  if (id === null) throw new LanguageError(`${where}: the grammar has no field "${name}"`);
  return id;
}

/** Breadth first, so that the nearest descendant wins; bounded, since declarators nest a few levels only. */
function nearestDescendant(node: Node, type: string): Node | null {
  let level = node.namedChildren;
  for (let depth = 0; depth < 8 && level.length > 0; depth += 1) {
    const next: Node[] = [];
    for (const child of level) {
      if (child.type === type) return child;
      next.push(...child.namedChildren);
      if (next.length > 500) return null;
    }
    level = next;
  }
  return null;
}

function compileStep(grammar: Language, step: string, where: string): PickMany {
  if (step === '.') return (node) => [node];
  if (step === '**') return (node) => node.namedChildren;
  const deep = /^~(.+)$/.exec(step)?.[1];
  if (deep !== undefined) {
    checkNodeType(grammar, deep, where);
    return (node) => {
      const found = nearestDescendant(node, deep);
      return found === null ? [] : [found];
    };
  }
  const sibling = /^(>>|<<)(?:<(.+)>)?$/.exec(step);
  if (sibling !== null) {
    const [, direction, wanted] = sibling;
    if (wanted !== undefined) checkNodeType(grammar, wanted, where);
    return (node) => {
      const next = direction === '>>' ? node.nextSibling : node.previousSibling;
      return next === null || (wanted !== undefined && next.type !== wanted) ? [] : [next];
    };
  }
  const position = /^\*?#(-?\d+)$/.exec(step)?.[1];
  if (position !== undefined) {
    const index = Number(position);
    return (node) => {
      const at = index < 0 ? node.namedChildCount + index : index;
      const child = at < 0 ? null : node.namedChild(at);
      return child === null ? [] : [child];
    };
  }
  if (step.startsWith('!')) {
    const excluded = fieldId(grammar, step.slice(1), where);
    return (node) => {
      const without = new Set(node.childrenForFieldId(excluded).map((child) => child.id));
      return node.namedChildren.filter((child) => !without.has(child.id));
    };
  }
  const all = step.startsWith('*');
  const rest = all ? step.slice(1) : step;
  const type = /^<(.+)>$/.exec(rest)?.[1];
  if (type !== undefined) {
    checkNodeType(grammar, type, where);
    return all
      ? (node) => node.children.filter((child) => child.type === type)
      : (node) => {
          const found = node.children.find((child) => child.type === type);
          return found === undefined ? [] : [found];
        };
  }
  const id = fieldId(grammar, rest, where);
  if (all) return (node) => node.childrenForFieldId(id);
  return (node) => {
    const child = node.childForFieldId(id);
    return child === null ? [] : [child];
  };
}

function compilePath(grammar: Language, path: string, where: string): PickMany {
  const steps = path
    .replaceAll('//', '/~')
    .replace(/^\/~/, '~')
    .split('/')
    .map((step) => compileStep(grammar, step, where));
  const [first] = steps;
  if (first !== undefined && steps.length === 1) return first;
  return (node) => steps.reduce<Node[]>((nodes, step) => nodes.flatMap(step), [node]);
}

/** A pick of any number of nodes. */
export function compilePickMany(grammar: Language, pick: PickSource, where: string): PickMany {
  const alternatives = (typeof pick === 'string' ? [pick] : pick).map((text) => {
    const paths = text.split(' + ').map((path) => compilePath(grammar, path, where));
    const [first] = paths;
    if (first !== undefined && paths.length === 1) return first;
    return (node: Node): Node[] => paths.flatMap((path) => path(node));
  });
  const [only] = alternatives;
  if (only !== undefined && alternatives.length === 1) return only;
  return (node) => {
    for (const alternative of alternatives) {
      const found = alternative(node);
      if (found.length > 0) return found;
    }
    return [];
  };
}

/** A pick of one node. A plain field, by far the most common, is one call without an array. */
export function compilePick(grammar: Language, pick: PickSource, where: string): PickOne {
  if (typeof pick === 'string' && /^\w+$/.test(pick)) {
    const id = fieldId(grammar, pick, where);
    return (node) => node.childForFieldId(id);
  }
  const many = compilePickMany(grammar, pick, where);
  return (node) => many(node)[0] ?? null;
}

export interface RememberedPick {
  find: PickOne;
  /** Text of what `find` gave, '' when it is too long to be a name: fetching text is dear, and a callee can be a chain as long as the file. */
  textOf: (child: Node) => string;
}

const MAX_COMPARED = 100;

/** A pick that keeps its last answer: a call's callee is asked for by several forms and again by the reader. */
export function rememberPick(pick: PickOne): RememberedPick {
  let last: Node | undefined;
  let found: Node | null = null;
  let text: string | undefined;
  return {
    find(node) {
      if (last === undefined || last.id !== node.id || last.tree !== node.tree) {
        found = pick(node);
        last = node;
        text = undefined;
      }
      return found;
    },
    textOf(child) {
      if (child !== found) return child.text;
      text ??= child.endIndex - child.startIndex > MAX_COMPARED ? '' : child.text;
      return text;
    },
  };
}

/**
 * Which function, class or scope a position of the file stands in, once its definitions are placed.
 *
 *     class Dog:                     scopeAt of `bark` is Dog,
 *         def bark(self): run()      functionAt of `run` is bark, classAt of it is Dog
 */
import type { Node } from 'web-tree-sitter';
import { FILE_SCOPE, type DefinitionKind } from '../../model/facts.ts';
import { isClass, isFunction, isVariable } from '../compile/definition-kinds.ts';
import { scopesOf, type Interval, type ScopeAt } from '../gather/scopes.ts';
import type { Placement } from './place-definitions.ts';

export interface Scopes {
  /** The innermost function, class or module around an offset. */
  scopeAt: ScopeAt;
  /** The innermost function around a node that is not the node itself; FILE_SCOPE if there is none. */
  functionAround: (node: Node) => number;
  functionAt: ScopeAt;
  classAt: ScopeAt;
}

function rangeOf(node: Node, scope: number): Interval {
  return { start: node.startIndex, end: node.endIndex, scope };
}

/** `heads` are parts of a definition that are evaluated outside of it: decorators, and default values in Python. */
export function scopesOfDefinitions(placement: Placement, heads: { node: Node; of: number }[]): Scopes {
  const { placed, definitionOf } = placement;
  const enclosing = (index: number, accept: (kind: DefinitionKind) => boolean): number => {
    let current = placed[index]?.parent ?? FILE_SCOPE;
    for (let outer = placed[current]; outer !== undefined && !accept(outer.kind); outer = placed[current]) {
      current = outer.parent;
    }
    return current;
  };
  const intervals = (accept: (kind: DefinitionKind) => boolean): Interval[] => [
    ...placed.flatMap(({ kind, start, end, draft }, scope) => {
      if (!accept(kind)) return [];
      // `this.close = () => …`: only the function is its scope, the assignment is around it.
      const anonymous = draft.parts.anonymous;
      return [anonymous === undefined ? { start, end, scope } : rangeOf(anonymous, scope)];
    }),
    ...heads.map(({ node, of }) => rangeOf(node, enclosing(of, accept))),
  ];
  const isScope = (kind: DefinitionKind): boolean => !isVariable(kind) && kind !== 'type';
  const functionAt = scopesOf(intervals(isFunction));
  return {
    scopeAt: scopesOf(intervals(isScope)),
    functionAt,
    classAt: scopesOf(intervals(isClass)),
    functionAround(node) {
      const itself = definitionOf.get(node.id);
      const end = node.endIndex;
      let index = functionAt(node.startIndex);
      for (let at = placed[index]; at !== undefined; at = placed[index]) {
        if (index !== itself && at.end >= end) break;
        index = enclosing(index, isFunction);
      }
      return index;
    },
  };
}

/**
 * Functions that are written as several equations, with their types apart (Haskell): which equations are one function,
 * and what a signature says about its parameters.
 *
 *     area :: Shape -> Double        one function `area`, parameter 0 of type Shape, result Double;
 *     area (Circle r) = pi * r * r   r is a part of parameter {0}
 *     area (Square s) = s * s        s too; a second equation is a decision like a second case
 */
import type { Definition, TypeRef } from '../../model/facts.ts';
import { isFunction } from '../compile/definition-kinds.ts';
import type { Draft } from '../gather/gathered.ts';
import type { DestructuredParameter, ParameterList } from '../gather/parameters.ts';

const MAX_PARAMETERS = 64;

/** What a definition needs to have to be continued. */
export interface Continuable {
  draft: Draft;
  end: number;
  /** Without what stands between its last word and the end of its node. */
  textEnd: number;
  /** Further equations, in their order. */
  clauses?: Draft[];
  /** Number of equations; a signature alone has none. */
  alternatives?: number;
}

/** Equations of one name that follow each other directly are one definition. */
export class ClauseMerger {
  private readonly known = new Map<string, number>();
  private readonly latest = new Map<number, number>();

  /** Index of the definition that the draft continues; undefined when it begins one. */
  continued(draft: Draft, name: string, parent: number, placed: Continuable[]): number | undefined {
    if (draft.settings['clause'] === undefined) return undefined;
    const key = keyOf(draft, name, parent);
    const index = this.known.get(key);
    const before = index === undefined ? undefined : placed[index];
    if (before !== undefined) {
      const isDeclared = before.draft.settings['declaration'] !== undefined;
      const isBeside = isDeclared || before.draft.node.parent?.id === draft.node.parent?.id;
      if (isBeside && this.latest.get(parent) === index) return index;
      // A default method that stands apart from its signature: the signature is no second definition.
      if (isDeclared) before.draft.settings['declaration'] = 'prototype';
    }
    this.known.set(key, placed.length);
    return undefined;
  }

  /** Must be told every definition as it is placed. */
  place(parent: number, index: number): void {
    this.latest.set(parent, index);
  }
}

function keyOf({ parts: { owner, implementing } }: Draft, name: string, parent: number): string {
  return `${parent} ${name} ${owner?.text ?? ''} ${implementing?.text ?? ''}`;
}

export function addClause(definition: Continuable, clause: Draft, ends: Pick<Continuable, 'end' | 'textEnd'>): void {
  const equations = definition.alternatives ?? ('declaration' in definition.draft.settings ? 0 : 1);
  definition.alternatives = equations + ('declaration' in clause.settings ? 0 : 1);
  definition.end = Math.max(definition.end, ends.end);
  definition.textEnd = Math.max(definition.textEnd, ends.textEnd);
  (definition.clauses ??= []).push(clause);
  if ('declaration' in clause.settings) return;
  definition.draft.settings = { ...definition.draft.settings };
  delete definition.draft.settings['declaration'];
}

/** What the further equations call the parameters, and into what they take them apart. */
export function readClauses(
  list: ParameterList,
  clauses: Draft[] | undefined,
  read: (nodes: Draft['parameterNodes']) => ParameterList,
): void {
  for (const clause of clauses ?? []) {
    const nodes = [...(clause.parts.parameters?.namedChildren ?? []), ...clause.parameterNodes];
    if (list.parameters.length === 0) {
      const first = read(nodes);
      list.parameters.push(...first.parameters);
      list.destructured.push(...first.destructured);
      continue;
    }
    nodes.forEach((pattern, index) => {
      const name = list.parameters[index]?.name;
      if (name !== undefined && name !== pattern.text)
        list.destructured.push({ name, pattern } satisfies DestructuredParameter);
    });
  }
}

/** Parameter and result of a function's type: `A` and `B -> C` of `A -> B -> C`. */
function firstArrow({ name, args = [] }: TypeRef): [TypeRef, TypeRef] | undefined {
  const [given, rest] = args;
  return name === '->' && args.length === 2 && given !== undefined && rest !== undefined ? [given, rest] : undefined;
}

/** Spreads `A -> B -> C` over parameters and result. Parameters that no equation names are `{0}`, `{1}` by position. */
export function applySignature(definition: Definition, type: TypeRef): void {
  if (!isFunction(definition.kind)) {
    definition.type ??= type;
    return;
  }
  const parameters = definition.parameters ?? [];
  let result = type;
  for (let index = 0; index < MAX_PARAMETERS; index += 1) {
    const arrow = firstArrow(result);
    if (arrow === undefined) break;
    const [given, rest] = arrow;
    const parameter = parameters[index];
    if (parameter === undefined) parameters.push({ name: `{${index}}`, type: given });
    else parameter.type ??= given;
    result = rest;
  }
  if (parameters.length > 0) definition.parameters = parameters;
  definition.returns ??= result;
}

/**
 * Loops that put what one collection has under a key into another one, under the same key: each member keeps its name.
 *
 *     for (const key in from) to[key] = from[key]            to.run is from.run, and no other member of from
 *     for key, value in given.items(): to[key] = value       the same by key and value
 *     {key: value for key, value in given.items()}           in a literal
 */
import type { BindingFact, Collection, Value } from '../../../model/facts.ts';
import { scopeOf, type ScopeId, type SourceFile } from '../../program/program.ts';
import type { Flow } from '../contract.ts';

/** Nodes of the values whose members are copied, and of what is put in where one of these has no such keys. */
export interface Copied {
  from: number[];
  value: number;
}

/** What an assignment copies; undefined where its key and its value have nothing to do with each other. */
export function copiedBy(flow: Flow, file: SourceFile, fact: BindingFact): Copied | undefined {
  const { target, value, at, scope: written } = fact;
  if (target.is !== 'index' || target.by === undefined || value === undefined) return undefined;
  const scope = scopeOf(file, written);
  const from = sourcesOf(flow, scope, { key: target.by, value, before: at });
  return from.length === 0 ? undefined : { from, value: flow.expression(scope, value, at) };
}

/** The same for what a comprehension makes. */
export function copiedInto(
  flow: Flow,
  scope: ScopeId,
  { of, items, keys = [], repeats }: Collection,
): Copied | undefined {
  const [value, ...others] = items;
  const [key] = keys;
  if (of !== 'map' || repeats !== true || others.length > 0 || value?.is !== 'name' || key == null) return undefined;
  // The variables of a comprehension are apart from those around it: `value@1`.
  const apart = /@\d+$/.exec(value.name)?.[0] ?? '';
  const from = sourcesOf(flow, scope, { key: key + apart, value, before: undefined });
  return from.length === 0 ? undefined : { from, value: flow.expression(scope, value) };
}

/** Adds what was copied to a collection under a key, or any of it. */
export function addCopied(flow: Flow, node: number, { from, value }: Copied, key: string | undefined): void {
  for (const source of from) {
    flow.constraints.watch(source, (id) => {
      const of = keyedBy(flow, id);
      flow.constraints.flow(of === undefined ? value : flow.element(of, key), node);
    });
  }
}

/** The container whose keys the first parts of pairs are: none where `zip` puts together what has nothing in common. */
export function keyedBy(flow: Flow, id: number): number | undefined {
  const value = flow.values.get(id);
  if (value.is === 'rearranged') return value.of;
  if (value.is !== 'pairs' && value.is !== 'pair') return id;
  return value.keyed === true ? keyedBy(flow, value.of) : undefined;
}

interface UnderKey {
  key: string;
  value: Value;
  /** Offset of the assignment; what is given to names behind it does not count. */
  before: number | undefined;
}

function sourcesOf(flow: Flow, scope: ScopeId, { key, value, before }: UnderKey): number[] {
  if (value.is === 'index') return value.by === key ? [flow.expression(scope, value.of, before)] : [];
  if (value.is !== 'name') return [];
  const keyFacts = lastGiven(flow, scope, key, before);
  return lastGiven(flow, scope, value.name, before).flatMap((fact) => {
    const given = fact.fact.value;
    if (given === undefined) return [];
    if (fact.fact.through === undefined && fact.fact.key === undefined) {
      return given.is === 'index' && given.by === key ? [flow.expression(fact.scope, given.of, fact.fact.at)] : [];
    }
    return keyFacts.some((other) => isPair(other.fact, fact.fact))
      ? [flow.expression(fact.scope, given, fact.fact.at)]
      : [];
  });
}

interface Given {
  fact: BindingFact;
  scope: ScopeId;
}

/** What a name was given last, as the text stands: two of one loop, where that takes its parts in two ways. */
function lastGiven(flow: Flow, scope: ScopeId, name: string, before: number | undefined): Given[] {
  const places = flow.resolver.lookup(scope, name)?.places ?? [];
  const given = places.flatMap((place) => {
    const entry = place.at === 'entry' && place.entry.kind === 'bind' ? place.entry : undefined;
    if (entry === undefined || entry.fact.until !== undefined) return [];
    return before === undefined || entry.fact.at < before ? [{ fact: entry.fact, scope: entry.scope }] : [];
  });
  const last = Math.max(...given.map(({ fact }) => fact.at));
  return given.filter(({ fact }) => fact.at === last);
}

/** Whether a loop gives both, the key and what stands under it. */
function isPair(key: BindingFact, value: BindingFact): boolean {
  if (key.line !== value.line || key.at >= value.at) return false;
  if (value.key === undefined) return value.through === 'element';
  return String(value.key) === '1' && String(key.key) === '0' && key.through === value.through;
}

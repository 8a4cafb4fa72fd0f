/**
 * Our numbers beside a reference's, and why they differ. What the reference says of a function is foretold from ours: plus
 * what each rule's constructs in it add, plus the decisions of nested functions that the reference has in the outer one.
 * Only an exact match explains; a function whose end the reference takes to be elsewhere is another text to it.
 *
 *     def f(xs): return [x for x in xs if x]     ours 2, radon 3 = 2 + one comprehension
 */
import { scopesOf } from '../../../src/extract/gather/scopes.ts';
import { FILE_SCOPE, type Definition, type FileFacts } from '../../../src/model/facts.ts';
import { addReasons, groupBy, type Comparison, type Explained, type Source } from './compare.ts';
import { constructFinder, type FileConstructs } from './constructs.ts';
import type { ComplexityDifferences, Reason } from './differences.ts';
import type { Scored } from './installed-tools.ts';

const NESTED = 'nested function';
const END = 'another end';

/** Expected are the functions that both have. */
export async function complexityRow(
  { language, folder, files }: Source,
  reference: string,
  scored: Scored[],
  differences: ComplexityDifferences,
): Promise<Comparison> {
  const explained: Explained = { count: 0, reasons: [] };
  const row: Comparison = {
    ...{ name: `complexity ${language}`, reference, expected: 0, matched: 0, misses: [], extras: [] },
    explained,
  };
  const find = constructFinder(language, differences.rules);
  const byPath = groupBy(scored, ({ path }) => path);
  for (const facts of files) {
    const theirs = byPath.get(facts.path) ?? [];
    const pairs = pairUp(facts, theirs);
    row.expected += pairs.size;
    const different = [...pairs].filter(([at, { complexity }]) => complexity !== facts.definitions[at]?.complexity);
    row.matched += pairs.size - different.length;
    if (different.length === 0) continue;
    const counts = new Foreteller(facts, await find(folder, facts.path), pairs, differences);
    for (const [at, said] of different) {
      const own = facts.definitions[at];
      if (own === undefined) continue;
      const shown = `${facts.path}:${own.line} ${own.name} we say ${own.complexity}, ${reference} ${said.complexity}`;
      const reasons = counts.explain(at, said);
      if (reasons.length === 0) row.misses.push(shown);
      addReasons(explained, reasons, shown);
    }
  }
  return row;
}

/** Our functions by index, each with what the reference says of it. */
function pairUp({ definitions }: FileFacts, scored: Scored[]): Map<number, Scored> {
  const pairs = new Map<number, Scored>();
  const own = definitions.flatMap((one, at) => (one.complexity === undefined ? [] : [{ one, at }]));
  const byName = groupBy(own, ({ one }) => one.name);
  const byLine = groupBy(own, ({ one }) => one.line);
  const left: Scored[] = [];
  const take = (theirs: Scored, near: number): boolean => {
    const found = (byName.get(theirs.name) ?? [])
      .filter(({ one, at }) => !pairs.has(at) && Math.abs(one.line - theirs.line) <= near)
      .sort((a, b) => Math.abs(a.one.line - theirs.line) - Math.abs(b.one.line - theirs.line))[0];
    if (found !== undefined) pairs.set(found.at, theirs);
    return found !== undefined;
  };
  for (const theirs of scored) if (!take(theirs, 0)) left.push(theirs);
  for (const theirs of left.filter((one) => !take(one, 1))) {
    const [only, ...more] = byLine.get(theirs.line) ?? [];
    const isNameless = theirs.name === '' || only?.one.anonymous === true;
    if (only !== undefined && more.length === 0 && isNameless && !pairs.has(only.at)) pairs.set(only.at, theirs);
  }
  return pairs;
}

class Foreteller {
  private readonly facts: FileFacts;
  private readonly found: FileConstructs;
  private readonly pairs: Map<number, Scored>;
  private readonly differences: ComplexityDifferences;
  private readonly children = new Map<number, number[]>();
  private readonly added = new Map<number, Map<number, number>>();

  constructor(facts: FileFacts, found: FileConstructs, pairs: Map<number, Scored>, differences: ComplexityDifferences) {
    this.facts = facts;
    this.found = found;
    this.pairs = pairs;
    this.differences = differences;
    const functions = facts.definitions.flatMap((one, scope) =>
      one.complexity === undefined ? [] : [{ start: one.start, end: one.end, scope }],
    );
    const functionAt = scopesOf(functions);
    for (const { rule, at } of found.constructs) {
      const scope = functionAt(at);
      const counts = this.added.get(scope) ?? new Map<number, number>();
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
      this.added.set(scope, counts);
    }
    for (const { scope } of functions) {
      let outer = facts.definitions[scope]?.parent ?? FILE_SCOPE;
      while (outer !== FILE_SCOPE && facts.definitions[outer]?.complexity === undefined)
        outer = facts.definitions[outer]?.parent ?? FILE_SCOPE;
      this.children.set(outer, [...(this.children.get(outer) ?? []), scope]);
    }
  }

  /** Every reason that has a part in the difference; none when they do not account for all of it. */
  explain(at: number, said: Scored): Reason[] {
    const own = this.facts.definitions[at];
    if (own === undefined) return [];
    const parts = new Map<string, { reason: Reason; adds: number }>();
    this.collect(at, parts);
    const reasons = [...parts.values()].filter(({ adds }) => adds !== 0);
    const foretold = reasons.reduce((sum, { adds }) => sum + adds, own.complexity ?? 1);
    if (foretold === said.complexity) return reasons.map(({ reason }) => reason);
    const { endBecause } = this.differences;
    if (endBecause === undefined || said.endLine === undefined || said.endLine === own.endLine) return [];
    const isRead = !this.found.errors.some(({ start, end }) => start < own.end && end >= own.start);
    return isRead ? [{ kind: END, right: 'ours', because: endBecause }] : [];
  }

  /** What each kind adds to a function's number. */
  private collect(at: number, parts: Map<string, { reason: Reason; adds: number }>): void {
    const add = (reason: Reason, adds: number): void => {
      const part = parts.get(reason.kind) ?? { reason, adds: 0 };
      part.adds += adds;
      parts.set(reason.kind, part);
    };
    for (const [index, count] of this.added.get(at) ?? []) {
      const rule = this.differences.rules[index];
      if (rule !== undefined) add(rule, rule.adds * count);
    }
    for (const inner of this.children.get(at) ?? []) {
      const one = this.facts.definitions[inner];
      if (one === undefined || !this.belongsOutside(one, inner)) continue;
      add({ kind: NESTED, right: 'ours', because: this.differences.nestedBecause }, (one.complexity ?? 1) - 1);
      this.collect(inner, parts);
    }
  }

  private belongsOutside(one: Definition, at: number): boolean {
    const { nested } = this.differences;
    return nested === 'lambdas' ? one.anonymous === true : nested === 'unlisted' && !this.pairs.has(at);
  }
}

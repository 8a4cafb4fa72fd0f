/**
 * What a finding rests on: of the places that it cites, those of which an answer of the graph has said something to the one
 * who wrote it. A place that no answer named is no evidence, however sure the words beside it are.
 */
import type { Evidence } from '../../model/evidence.ts';
import { nameIn } from '../../model/evidence.ts';
import type { Citation, Finding } from '../../model/findings.ts';
import type { Statement } from './statements.ts';

/** Entries of one finding. */
const MOST_ENTRIES = 8;

type Words = Pick<Finding, 'title' | 'description' | 'evidence'>;

/** `commit`: of the graph that made the statements. */
export function citedEvidence(finding: Words, statements: readonly Statement[], commit: string): Evidence[] {
  const text = `${finding.title}\n${finding.description}`;
  const cited = [...finding.evidence, ...placesIn(text)];
  const said = cited.flatMap((place) => meant(saidOf(place, statements), text).map((each) => ({ ...each, place })));
  const entries: Evidence[] = [];
  const add = (entry: Omit<Evidence, 'commit'>): void => {
    const isKnown = entries.some(
      (each) => each.symbol_id === entry.symbol_id && each.relation === entry.relation && each.line === entry.line,
    );
    if (!isKnown) entries.push({ ...entry, commit });
  };
  for (const [target, group] of Map.groupBy(said, ({ to }) => to?.symbol_id ?? null)) {
    for (const { symbol_id, relation, path, place } of group) add({ symbol_id, relation, path, line: place.line });
    const to = group[0]?.to;
    if (target !== null && to != null) add({ ...to, relation: 'declares' });
  }
  return entries.length <= MOST_ENTRIES ? entries : withinLimit(entries);
}

/** Never a relation without what it leads to. */
function withinLimit(entries: readonly Evidence[]): Evidence[] {
  const kept = entries.slice(0, MOST_ENTRIES);
  const last = kept.findLastIndex(({ relation }) => relation === 'declares' || relation === 'not_called');
  const next = entries.slice(MOST_ENTRIES).find(({ relation }) => relation === 'declares');
  if (last === kept.length - 1 || next === undefined) return kept;
  return [...kept.slice(0, MOST_ENTRIES - 1), next];
}

/** A relation says more than a declaration. */
function saidOf({ path, line }: Citation, statements: readonly Statement[]): Statement[] {
  const there = statements.filter((each) => each.path === path && each.lines.includes(line));
  const relations = there.filter(({ relation }) => relation !== 'declares');
  return relations.length > 0 ? relations : there.slice(0, 1);
}

/** Of several calls on one line those whose target the text names, else the first. */
function meant(said: readonly Statement[], text: string): Statement[] {
  const named = said.filter(({ to }) => to !== null && text.includes(nameIn(to).split('.').at(-1) ?? ''));
  return named.length > 0 ? named : said.slice(0, 1);
}

const PLACE = /`(?:\.\/)?([\w@./+-]+\.\w{1,8}):(\d{1,7})(?:-\d+)?`/g;

/** `shop/cart.py:9` in code marks. */
function placesIn(text: string): Citation[] {
  return [...text.matchAll(PLACE)].map(([, path = '', line]) => ({ path, line: Number(line) }));
}

/**
 * What a finding rests on: of the places that it cites, those of which an answer of the graph has said something to the one
 * who wrote it. A place that no answer named is no evidence, however sure the words beside it are.
 */
import { entriesOf, joinedEvidence, nameIn, type Evidence, type EvidenceStep } from '../../model/evidence.ts';
import type { Citation, Finding } from '../../model/findings.ts';
import type { Statement } from './statements.ts';

type Words = Pick<Finding, 'title' | 'description' | 'evidence'>;

/** `commit`: of the graph that made the statements. */
export function citedEvidence(finding: Words, statements: readonly Statement[], commit: string): Evidence[] {
  const text = `${finding.title}\n${finding.description}`;
  const cited = [...finding.evidence, ...placesIn(text)];
  const steps = cited.flatMap((place) =>
    meant(saidOf(place, statements), text).map((said) => stepOf(said, place, commit)),
  );
  return joinedEvidence(...steps.map((step) => entriesOf([step])));
}

function stepOf({ symbol_id, relation, path, to }: Statement, { line }: Citation, commit: string): EvidenceStep {
  const from: Evidence = { symbol_id, relation, path, line, commit };
  return { from, to: to === null ? null : { ...to, relation: 'declares', commit } };
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

/**
 * What the facts about a change say to a finding: the callers that it names, and those that no longer fit where it speaks
 * of callers. A caller is evidence only for a finding that is about what it calls; and only symbols that the graph holds.
 *
 *     "`Cart.total` passes no tax" on `def total_of(items, tax)`    → Cart.total calls total_of, shop/cart.py:9
 */
import type { CallerFact, CommitFacts } from '../../model/change-facts.ts';
import { entriesOf, type Evidence, type EvidenceStep } from '../../model/evidence.ts';
import { fileIdOf, symbolIdOf } from '../../model/ids.ts';
import type { SourcedFinding } from '../../model/findings.ts';
import type { GraphReader } from '../../ports.ts';
import { hasWord } from '../place/citations.ts';

type Words = Pick<SourcedFinding, 'title' | 'description' | 'quote'>;
type Call = Pick<CallerFact, 'of' | 'path' | 'qualified_name' | 'line'>;

/** Calls that one finding rests on. */
const MOST_CALLS = 4;

export async function factEvidence(
  finding: Words,
  { head, callers, broken, changed }: Pick<CommitFacts, 'head' | 'callers' | 'broken' | 'changed'>,
  graph: { reader: Pick<GraphReader, 'symbols'>; repoId: string; commit: string },
): Promise<Evidence[]> {
  const spans = spansIn(`${finding.title}\n${finding.description}`);
  const speaksOfCalls = /\bcall(?:s|ed|er|ers|ing)?\b|\bargument|\bsignature\b/i.test(`${finding.title} ${finding.description}`); // prettier-ignore
  const direct = callers.filter(({ distance }) => distance === 1);
  const meant: Call[] = [
    ...broken.filter(({ of }) => speaksOfCalls && isAbout(finding, of)),
    ...direct.filter((call) => isAbout(finding, call.of) && isNamed(call, spans)),
  ].slice(0, MOST_CALLS);
  const ids = meant.flatMap((call) => [callerId(graph.repoId, call), targetId(graph.repoId, call, changed)]);
  const known = new Map((await graph.reader.symbols([...new Set(ids)])).map((one) => [one.id, one]));
  const steps = meant.flatMap((call): EvidenceStep[] => {
    const { path, line } = call;
    const id = callerId(graph.repoId, call);
    const to = known.get(targetId(graph.repoId, call, changed));
    if (to === undefined || !known.has(id)) return [];
    return [
      {
        from: { symbol_id: id, relation: 'calls', path, line, commit: head },
        to: { symbol_id: to.id, relation: 'declares', path: to.path, line: to.line, commit: graph.commit },
      },
    ];
  });
  return entriesOf(steps);
}

function lastPart(name: string): string {
  return name.split('.').at(-1) ?? name;
}

/** The code that it quotes, or its words, name the symbol. */
function isAbout({ title, description, quote }: Words, symbol: string): boolean {
  return hasWord(`${quote}\n${title}\n${description}`, lastPart(symbol));
}

/** In code marks: by its name, or by its file, with or without the line. */
function isNamed({ path, qualified_name: name }: Call, spans: ReadonlySet<string>): boolean {
  return spans.has(name) || spans.has(lastPart(name)) || spans.has(path);
}

function spansIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/`([^`\n]{1,200})`/g)].map(([, span = '']) =>
      span.replace(/\(.*\)$/, '').replace(/:\d+(?:-\d+)?$/, ''),
    ),
  );
}

function callerId(repoId: string, { path, qualified_name: name }: Call): string {
  return name === path ? fileIdOf(repoId, path) : symbolIdOf(repoId, path, name);
}

/** A changed symbol has its name within its file; where two files have it, nobody knows which is meant. */
function targetId(repoId: string, { of }: Call, changed: CommitFacts['changed']): string {
  const [only, ...others] = changed.filter(({ qualified_name: name }) => name === of);
  return only === undefined || others.length > 0 ? '' : symbolIdOf(repoId, only.path, of);
}

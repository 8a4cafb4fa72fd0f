/**
 * What the graph says about a finding, as a path of symbols: each entry says what its symbol does to the next that is
 * declared. Only what an answer of the graph said is kept here, never a model's word for it. Without any, there is no
 * graph evidence, and that is said.
 *
 *     [{ symbol_id: 'ada/shop shop/cart.py#Cart.total', relation: 'calls', path: 'shop/cart.py', line: 9, commit: '77c…' },
 *      { symbol_id: 'ada/shop shop/price.py#total_of', relation: 'declares', path: 'shop/price.py', line: 1, commit: '77c…' }]
 */
import { z } from 'zod';

/**
 * `reaches`: calls it, over several calls. `not_called`: nothing in the graph calls the symbol itself, which no other
 * entry follows. `declares`: where the symbol stands.
 */
export const RELATIONS = ['calls', 'reaches', 'inherits', 'imports', 'not_called', 'declares'] as const;
export type Relation = (typeof RELATIONS)[number];

export const evidenceSchema = z.object({
  symbol_id: z.string(),
  relation: z.enum(RELATIONS),
  path: z.string(),
  line: z.int(),
  /** Of the graph that said it, which the lines are of. */
  commit: z.string(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** `Cart.total` of `ada/shop shop/cart.py#Cart.total`; the path of a file. */
export function nameIn({ symbol_id: id, path }: Pick<Evidence, 'symbol_id' | 'path'>): string {
  const behind = id.indexOf(` ${path}#`);
  return behind < 0 ? path : id.slice(behind + path.length + 2);
}

/** One thing that the graph says: what a symbol does, and to which. */
export interface EvidenceStep {
  from: Evidence;
  /** Null for what concerns the symbol alone. */
  to: Evidence | null;
}

/** The entries as what each of them says, in their order; a declaration is told by itself only where nothing led to it. */
export function stepsOf(evidence: readonly Evidence[]): EvidenceStep[] {
  const steps: EvidenceStep[] = [];
  let waiting: Evidence[] = [];
  for (const entry of evidence) {
    if (entry.relation === 'not_called') steps.push({ from: entry, to: null });
    else if (entry.relation !== 'declares') waiting.push(entry);
    else if (waiting.length === 0) steps.push({ from: entry, to: null });
    else {
      steps.push(...waiting.map((from) => ({ from, to: entry })));
      waiting = [];
    }
  }
  return [...steps, ...waiting.map((from) => ({ from, to: null }))];
}

/** The entries of steps: what leads to one symbol before it, each once; what is said of a symbol alone behind those. */
export function entriesOf(steps: readonly EvidenceStep[]): Evidence[] {
  const leading = steps.filter(({ to }) => to !== null);
  const alone = steps.filter(({ to }) => to === null).map(({ from }) => from);
  const groups = [...Map.groupBy(leading, ({ to }) => to?.symbol_id)].flatMap(([, group]) => {
    const to = group[0]?.to;
    return [...group.map(({ from }) => from), ...(to == null ? [] : [to])];
  });
  // A relation whose end is not known would lead to whatever is declared next.
  const open = (entry: Evidence) => Number(entry.relation !== 'declares' && entry.relation !== 'not_called');
  const entries = [...groups, ...alone.sort((a, b) => open(a) - open(b))];
  const nameOf = ({ symbol_id, relation, line }: Evidence) => `${relation} ${line} ${symbol_id}`;
  return entries.filter((entry, at) => entries.findIndex((each) => nameOf(each) === nameOf(entry)) === at);
}

/** Entries of one finding. */
const MOST_ENTRIES = 12;

/** What several have said about the same, as one path. */
export function joinedEvidence(...several: (readonly Evidence[])[]): Evidence[] {
  const steps = several.flatMap(stepsOf);
  for (let count = steps.length; ; count--) {
    const entries = entriesOf(steps.slice(0, count));
    if (entries.length <= MOST_ENTRIES) return entries;
  }
}

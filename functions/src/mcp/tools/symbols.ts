/** What is this, who uses it, what does it use? */
import { z } from 'zod';
import type { EdgeElement, SymbolElement } from '../../graph/queries/symbol-element.ts';
import { symbolNeighbours } from '../../graph/queries/symbol-neighbours.ts';
import type { GraphReader } from '../../ports.ts';
import { headingOf, placeOf } from '../describe-symbol.ts';
import { symbolsAt } from '../find-target.ts';
import { budgetSchema, targetsSchema } from '../inputs.ts';
import { tool, type Section } from '../tool.ts';

const MOST_NEIGHBOURS = 100;
const DOC_LENGTH = 400;

/** In the order in which they are told, by type and by whether the edge ends at the symbol. */
const RELATIONS: readonly { type: EdgeElement['type']; into: boolean; words: string }[] = [
  { type: 'inherits', into: false, words: 'extends' },
  { type: 'inherits', into: true, words: 'extended by' },
  { type: 'calls', into: true, words: 'called by' },
  { type: 'calls', into: false, words: 'calls' },
  { type: 'imports', into: true, words: 'imported by' },
  { type: 'imports', into: false, words: 'imports' },
];

export const symbols = tool({
  name: 'symbols',
  description: 'What functions, classes or files are, who calls and extends them, and what they call: direct neighbours with lines and confidence.', // prettier-ignore
  input: z.object({ targets: targetsSchema, budget_tokens: budgetSchema }),
  async run(reader, { targets }) {
    const found = (await Promise.all(targets.map((target) => around(reader, target)))).flat();
    return {
      sections: found.map(({ section }) => section),
      data: { results: found.map(({ data }) => data) },
      paths: found.flatMap(({ paths }) => paths),
    };
  },
});

async function around(reader: GraphReader, target: string) {
  const { symbols: named, total } = await symbolsAt(reader, target);
  const answers = await Promise.all(
    named.map(({ id }) => symbolNeighbours.answer(reader, symbolNeighbours.input.parse({ symbol_id: id, limit: MOST_NEIGHBOURS }))), // prettier-ignore
  );
  return answers.map(({ symbol, nodes, edges, total: all }, at) => {
    const byId = new Map<string, SymbolElement>(nodes.map((node) => [node.symbol_id, node]));
    const others = at === answers.length - 1 && total > named.length ? [`${total - named.length} more symbols of this name: name one as path#name`] : []; // prettier-ignore
    const rest = all > nodes.length ? [`${all - nodes.length} more neighbours: use impact for all callers`] : [];
    const more = [...others, ...rest].join('; ');
    const section: Section = {
      heading: headingOf(symbol),
      lines: [
        ...(symbol.docstring === null ? [] : [symbol.docstring.replace(/\s+/g, ' ').slice(0, DOC_LENGTH)]),
        ...relationLines(symbol.symbol_id, edges, byId),
      ],
      ...(more === '' ? {} : { more }),
    };
    return { section, data: { symbol, edges }, paths: [symbol.path, ...nodes.map(({ path }) => path)].filter(Boolean) };
  });
}

function relationLines(id: string, edges: readonly EdgeElement[], byId: ReadonlyMap<string, SymbolElement>): string[] {
  return RELATIONS.flatMap(({ type, into, words }) => {
    const own = edges.filter((edge) => edge.type === type && (into ? edge.to : edge.from) === id);
    const lines = own.flatMap((edge) => {
      const other = byId.get(into ? edge.from : edge.to);
      return other === undefined ? [] : [`  ${placeOf(other)}${placesOf(edge)}`];
    });
    return lines.length === 0 ? [] : [`${words} (${lines.length})`, ...lines];
  });
}

function placesOf({ lines, confidence, type }: EdgeElement): string {
  const at = lines.length === 0 ? '' : `  at ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ', …' : ''}`;
  return `${at}${type === 'calls' && confidence !== null && confidence < 0.9 ? `  confidence ${confidence}` : ''}`;
}

/** What may break when this changes, and which tests run it? */
import { z } from 'zod';
import { callersToDepth } from '../../graph/queries/callers-to-depth.ts';
import { reachingTests } from '../../graph/queries/reaching-tests.ts';
import { symbolElementOf } from '../../graph/queries/symbol-element.ts';
import { isTestPath } from '../../model/test-paths.ts';
import type { GraphReader, SymbolRecord } from '../../ports.ts';
import { headingOf, placeOf } from '../describe-symbol.ts';
import { symbolsAt } from '../find-target.ts';
import { budgetSchema, targetsSchema } from '../inputs.ts';
import { tool, type Section } from '../tool.ts';

const MOST = 100;

export const impact = tool({
  name: 'impact',
  description: 'Before a change: direct and indirect callers of symbols with the chain of calls, and the tests that reach them.', // prettier-ignore
  input: z.object({
    targets: targetsSchema,
    depth: z.number().int().min(1).max(10).default(3),
    budget_tokens: budgetSchema,
  }),
  async run(reader, { targets, depth }) {
    const named = (await Promise.all(targets.map((target) => symbolsAt(reader, target)))).flatMap((one) => one.symbols);
    const distinct = [...new Map(named.map((symbol) => [symbol.id, symbol])).values()];
    const found = await Promise.all(distinct.map((symbol) => impactOf(reader, symbol, depth)));
    return {
      sections: found.map(({ section }) => section),
      data: { results: found.map(({ data }) => data) },
      paths: found.flatMap(({ paths }) => paths),
    };
  },
});

async function impactOf(reader: GraphReader, symbol: SymbolRecord, depth: number) {
  const [callers, tests] = await Promise.all([
    callersToDepth.answer(reader, callersToDepth.input.parse({ symbol_id: symbol.id, depth, limit: MOST })),
    reachingTests.answer(reader, reachingTests.input.parse({ symbol_id: symbol.id, limit: MOST })),
  ]);
  const code = callers.results.filter(({ path }) => !isTestPath(path));
  const names = new Map(callers.results.map((one) => [one.symbol_id, one.name]));
  const lines = code.map((one) => {
    const through = one.chain.slice(1, -1).map((id) => names.get(id) ?? id);
    return `  ${placeOf(one)}${through.length === 0 ? '' : `  through ${through.join(' → ')}`}`;
  });
  const testLines = tests.results.map((one) => `  ${placeOf(one)}  ${one.distance} calls away`);
  const more = [
    ...(callers.total > callers.results.length ? [`${callers.total - callers.results.length} more callers: lower depth`] : []),
    ...(tests.total > tests.results.length ? [`${tests.total - tests.results.length} more tests`] : []),
  ]; // prettier-ignore
  const section: Section = {
    heading: headingOf(symbolElementOf(symbol)),
    lines: [
      `callers up to ${depth} calls away (${code.length}), in ${new Set(code.map(({ path }) => path)).size} files`,
      ...lines,
      `tests that reach it (${tests.total}, in ${tests.files_total} files)`,
      ...testLines,
    ],
    ...(more.length === 0 ? {} : { more: more.join('; ') }),
  };
  return {
    section,
    data: { symbol: symbolElementOf(symbol), callers: code, tests: tests.results },
    paths: [symbol.path, ...code.map(({ path }) => path)].filter(Boolean),
  };
}

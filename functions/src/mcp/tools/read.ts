/** The text of symbols, files and lines, with numbers. */
import { z } from 'zod';
import { fileView } from '../../graph/queries/file-view.ts';
import { symbolElementOf } from '../../graph/queries/symbol-element.ts';
import { AppError } from '../../model/errors.ts';
import type { GraphReader } from '../../ports.ts';
import { headingOf } from '../describe-symbol.ts';
import { findTarget } from '../find-target.ts';
import { budgetSchema, targetsSchema } from '../inputs.ts';
import { tool, type Section } from '../tool.ts';

const MOST_LINES = 400;

interface Read {
  section: Section;
  data: Record<string, unknown>;
}

export const read = tool({
  name: 'read',
  description: 'Source text of functions, classes, files or line ranges, with line numbers.',
  input: z.object({ targets: targetsSchema, budget_tokens: budgetSchema }),
  async run(reader, { targets }) {
    const found = (await Promise.all(targets.map((target) => readTarget(reader, target)))).flat();
    return {
      sections: found.map(({ section }) => section),
      data: { results: found.map(({ data }) => data) },
      paths: [],
    };
  },
});

async function readTarget(reader: GraphReader, text: string): Promise<Read[]> {
  const target = await findTarget(reader, text);
  if (target.is === 'file') {
    const { from, to } = target.range ?? { from: 1, to: target.file.lines };
    if (from > target.file.lines) throw new AppError('not_found', `${target.file.path} has ${target.file.lines} lines`);
    const wanted = { from, to: Math.min(to, target.file.lines) };
    return [await linesOf(reader, target.file.path, wanted, `## ${target.file.path}:${wanted.from}-${wanted.to}`)];
  }
  const { symbols, total } = target;
  const texts = await Promise.all(
    symbols.map((symbol) => linesOf(reader, symbol.path, { from: symbol.line, to: symbol.endLine }, headingOf(symbolElementOf(symbol)))), // prettier-ignore
  );
  const last = texts.at(-1);
  if (last !== undefined && total > symbols.length)
    last.section.more = `${total - symbols.length} more symbols of this name: name one as path#name`;
  return texts;
}

async function linesOf(
  reader: GraphReader,
  path: string,
  { from, to }: { from: number; to: number },
  heading: string,
): Promise<Read> {
  const view = await fileView.answer(reader, fileView.input.parse({ path, line: from, limit: Math.min(MOST_LINES, to - from + 1) })); // prettier-ignore
  const lines = view.lines.map(({ line_number: line, content }) => `${line} ${content}`);
  const next = from + view.lines.length;
  return {
    section: { heading, lines, ...(next <= to ? { more: `goes on: read ${path}:${next}-${to}` } : {}) },
    data: { path, start: from, end: next - 1, text: view.lines.map(({ content }) => content).join('\n') },
  };
}

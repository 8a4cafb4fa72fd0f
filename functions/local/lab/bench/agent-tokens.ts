/**
 * What an agent pays for answers, in tokens and in time: questions as agents ask them, over a repository in memory, in the default
 * budget. The texts of the newest commits are what is looked for; symbols are those that most call, and the most complex.
 *
 *     find  20   symbols  10   read  10   impact  5   outline  3   path  2
 *
 * How long finding takes is measured over more texts, when the words of all files are known.
 */
import { z } from 'zod';
import { openLocal } from '../../../src/adapters/git/git-local.ts';
import { locate } from '../../../src/graph/queries/locate.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { askTool, inputOf, type CodeBase } from '../../../src/mcp/ask-tool.ts';
import { TOOLS } from '../../../src/mcp/tools.ts';
import { tokensOf } from '../../../src/model/tokens.ts';
import type { GraphReader } from '../../../src/ports.ts';
import { graphOfSnapshot } from '../../folder/folder-index.ts';
import { git } from './change-file.ts';

const FINDS = 20;
/** Of which the time is taken. */
const TIMED_FINDS = 200;
const SYMBOLS = 10;
const IMPACTS = 5;
const PATHS = 2;
/** Commits that are looked through for texts long enough to be questions. */
const COMMITS = 2_000;
const SHORTEST_TEXT = 60;
/** As the endpoint takes it. */
const LONGEST_TEXT = 20_000;
const MOST_FILES = 100_000;
/** Answers say how old the index is. */
const NOW = new Date();

export interface AgentFigures {
  repository: string;
  questions: number;
  /** Tokens of an answer. */
  median: number;
  p95: number;
  most: number;
  /** Answers that a tool refused, which would make the rest look cheap. */
  failed: number;
  lines: number;
  /** Milliseconds of finding: CPU, and by the clock. */
  findCpu: string;
  findWall: string;
}

/** Characters of the names, descriptions and schemas of the tools that every conversation is offered. */
export function offeredCharacters(): number {
  const offered = TOOLS.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: z.toJSONSchema(inputOf(tool, { several: true }), { io: 'input' }),
  }));
  return JSON.stringify(offered).length;
}

type Asked = [tool: string, input: object];

export async function measureAgents(folder: string, name: string): Promise<AgentFigures> {
  const snapshot = await openLocal(folder);
  try {
    const reader = memoryReader(await graphOfSnapshot(snapshot, `bench/${name}`));
    const code: CodeBase = { several: false, open: () => Promise.resolve({ reader, moved: null }) };
    const sizes: number[] = [];
    let failed = 0;
    for (const [tool, input] of await questionsOf(reader, textsOf(folder).slice(0, FINDS))) {
      const asked = TOOLS.find((one) => one.name === tool);
      if (asked === undefined) throw new Error(`There is no tool ${tool}`);
      const answer = await askTool(asked, code, input, NOW);
      if (answer.failed) failed += 1;
      sizes.push(tokensOf(answer.text));
    }
    return {
      repository: name,
      questions: sizes.length,
      median: atShare(sizes, 0.5),
      p95: atShare(sizes, 0.95),
      most: atShare(sizes, 1),
      failed,
      lines: (await reader.files('', { limit: MOST_FILES })).items.reduce((sum, { lines }) => sum + lines, 0),
      ...(await timesOfFinding(reader, textsOf(folder))),
    };
  } finally {
    await snapshot.close();
  }
}

function atShare(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Median and p95 over the texts, after one that makes what a process keeps. */
async function timesOfFinding(
  reader: GraphReader,
  [first = '', ...texts]: readonly string[],
): Promise<Pick<AgentFigures, 'findCpu' | 'findWall'>> {
  const find = (text: string) => locate.answer(reader, locate.input.parse({ text: text.slice(0, LONGEST_TEXT) }));
  await find(first);
  const cpu: number[] = [];
  const wall: number[] = [];
  for (const text of texts) {
    const [since, used] = [performance.now(), process.cpuUsage()];
    await find(text);
    wall.push(performance.now() - since);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1000);
  }
  const figures = (values: number[]) => [0.5, 0.95].map((share) => atShare(values, share).toFixed(0)).join(', ');
  return { findCpu: figures(cpu), findWall: figures(wall) };
}

/** Titles and descriptions of the newest changes: what an issue says, in the words of those who changed it. */
function textsOf(folder: string): string[] {
  const log = git(folder, 'log', '--no-merges', `--max-count=${COMMITS}`, '--format=%B%x00');
  const texts = log.split('\0').map((text) => text.trim());
  return texts.filter(({ length }) => length >= SHORTEST_TEXT).slice(0, TIMED_FINDS);
}

async function questionsOf(reader: GraphReader, texts: readonly string[]): Promise<Asked[]> {
  const [called, complex] = await Promise.all([
    reader.ranked('', 'callers', { limit: SYMBOLS }),
    reader.ranked('', 'complexity', { limit: SYMBOLS }),
  ]);
  const idOf = ({ id }: { id: string }): string => id;
  return [
    ...texts.map((text): Asked => ['find', { queries: [text] }]),
    ...called.map((symbol): Asked => ['symbols', { targets: [idOf(symbol)] }]),
    ...complex.map((symbol): Asked => ['read', { targets: [idOf(symbol)] }]),
    ...called.slice(0, IMPACTS).map((symbol): Asked => ['impact', { targets: [idOf(symbol)] }]),
    ['outline', {}],
    ['outline', { paths: [called[0]?.path.split('/')[0] ?? ''] }],
    ['outline', { paths: [called[0]?.path ?? ''] }],
    ...complex
      .slice(0, PATHS)
      .map((symbol): Asked => ['path', { pairs: [{ from: idOf(symbol), to: idOf(called[0] ?? symbol) }] }]),
  ];
}

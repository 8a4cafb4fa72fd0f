/**
 * What was typed behind `npm run bench`: repositories and what to measure of them. All of it is looked at before anything is
 * built or started, since a run takes minutes.
 *
 *   ['../engine', '--only', 'queries', '--inputs', '60']
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { oneOf, parseWords, wholeNumber, WrongArguments } from './command-line.ts';
import { requireGit } from './repository-argument.ts';

export const SECTIONS = [
  'ingestion',
  'growth',
  'peers',
  'cold-start',
  'documents',
  'queries',
  'webhook',
  'review',
  'console',
  'agents',
  'store',
  'divided',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Sections that need no repository. */
const ALONE: readonly string[] = ['cold-start', 'documents', 'webhook', 'console'];

export const BENCH_USAGE = `Usage: npm --silent --prefix functions run bench -- <git dir>... [--growth] [--peers] [--rounds <n>] [--inputs <n>] [--symbols <n>]
       [--shard-files <n>] [--resolve-files <n>] [--at-once <n>] [--only ${SECTIONS.join('|')}]`;

export interface BenchArguments {
  /** Absolute paths of git repositories. */
  repositories: string[];
  growth: boolean;
  peers: boolean;
  /** Runs of each tool, side by side. */
  rounds: number;
  /** Undefined for cold starts and ingestion. */
  only: Section | undefined;
  /** For each kind of question. */
  inputs: number;
  /** That a store is filled up to. */
  symbols: number;
  /** Limits of a divided ingestion. */
  shardFiles: number;
  resolveFiles: number;
  /** Tasks of it that run side by side. */
  atOnce: number;
}

/** Throws WrongArguments, or a sentence about a folder that is no repository. */
export function readBenchArguments(args: readonly string[], workingDir: string): BenchArguments {
  const { values, positionals } = parseWords({
    args,
    allowPositionals: true,
    options: {
      growth: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string' },
      inputs: { type: 'string', default: '200' },
      symbols: { type: 'string', default: '3000000' },
      'shard-files': { type: 'string', default: '8000' },
      'resolve-files': { type: 'string', default: '12000' },
      'at-once': { type: 'string', default: '1' },
    },
  });
  const { growth, peers, only } = values;
  const section = only === undefined ? undefined : oneOf('--only', SECTIONS, only);
  const rounds = wholeNumber('--rounds', values.rounds, 1);
  const inputs = wholeNumber('--inputs', values.inputs, 1);
  const symbols = wholeNumber('--symbols', values.symbols, 1);
  const shardFiles = wholeNumber('--shard-files', values['shard-files'], 1);
  const resolveFiles = wholeNumber('--resolve-files', values['resolve-files'], 1);
  const atOnce = wholeNumber('--at-once', values['at-once'], 1);
  if (positionals.length === 0 && (section === undefined || !ALONE.includes(section))) {
    throw new WrongArguments(`Give a git directory; only ${ALONE.join(', ')} need none.`);
  }
  const repositories = positionals.map((typed) => {
    const folder = resolve(workingDir, typed);
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) throw new Error(`There is no folder ${folder}.`);
    requireGit(folder);
    return folder;
  });
  return { repositories, growth, peers, rounds, only: section, inputs, symbols, shardFiles, resolveFiles, atOnce };
}

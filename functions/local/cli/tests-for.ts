/**
 * `npm --silent --prefix functions run tests-for -- <folder> --changed-files <file> [--limit 8] [--json]`: which tests a
 * change should be tried with, the best first, with no services. The file names the changed files, one a line, as
 * `git diff --name-only` prints them.
 *
 *     { "tests": [{ "path": "test/cart.test.ts", "reaches": ["Cart.total", "src/cart.ts"] }] }
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { memoryReader } from '../../src/graph/reader/memory-reader.ts';
import { AppError } from '../../src/model/errors.ts';
import type { GraphReader } from '../../src/ports.ts';
import { testsOf } from '../../src/review/facts/tests-reaching.ts';
import { changedTogether } from '../folder/changed-together.ts';
import { openFactsCache } from '../folder/facts-cache.ts';
import { createFolderIndex } from '../folder/folder-index.ts';
import { leaveSurroundingGit } from '../scm-host/git-environment.ts';
import { endWithReason, parseWords, typedIn, WrongArguments } from './arguments/command-line.ts';

const USAGE =
  'Usage: npm --silent --prefix functions run tests-for -- <folder> --changed-files <file> [--limit 8] [--json]';
/** Symbols of one changed file. */
const MOST_SYMBOLS = 200;
const MOST_PATHS = 500;

function readArguments(): { folder: string; list: string; limit: number; json: boolean } {
  const { values, positionals } = parseWords({
    options: {
      'changed-files': { type: 'string' },
      limit: { type: 'string', default: '8' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [folder, more] = positionals;
  if (folder === undefined) throw new WrongArguments('Give a folder.');
  if (more !== undefined) throw new WrongArguments(`"${more}" is one word too many.`);
  const { 'changed-files': list, json } = values;
  if (list === undefined) throw new WrongArguments('Give --changed-files, a file with a path in each line.');
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new WrongArguments('--limit is a number from 1 to 100.');
  return { folder: resolve(typedIn(), folder), list: resolve(typedIn(), list), limit, json };
}

function pathsIn(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))].slice(0, MOST_PATHS);
  } catch {
    throw new AppError('not_found', `There is no file ${file} that can be read`);
  }
}

/** Functions and classes of the changed files: which lines changed is not known here. */
async function symbolsIn(reader: GraphReader, paths: readonly string[]): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  for (const path of paths) {
    for (const { id } of await reader.filesAt(path)) {
      const { items } = await reader.inFile(id, { from: 1, to: 1_000_000 }, { limit: MOST_SYMBOLS });
      const code = items.filter(({ label }) => label !== 'Variable');
      found.push(...code.map((symbol) => ({ id: symbol.id, name: symbol.qualifiedName })));
    }
  }
  return found;
}

leaveSurroundingGit();
try {
  const { folder, list, limit, json } = readArguments();
  const paths = pathsIn(list);
  const index = createFolderIndex(folder, openFactsCache());
  await index.update();
  const reader = memoryReader(index.graph());
  const { commit } = index.graph().indexed;
  const history = commit === '' ? undefined : changedTogether(folder, commit);
  const all = await testsOf(reader, await symbolsIn(reader, paths), paths, history);
  const tests = all.slice(0, limit).map(({ path, reaches }) => ({ path, reaches }));
  if (json) process.stdout.write(`${JSON.stringify({ tests })}\n`);
  else for (const { path, reaches } of tests) process.stdout.write(`${path}  ${reaches.join(', ')}\n`);
} catch (error) {
  endWithReason(error, USAGE);
}

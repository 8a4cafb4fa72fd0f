/**
 * Whether searches find what is there: definitions by their names and by two words of them, and lines by any literal, for
 * which `git grep -F` on the same commit tells what has to come.
 */
import { execFileSync } from 'node:child_process';
import { scopeOf, type Scope } from '../../../src/graph/access.ts';
import { identifierWords } from '../../../src/graph/name-tokens.ts';
import { linesWith } from '../../../src/graph/queries/content-lines.ts';
import { search } from '../../../src/graph/queries/search.ts';
import type { GraphPort } from '../../../src/ports.ts';
import { readSamples } from './query-samples.ts';

export interface FindingFigures {
  names: number;
  /** Names whose search begins with a definition of exactly that name. */
  exactFirst: number;
  parts: number;
  /** Symbols among the first ten for two words of their name. */
  partsInTen: number;
  /** Those that are not, since ten other names have the words too. */
  partsCrowded: number;
  literals: number;
  /** Literals whose lines are those of `git grep -F`, and those whose lines are too many to list. */
  literalsEqual: number;
  literalsCut: number;
  /** What was not found as it should be. */
  misses: string[];
}

/** `folders`: the git directory of each repository, whose HEAD is what the graph holds. */
export async function measureFinding(
  graph: GraphPort,
  folders: Readonly<Record<string, string>>,
  count = 500,
): Promise<FindingFigures> {
  const figures: FindingFigures = {
    names: 0,
    exactFirst: 0,
    parts: 0,
    partsInTen: 0,
    partsCrowded: 0,
    literals: 0,
    literalsEqual: 0,
    literalsCut: 0,
    misses: [],
  };
  for (const [repoId, folder] of Object.entries(folders)) {
    const scope = scopeOf({ privateRepoIds: [], hiddenRepoIds: [] }, repoId);
    const each = Math.ceil(count / Object.keys(folders).length);
    const samples = await readSamples(graph, [repoId], each);
    for (const name of [...samples.functions, ...samples.classes, ...samples.variables].slice(0, each)) {
      const { results } = await search.run(graph, scope, { query: name, limit: 10 });
      figures.names++;
      if (results[0]?.name === name && results[0].type !== 'line') figures.exactFirst++;
      else figures.misses.push(`name ${name}: ${results[0]?.name ?? 'nothing'}`);
    }
    for (const { query, name } of samples.parts.slice(0, each)) {
      const { results } = await search.run(graph, scope, { query, limit: 10 });
      figures.parts++;
      if (results.some((result) => result.name === name)) figures.partsInTen++;
      else if (results.length === 10 && results.every((result) => hasWords(result.name, query))) figures.partsCrowded++;
      else figures.misses.push(`part ${query} of ${name}: ${results.map((result) => result.name).join(' ')}`);
    }
    const indexed = new Set(samples.paths);
    for (const literal of [...samples.phrases, ...samples.words].slice(0, each)) {
      await compareLines(graph, scope, literal, linesByGit(folder, literal, indexed), figures);
    }
  }
  return figures;
}

function hasWords(name: string, query: string): boolean {
  const own = identifierWords(name);
  return query.split(' ').every((word) => own.some((part) => part.startsWith(word)));
}

const MOST_LINES = 1_000;

async function compareLines(
  graph: GraphPort,
  scope: Scope,
  literal: string,
  expected: ReadonlySet<string>,
  figures: FindingFigures,
): Promise<void> {
  const { lines, more } = await linesWith(graph, scope, literal, MOST_LINES);
  const found = lines.map(({ path, line }) => `${path}:${line}`);
  const wrong = found.filter((place) => !expected.has(place));
  const missing = more ? [] : [...expected].filter((place) => !found.includes(place));
  figures.literals++;
  if (more) figures.literalsCut++;
  if (wrong.length + missing.length === 0) figures.literalsEqual++;
  else
    figures.misses.push(`literal ${JSON.stringify(literal)}: wrong ${wrong.join(' ')}, missing ${missing.join(' ')}`);
}

/** `path:line` of each line of an indexed file with the literal. */
function linesByGit(folder: string, literal: string, indexed: ReadonlySet<string>): ReadonlySet<string> {
  const args = ['-C', folder, '-c', 'core.quotePath=false', 'grep', '-n', '-F', '-z', '-e', literal, 'HEAD'];
  let output = '';
  try {
    output = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    // Status 1 says that there is no such line.
    if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error;
  }
  const places = new Set<string>();
  for (const line of output.split('\n')) {
    const [path = '', number = ''] = line.split('\0');
    const plain = path.slice('HEAD:'.length);
    if (indexed.has(plain)) places.add(`${plain}:${number}`);
  }
  return places;
}

/** As rows of a table. */
export function findingRows(finding: FindingFigures): string[][] {
  const { names, exactFirst, parts, partsInTen, partsCrowded, literals, literalsEqual, literalsCut } = finding;
  const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
  return [
    ['names whose search begins with their definition', share(exactFirst, names)],
    ['symbols among the first ten for two words of their name', share(partsInTen, parts)],
    ['  not so, since ten others have the same words', String(partsCrowded)],
    ['literals whose lines are those of git grep -F', share(literalsEqual, literals)],
    ['  of which too many to list', String(literalsCut)],
  ];
}

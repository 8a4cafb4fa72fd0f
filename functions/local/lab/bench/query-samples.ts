/** Names, words and places of what a graph holds, for questions about it. Keys are hashes, so their order is a shuffle. */
import { identifierWords } from '../../../src/graph/name-tokens.ts';
import { numberAt, textAt } from '../../../src/graph/row-values.ts';
import type { GraphPort } from '../../../src/ports.ts';

export interface Samples {
  functions: string[];
  classes: string[];
  variables: string[];
  modules: string[];
  imports: string[];
  places: { path: string; line: number }[];
  /** Words that are in many pieces of text. */
  words: string[];
  /** Words that are in few pieces of text. */
  rareWords: string[];
  /** Pieces of lines, 6 to 30 characters. */
  phrases: string[];
  /** Two words of a symbol's name, and the name. */
  parts: { query: string; name: string }[];
  /** Of all indexed files. */
  paths: string[];
  /** Ids of functions. */
  ids: string[];
}

/** A word of more pieces than this share is everywhere. */
const EVERYWHERE = 0.05;
const PIECES = 300;

export async function readSamples(graph: GraphPort, repoIds: readonly string[], count: number): Promise<Samples> {
  const names = async (label: string, most = count): Promise<string[]> => {
    const rows = await graph.read(
      `MATCH (n:Symbol) WHERE n.repo_id IN $repo_ids AND n.path IS NOT NULL AND n:${label} AND NOT n.name STARTS WITH '<'
       WITH n ORDER BY n.key LIMIT $limit RETURN n.name AS name`,
      { repo_ids: repoIds, limit: 2 * most },
    );
    return [...new Set(rows.map((row) => textAt(row, 'name')))].slice(0, most);
  };
  const imported = await graph.read(
    `MATCH (n:File) WHERE n.repo_id IN $repo_ids AND n.path IS NOT NULL
     WITH n ORDER BY n.key LIMIT $limit MATCH (n)-[e:IMPORTS]->() RETURN DISTINCT e.imported_name AS name LIMIT $limit`,
    { repo_ids: repoIds, limit: count },
  );
  const files = await graph.read(
    `MATCH (n:File) WHERE n.repo_id IN $repo_ids RETURN n.path AS path, n.end_line AS lines ORDER BY n.key`,
    { repo_ids: repoIds },
  );
  const ids = await graph.read(
    `MATCH (n:Symbol) WHERE n.repo_id IN $repo_ids AND n.path IS NOT NULL AND n:Function
     WITH n ORDER BY n.key LIMIT $limit RETURN n.id AS id`,
    { repo_ids: repoIds, limit: count },
  );
  // Not every name has parts.
  const functions = await names('Function', 4 * count);
  return {
    functions: functions.slice(0, count),
    classes: await names('Class'),
    variables: await names('Variable'),
    modules: await names('Module'),
    imports: imported.map((row) => textAt(row, 'name')),
    places: files
      .slice(0, count)
      .map((row) => ({ path: textAt(row, 'path'), line: 1 + (numberAt(row, 'lines') >> 1) })),
    parts: functions.flatMap(partsOf).slice(0, count),
    paths: files.map((row) => textAt(row, 'path')),
    ids: ids.map((row) => textAt(row, 'id')),
    ...(await readTexts(graph, repoIds, count)),
  };
}

/** The longest two words of the name that stand side by side, where it has more than two: what one would remember. */
function partsOf(name: string): { query: string; name: string }[] {
  const words = identifierWords(name);
  if (words.length < 3) return [];
  const pairs = words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`);
  return [{ query: pairs.reduce((longest, pair) => (pair.length > longest.length ? pair : longest)), name }];
}

async function readTexts(
  graph: GraphPort,
  repoIds: readonly string[],
  count: number,
): Promise<Pick<Samples, 'words' | 'rareWords' | 'phrases'>> {
  const rows = await graph.read(
    'MATCH (c:Chunk) WHERE c.repo_id IN $repo_ids WITH c ORDER BY c.key LIMIT $limit RETURN c.text AS text',
    { repo_ids: repoIds, limit: PIECES },
  );
  const texts = rows.map((row) => textAt(row, 'text'));
  const inPieces = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(text.match(/\w{3,}/g) ?? [])) inPieces.set(word, (inPieces.get(word) ?? 0) + 1);
  }
  const words = new Set<string>();
  const rareWords = new Set<string>();
  const phrases = new Set<string>();
  for (let at = 0; at < 20 * count; at++) {
    const text = texts[at % texts.length] ?? '';
    const place = (at * 7_919) % Math.max(1, text.length);
    const word = /\b\w{3,}/.exec(text.slice(place).replace(/^\w+/, ''))?.[0];
    if (word !== undefined) {
      const everywhere = (inPieces.get(word) ?? 0) > EVERYWHERE * texts.length;
      (everywhere ? words : rareWords).add(word);
    }
    const phrase = text.slice(place, place + 6 + (at % 25)).split('\n')[0] ?? '';
    if (phrase.trim().length > 5) phrases.add(phrase);
  }
  const some = (found: Set<string>) => [...found].slice(0, count);
  return { words: some(words), rareWords: some(rareWords), phrases: some(phrases) };
}

/**
 * Files near in meaning to a text, by the vectors of their symbols. A model turns the text into a vector; it is asked where
 * there are vectors to compare with, and where it fails or is slow nothing is near.
 */
import { AppError } from '../../model/errors.ts';
import type { GatewayPort, NearFile } from '../../ports.ts';
import { scopeParams, within } from '../access.ts';
import { cut } from '../embedding-text.ts';
import { numberAt, textAt } from '../row-values.ts';
import type { Source } from './neo4j-rows.ts';

/** UTF-16 units of a text that the model reads. */
const MOST_TEXT = 4_000;
/** Whoever asks has words, too, and does not wait longer for meaning. */
const MOST_MS = 2_000;

/** `source.scope` is of one repository. */
export async function nearestFiles(
  { graph, scope }: Source,
  embed: GatewayPort['embed'],
  text: string,
  most: number,
): Promise<NearFile[]> {
  const params = { ...scopeParams(scope), repo_id: scope.repoId };
  const [embedded] = await graph.read(
    `MATCH (n:Symbol) WHERE ${within(scope, 'n')} AND n.path IS NOT NULL AND n.embedded_by IS NOT NULL
     RETURN 1 AS one LIMIT 1`,
    params,
  );
  if (embedded === undefined) return [];
  const vector = await vectorOf(embed, text);
  if (vector === undefined) return [];
  const rows = await graph.read(NEAREST, { ...params, vector, most });
  const files = new Map<string, NearFile>();
  for (const row of rows) {
    const path = textAt(row, 'path');
    // Neo4j's score is the similarity moved into 0..1.
    const similarity = 2 * numberAt(row, 'score') - 1;
    const symbol = row['is_file'] === true ? null : textAt(row, 'qualified_name');
    if (!files.has(path)) files.set(path, { path, similarity, symbol });
  }
  return [...files.values()];
}

const NEAREST = `CYPHER 25 MATCH (n:Symbol) SEARCH n IN (
  VECTOR INDEX symbol_embedding FOR $vector WHERE n.repo_id = $repo_id AND n.access IN $access LIMIT $most) SCORE AS score
  WITH n, score WHERE NOT n.repo_id IN $without AND n.file_key IS NOT NULL
  RETURN n.path AS path, n.qualified_name AS qualified_name, n:File AS is_file, score
  ORDER BY score DESC, path, n.line_number, qualified_name`;

async function vectorOf(embed: GatewayPort['embed'], text: string): Promise<number[] | undefined> {
  try {
    const [vector] = await embed([cut(text.replace(/\p{Surrogate}/gu, ''), MOST_TEXT)], AbortSignal.timeout(MOST_MS));
    return vector;
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && /^(?:Abort|Timeout)Error$/.test(error.name)))
      return undefined;
    throw error;
  }
}

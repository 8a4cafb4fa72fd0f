/**
 * Which code is about this? The question's vector against those of the nodes, by cosine similarity, filtered by
 * repository and access inside the index. Needs the embedding of one text, so the question is made of the function that
 * gives it; nodes without a vector are not found.
 */
import { z } from 'zod';
import type { GatewayPort, GraphRow } from '../../ports.ts';
import { scopeParams, type Scope } from '../access.ts';
import { numberAt, textAt } from '../row-values.ts';
import { CODE_NODE, codeNodeOf, codeNodeSchema } from './code-node.ts';
import { question } from './declare.ts';

const MOST_RESULTS = 10;
/** Neighbours that are asked for while some repositories are hidden, which the index cannot leave out. */
const NEIGHBOURS_WITH_HIDDEN = 200;

/** Access tokens of one search; whoever may read more repositories has the nearest of several searches. */
const TOKENS_PER_SEARCH = 1_000;

/** `embed` as the gateway's: failures are its own. */
export function semanticSearch(embed: GatewayPort['embed']) {
  return question({
    name: 'semantic_search',
    summary: 'Code whose meaning is nearest to a question in plain words; finds only what has been embedded',
    input: z.object({
      question: z
        .string()
        .trim()
        .min(1)
        .max(4_000)
        .refine((text) => !/\p{Surrogate}/u.test(text), 'Not well-formed Unicode'),
    }),
    output: z.object({
      results: z.array(
        codeNodeSchema.extend({
          type: z.string(),
          /** Cosine similarity, -1..1. */
          score: z.number(),
        }),
      ),
      total: z.number().int(),
    }),
    async run(graph, scope, { question: text }) {
      const [vector] = await embed([text]);
      const neighbours = scope.without.length === 0 ? MOST_RESULTS : NEIGHBOURS_WITH_HIDDEN;
      const rows: GraphRow[] = [];
      for (const access of tokensOf(scope)) {
        rows.push(
          ...(await graph.read(scope.repoId === null ? ANYWHERE : IN_REPOSITORY, {
            ...scopeParams(scope),
            access,
            vector,
            neighbours,
            limit: MOST_RESULTS,
          })),
        );
      }
      const results = rows
        // Neo4j's score is the similarity moved into 0..1.
        .map((row) => ({ ...codeNodeOf(row), type: textAt(row, 'type'), score: 2 * numberAt(row, 'score') - 1 }))
        .sort((a, b) => b.score - a.score)
        .slice(0, MOST_RESULTS);
      return { results, total: results.length };
    },
  });
}

const FOUND = `LIMIT $neighbours) SCORE AS score
  WITH n, score WHERE NOT n.repo_id IN $without
  RETURN n.type AS type, score, ${CODE_NODE} ORDER BY score DESC, repo_id, path, line_number LIMIT $limit`;

const ANYWHERE = `CYPHER 25 MATCH (n:Symbol) SEARCH n IN (
  VECTOR INDEX symbol_embedding FOR $vector WHERE n.access IN $access ${FOUND}`;
const IN_REPOSITORY = `CYPHER 25 MATCH (n:Symbol) SEARCH n IN (
  VECTOR INDEX symbol_embedding FOR $vector WHERE n.repo_id = $repo_id AND n.access IN $access ${FOUND}`;

function tokensOf({ access }: Scope): string[][] {
  const batches: string[][] = [];
  for (let at = 0; at < access.length; at += TOKENS_PER_SEARCH) batches.push(access.slice(at, at + TOKENS_PER_SEARCH));
  return batches;
}

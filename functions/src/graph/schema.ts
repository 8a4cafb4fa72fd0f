/**
 * Constraints and indexes, for the subset that Community Edition has (no node keys, no existence constraints).
 *
 * Each statement says IF NOT EXISTS, so applying twice is harmless; a `:SchemaVersion` node remembers what was applied,
 * so that a process that finds its version pays one small read. What each index serves stands beside it.
 *
 * Ranges: a range index refuses values over about 8 KB and the whole transaction fails, so nothing unbounded is
 * indexed: keys are hashes, names are cut (see node-row.ts), long paths are not written at all.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { EMBEDDING_DIMENSIONS } from '../model/graph.ts';
import type { GraphPort } from '../ports.ts';

const SCHEMA_VERSION = 6;

const NAMED = ['Function', 'Class', 'Variable', 'Module'] as const;

const STATEMENTS: readonly string[] = [
  // One constraint serves every MERGE and MATCH by id, whatever the kind.
  'CREATE CONSTRAINT symbol_key IF NOT EXISTS FOR (n:Symbol) REQUIRE n.key IS UNIQUE',
  'CREATE CONSTRAINT file_state_key IF NOT EXISTS FOR (n:FileState) REQUIRE n.key IS UNIQUE',
  'CREATE CONSTRAINT past_file_key IF NOT EXISTS FOR (n:PastFile) REQUIRE n.key IS UNIQUE',
  // What a sync builds upon (kept/file-blocks.ts).
  'CREATE CONSTRAINT file_block_key IF NOT EXISTS FOR (n:FileBlock) REQUIRE n.key IS UNIQUE',
  'CREATE INDEX file_block_repo IF NOT EXISTS FOR (n:FileBlock) ON (n.repo_id)',
  // What parts of a repository tell each other (parts/stored-parts.ts).
  'CREATE CONSTRAINT resolution_key IF NOT EXISTS FOR (n:Resolution) REQUIRE n.key IS UNIQUE',
  'CREATE INDEX resolution_repo IF NOT EXISTS FOR (n:Resolution) ON (n.repo_id, n.kind)',
  'CREATE CONSTRAINT chunk_key IF NOT EXISTS FOR (n:Chunk) REQUIRE n.key IS UNIQUE',
  // A file's own nodes and text: replaced and removed together.
  'CREATE INDEX symbol_file_key IF NOT EXISTS FOR (n:Symbol) ON (n.file_key)',
  'CREATE INDEX chunk_file_key IF NOT EXISTS FOR (n:Chunk) ON (n.file_key)',
  // Everything of a repository: deletion and a change of visibility, batch by batch.
  'CREATE INDEX symbol_repo_path IF NOT EXISTS FOR (n:Symbol) ON (n.repo_id, n.path)',
  'CREATE INDEX file_state_repo IF NOT EXISTS FOR (n:FileState) ON (n.repo_id)',
  // What a repository held before, by the run that wrote over it.
  'CREATE INDEX file_state_born IF NOT EXISTS FOR (n:FileState) ON (n.repo_id, n.born)',
  'CREATE INDEX past_file_fence IF NOT EXISTS FOR (n:PastFile) ON (n.repo_id, n.fence)',
  'CREATE INDEX chunk_repo IF NOT EXISTS FOR (n:Chunk) ON (n.repo_id)',
  'CREATE INDEX repository_access IF NOT EXISTS FOR (n:Repository) ON (n.access)',
  'CREATE INDEX module_repo IF NOT EXISTS FOR (n:Module) ON (n.repo_id)',
  'CREATE INDEX file_path IF NOT EXISTS FOR (n:File) ON (n.path, n.access)',
  // Names, in one repository and across all that may be read; compared in lower case, then exactly.
  ...NAMED.flatMap((label) => [
    `CREATE INDEX ${label.toLowerCase()}_repo_name IF NOT EXISTS FOR (n:${label}) ON (n.repo_id, n.name_lower)`,
    `CREATE INDEX ${label.toLowerCase()}_name IF NOT EXISTS FOR (n:${label}) ON (n.name_lower, n.access)`,
    `CREATE TEXT INDEX ${label.toLowerCase()}_name_text IF NOT EXISTS FOR (n:${label}) ON (n.name_lower)`,
  ]),
  // The most complex functions are read off the end of the index, per repository and per access token.
  'CREATE INDEX function_repo_complexity IF NOT EXISTS FOR (n:Function) ON (n.repo_id, n.complexity)',
  'CREATE INDEX function_complexity IF NOT EXISTS FOR (n:Function) ON (n.access, n.complexity)',
  // What a map adds up over all functions of a folder, without a look at any of them.
  'CREATE INDEX function_repo_path IF NOT EXISTS FOR (n:Function) ON (n.repo_id, n.path, n.access, n.complexity)',
  // Edges whose text stands in another file than the node they start from (a partial class's members, a module's files).
  ...['CONTAINS', 'DEFINES', 'CALLS', 'IMPORTS', 'INHERITS'].map(
    (type) => `CREATE INDEX ${type.toLowerCase()}_owner IF NOT EXISTS FOR ()-[e:${type}]-() ON (e.owner)`,
  ),
  // What a file imports, by the name it uses and the name it came from.
  'CREATE INDEX imports_name IF NOT EXISTS FOR ()-[e:IMPORTS]-() ON (e.imported_name)',
  'CREATE INDEX imports_alias IF NOT EXISTS FOR ()-[e:IMPORTS]-() ON (e.alias)',
  'CREATE INDEX imports_module IF NOT EXISTS FOR ()-[e:IMPORTS]-() ON (e.module_name)',
  // Both full-text indexes follow a moment behind (a quarter less CPU per write); a sync waits for them before it ends.
  // No analyzer splits camelCase, so name_tokens carries the parts; this one keeps words such as `is` and `not`.
  `CREATE FULLTEXT INDEX code IF NOT EXISTS FOR (n:Function|Class|Variable|Module|File)
   ON EACH [n.name, n.name_tokens, n.docstring, n.source_code, n.type, n.access, n.repo_token]
   OPTIONS { indexConfig: { \`fulltext.analyzer\`: 'standard-no-stop-words', \`fulltext.eventually_consistent\`: true } }`,
  // Runs of three characters (line-grams.ts) in place of words: any literal can be looked for, within the caller's scope.
  'DROP INDEX chunks IF EXISTS',
  `CREATE FULLTEXT INDEX chunk_grams IF NOT EXISTS FOR (n:Chunk) ON EACH [n.grams, n.access, n.repo_token]
   OPTIONS { indexConfig: { \`fulltext.analyzer\`: 'whitespace', \`fulltext.eventually_consistent\`: true } }`,
  // Filters inside the index: filtering the nearest neighbours afterwards loses results.
  `CYPHER 25 CREATE VECTOR INDEX symbol_embedding IF NOT EXISTS FOR (n:Symbol) ON n.embedding
   WITH [n.repo_id, n.access]
   OPTIONS { indexConfig: { \`vector.dimensions\`: ${EMBEDDING_DIMENSIONS}, \`vector.similarity_function\`: 'cosine' } }`,
];

const STATEMENT_ATTEMPTS = 6;
/** Processes that met once part: each waits for a random part of this, and longer each time. */
const STATEMENT_WAIT_MS = 200;

const applied = new WeakMap<GraphPort, Promise<void>>();

/** Brings the schema to this version and waits until every index is online. One read when it already is. */
export function ensureSchema(graph: GraphPort): Promise<void> {
  const before = applied.get(graph);
  if (before) return before;
  const now = apply(graph);
  applied.set(graph, now);
  // A server that was down must be asked again next time.
  now.catch(() => applied.delete(graph));
  return now;
}

async function apply(graph: GraphPort): Promise<void> {
  const [found] = await graph.read("MATCH (v:SchemaVersion {name: 'graph'}) RETURN max(v.version) AS version");
  if (found?.['version'] === SCHEMA_VERSION) return;
  for (const statement of STATEMENTS) await applyStatement(graph, statement);
  await graph.run('CALL db.awaitIndexes(300)');
  await graph.write([
    { cypher: "MERGE (v:SchemaVersion {name: 'graph'}) SET v.version = $version", params: { version: SCHEMA_VERSION } },
  ]);
}

/**
 * One statement beside other processes that apply the schema as well, as after a deployment: IF NOT EXISTS looks before
 * it locks, so all but the first are told that an equivalent rule exists or that they wait for each other. Asked once
 * more they find what the first one made.
 */
export async function applyStatement(graph: GraphPort, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await graph.run(statement);
      return;
    } catch (error) {
      if (attempt === STATEMENT_ATTEMPTS) throw error;
      await sleep(Math.random() * STATEMENT_WAIT_MS * attempt);
    }
  }
}

/** Resolves when full-text searches see everything that was committed before the call. */
export async function awaitFullText(graph: GraphPort): Promise<void> {
  await graph.run('CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()');
}

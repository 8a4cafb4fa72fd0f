/**
 * The example data of the first start, `emulator-data/seed/`: small repositories as source files, and `history.json`,
 * what happened on their pull requests in the last month. Times there are hours before now, so that there is something to
 * see whenever the service is first started; everything else follows from the file, so planting it twice writes the same
 * documents.
 *
 *     { "number": 7, "opened_hours_ago": 60, "runs": [{ "hours_ago": 50, "found": [{ "id": "default-dict", … }] }], … }
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { changeFactsSchema } from '../../src/model/change-facts.ts';
import { RELATIONS } from '../../src/model/evidence.ts';
import { CATEGORIES, ISSUE_SOURCES, RUN_COMMANDS, RUN_MODES, SEVERITIES } from '../../src/model/reviews.ts';

const findingSchema = z.strictObject({
  id: z.string(),
  path: z.string(),
  lines: z.tuple([z.int(), z.int()]),
  severity: z.enum(SEVERITIES),
  category: z.enum(CATEGORIES),
  title: z.string(),
  description: z.string(),
  suggestion: z.string().nullable(),
  confidence: z.number(),
  source: z.enum(ISSUE_SOURCES),
  rule: z.string().nullable(),
  /** The symbol around its lines; null for none but the file. */
  symbol: z.string().nullable(),
  /** What the graph says about it, of the seeded repository. */
  evidence: z
    .array(z.strictObject({ symbol: z.string(), relation: z.enum(RELATIONS), path: z.string(), line: z.int() }))
    .default([]),
});
export type SeedFinding = z.infer<typeof findingSchema>;

/** A file of the pull request: new, or the ranges of its lines that it changed with what stood there before. */
const changeSchema = z.strictObject({
  path: z.string(),
  added: z.literal(true).optional(),
  edits: z.array(z.strictObject({ lines: z.tuple([z.int(), z.int()]), before: z.array(z.string()) })).default([]),
});
export type SeedChange = z.infer<typeof changeSchema>;

const runSchema = z.strictObject({
  hours_ago: z.number(),
  by: z.string(),
  command: z.enum(RUN_COMMANDS),
  mode: z.enum(RUN_MODES),
  summary: z.string(),
  positive: z.array(z.string()),
  files_changed: z.int(),
  found: z.array(findingSchema),
  /** Ids of findings of earlier runs. */
  resolved: z.array(z.string()),
  dismissed: z.array(z.string()),
});
export type SeedRun = z.infer<typeof runSchema>;

const pullSchema = z.strictObject({
  number: z.int(),
  title: z.string(),
  author: z.string(),
  branch: z.string(),
  opened_hours_ago: z.number(),
  merged_hours_ago: z.number().nullable(),
  closed_hours_ago: z.number().nullable(),
  runs: z.array(runSchema),
  /** What its runs compared; the repository's sources are the head. */
  change: z.array(changeSchema).default([]),
  /** Changed files that no run reviewed. */
  skipped: z.array(z.strictObject({ path: z.string(), reason: z.string() })).default([]),
  facts: changeFactsSchema.partial().strict().optional(),
});
export type SeedPull = z.infer<typeof pullSchema>;

const repositorySchema = z.strictObject({
  owner: z.string(),
  name: z.string(),
  private: z.boolean(),
  language: z.string(),
  description: z.string(),
  /** Logins that may push, besides the owner. */
  collaborators: z.array(z.string()),
  pulls: z.array(pullSchema),
});
export type SeedRepository = z.infer<typeof repositorySchema>;

const historySchema = z.strictObject({
  users: z.array(z.strictObject({ login: z.string(), name: z.string(), email: z.string() })),
  repositories: z.array(repositorySchema),
});
export type SeedHistory = z.infer<typeof historySchema>;

export function readSeedHistory(folder: string): SeedHistory {
  return historySchema.parse(JSON.parse(readFileSync(join(folder, 'history.json'), 'utf8')));
}

/** The source files of a repository. */
export function seedSources(folder: string, { owner, name }: Pick<SeedRepository, 'owner' | 'name'>): string {
  return join(folder, 'repositories', owner, name);
}

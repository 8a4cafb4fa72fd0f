/**
 * What a change does, without a model (review/facts/): as it is stored with a run, handed out by the API and printed by
 * the command. Each list is ranked, and as long as MOST_FACTS at most; `truncated` names those that were cut.
 *
 *     { base: "77c…", head: "9ab…", changed: [{ path: "shop/price.py", qualified_name: "total_of", how: "modified", … }],
 *       broken: [{ of: "total_of", path: "shop/cart.py", line: 9, reason: "gives 1 argument, and 2 are needed now", … }], … }
 */
import { z } from 'zod';

/** Elements of each list. */
export const MOST_FACTS = 100;

const placedSchema = z.object({ path: z.string(), qualified_name: z.string() });

const changedSchema = placedSchema.extend({
  label: z.string(),
  how: z.enum(['added', 'modified', 'removed', 'renamed']),
  signature_changed: z.boolean(),
  /** Null on the side where there is none. */
  complexity: z.object({ before: z.int().nullable(), after: z.int().nullable() }),
});

const callerSchema = placedSchema.extend({
  /** What of the change it calls. */
  of: z.string(),
  /** The first of the lines; all of them at head, where the change has left them. */
  line: z.int(),
  lines: z.array(z.int()),
  /** 0..1, product over the calls between the two. */
  confidence: z.number(),
  /** Calls between the two. */
  distance: z.int(),
});

const brokenSchema = placedSchema.extend({ of: z.string(), line: z.int(), reason: z.string() });

const testSchema = placedSchema.extend({
  /** What of the change it has to do with. */
  reaches: z.array(z.string()),
  /** Calls between the two; null when it imports the file, has its name, or was changed together with it before. */
  distance: z.int().nullable(),
});

export const DEAD_TIERS = ['never_called', 'tests_only', 'exported'] as const;

export const changeFactsSchema = z.object({
  changed: z.array(changedSchema),
  callers: z.array(callerSchema),
  broken: z.array(brokenSchema),
  /** `qualified_name`: the test that comes nearest; the path when nothing in it calls the change. */
  tests: z.array(testSchema),
  public_api: z.object({
    added: z.array(placedSchema),
    removed: z.array(placedSchema),
    changed: z.array(placedSchema),
  }),
  /** Functions that are new and that nothing calls, or that the change has taken the last caller from. */
  dead: z.array(placedSchema.extend({ tier: z.enum(DEAD_TIERS) })),
  suppressions: z.array(z.object({ path: z.string(), line: z.int(), text: z.string() })),
  /** Code that is like what was changed, and was not changed itself; lines at head. */
  siblings: z.array(
    z.object({ of: z.string(), path: z.string(), line_start: z.int(), line_end: z.int(), similarity: z.number() }),
  ),
  truncated: z.array(z.string()),
});

export const commitFactsSchema = z.object({ base: z.string(), head: z.string() }).extend(changeFactsSchema.shape);

export type ChangeFacts = z.infer<typeof changeFactsSchema>;
/** With the merge base and the head that they are of. */
export type CommitFacts = z.infer<typeof commitFactsSchema>;
export type ChangedFact = z.infer<typeof changedSchema>;
export type CallerFact = z.infer<typeof callerSchema>;
export type BrokenCall = z.infer<typeof brokenSchema>;
export type TestFact = z.infer<typeof testSchema>;
export type DeadFact = ChangeFacts['dead'][number];
export type SiblingFact = ChangeFacts['siblings'][number];
export type Suppression = ChangeFacts['suppressions'][number];

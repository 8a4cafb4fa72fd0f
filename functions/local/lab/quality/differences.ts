/**
 * Where a reference counts or lists otherwise than our definitions say: `differences/<reference>.json`. A rule never
 * names a function or a file. It names a construct, by a query on the language's own grammar or by a regular expression
 * on the text, and what the reference makes of it; a difference is explained when the constructs that are really there
 * account for all of it.
 *
 *     { "kind": "comprehension", "languages": ["python"], "adds": 1, "nodes": "(for_in_clause) @counted",
 *       "right": "ours", "because": "radon counts the loop of a comprehension; only its conditions decide." }
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const rule = z.object({
  kind: z.string(),
  languages: z.array(z.string()),
  /** Query with `@counted` on each construct (complexity), or `@name` on what the reference takes for a definition. */
  nodes: z.string().optional(),
  /** Flags `gmu`. Complexity: one match, one construct. Definitions: `NAME` stands for the name; matches its line. */
  text: z.string().optional(),
  /** Types of nodes, `a|b`, that the construct must or must not stand in. */
  inside: z.string().optional(),
  outside: z.string().optional(),
  right: z.enum(['ours', 'theirs', 'either']),
  because: z.string(),
});
const countRule = rule.extend({ adds: z.int() });
/** Without `nodes`, `text` and `kept`: the name stands in comments and strings only. */
const listRule = rule.extend({
  label: z.enum(['Class', 'Function']).optional(),
  /** What our definition of that name and line is instead. */
  kept: z.array(z.enum(['Class', 'Function', 'Prototype', 'Variable', 'type'])).optional(),
  /** What ours is called, where that is not the reference's name. */
  name: z.string().optional(),
  /** The line is within our definition of that name. */
  within: z.boolean().optional(),
});

const complexitySchema = z.object({
  /** Whose decisions the reference adds to the function around: of all functions in it, of those that it does not list itself. */
  nested: z.enum(['none', 'lambdas', 'unlisted']),
  nestedBecause: z.string(),
  /** The reference tells where a function ends, and may lose its way in it. */
  endBecause: z.string().optional(),
  rules: z.array(countRule),
});
const listSchema = z.object({ rules: z.array(listRule) });

export type CountRule = z.infer<typeof countRule>;
export type ListRule = z.infer<typeof listRule>;
export type ComplexityDifferences = z.infer<typeof complexitySchema>;

/** Why something differs, as the report prints it. */
export interface Reason {
  kind: string;
  right: 'ours' | 'theirs' | 'either';
  because: string;
}

export function complexityDifferences(reference: string): ComplexityDifferences {
  return complexitySchema.parse(read(reference));
}

export function listDifferences(reference: string): ListRule[] {
  return listSchema.parse(read(reference)).rules;
}

function read(reference: string): unknown {
  return JSON.parse(readFileSync(new URL(`differences/${reference}.json`, import.meta.url), 'utf8'));
}

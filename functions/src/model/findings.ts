/**
 * What is wrong with a change, before anyone knows where the platform will take a comment about it: found by the model
 * or by a linter, one shape for both. A model's line numbers are often off by a few, so `quote` holds the code that is
 * meant as it stands in the file, and placing goes by that.
 *
 *   { path: 'src/cart.ts', side: 'RIGHT', line_start: 12, line_end: 13, quote: 'total += item.price',
 *     title: 'Quantity is ignored', description: '…', suggestion: 'total += item.price * item.quantity',
 *     confidence: 9, category: 'bug', severity: 'high' }
 */
import { z } from 'zod';
import { evidenceSchema } from './evidence.ts';
import { CATEGORIES, ISSUE_SOURCES, SEVERITIES, SIDES } from './reviews.ts';

/** A place that a tool has named, as the model says. */
export const citationSchema = z.object({ path: z.string().min(1).max(4096), line: z.int().min(1) });
export type Citation = z.infer<typeof citationSchema>;

/** What the model is asked for. Lines are 1-based and inclusive, of the file at head (RIGHT) or at the base (LEFT). */
export const findingSchema = z.object({
  path: z.string().min(1).max(4096),
  side: z.enum(SIDES),
  line_start: z.int().min(1),
  line_end: z.int().min(1),
  /** Lines of the file, copied; '' when the whole file is meant. */
  quote: z.string().max(4000),
  title: z.string().min(1).max(300),
  description: z.string().min(1).max(6000),
  /** What takes the place of the lines from `line_start` to `line_end`; '' deletes them, null suggests nothing. */
  suggestion: z.string().max(6000).nullable(),
  /** 0 (a guess) to 10 (certain). */
  confidence: z.number().min(0).max(10),
  category: z.enum(CATEGORIES),
  severity: z.enum(SEVERITIES),
  /** Places in answers of the graph that prove it. */
  evidence: z.array(citationSchema).max(10),
});
export type Finding = z.infer<typeof findingSchema>;

export const agentAnswerSchema = z.object({
  findings: z.array(findingSchema),
  /** What the change does well, a sentence each. */
  positive_findings: z.array(z.string().min(1).max(500)),
  /** What the change does, for somebody who has not read it. */
  summary: z.string().max(6000),
});
export type AgentAnswer = z.infer<typeof agentAnswerSchema>;

/** A finding that knows who made it. `rule` is the linter's name for it (`F401`), null for the model's. */
export const sourcedFindingSchema = findingSchema.omit({ evidence: true }).extend({
  source: z.enum(ISSUE_SOURCES),
  rule: z.string().nullable(),
  /** The agent, of several that a review asks: `security`. */
  by: z.string().optional(),
  /** What the graph has said about it; without any there is no graph evidence. */
  evidence: z.array(evidenceSchema).optional(),
});
export type SourcedFinding = z.infer<typeof sourcedFindingSchema>;

/** A model's finding that knows which agent made it, with what the graph has said to that. */
export type AttributedFinding = Omit<Finding, 'evidence'> & Pick<SourcedFinding, 'by' | 'evidence'>;

/** Linters do not guess. */
export const LINT_CONFIDENCE = 10;

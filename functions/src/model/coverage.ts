/**
 * What a review run has shown to whom. A line counts as reviewed only if it stands here, so this is written where a
 * request was accepted or a linter has read its files, and nowhere else. Lines are 1-based ranges, both ends included:
 * `right` of the file at the run's head, `left` of the file at its merge base, both under the path at head.
 *
 *     { by: 'generalist', requests: 3, answered: true, files: [{ path: 'src/a.py', right: [[3, 9], [12, 12]], left: [] }] }
 */
import { z } from 'zod';

const rangesSchema = z.array(z.tuple([z.int(), z.int()]));

export const shownFileSchema = z.object({ path: z.string(), right: rangesSchema, left: rangesSchema });
export type ShownFile = z.infer<typeof shownFileSchema>;

export const viewSchema = z.object({
  /** A linter, or the part that a model had: `python_linter`, `generalist`, `security`, … */
  by: z.string(),
  /** Accepted requests that held exactly these lines; 1 for a linter. */
  requests: z.int(),
  /** The answer that was read came from one of these requests. */
  answered: z.boolean(),
  files: z.array(shownFileSchema),
});
export type View = z.infer<typeof viewSchema>;

/** What the next run goes on from when this one has not seen everything. */
export const coverageSchema = z.object({
  head: z.string(),
  /** Merge base. */
  base: z.string(),
  views: z.array(viewSchema),
  /** Changed lines that have been reviewed, by this run or by one before it. */
  seen: z.array(shownFileSchema),
});
export type Coverage = z.infer<typeof coverageSchema>;

/** `[1, 2, 3, 7]` → `[[1, 3], [7, 7]]`. The numbers ascend. */
export function rangesOf(lines: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}

const FILE_STATES = ['not_reviewed', 'partly_reviewed', 'skipped', 'reviewed'] as const;
/** Files of one run that are listed; all of them are counted. */
export const MOST_REVIEWED_FILES = 300;

/** What became of every changed file of a run, as its walkthrough tells it: for people, where Coverage is for the next run. */
export const reviewedFilesSchema = z.object({
  files_changed: z.int(),
  counts: z.object({
    reviewed: z.int(),
    partly_reviewed: z.int(),
    not_reviewed: z.int(),
    skipped: z.int(),
    /** Nothing in them is new since the last review. */
    unchanged: z.int(),
  }),
  /** Those that were not reviewed first. */
  files: z.array(
    z.object({
      path: z.string(),
      state: z.enum(FILE_STATES),
      /** Why it was skipped. */
      reason: z.string().nullable(),
      /** Changed lines, and how many of them were reviewed, of a file that was reviewed in part. */
      lines: z.int().nullable(),
      seen_lines: z.int().nullable(),
    }),
  ),
  truncated: z.literal(true).optional(),
});
export type ReviewedFiles = z.infer<typeof reviewedFilesSchema>;

/**
 * What happened, and the figures that are folded from it (analytics/).
 *
 *     events/1b…                               { type: "finding.posted", repo_key: "4f…", pr_number: 7, at: "…", … }
 *     aggregates/4f…                           { days: { "2026-11-03": { posted: 4, runs: 1 } }, folds: 12 }
 *     aggregates/4f…/subjects/finding-7-9a…    { kind: "finding", posted_at: "…", change: null }
 */
import { z } from 'zod';
import { eventSchema } from '../model/events.ts';
import { collection, WITH_PARENT } from './collection.ts';

/** `expires_at` is there once the event was folded: what no figure holds yet never expires. */
export const events = collection(
  'events/{event_id}',
  eventSchema.and(z.object({ expires_at: z.string().optional() })),
  {
    kept: '400 days after it was folded',
    expires: true,
    tenant: { of: 'repository', by: 'field', field: 'repo_key' },
  },
);

export const DAY_FIGURES = ['posted', 'resolved', 'runs', 'last_reviewed', 'merges', 'merge_ms'] as const;
export type DayFigure = (typeof DAY_FIGURES)[number];

/**
 * What happened on one day. `last_reviewed` counts a pull request on the day of its newest run only, so that the distinct
 * ones reviewed since some day are a sum over days.
 */
export type Day = Partial<Record<DayFigure, number>>;
/** By UTC date. */
export type Days = Record<string, Day>;

const daySchema = z.record(z.string(), z.int()).transform((stored) => {
  const day: Day = {};
  for (const figure of DAY_FIGURES) if (stored[figure] !== undefined) day[figure] = stored[figure];
  return day;
});

const aggregateSchema = z.object({
  days: z.record(z.string(), daySchema).default({}),
  /** How often something was added: tells whoever recounts whether it changed meanwhile. */
  folds: z.int().default(0),
});
export type Aggregate = z.infer<typeof aggregateSchema>;

/** A day takes some 100 bytes: 25 years stay under Firestore's 1 MiB, and one read gives all that a dashboard shows. */
export const aggregates = collection('aggregates/{repo_key}', aggregateSchema, {
  kept: 'until the repository is deleted',
  tenant: { of: 'repository', by: 'path' },
});

/** Changes of a finding, by which of two at the same instant wins: the later in this list. */
export const CHANGES = ['dismissed', 'resolved', 'open'] as const;

export const findingSubjectSchema = z.object({
  kind: z.literal('finding'),
  /** null while only later events have arrived. */
  posted_at: z.string().nullable(),
  /** The newest change of its state; null while it is as it was posted. */
  change: z.object({ to: z.enum(CHANGES), at: z.string() }).nullable(),
});

export const pullRequestSubjectSchema = z.object({
  kind: z.literal('pull_request'),
  /** Completed runs by number, and when. */
  runs: z.record(z.string(), z.string()),
  merged: z.object({ at: z.string(), opened_at: z.string() }).nullable(),
});

export const subjectSchema = z.discriminatedUnion('kind', [findingSubjectSchema, pullRequestSubjectSchema]);
export type Subject = z.infer<typeof subjectSchema>;

export const subjects = collection('aggregates/{repo_key}/subjects/{subject}', subjectSchema, {
  kept: 'until the repository is deleted',
  tenant: WITH_PARENT,
});

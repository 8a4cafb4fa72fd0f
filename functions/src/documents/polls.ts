/**
 * How far a repository has been followed by asking the platform, where no webhook arrives.
 *
 *     polls/4f…   { since: "2026-11-29T10:00:00.000Z", head: "9ab…", drafts: [7], polled_at: "…", not_before: null, … }
 */
import { z } from 'zod';
import { collection } from './collection.ts';

export const polls = collection(
  'polls/{repo_key}',
  z.object({
    /** The platform's time of the newest change that was looked at. */
    since: z.string(),
    /** Head of the indexed branch that an update was started for, with its job. */
    head: z.string().nullable(),
    job_id: z.string().nullable().default(null),
    head_at: z.string().nullable().default(null),
    /** Open pull requests that were drafts: that one is ready is seen by its being none. */
    drafts: z.array(z.int()).default([]),
    polled_at: z.string(),
    /** The platform asked to wait until then. */
    not_before: z.string().nullable().default(null),
    /** Why the last poll failed; null when it did not. */
    error: z.string().nullable().default(null),
  }),
  { kept: 'as long as its repository', tenant: { of: 'repository', by: 'path' } },
);

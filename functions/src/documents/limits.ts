/**
 * How often something was done within the last hour, one small document for each user or repository (jobs/work/
 * hourly-limit.ts reads and writes them).
 *
 *     ingestion_limits/u1    { started: ["2026-11-27T10:00:00.000Z", …] }
 *     review_limits/4f…      { started: […], automatic: […], noticed_at: "2026-11-27T10:20:00.000Z" }
 *     reply_limits/4f…       { posted: ["2026-11-27T10:00:00.000Z", …] }
 *     answer_limits/4f…      { started: […], by: { "9a…": ["2026-11-27T10:00:00.000Z", …] } }
 */
import { z } from 'zod';
import { collection } from './collection.ts';
import type { Retention } from './collection.ts';

/** Each document is replaced by its next use, so it holds an hour's times and no more. */
const kept = 'as long as its user or repository';
const OF_USER: Retention = { kept, tenant: { of: 'user', by: 'path' } };
const OF_REPOSITORY: Retention = { kept, tenant: { of: 'repository', by: 'path' } };

const times = z.array(z.string()).default([]);

export const ingestionLimits = collection('ingestion_limits/{uid}', z.object({ started: times }), OF_USER);
export const supportLimits = collection('support_limits/{uid}', z.object({ started: times }), OF_USER);
/** Of the doctor's tests of the webhook. */
export const testLimits = collection('test_limits/{uid}', z.object({ started: times }), OF_USER);
export const reviewLimits = collection(
  'review_limits/{repo_key}',
  z.object({
    started: times,
    /** Reviews that started without a command. */
    automatic: times,
    /** When somebody was last told that the limit is reached. */
    noticed_at: z.string().nullable().default(null),
  }),
  OF_REPOSITORY,
);
/** `by`: the same for each person, under the hash of the login; at most as many people as answers within an hour. */
export const answerLimits = collection(
  'answer_limits/{repo_key}',
  z.object({
    started: times,
    by: z.record(z.string(), times).default({}),
    /** When somebody was last told that there are no more answers. */
    noticed_at: z.string().nullable().default(null),
  }),
  OF_REPOSITORY,
);
export const replyLimits = collection('reply_limits/{repo_key}', z.object({ posted: times }), OF_REPOSITORY);

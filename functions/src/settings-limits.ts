/** How much of everything: the settings of the group “Limits” (settings.ts). */
import { number } from './declare-setting.ts';

export const ANSWERS_PER_HOUR = number(
  'ANSWERS_PER_HOUR',
  20,
  'replies and questions on pull requests that are answered, per person and repository; a repository has five times as many; 0 = no limit',
);
export const REQUESTS_PER_MINUTE = number(
  'REQUESTS_PER_MINUTE',
  300,
  'per user, function and instance, of which a function has 20 at most; 0 = no limit',
);
export const GRANTS_MINUTES = number(
  'GRANTS_MINUTES',
  60,
  "minutes for which a personal access token trusts what the platform last showed of its user's private repositories",
);
export const INGESTIONS_PER_HOUR = number('INGESTIONS_PER_HOUR', 20, 'per user; 0 = no limit');
export const REVIEWS_PER_HOUR = number('REVIEWS_PER_HOUR', 30, 'review commands per repository; 0 = no limit');
export const REVIEW_TOKENS_PER_DAY = number(
  'REVIEW_TOKENS_PER_DAY',
  0,
  'tokens of models that the reviews of a repository may use on a day (UTC): beyond them none starts that would ask one; 0 = no limit',
);
export const REVIEW_AUTO_TOKENS_PERCENT = number(
  'REVIEW_AUTO_TOKENS_PERCENT',
  50,
  'percent of these that automatic reviews may use; what they leave is for commands alone',
);
export const MAX_CLONE_MB = number('MAX_CLONE_MB', 300, 'a repository with a larger pack is refused with that cause');
export const SHARD_FILES = number(
  'SHARD_FILES',
  8000,
  'an ingestion that has to read more source files than this is divided over several tasks; 0 = no limit',
);
export const SHARD_MB = number('SHARD_MB', 64, 'the same for the size of these files; 0 = no limit');
export const RESOLVE_FILES = number(
  'RESOLVE_FILES',
  12000,
  'the most source files (of 250 lines; a longer one counts as several) whose facts one task holds, 0.25 MB each, and a quarter more where up to 16 files need that; a repository with more is resolved in parts by several tasks; 0 = no limit',
);

/** In the order of the table. */
export const LIMITS = [
  REQUESTS_PER_MINUTE,
  GRANTS_MINUTES,
  INGESTIONS_PER_HOUR,
  REVIEWS_PER_HOUR,
  REVIEW_TOKENS_PER_DAY,
  REVIEW_AUTO_TOKENS_PERCENT,
  ANSWERS_PER_HOUR,
  MAX_CLONE_MB,
  SHARD_FILES,
  SHARD_MB,
  RESOLVE_FILES,
];

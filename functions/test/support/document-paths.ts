/** Where documents lie, for tests that look at them as they are stored. */
import { aggregates, events, subjects } from '../../src/documents/figures.ts';
import { hidden, HIDDEN_REPOSITORIES, repositories } from '../../src/documents/repositories.ts';
import { issues, pullRequests, reviewRuns } from '../../src/documents/reviews.ts';

export const HIDDEN_REPOSITORIES_PATH = hidden.path(HIDDEN_REPOSITORIES);

export const repositoryPath = (repoKey: string) => repositories.path({ repo_key: repoKey });

export const pullRequestsPath = (repoKey: string) => pullRequests.within({ repo_key: repoKey });

export const pullRequestPath = (repoKey: string, number: number) =>
  pullRequests.path({ repo_key: repoKey, pr_number: number });

export const runPath = (repoKey: string, number: number, run: number) =>
  reviewRuns.path({ repo_key: repoKey, pr_number: number, run_number: run });

export const issuePath = (repoKey: string, number: number, fingerprint: string) =>
  issues.path({ repo_key: repoKey, pr_number: number, fingerprint });

export const eventPath = (id: string) => events.path({ event_id: id });

export const aggregatePath = (repoKey: string) => aggregates.path({ repo_key: repoKey });

export const subjectsPath = (repoKey: string) => subjects.within({ repo_key: repoKey });

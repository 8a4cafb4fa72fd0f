/**
 * `GET …/compare/{base}...{head}`: the merge base, the commits of head since then, and the files that differ from it.
 * As on the platform the files (at most 300) stand on the first page only, whatever the page size.
 */
import { git, GitFailure } from '../git-command.ts';
import { changedFiles } from '../git-diff.ts';
import { fullNameOf } from '../representations.ts';
import { type Call, notFound, RestError, route, type Route, wholeNumber } from '../routing.ts';
import type { Repository } from '../state.ts';
import { commitJson, commitsJson } from './commits.ts';
import { repositoryOf } from './repository-of.ts';

const MAX_FILES = 300;

async function compare(call: Call) {
  const repository = await repositoryOf(call);
  const { host } = call;
  const options = host.repositories.gitOptions(repository);
  const [baseRef, headRef] = (call.params['basehead'] ?? '').split('...');
  const base = await resolve(call, repository, baseRef);
  const head = await resolve(call, repository, headRef);
  const mergeBase = await mergeBaseOf(options, base, head);
  if (mergeBase === undefined) {
    throw new RestError(404, `No common ancestor between ${baseRef ?? ''} and ${headRef ?? ''}.`);
  }
  const counts = await git(['rev-list', '--left-right', '--count', `${base}...${head}`], options);
  const [behind = 0, ahead = 0] = counts.toString('utf8').trim().split(/\s+/).map(Number);
  const size = wholeNumber(call.query, 'per_page', 250, 1, 250);
  const number = wholeNumber(call.query, 'page', 1, 1, 1_000_000);
  const commits = (await commitsJson(host, repository, ['--reverse', `${base}..${head}`])).slice(
    (number - 1) * size,
    number * size,
  );
  const files = number === 1 ? (await changedFiles(options, mergeBase, head)).slice(0, MAX_FILES) : [];
  const repositoryUrl = `${host.apiUrl}/repos/${fullNameOf(host, repository)}`;
  const html = `${host.url}/${fullNameOf(host, repository)}`;
  return {
    status: 200,
    json: {
      url: `${repositoryUrl}/compare/${baseRef ?? ''}...${headRef ?? ''}`,
      html_url: `${html}/compare/${baseRef ?? ''}...${headRef ?? ''}`,
      base_commit: await commitJson(host, repository, base),
      merge_base_commit: await commitJson(host, repository, mergeBase),
      status: ahead === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged',
      ahead_by: ahead,
      behind_by: behind,
      total_commits: ahead,
      commits,
      files: files.map((file) => ({
        sha: file.sha,
        filename: file.path,
        status: file.status,
        additions: file.additions,
        deletions: file.deletions,
        changes: file.additions + file.deletions,
        blob_url: `${html}/blob/${head}/${encodeURI(file.path)}`,
        ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
        ...(file.patch === undefined ? {} : { patch: file.patch }),
      })),
    },
  };
}

async function resolve(call: Call, repository: Repository, ref: string | undefined): Promise<string> {
  // `owner:branch` names a fork's branch; the host has no forks, so only the repository's own owner is known.
  const plain = ref?.startsWith(`${call.params['owner'] ?? ''}:`) === true ? ref.slice(ref.indexOf(':') + 1) : ref;
  const commit = plain === undefined ? undefined : await call.host.repositories.commitOf(repository, plain);
  if (commit === undefined) throw notFound();
  return commit;
}

async function mergeBaseOf(options: { gitDir: string }, base: string, head: string): Promise<string | undefined> {
  try {
    return (await git(['merge-base', base, head], options)).toString('utf8').trim();
  } catch (error) {
    if (error instanceof GitFailure && error.status === 1) return undefined;
    throw error;
  }
}

export const compareRoutes: Route[] = [route('GET', '/repos/{owner}/{repo}/compare/{basehead...}', compare)];

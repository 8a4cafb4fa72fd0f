/**
 * Pull requests over real git: what they compare, how they follow their branches while open, and merging. Their heads
 * stay reachable as `refs/pull/<number>/head`, also after a force-push or when the branch is deleted, as on the platform.
 */
import { diffLines, type DiffLines } from './diff-lines.ts';
import { git, GitFailure } from './git-command.ts';
import { type ChangedFile, changedFiles, textOfCommits } from './git-diff.ts';
import { type Host, notFound, RestError } from './routing.ts';
import type { Account, Pull, Repository, ReviewComment } from './state.ts';

export function pullsOf(host: Host, repository: Repository): Pull[] {
  return host.file.state.pulls.filter((each) => each.repositoryId === repository.id);
}

/** 404 when there is none; an open one is brought up to its branches first. */
export async function pullByNumber(host: Host, repository: Repository, number: number): Promise<Pull> {
  const pull = pullsOf(host, repository).find((each) => each.number === number);
  if (pull === undefined) throw notFound();
  await followBranches(host, repository, pull);
  return pull;
}

export async function openPull(
  host: Host,
  repository: Repository,
  asked: Pick<Pull, 'title' | 'body' | 'headRef' | 'fork' | 'baseRef' | 'authorId'>,
): Promise<Pull> {
  const head = await host.repositories.commitOf(repository, `refs/heads/${asked.headRef}`);
  const base = await host.repositories.commitOf(repository, `refs/heads/${asked.baseRef}`);
  if (head === undefined) throw invalid('PullRequest', 'head', 'invalid');
  if (base === undefined) throw invalid('PullRequest', 'base', 'invalid');
  const rivals = pullsOf(host, repository);
  const twin = rivals.find(
    (each) => each.state === 'open' && each.headRef === asked.headRef && each.baseRef === asked.baseRef,
  );
  if (twin !== undefined) {
    throw new RestError(422, 'Validation Failed', {
      errors: [
        { resource: 'PullRequest', code: 'custom', message: `A pull request already exists for ${asked.headRef}.` },
      ],
    });
  }
  if ((await mergeBaseOf(host, repository, base, head)) === head) {
    throw new RestError(422, 'Validation Failed', {
      errors: [
        {
          resource: 'PullRequest',
          code: 'custom',
          message: `No commits between ${asked.baseRef} and ${asked.headRef}`,
        },
      ],
    });
  }
  const at = new Date().toISOString();
  const pull: Pull = {
    ...asked,
    id: host.file.takeId(),
    repositoryId: repository.id,
    number: Math.max(0, ...rivals.map((each) => each.number)) + 1,
    state: 'open',
    headSha: head,
    baseSha: base,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    mergedAt: null,
    mergeSha: null,
  };
  host.file.state.pulls.push(pull);
  await keepHead(host, repository, pull);
  host.file.save();
  return pull;
}

export function touch(host: Host, pull: Pull): void {
  pull.updatedAt = new Date().toISOString();
  host.file.save();
}

async function followBranches(host: Host, repository: Repository, pull: Pull): Promise<void> {
  if (pull.state === 'closed') return;
  const head = await host.repositories.commitOf(repository, `refs/heads/${pull.headRef}`);
  const base = await host.repositories.commitOf(repository, `refs/heads/${pull.baseRef}`);
  const moved = head !== undefined && head !== pull.headSha;
  pull.baseSha = base ?? pull.baseSha;
  if (!moved) return;
  pull.headSha = head;
  await keepHead(host, repository, pull);
  touch(host, pull);
}

async function keepHead(host: Host, repository: Repository, pull: Pull): Promise<void> {
  const options = host.repositories.gitOptions(repository);
  await git(['update-ref', `refs/pull/${pull.number}/head`, pull.headSha], options);
}

/** undefined when the two have no common history. */
export async function mergeBaseOf(
  host: Host,
  repository: Repository,
  base: string,
  head: string,
): Promise<string | undefined> {
  try {
    return (await textOfCommits(['merge-base', base, head], host.repositories.gitOptions(repository))).trim();
  } catch (error) {
    if (error instanceof GitFailure && error.status === 1) return undefined;
    throw error;
  }
}

export interface PullDiff {
  mergeBase: string;
  files: ChangedFile[];
}

/** What a pull request changes, at its head or at an earlier commit of it. */
export async function pullDiff(host: Host, repository: Repository, pull: Pull, head = pull.headSha): Promise<PullDiff> {
  const mergeBase = await mergeBaseOf(host, repository, pull.baseSha, head);
  if (mergeBase === undefined) throw new RestError(422, 'The head has no history in common with the base');
  const files = await changedFiles(host.repositories.gitOptions(repository), mergeBase, head);
  return { mergeBase, files };
}

/** Lines of one file that a comment may stand on; undefined when the diff does not hold the file. */
export async function commentableLines(
  host: Host,
  repository: Repository,
  { mergeBase, files }: PullDiff,
  head: string,
  path: string,
): Promise<DiffLines | undefined> {
  const file = files.find((each) => each.path === path);
  if (file === undefined) return undefined;
  if (file.patch !== undefined) return diffLines(file.patch);
  // Binary, or too long for the listing: the patch itself may still be commented on.
  const paths = [file.path, ...(file.previousPath === undefined ? [] : [file.previousPath])];
  const form = ['--no-ext-diff', '--no-textconv', '--find-renames', mergeBase, head];
  const text = await textOfCommits(
    ['diff', '--patch', ...form, '--', ...paths],
    host.repositories.gitOptions(repository),
  );
  return diffLines(text.replace(/^[\s\S]*?(?=^@@ )/m, ''));
}

export async function commitsOfPull(host: Host, repository: Repository, pull: Pull): Promise<string[]> {
  const range = `${pull.baseSha}..${pull.headSha}`;
  const list = await git(['rev-list', '--reverse', range, '--'], host.repositories.gitOptions(repository));
  return list.toString('utf8').split('\n').filter(Boolean);
}

/** Where a comment's line is in today's diff of the pull request; null when it changed or left the diff: the comment is outdated. */
export async function currentLine(
  host: Host,
  repository: Repository,
  pull: Pull,
  today: PullDiff,
  comment: ReviewComment,
): Promise<number | null> {
  if (comment.commitSha === pull.headSha) return comment.line;
  const left = comment.side === 'LEFT';
  const before = left ? await mergeBaseOf(host, repository, pull.baseSha, comment.commitSha) : comment.commitSha;
  const after = left ? today.mergeBase : pull.headSha;
  const line = await movedLine(host, repository, {
    before: before ?? comment.commitSha,
    after,
    path: comment.path,
    line: comment.line,
  });
  if (line === null) return null;
  const lines = await commentableLines(host, repository, today, pull.headSha, comment.path);
  return lines?.hunkOf(comment.side, line) === undefined ? null : line;
}

async function movedLine(
  host: Host,
  repository: Repository,
  { before, after, path, line }: { before: string; after: string; path: string; line: number },
): Promise<number | null> {
  if (before === after) return line;
  const form = ['--unified=0', '--no-renames', '--no-ext-diff', '--no-textconv', before, after, '--', path];
  const text = await textOfCommits(['diff', ...form], host.repositories.gitOptions(repository));
  let shift = 0;
  for (const [, from = '0', count = '1', , added = '1'] of text.matchAll(
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm,
  )) {
    // An insertion behind line n is printed as `-n,0`.
    const start = count === '0' ? Number(from) + 1 : Number(from);
    if (line < start) break;
    if (line < start + Number(count)) return null;
    shift += Number(added) - Number(count);
  }
  return line + shift;
}

export type MergeMethod = 'merge' | 'squash';

export interface Merge {
  by: Account;
  method: MergeMethod;
  title?: string | undefined;
}

/**
 * Merges as the platform's button does; 405 when the two conflict. The commit goes to the source too: a work tree that
 * has the base branch checked out is updated, unless it holds changes that this would lose (405).
 */
export async function mergePull(
  host: Host,
  repository: Repository,
  pull: Pull,
  { by, method, title = `Merge pull request #${pull.number} from ${pull.headRef}` }: Merge,
): Promise<void> {
  const options = host.repositories.gitOptions(repository);
  const refused = (why: string) => new RestError(405, why);
  if (pull.state === 'closed') throw refused('Pull Request is not mergeable');
  const [tree = ''] = await git(['merge-tree', '--write-tree', pull.baseSha, pull.headSha], options).then(
    (out) => out.toString('utf8').split('\n'),
    (error: unknown) => {
      if (error instanceof GitFailure && error.status === 1) throw refused('Pull Request is not mergeable');
      throw error;
    },
  );
  const parents = method === 'merge' ? [pull.baseSha, pull.headSha] : [pull.baseSha];
  const identity = [`user.name=${by.name ?? by.login}`, `user.email=${by.email ?? `${by.login}@users.invalid`}`];
  const made = await git(
    [
      ...identity.flatMap((each) => ['-c', each]),
      ...['commit-tree', tree, '-m', title],
      ...parents.flatMap((each) => ['-p', each]),
    ],
    options,
  );
  const commit = made.toString('utf8').trim();
  await host.repositories.moveBranch(repository, pull.baseRef, commit).catch((error: unknown) => {
    if (error instanceof GitFailure) throw refused('Base branch was modified. Review and try the merge again.');
    throw error;
  });
  const at = new Date().toISOString();
  Object.assign(pull, { state: 'closed', closedAt: at, mergedAt: at, mergeSha: commit });
  touch(host, pull);
}

function invalid(resource: string, field: string, code: string): RestError {
  return new RestError(422, 'Validation Failed', { errors: [{ resource, field, code }] });
}

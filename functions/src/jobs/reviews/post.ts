/**
 * Puts a review on the platform so that doing it again changes nothing: what stands there already is found by the hidden
 * markers of our own account's comments, on all pages, before anything is posted. The platform refuses a whole review for
 * one comment; such a review is halved until the refused comment stands alone, so it costs none of the others.
 */
import type { ReviewRun } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import type { Ports, ScmNewReviewComment, ScmPort } from '../../ports.ts';
import type { DraftComment } from '../../review/draft/comments.ts';
import { markerOf } from '../../review/draft/markers.ts';
import type { RepositoryIdentity } from '../snapshots/repository-token.ts';

export type PostPorts = Pick<Ports, 'scm' | 'settings'>;

type Target = Pick<ReviewRun, 'owner' | 'repo_name' | 'pr_number'>;

export interface PostedComments {
  /** Ids of comments on the platform, by fingerprint; those of earlier runs included. */
  ids: Map<string, number>;
  /** Where they are seen. */
  urls: Map<string, string>;
  /** Fingerprints that the platform does not take. */
  rejected: Set<string>;
  /** Why the platform took no more of them after some were posted; null when it took all that it can. */
  refusal: AppError | null;
}

/** Whether a failure stays whatever is tried, as the run's worker knows. */
export type IsFinal = (error: AppError) => boolean;

/**
 * The platform for a worker that may lose its run: before each thing that it posts, `require` says that the run is still
 * its own, or rejects. Much may happen between one post and the next: somebody deletes the repository, another worker
 * takes over.
 */
export function postingWhile(scm: ScmPort, require: () => Promise<void>): ScmPort {
  const held =
    <A extends unknown[], R>(post: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await require();
      return post(...args);
    };
  return {
    ...scm,
    react: held(scm.react),
    createComment: held(scm.createComment),
    reply: held(scm.reply),
    resolveThread: held(scm.resolveThread),
    updateComment: held(scm.updateComment),
    createReview: held(scm.createReview),
    setCheck: held(scm.setCheck),
    ...(scm.uploadSarif === undefined ? {} : { uploadSarif: held(scm.uploadSarif) }),
  };
}

/** Comments of the app, and of the user whose token stands in for it. */
export function isOwn(ports: Pick<Ports, 'settings'>, identity: RepositoryIdentity, author: string): boolean {
  return author === identity.login || author === `${ports.settings.scmAppSlug}[bot]`;
}

async function postedFindings(
  ports: PostPorts,
  identity: RepositoryIdentity,
  { owner, repo_name: name, pr_number: number }: Target,
): Promise<Pick<PostedComments, 'ids' | 'urls'>> {
  const ids = new Map<string, number>();
  const urls = new Map<string, string>();
  for (const { id, author, body, replyTo, url } of await ports.scm.reviewComments(
    identity.token,
    owner,
    name,
    number,
  )) {
    const marker = replyTo === null && isOwn(ports, identity, author) ? markerOf(body) : undefined;
    if (marker?.kind !== 'finding' || ids.has(marker.fingerprint)) continue;
    ids.set(marker.fingerprint, id);
    urls.set(marker.fingerprint, url);
  }
  return { ids, urls };
}

/**
 * One review with every comment that is not there yet. Failures: those of ScmPort, but not for single comments, and not
 * for the rest of a review of which a part was posted.
 */
export async function postComments(
  ports: PostPorts,
  identity: RepositoryIdentity,
  target: Target,
  review: { commitSha: string; body: string; comments: readonly DraftComment[] },
  isFinal: IsFinal,
): Promise<PostedComments> {
  const before = await postedFindings(ports, identity, target);
  const missing = review.comments.filter(({ fingerprint }) => !before.ids.has(fingerprint));
  if (missing.length === 0) return { ...before, rejected: new Set(), refusal: null };
  const { owner, repo_name: name, pr_number: number } = target;
  const rejected = new Set<string>();
  let posted = review.comments.length - missing.length;

  const post = async (comments: readonly DraftComment[]): Promise<void> => {
    const { commitSha, body } = review;
    try {
      const asked = { commitSha, body, comments: comments.map(newCommentOf) };
      await ports.scm.createReview(identity.token, owner, name, number, asked);
      posted += comments.length;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
      const [only] = comments;
      if (comments.length === missing.length) await assertHead(ports, identity, target, commitSha);
      if (comments.length === 1 && only !== undefined) {
        rejected.add(only.fingerprint);
        return;
      }
      const middle = Math.ceil(comments.length / 2);
      await post(comments.slice(0, middle));
      await post(comments.slice(middle));
    }
  };
  let refusal: AppError | null = null;
  try {
    await post(missing);
  } catch (error) {
    if (!(error instanceof AppError) || !isFinal(error)) throw error;
    // A platform that takes comments one by one may have taken some, or all, of what it then refused as a whole.
    const { ids: there } = await postedFindings(ports, identity, target);
    if (posted === 0 && !missing.some(({ fingerprint }) => there.has(fingerprint))) throw error;
    refusal = missing.every(({ fingerprint }) => there.has(fingerprint)) ? null : error;
  }
  const after = await postedFindings(ports, identity, target);
  if (refusal !== null)
    for (const { fingerprint } of missing) if (!after.ids.has(fingerprint)) rejected.add(fingerprint);
  return { ...after, rejected, refusal };
}

/** A review is also refused when a push took its commit out of the pull request: then none of its comments is to blame. */
async function assertHead(
  { scm }: PostPorts,
  { token }: RepositoryIdentity,
  { owner, repo_name: name, pr_number: number }: Target,
  commitSha: string,
): Promise<void> {
  const { headSha } = await scm.pullRequest(token, owner, name, number);
  if (headSha === commitSha) return;
  throw new AppError('platform_unavailable', 'The pull request was pushed to while it was posted on', {
    retryAfter: 1,
  });
}

function newCommentOf({ path, side, line, start_line: start, body }: DraftComment): ScmNewReviewComment {
  return { path, side, startLine: start ?? line, line, body };
}

/** Edits the one walkthrough in place, or writes it; anew when somebody has deleted it in that moment. */
export async function postWalkthrough(
  ports: PostPorts,
  identity: RepositoryIdentity,
  { owner, repo_name: name, pr_number: number }: Target,
  text: string,
): Promise<void> {
  const { token } = identity;
  const comments = await ports.scm.comments(token, owner, name, number);
  const mine = comments.find(
    ({ author, body }) => isOwn(ports, identity, author) && markerOf(body)?.kind === 'walkthrough',
  );
  if (mine?.body === text) return;
  try {
    if (mine !== undefined) {
      await ports.scm.updateComment(token, owner, name, { id: mine.id, number }, text);
      return;
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  }
  await ports.scm.createComment(token, owner, name, number, text);
}

/** A short comment that one run leaves once. */
export async function postNotice(
  ports: PostPorts,
  identity: RepositoryIdentity,
  run: Pick<ReviewRun, 'owner' | 'repo_name' | 'pr_number' | 'run_number'>,
  text: string,
): Promise<void> {
  const { owner, repo_name: name, pr_number: number } = run;
  const marker = `<!-- reviewgraph:notice ${run.run_number} -->`;
  const comments = await ports.scm.comments(identity.token, owner, name, number);
  if (comments.some(({ author, body }) => isOwn(ports, identity, author) && body.startsWith(marker))) return;
  await ports.scm.createComment(identity.token, owner, name, number, `${marker}\n${text}`);
}

/** Comments of ours whose threads somebody marked as resolved. */
export async function resolvedComments(
  ports: PostPorts,
  { token }: RepositoryIdentity,
  { owner, repo_name: name, pr_number: number }: Target,
): Promise<Set<number>> {
  const threads = await ports.scm.reviewThreads(token, owner, name, number);
  return new Set(threads.flatMap(({ resolved, commentIds }) => (resolved ? commentIds.slice(0, 1) : [])));
}

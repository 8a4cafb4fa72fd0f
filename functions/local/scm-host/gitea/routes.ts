/**
 * The same repositories and pull requests by Gitea's API, below /api/v1: its field names, its pages (`limit`, at most 50),
 * and its reviews, whose comments stand on one line. As there, some lists have pages without links to them, others none,
 * and a review that cannot be written whole leaves the comments before the failing one in its author's pending review,
 * which the next review of theirs takes along.
 */
import { z } from 'zod';
import { mergeBaseOf } from '../pulls.ts';
import {
  type Call,
  type Host,
  notFound,
  page,
  type Reply,
  RestError,
  route,
  type Route,
  wholeNumber,
} from '../routing.ts';
import type { Pull, Repository, Review } from '../state.ts';
import { archiveRoutes } from '../rest/archives.ts';
import { authorJson, authorLogin, writerOf } from '../rest/authors.ts';
import { bodyAs } from '../rest/bodies.ts';
import { statusRoutesFor } from '../rest/checks.ts';
import { contentsRoutes } from '../rest/contents.ts';
import { gitObjectRoutes } from '../rest/git-objects.ts';
import { asGitea, ofPull, reviewComment } from './forms.ts';
import { threadRoutes } from './threads.ts';
import { issueCommentJson, issueCommentRoutes } from '../rest/issue-comments.ts';
import { pullOf, pullPath, pullRoutes } from '../rest/pulls.ts';
import { repositoryRoutes } from '../rest/repositories.ts';
import { addReview, type NewComment } from '../rest/reviews.ts';
import { userRoutes } from '../rest/users.ts';
import { collaboratorRoutes } from './collaborators.ts';

type Json = Record<string, unknown>;

const SHARED: readonly Route[] = [
  ...userRoutes,
  ...repositoryRoutes,
  ...gitObjectRoutes,
  ...pullRoutes,
  ...issueCommentRoutes,
  ...contentsRoutes,
];

/** A route of the other API whose answers take another form. */
function like(method: string, path: string, form: (json: Json, call: Call) => Json | Promise<Json>): Route {
  const wanted = route(method, path, () => Promise.reject(new Error('not called')));
  const found = SHARED.find((each) => each.method === method && each.pattern.source === wanted.pattern.source);
  if (found === undefined) throw new Error(`no route ${method} ${path}`);
  return route(method, path, async (given) => {
    const call = asGitea(given);
    const reply: Reply = await found.handler(call);
    if (!Array.isArray(reply.json)) return { ...reply, json: await form(reply.json as Json, call) };
    return { ...reply, json: await Promise.all((reply.json as Json[]).map(async (row) => form(row, call))) };
  });
}

const same = (json: Json): Json => json;

const TREE_PAGE = 1000;

/** Rows of a tree come in pages, and all of them say that they are cut when there are several. */
function treePage({ tree, ...json }: Json, { query }: Call): Json {
  const rows = Array.isArray(tree) ? (tree as Json[]) : [];
  const at = wholeNumber(query, 'page', 1, 1, 1_000_000);
  const shown = rows.slice(TREE_PAGE * (at - 1), TREE_PAGE * at);
  return { ...json, tree: shown, truncated: rows.length > TREE_PAGE, page: at, total_count: rows.length };
}

function user({ name, ...json }: Json): Json {
  return { ...json, full_name: name ?? '', type: undefined };
}

function repository({ stargazers_count: stars, ...json }: Json): Json {
  return { ...json, stars_count: stars, language: json['language'] ?? '', description: json['description'] ?? '' };
}

function branch({ commit, ...json }: Json): Json {
  return { ...json, commit: { id: (commit as Json)['sha'] } };
}

/** Nobody's association is told, and a draft by its title alone. */
function listedPull({ author_association: _, draft: __, ...json }: Json): Json {
  return json;
}

async function pullWithBase(json: Json, call: Call): Promise<Json> {
  const { repository: found, pull: shown } = await pullOf({
    ...call,
    params: { ...call.params, number: String(json['number']) },
  });
  return {
    ...listedPull(json),
    merged: shown.mergedAt !== null,
    merge_base: await mergeBaseOf(call.host, found, shown.baseSha, shown.headSha),
  };
}

const reviewShape = z.strictObject({
  event: z.enum(['COMMENT', 'APPROVED', 'REQUEST_CHANGES']),
  body: z.string(),
  commit_id: z.string().optional(),
  comments: z.array(
    z.strictObject({
      path: z.string(),
      body: z.string(),
      new_position: z.int().default(0),
      old_position: z.int().default(0),
    }),
  ),
});

async function createReview(given: Call) {
  const call = asGitea(given);
  const { repository: found, pull } = await pullOf(call);
  const { body, commit_id: commitSha, comments } = bodyAs(call, reviewShape);
  const placed = comments.map(({ path, body: text, new_position: after, old_position: before }): NewComment => {
    return { path, body: text, side: before > 0 ? 'LEFT' : 'RIGHT', line: before || after, startLine: null };
  });
  for (const comment of placed) {
    try {
      const [draft] = pendingOf(call, found, pull);
      const added = await addReview(call, found, pull, { commitSha, body: '', state: 'PENDING', comments: [comment] });
      if (draft !== undefined) moveComments(call.host, added, draft);
    } catch (error) {
      if (error instanceof RestError && error.status === 422) throw new RestError(500, error.message);
      throw error;
    }
  }
  const review = await addReview(call, found, pull, { commitSha, body, state: 'COMMENTED', comments: [] });
  for (const draft of pendingOf(call, found, pull)) moveComments(call.host, draft, review);
  return { status: 200, json: { id: review.id, state: 'COMMENT', comments_count: placed.length } };
}

/** The review that they were in is gone then. */
function moveComments({ file: { state } }: Host, from: Review, to: Review): void {
  for (const comment of state.reviewComments) if (comment.reviewId === from.id) comment.reviewId = to.id;
  state.reviews.splice(state.reviews.indexOf(from), 1);
}

function pendingOf(call: Call, found: Repository, pull: Pull): Review[] {
  const me = writerOf(call, found);
  return ofPull(call.host.file.state.reviews, found, pull).filter(
    ({ state, authorId }) => state === 'PENDING' && authorId === me,
  );
}

async function deleteReview(given: Call) {
  const call = asGitea(given);
  const { repository: found, pull } = await pullOf(call);
  const { reviews, reviewComments } = call.host.file.state;
  const review = ofPull(reviews, found, pull).find(({ id }) => String(id) === call.params['id']);
  if (review === undefined) throw notFound();
  if (review.authorId !== writerOf(call, found)) throw new RestError(403, '');
  reviews.splice(reviews.indexOf(review), 1);
  for (const comment of reviewComments.filter(({ reviewId }) => reviewId === review.id)) {
    reviewComments.splice(reviewComments.indexOf(comment), 1);
  }
  return { status: 204 };
}

async function listReviews(given: Call) {
  const call = asGitea(given);
  const { repository: found, pull } = await pullOf(call);
  const { reviews, reviewComments } = call.host.file.state;
  const path = pullPath(authorLogin(call.host, found.ownerId), found.name, pull.number);
  const me = writerOf(call, found);
  const all = ofPull(reviews, found, pull);
  // Counted are those of all, shown of pending ones only one's own; and no link leads to the next page.
  const shown = page(call, `${path}/reviews`, all).items.filter(
    ({ state, authorId }) => state !== 'PENDING' || authorId === me,
  );
  const headers = { 'X-Total-Count': String(all.length) };
  const json = shown.map(({ id, authorId, body, state, commitSha, createdAt }) => ({
    id,
    user: authorJson(call.host, authorId),
    body,
    state: state === 'PENDING' ? state : 'COMMENT',
    commit_id: commitSha,
    comments_count: reviewComments.filter((each) => each.reviewId === id).length,
    submitted_at: createdAt,
  }));
  return { status: 200, headers, json };
}

/** Whatever page is asked for. */
async function allComments(given: Call) {
  const call = asGitea(given);
  const { repository: found, pull } = await pullOf(call);
  const mine = call.host.file.state.issueComments.filter(
    (each) => each.repositoryId === found.id && each.number === pull.number,
  );
  const headers = { 'X-Total-Count': String(mine.length) };
  return { status: 200, headers, json: mine.map((each) => issueCommentJson(call.host, found, each)) };
}

async function commentsOfReview(given: Call) {
  const call = asGitea(given);
  const { repository: found, pull } = await pullOf(call);
  const mine = ofPull(call.host.file.state.reviewComments, found, pull);
  const html = `${call.host.url}/${authorLogin(call.host, found.ownerId)}/${found.name}/pulls/${pull.number}`;
  // All at once: this list has no pages.
  return {
    status: 200,
    json: mine
      .filter((each) => String(each.reviewId) === call.params['id'])
      .map((each) => reviewComment(call, each, html)),
  };
}

/** `archive/{commit}.tar.gz` is what `tarball/{commit}` is on the other API. */
function archive(call: Call): Promise<Reply> {
  const found = archiveRoutes.find(({ names }) => names.includes('ref'));
  const ref = /^(.+)\.tar\.gz$/.exec(call.params['archive'] ?? '')?.[1];
  if (found === undefined || ref === undefined) throw notFound();
  return found.handler({ ...call, params: { ...call.params, ref } });
}

export const GITEA_ROUTES: readonly Route[] = [
  like('GET', '/user', user),
  like('GET', '/user/repos', repository),
  like('GET', '/repos/{owner}/{repo}/branches/{branch...}', branch),
  like('GET', '/repos/{owner}/{repo}/git/trees/{sha...}', treePage),
  like('GET', '/repos/{owner}/{repo}/git/blobs/{sha}', same),
  like('GET', '/repos/{owner}/{repo}/contents/{path...}', same),
  like('GET', '/repos/{owner}/{repo}/pulls', listedPull),
  like('GET', '/repos/{owner}/{repo}/pulls/{number}', pullWithBase),
  route('GET', '/repos/{owner}/{repo}/issues/{number}/comments', allComments),
  like('POST', '/repos/{owner}/{repo}/issues/{number}/comments', same),
  like('PATCH', '/repos/{owner}/{repo}/issues/comments/{id}', same),
  like('POST', '/repos/{owner}/{repo}/issues/comments/{id}/reactions', same),
  route('POST', '/repos/{owner}/{repo}/pulls/{number}/reviews', createReview),
  route('GET', '/repos/{owner}/{repo}/pulls/{number}/reviews', listReviews),
  route('DELETE', '/repos/{owner}/{repo}/pulls/{number}/reviews/{id}', deleteReview),
  route('GET', '/repos/{owner}/{repo}/pulls/{number}/reviews/{id}/comments', commentsOfReview),
  ...threadRoutes,
  route('GET', '/repos/{owner}/{repo}/archive/{archive...}', async (call) => archive(call)),
  ...statusRoutesFor(['pending', 'success', 'failure', 'error', 'warning']),
  ...collaboratorRoutes,
  like('GET', '/repos/{owner}/{repo}', repository),
];

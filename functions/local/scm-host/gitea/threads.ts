/**
 * Threads on lines, as Gitea's newer versions let programs answer and resolve them.
 *
 *     POST …/pulls/7/comments/31/replies {"body": "…"}   201      from 1.27 on
 *     POST …/pulls/comments/31/resolve                   204      from 1.26 on
 *
 * https://github.com/go-gitea/gitea/pull/36683  https://github.com/go-gitea/gitea/pull/36441
 */
import { z } from 'zod';
import { permissionOn } from '../access.ts';
import { pullByNumber, touch } from '../pulls.ts';
import { authorLogin, writerOf } from '../rest/authors.ts';
import { bodyAs } from '../rest/bodies.ts';
import { pullOf } from '../rest/pulls.ts';
import { repositoryOf } from '../rest/repository-of.ts';
import { addReply } from '../rest/review-comments.ts';
import { type Call, notFound, RestError, route, type Route } from '../routing.ts';
import { asGitea, ofPull, reviewComment } from './forms.ts';

async function commentOf(call: Call) {
  const { repository: found, pull } = await pullOf(call);
  const comment = ofPull(call.host.file.state.reviewComments, found, pull).find(
    ({ id }) => String(id) === call.params['id'],
  );
  if (comment === undefined) throw notFound();
  return { found, pull, comment };
}

/** From 1.27 on. */
async function answer(given: Call) {
  const call = asGitea(given);
  const { found, pull, comment } = await commentOf(call);
  const { body } = bodyAs(call, z.strictObject({ body: z.string() }));
  if (body.trim() === '') throw new RestError(422, 'body cannot be empty');
  const added = addReply(call.host, pull, comment, { authorId: writerOf(call, found), body });
  const html = `${call.host.url}/${authorLogin(call.host, found.ownerId)}/${found.name}/pulls/${pull.number}`;
  return { status: 201, json: reviewComment(call, added, html) };
}

/** From 1.26 on: who may push, and the author of the pull request. */
async function resolve(given: Call) {
  const call = asGitea(given);
  const found = await repositoryOf(call);
  const comment = call.host.file.state.reviewComments.find(
    (each) => each.repositoryId === found.id && String(each.id) === call.params['id'],
  );
  if (comment === undefined) throw notFound();
  const me = writerOf(call, found);
  const pull = await pullByNumber(call.host, found, comment.number);
  if (permissionOn(call.principal, found) === 'pull' && pull.authorId !== me) throw new RestError(403, '');
  comment.resolvedBy = me;
  touch(call.host, pull);
  return { status: 204 };
}

export const threadRoutes: readonly Route[] = [
  route('POST', '/repos/{owner}/{repo}/pulls/{number}/comments/{id}/replies', answer),
  route('POST', '/repos/{owner}/{repo}/pulls/comments/{id}/resolve', resolve),
];

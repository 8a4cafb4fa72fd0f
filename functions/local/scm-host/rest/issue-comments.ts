/** The conversation of a pull request, and reactions to its comments. */
import { z } from 'zod';
import { pullsOf, touch } from '../pulls.ts';
import { type Call, type Host, notFound, page, RestError, route, type Route } from '../routing.ts';
import type { IssueComment, Repository } from '../state.ts';
import { assertMayChange, associationOf, authorJson, authorLogin, writerOf } from './authors.ts';
import { assertText, bodyAs } from './bodies.ts';
import { repositoryOf } from './repository-of.ts';

const CONTENTS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];

export function issueCommentJson(host: Host, repository: Repository, comment: IssueComment): Record<string, unknown> {
  const owner = authorLogin(host, repository.ownerId);
  const api = `${host.apiUrl}/repos/${owner}/${repository.name}/issues`;
  const counts = Object.fromEntries(
    CONTENTS.map((content) => [content, comment.reactions.filter((each) => each.content === content).length]),
  );
  return {
    id: comment.id,
    url: `${api}/comments/${comment.id}`,
    html_url: `${host.url}/${owner}/${repository.name}/pull/${comment.number}#issuecomment-${comment.id}`,
    issue_url: `${api}/${comment.number}`,
    user: authorJson(host, comment.authorId),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(host, repository, comment.authorId),
    body: comment.body,
    reactions: { url: `${api}/comments/${comment.id}/reactions`, total_count: comment.reactions.length, ...counts },
    performed_via_github_app: null,
  };
}

async function conversationOf(call: Call): Promise<{ repository: Repository; number: number }> {
  const repository = await repositoryOf(call);
  const pull = pullsOf(call.host, repository).find((each) => String(each.number) === call.params['number']);
  if (pull === undefined) throw notFound();
  return { repository, number: pull.number };
}

async function list(call: Call) {
  const { repository, number } = await conversationOf(call);
  const { host } = call;
  const mine = host.file.state.issueComments.filter(
    (each) => each.repositoryId === repository.id && each.number === number,
  );
  const path = `/repos/${authorLogin(host, repository.ownerId)}/${repository.name}/issues/${number}/comments`;
  const { items, headers } = page(call, path, mine);
  return { status: 200, headers, json: items.map((each) => issueCommentJson(host, repository, each)) };
}

export function addIssueComment(
  host: Host,
  repository: Repository,
  written: { number: number; authorId: number; body: string },
): IssueComment {
  const at = new Date().toISOString();
  const id = host.file.takeId();
  const comment = { ...written, id, repositoryId: repository.id, createdAt: at, updatedAt: at, reactions: [] };
  host.file.state.issueComments.push(comment);
  const pull = pullsOf(host, repository).find((each) => each.number === written.number);
  if (pull === undefined) host.file.save();
  else touch(host, pull);
  return comment;
}

const bodyShape = z.object({ body: z.string() });

async function create(call: Call) {
  const { repository, number } = await conversationOf(call);
  const authorId = writerOf(call, repository);
  const { body } = bodyAs(call, bodyShape);
  assertText('IssueComment', 'body', body);
  const comment = addIssueComment(call.host, repository, { number, authorId, body });
  return { status: 201, json: issueCommentJson(call.host, repository, comment) };
}

async function commentOf(call: Call): Promise<{ repository: Repository; comment: IssueComment }> {
  const repository = await repositoryOf(call);
  const comment = call.host.file.state.issueComments.find(
    (each) => each.repositoryId === repository.id && String(each.id) === call.params['id'],
  );
  if (comment === undefined) throw notFound();
  return { repository, comment };
}

async function change(call: Call) {
  const { repository, comment } = await commentOf(call);
  assertMayChange(call, repository, comment.authorId);
  const { body } = bodyAs(call, bodyShape);
  assertText('IssueComment', 'body', body);
  Object.assign(comment, { body, updatedAt: new Date().toISOString() });
  call.host.file.save();
  return { status: 200, json: issueCommentJson(call.host, repository, comment) };
}

async function remove(call: Call) {
  const { repository, comment } = await commentOf(call);
  assertMayChange(call, repository, comment.authorId);
  const { issueComments } = call.host.file.state;
  issueComments.splice(issueComments.indexOf(comment), 1);
  call.host.file.save();
  return { status: 204 };
}

async function react(call: Call) {
  const { repository, comment } = await commentOf(call);
  const authorId = writerOf(call, repository);
  const { content } = bodyAs(call, z.object({ content: z.string() }));
  if (!CONTENTS.includes(content)) throw new RestError(422, 'Invalid request.\n\ncontent is not a reaction.');
  const before = comment.reactions.find((each) => each.authorId === authorId && each.content === content);
  const reaction = before ?? { id: call.host.file.takeId(), authorId, content };
  if (before === undefined) comment.reactions.push(reaction);
  call.host.file.save();
  return {
    status: before === undefined ? 201 : 200,
    json: { id: reaction.id, content, user: authorJson(call.host, authorId), created_at: comment.updatedAt },
  };
}

export const issueCommentRoutes: Route[] = [
  route('GET', '/repos/{owner}/{repo}/issues/{number}/comments', list),
  route('POST', '/repos/{owner}/{repo}/issues/{number}/comments', create),
  route('GET', '/repos/{owner}/{repo}/issues/comments/{id}', async (call) => {
    const { repository, comment } = await commentOf(call);
    return { status: 200, json: issueCommentJson(call.host, repository, comment) };
  }),
  route('PATCH', '/repos/{owner}/{repo}/issues/comments/{id}', change),
  route('DELETE', '/repos/{owner}/{repo}/issues/comments/{id}', remove),
  route('POST', '/repos/{owner}/{repo}/issues/comments/{id}/reactions', react),
];

/**
 * Where a comment stands: in a thread on lines, or in the conversation; what was said before it, and which of our findings
 * it is about. A comment is ours by its hidden mark and by its author, so that nobody can make one.
 */
import { issues } from '../../documents/reviews.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { IssueRecord } from '../../model/reviews.ts';
import type { Ports, ScmComment, ScmReviewComment } from '../../ports.ts';
import { markerOf } from '../../review/draft/markers.ts';
import { isOwnText } from '../../review/thread-command.ts';
import { isOwn } from '../reviews/post.ts';
import type { RepositoryIdentity } from '../snapshots/repository-token.ts';
import type { ConversationTask } from '../work/payloads.ts';

export interface Thread {
  onLines: boolean;
  /** The comment that opened it; in the conversation the comment itself. */
  root: ScmComment;
  /** What is answered. */
  asked: ScmComment;
  /** Before it, oldest first. */
  before: ScmComment[];
  /** The same and what came behind. */
  all: ScmComment[];
  /** Of a thread on lines: `shop/price.py`, and the line today. */
  place: { path: string; line: number | null } | null;
  /** The finding that opened it. */
  issue: IssueRecord | undefined;
  isMine(comment: ScmComment): boolean;
}

type FindPorts = Pick<Ports, 'scm' | 'settings' | 'store'>;

/** undefined when the comment is there no longer. */
export async function findThread(
  ports: FindPorts,
  identity: RepositoryIdentity,
  { owner, repo_name: name, number, comment_id: id, on_lines: onLines }: ConversationTask,
): Promise<Thread | undefined> {
  const isMine = (comment: ScmComment) => isOwn(ports, identity, comment.author) && isOwnText(comment.body);
  if (onLines !== false) {
    const comments = await ports.scm.reviewComments(identity.token, owner, name, number);
    const asked = comments.find((each) => each.id === id);
    if (asked !== undefined) {
      const found = threadOf(comments, asked);
      const issue = await issueOf(ports, { repo_key: repoKeyOf(owner, name), pr_number: number }, found.root, isMine);
      return { ...found, issue, isMine };
    }
  }
  if (onLines === true) return undefined;
  const all = await ports.scm.comments(identity.token, owner, name, number);
  const asked = all.find((each) => each.id === id);
  if (asked === undefined) return undefined;
  const before = all.slice(0, all.indexOf(asked));
  return { onLines: false, root: asked, asked, before, all, place: null, issue: undefined, isMine };
}

function threadOf(comments: readonly ScmReviewComment[], asked: ScmReviewComment) {
  const root = comments.find(({ id }) => id === asked.replyTo) ?? asked;
  const all = comments.filter((each) => each === root || each.replyTo === root.id);
  const before = all.slice(0, all.indexOf(asked));
  return { onLines: true, root, asked, before, all, place: { path: root.path, line: root.line } };
}

async function issueOf(
  { store }: FindPorts,
  key: { repo_key: string; pr_number: number },
  root: ScmComment,
  isMine: (comment: ScmComment) => boolean,
): Promise<IssueRecord | undefined> {
  const marker = isMine(root) ? markerOf(root.body) : undefined;
  if (marker?.kind !== 'finding') return undefined;
  return issues.get(store, { ...key, fingerprint: marker.fingerprint });
}

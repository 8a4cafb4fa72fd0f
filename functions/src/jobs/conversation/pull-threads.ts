/**
 * What people and the service said below the findings of a pull request, as the platform shows it to whoever asks: it is
 * read with the caller's own token, and kept nowhere. A thread belongs to a finding by the comment that the service posted
 * for it, so that nobody's text can claim to be one.
 *
 *     [{ fingerprint: "9a…", url: "https://…", comments: [{ author: "dana", body: "It is checked above.", … }], … }]
 */
import { existingPull, issues } from '../../documents/reviews.ts';
import { AppError } from '../../model/errors.ts';
import { redact } from '../../model/redact.ts';
import type { Ports, ScmReviewComment } from '../../ports.ts';
import { isOwnText } from '../../review/thread-command.ts';
import { platformTokenOf, type TokenPorts } from '../snapshots/platform-token.ts';

export interface ThreadComment {
  author: string;
  /** Markdown as it was written, without what the service hides in its own. */
  body: string;
  at: string;
  /** It is the service's answer. */
  by_service: boolean;
}

export interface FindingThread {
  fingerprint: string;
  url: string;
  /** Those that answer the finding, oldest first. */
  comments: ThreadComment[];
  /** True total, also where the list is cut. */
  total: number;
}

interface Asked {
  uid: string;
  owner: string;
  name: string;
  key: { repo_key: string; pr_number: number };
}

const MOST_ISSUES = 1_000;
export const MOST_THREADS = 100;
/** Of a thread, the newest. */
export const MOST_COMMENTS = 30;
/** Characters of a comment; of all of them together a few hundred thousand at most. */
const LONGEST = 2_000;
const MOST_CHARACTERS = 150_000;

export type ThreadPorts = TokenPorts & Pick<Ports, 'scm'>;

/** Threads that somebody has answered. `forbidden` for a caller whose platform token is gone. */
export async function pullThreads(
  ports: ThreadPorts,
  { uid, owner, name, key }: Asked,
): Promise<{ threads: FindingThread[]; total: number }> {
  const [found] = await Promise.all([
    issues.query(ports.store, key, { limit: MOST_ISSUES }),
    existingPull(ports.store, key),
  ]);
  const findings = new Map(
    found.flatMap(({ doc }) => (doc.comment_id === null ? [] : [[doc.comment_id, doc] as const])),
  );
  // Without a finding on the diff there is nothing to ask the platform for.
  if (findings.size === 0) return { threads: [], total: 0 };
  const token = await platformTokenOf(ports, uid);
  if (token === undefined)
    throw new AppError('forbidden', 'The platform no longer knows your sign-in: sign in again to see what was said');
  const comments = await ports.scm.reviewComments(token, owner, name, key.pr_number);
  const threads = comments.flatMap((root): FindingThread[] => {
    const finding = findings.get(root.id);
    const replies = comments.filter(({ replyTo }) => replyTo === root.id);
    if (finding === undefined || replies.length === 0) return [];
    return [{ fingerprint: finding.fingerprint, url: root.url, ...told(root, replies) }];
  });
  return { threads: within(MOST_CHARACTERS, threads.slice(0, MOST_THREADS)), total: threads.length };
}

function told(root: ScmReviewComment, replies: readonly ScmReviewComment[]): Pick<FindingThread, 'comments' | 'total'> {
  const comments = replies.slice(-MOST_COMMENTS).map(({ author, body, createdAt }) => ({
    author,
    body: cut(redact(body.replace(/<!--[^]*?-->\n?/g, '')).trim()),
    at: createdAt,
    // Its hidden mark alone could be written by anybody; whoever opened the thread is the service.
    by_service: author === root.author && isOwnText(body),
  }));
  return { comments, total: replies.length };
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Threads that follow after the room is used up keep their totals alone. */
function within(characters: number, threads: FindingThread[]): FindingThread[] {
  let left = characters;
  return threads.map((thread) => {
    left -= thread.comments.reduce((sum, { body }) => sum + body.length, 0);
    return left < 0 ? { ...thread, comments: [] } : thread;
  });
}

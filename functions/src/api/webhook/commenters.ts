/** Who writes comments: programs, whom nobody answers, and people, some of whom may command. */
import { followedRepository } from '../../jobs/ingest/update.ts';
import { repositoryToken } from '../../jobs/snapshots/repository-token.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import { isAutoCommand } from '../../review/command.ts';
import type { ReviewCommand } from '../../review/command.ts';
import type { WebhookPorts } from './events.ts';
import type { IssueComment } from './payloads.ts';

export function isBot({
  login,
  type,
}: {
  login?: string | null | undefined;
  type?: string | null | undefined;
}): boolean {
  return type?.toLowerCase() === 'bot' || (login ?? '').toLowerCase().includes('[bot]');
}

/** A comment as far as it decides who may command. */
type Commented = Pick<IssueComment, 'repository' | 'sender'> & {
  comment: Pick<IssueComment['comment'], 'user' | 'author_association'>;
};

/** Why whoever wrote the comment may not command; undefined for those who may. */
export async function whyRefused(
  ports: WebhookPorts,
  event: Commented,
  command?: ReviewCommand['command'],
): Promise<string | undefined> {
  const { reviewAllowedAssociations: allowed, automatic } = ports.settings;
  // What runs by itself is for those whose pull requests it is done for.
  const ordering = command !== undefined && isAutoCommand(command) ? automatic.associations : undefined;
  if (allowed.length === 0 && ordering === undefined) return undefined;
  const association = await associationOf(ports, event);
  if (allowed.length > 0 && !allowed.includes(association)) return `Commands are open to ${allowed.join(', ')} only`;
  if (ordering === undefined || ordering.includes(association)) return undefined;
  return `What is reviewed without a command is decided by ${ordering.join(', ') || 'nobody'}`;
}

/**
 * GitHub says it beside the comment. Elsewhere the platform is asked, and only for a comment that would command; '' where
 * nothing lets the service ask.
 */
async function associationOf(
  ports: WebhookPorts,
  { comment, sender, repository: { owner, name } }: Commented,
): Promise<string> {
  if (comment.author_association !== '') return comment.author_association.toUpperCase();
  const login = comment.user?.login ?? sender.login;
  const id = comment.user?.id ?? null;
  if (ports.scm.association === undefined || (id === null && login === '')) return '';
  const followed = await followedRepository(ports, repoKeyOf(owner, name));
  if (followed === undefined) return '';
  const token = await repositoryToken(ports, followed.record);
  return ports.scm.association(token, owner, name, { id, login });
}

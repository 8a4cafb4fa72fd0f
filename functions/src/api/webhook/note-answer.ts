/** Notes of a delivery what it was answered, whatever that is, under the repository that its payload names. */
import { z } from 'zod';
import { noteDelivery } from '../../jobs/work/delivery-notes.ts';
import { AppError } from '../../model/errors.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { Doc } from '../../ports.ts';
import type { WebhookPorts } from './events.ts';
import { repositoryEventSchema } from './payloads.ts';
import type { RepositoryEvent } from './payloads.ts';

interface Sent {
  event: string;
  delivery: string | null;
  /** The payload as it came. */
  sent: unknown;
}

const actionName = z.string().max(100);
const actionSchema = z.object({ action: actionName });

/** GitLab names a project by its path, and says an action among the attributes. */
const gitlabSchema = z.object({
  project: z.object({ path_with_namespace: z.string() }).optional().catch(undefined),
  path_with_namespace: z.string().optional().catch(undefined),
  object_attributes: z.object({ action: actionName }).optional().catch(undefined),
});

function aboutOf(sent: unknown): { repository: RepositoryEvent['repository']; action: string | null } {
  const repository = repositoryEventSchema.safeParse(sent).data?.repository;
  if (repository != null) return { repository, action: actionSchema.safeParse(sent).data?.action ?? null };
  const gitlab = gitlabSchema.safeParse(sent).data;
  const full_name = gitlab?.project?.path_with_namespace ?? gitlab?.path_with_namespace;
  const named = repositoryEventSchema.safeParse({ repository: { full_name } }).data?.repository;
  return { repository: named, action: gitlab?.object_attributes?.action ?? null };
}

/** A ping says that the webhook arrives, whatever else is in it; the platform's own, and those of the doctor. */
export async function notePing(ports: WebhookPorts, delivery: string | null, bytes: Uint8Array): Promise<void> {
  const { repository, action } = aboutOf(parsed(bytes));
  if (repository == null) return;
  const reason = 'A ping: the webhook arrives';
  const note = { event: 'ping', delivery, action, status: 'ignored' as const, reason, job_id: null, pr: null };
  await noteDelivery(ports, repoKeyOf(repository.owner, repository.name), note);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

const answeredSchema = z.object({
  status: z.enum(['processing', 'ignored']),
  reason: z.string().nullable().default(null),
  job_id: z.string().nullable().default(null),
  pr: z.string().nullable().default(null),
});

/** The answer, or the failure, of `answer`; either way it is noted first. */
export async function noted(
  ports: WebhookPorts,
  { event, delivery, sent }: Sent,
  answer: () => Promise<Doc>,
): Promise<Doc> {
  const { repository, action } = aboutOf(sent);
  if (repository == null) return answer();
  const repoKey = repoKeyOf(repository.owner, repository.name);
  const about = { event, delivery, action };
  try {
    const answered = await answer();
    await noteDelivery(ports, repoKey, { ...about, ...answeredSchema.parse(answered) });
    return answered;
  } catch (error) {
    const reason = error instanceof AppError ? error.message : 'Internal server error';
    await noteDelivery(ports, repoKey, { ...about, status: 'failed', reason, job_id: null, pr: null });
    throw error;
  }
}

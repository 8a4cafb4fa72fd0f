/**
 * The platform's side of webhooks: payloads with the fields that matter, signed and sent as the platform sends them.
 *
 *     const hook = webhookOf(service, 'ada', 'engine');
 *     await hook.send('push', hook.push({ after: sha }), { delivery: 'd-1' });
 */
import { createHmac, randomUUID } from 'node:crypto';
import { repoKeyOf } from '../../src/model/repositories.ts';
import type { RepositoryRecord } from '../../src/model/repositories.ts';
import type { Answer, TestService } from './service.ts';
import { repositoryPath } from './document-paths.ts';

export const WEBHOOK_PATH = '/api/v1/webhook/onComment';
const SECRET = 'webhook-test-secret';

export const SHA = (letter: string) => letter.repeat(40);
export const NOWHERE = SHA('0');

export function signatureOf(body: string | Uint8Array, secret = SECRET): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export interface SendOptions {
  /** null: none is sent. */
  delivery?: string | null;
  headers?: Record<string, string>;
}

export function webhookOf(service: TestService, owner: string, name: string, isPrivate = false) {
  const repoKey = repoKeyOf(owner, name);
  const repository = { full_name: `${owner}/${name}`, name, owner: { login: owner }, private: isPrivate };

  async function send(event: string, payload: unknown, options: SendOptions = {}): Promise<Answer> {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const delivery = options.delivery === undefined ? randomUUID() : options.delivery;
    return service.call('POST', WEBHOOK_PATH, {
      body,
      headers: {
        'X-Scm-Event': event,
        'X-Scm-Signature-256': signatureOf(body),
        ...(delivery === null ? {} : { 'X-Scm-Delivery': delivery }),
        ...options.headers,
      },
    });
  }

  return {
    owner,
    name,
    repoKey,
    repoId: `${owner}/${name}`,
    send,
    ...payloadsOf(repository),
    /** As an ingestion leaves it. */
    async indexed(fields: Partial<RepositoryRecord> = {}): Promise<void> {
      const record = { ...indexedRecord(owner, name), private: isPrivate, ...fields };
      await service.ports.store.set(repositoryPath(repoKey), record);
    },
    record: () => service.ports.store.get(repositoryPath(repoKey)),
    pull: (number = 7) => service.ports.store.get(`${repositoryPath(repoKey)}/prs/${number}`),
    /** Payloads of the tasks that a queue holds for this repository. */
    tasks: (queue: string) =>
      service.tasks.tasks
        .filter(({ url }) => url.endsWith(`/${queue}`))
        .map(({ payload }) => payload as Record<string, unknown>),
  };
}

interface PayloadRepository {
  full_name: string;
  name: string;
  owner: { login: string };
  private: boolean;
}

/** What the platform says of one repository, by the event's name. */
function payloadsOf(repository: PayloadRepository) {
  return {
    push: (fields: object = {}) => ({
      ref: 'refs/heads/main',
      before: SHA('a'),
      after: SHA('b'),
      deleted: false,
      repository,
      ...fields,
    }),
    pullRequest: (action: string, fields: object = {}, number = 7) => ({
      action,
      number,
      pull_request: {
        number,
        title: 'Sort names',
        state: action === 'closed' ? 'closed' : 'open',
        merged: false,
        merged_at: null,
        user: { login: 'grace', type: 'User' },
        html_url: `https://host.test/${repository.full_name}/pull/${number}`,
        head: { ref: 'sorting', sha: SHA('c'), repo: { full_name: `${repository.full_name}` } },
        base: { ref: 'main', sha: SHA('a'), repo: { full_name: `${repository.full_name}` } },
        created_at: '2026-01-02T10:00:00Z',
        updated_at: '2026-01-02T10:00:00Z',
        closed_at: null,
        ...fields,
      },
      repository,
    }),
    comment: (body: string, fields: { number?: number; id?: number; user?: object; issue?: object } & object = {}) => {
      const { number = 7, id = Math.floor(Math.random() * 2 ** 40), user, issue, ...rest } = fields;
      return {
        action: 'created',
        issue: {
          number,
          title: 'Sort names',
          state: 'open',
          user: { login: 'grace', type: 'User' },
          html_url: `https://host.test/${repository.full_name}/pull/${number}`,
          created_at: '2026-01-02T10:00:00Z',
          pull_request: { html_url: '' },
          ...issue,
        },
        comment: { id, body, user: { login: 'linus', type: 'User', ...user }, author_association: 'NONE' },
        repository,
        ...rest,
      };
    },
  };
}

function indexedRecord(owner: string, name: string): RepositoryRecord {
  return {
    owner,
    repo_name: name,
    full_name: `${owner}/${name}`,
    description: null,
    language: 'Python',
    languages: ['python'],
    stars: 0,
    forks: 0,
    private: false,
    default_branch: 'main',
    branch: 'main',
    commit_sha: SHA('a'),
    ingestion_status: 'ingested',
    ingested_at: '2026-01-01T00:00:00.000Z',
    files: 1,
    functions: 1,
    classes: 0,
    total_lines: 1,
    platform_id: 1,
    indexed_by: 'u1',
    active_job_id: null,
  };
}

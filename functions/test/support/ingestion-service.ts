/** A service with a user of its own and a source for repositories, for tests that ask for ingestions over HTTP. */
import assert from 'node:assert/strict';
import { makeRepository } from './repositories.ts';
import { startService } from './service.ts';
import type { TestService, TestUser } from './service.ts';

export interface IngestionService {
  service: TestService;
  user: TestUser;
  /** A repository of the user on the platform; gives its name back. */
  host(name: string, visibility?: 'public' | 'private'): Promise<string>;
  /** Asks for the ingestion of a repository of the user, which has to be taken. */
  request(name: string): Promise<{ job_id: string; poll_url: string }>;
  close(): Promise<void>;
}

export async function startIngestionService(
  login: string,
  options?: Parameters<typeof startService>[0],
): Promise<IngestionService> {
  const service = await startService(options);
  const source = makeRepository({ 'a.py': 'x = 1\n' });
  const user = await service.user(login);
  return {
    service,
    user,
    async host(name, visibility = 'public') {
      await service.host.addRepository({ owner: login, name, from: source.path, private: visibility === 'private' });
      return name;
    },
    async request(name) {
      const body = { owner: login, repo_name: name };
      const answer = await service.call('POST', '/api/v1/ingest/scm', { as: user, body });
      assert.equal(answer.status, 200, answer.text);
      return answer.body as { job_id: string; poll_url: string };
    },
    async close() {
      await service.close();
      source.remove();
    },
  };
}

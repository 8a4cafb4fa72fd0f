/**
 * GitLab's API (SaaS and self-managed) behind the same port. It has no apps: everything is done with personal, project or
 * group tokens. Merge requests are the port's pull requests, notes its comments, discussions its reviews.
 *
 *     GET https://gitlab.example.com/api/v4/projects/group%2Fsub%2Fengine      Authorization: Bearer glpat-…
 *
 * https://docs.gitlab.com/api/rest/
 */
import type { ScmPort } from '../../../ports.ts';
import { archiveOf } from '../archive.ts';
import { createScmClient, USER_AGENT } from '../client.ts';
import { discussionsOf } from './discussions.ts';
import { mergeRequestsOf } from './merge-requests.ts';
import { notesOf } from './notes.ts';
import { gitlabObjectsOf } from './objects.ts';
import { projectId, projectsOf } from './projects.ts';
import { gitlabStatusesOf } from './statuses.ts';

export interface GitlabOptions {
  /** `https://gitlab.com/api/v4` */
  apiUrl: string;
  /** `https://gitlab.com`: where repositories are cloned from. */
  gitUrl: string;
  /** A group's or project's access token, by which the service itself reads and writes; '' for none. */
  serviceToken?: string;
  /** Milliseconds for one request; 20 s unless given. */
  timeoutMs?: number;
}

/** The platform's own limit. */
const PAGE_SIZE = 100;

export function createGitlabScm({ apiUrl, gitUrl, serviceToken = '', timeoutMs }: GitlabOptions): ScmPort {
  const client = createScmClient({ apiUrl, pageSize: PAGE_SIZE, timeoutMs, scheme: 'bearer' });
  const addressOf = (owner: string, name: string, commit: string) =>
    `projects/${encodeURIComponent(projectId(owner, name))}/repository/archive.tar.gz?sha=${encodeURIComponent(commit)}`;

  return {
    ...projectsOf(client, gitUrl, { serviceToken }),
    ...gitlabObjectsOf(client),
    ...archiveOf({ apiUrl, userAgent: USER_AGENT, addressOf }),
    ...mergeRequestsOf(client),
    ...notesOf(client, gitUrl),
    ...discussionsOf(client, gitUrl),
    ...gitlabStatusesOf(client),
  };
}

/** Every platform's adapter over the local platform, which serves the APIs of all of them. */
import { createGiteaScm } from '../../src/adapters/scm/gitea/gitea.ts';
import { createGitlabScm } from '../../src/adapters/scm/gitlab/gitlab.ts';
import { createScm } from '../../src/adapters/scm/scm.ts';
import type { ScmPort } from '../../src/ports.ts';
import type { TestHost } from './scm-host.ts';

export const PLATFORMS: Record<string, { scm: (host: TestHost) => ScmPort; api: string; user: string }> = {
  GitHub: {
    scm: ({ apiUrl, url }) => createScm({ apiUrl, gitUrl: url, appSlug: 'reviewgraph' }),
    api: '/api/v3',
    user: 'x-access-token',
  },
  Gitea: {
    scm: ({ url }) => createGiteaScm({ apiUrl: `${url}/api/v1`, gitUrl: url }),
    api: '/api/v1',
    user: 'x-access-token',
  },
  GitLab: {
    scm: ({ url }) => createGitlabScm({ apiUrl: `${url}/api/v4`, gitUrl: url }),
    api: '/api/v4',
    user: 'oauth2',
  },
};

/**
 * Repositories, and where they are cloned from. Gitea took over GitHub's form, but for the count of stars.
 *
 *     GET /repos/ada/engine   { "full_name": "ada/engine", "stargazers_count": 3, "permissions": { "push": true }, … }
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import type { ScmPermission, ScmPort, ScmRepository } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';

const repositoryShape = z
  .object({
    id: z.number(),
    name: z.string(),
    full_name: z.string(),
    owner: z.object({ login: z.string() }),
    description: z.string().nullish(),
    language: z.string().nullish(),
    stargazers_count: z.number().optional(),
    // Gitea's word for it.
    stars_count: z.number().optional(),
    forks_count: z.number().default(0),
    private: z.boolean(),
    default_branch: z.string(),
    html_url: z.string(),
    size: z.number().default(0),
    permissions: z.object({ push: z.boolean().optional() }).optional(),
  })
  .transform((row): ScmRepository => ({
    id: row.id,
    owner: row.owner.login,
    name: row.name,
    fullName: row.full_name,
    // Gitea has empty texts where GitHub has null.
    description: row.description || null,
    language: row.language || null,
    stars: row.stargazers_count ?? row.stars_count ?? 0,
    forks: row.forks_count,
    private: row.private,
    defaultBranch: row.default_branch,
    htmlUrl: row.html_url,
    canPush: row.permissions?.push === true,
    sizeKb: row.size,
  }));

const permissionShape = z.object({ permission: z.string() });

/** The platform's own word (`admin`, `write`, `read`, `none`, on Gitea `owner` too); undefined when the token may not ask. */
export async function permissionWord(
  client: ScmClient,
  token: string,
  at: { owner: string; repo: string; username: string },
): Promise<string | undefined> {
  const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission';
  try {
    return (await client.send(token, permissionShape, route, at)).permission;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_found') return 'none';
    if (error.code === 'bad_request') return undefined;
    throw error;
  }
}

function permissionOf(word: string | undefined): ScmPermission | undefined {
  if (word === undefined) return undefined;
  if (word === 'owner' || word === 'admin' || word === 'write') return 'write';
  return word === 'read' ? 'read' : 'none';
}

export function repositoriesOf(
  client: ScmClient,
  gitUrl: string,
): Pick<ScmPort, 'repositories' | 'repository' | 'permission' | 'cloneUrl'> {
  const base = gitUrl.replace(/\/+$/, '');
  return {
    repositories: (token) => client.list(token, repositoryShape, 'GET /user/repos', {}),
    repository: (token, owner, name) =>
      client.send(token, repositoryShape, 'GET /repos/{owner}/{repo}', { owner, repo: name }),
    async permission(token, owner, name, login) {
      return permissionOf(await permissionWord(client, token, { owner, repo: name, username: login }));
    },
    cloneUrl: (owner, name) => `${base}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}.git`,
  };
}

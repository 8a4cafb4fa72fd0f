/**
 * Projects of GitLab as repositories. The owner is the whole namespace, `group/sub`; a path names a project with `%2F`.
 * What one may do is an access level: 20 reporter, 30 developer (may push), 40 maintainer, 50 owner.
 *
 *     GET /projects/group%2Fsub%2Fengine?statistics=true
 *     {"id": 4, "path": "engine", "namespace": {"full_path": "group/sub"}, "visibility": "internal",
 *      "permissions": {"project_access": null, "group_access": {"access_level": 40}}, "default_branch": "main", …}
 *
 * https://docs.gitlab.com/api/projects/  https://docs.gitlab.com/api/members/
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import type { ScmPermission, ScmPort, ScmProfile, ScmRepository } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';

const REPORTER = 20;
const DEVELOPER = 30;
const OWNER = 50;

const accessShape = z.object({ access_level: z.int() }).nullish();

const projectShape = z.object({
  id: z.int(),
  path: z.string(),
  path_with_namespace: z.string(),
  namespace: z.object({ full_path: z.string() }),
  description: z.string().nullish(),
  star_count: z.int().default(0),
  forks_count: z.int().default(0),
  visibility: z.enum(['private', 'internal', 'public']),
  // null for a repository without commits.
  default_branch: z.string().nullish(),
  web_url: z.string(),
  permissions: z.object({ project_access: accessShape, group_access: accessShape }).nullish(),
  statistics: z.object({ repository_size: z.number().default(0) }).nullish(),
});
type ProjectRow = z.output<typeof projectShape>;

const userShape = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  public_email: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

const idShape = z.object({ id: z.int() });

const memberShape = z.object({ access_level: z.int() });

/** The project in a path: octokit writes its slashes as `%2F`. */
export function projectId(owner: string, name: string): string {
  return `${owner}/${name}`;
}

function levelOf({ permissions }: ProjectRow): number {
  return Math.max(permissions?.project_access?.access_level ?? 0, permissions?.group_access?.access_level ?? 0);
}

function repositoryOf(row: ProjectRow, level = levelOf(row)): ScmRepository {
  return {
    id: row.id,
    owner: row.namespace.full_path,
    name: row.path,
    fullName: row.path_with_namespace,
    description: row.description || null,
    language: null,
    stars: row.star_count,
    forks: row.forks_count,
    // An internal project is shown to those with an account of the instance, and to nobody else.
    private: row.visibility !== 'public',
    defaultBranch: row.default_branch ?? 'main',
    htmlUrl: row.web_url,
    canPush: level >= DEVELOPER,
    sizeKb: Math.ceil((row.statistics?.repository_size ?? 0) / 1024),
  };
}

/** `undefined` instead of a `not_found`. */
export async function ifThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function memberLevel(client: ScmClient, token: string, id: string, userId: number): Promise<number> {
  const route = 'GET /projects/{id}/members/all/{userId}';
  return (await ifThere(() => client.send(token, memberShape, route, { id, userId })))?.access_level ?? 0;
}

/** GitLab asks for members by their id. */
async function levelOfLogin(client: ScmClient, token: string, id: string, username: string): Promise<number> {
  const [found] = await client.list(token, idShape, 'GET /users', { username }, () => true);
  return found === undefined ? 0 : memberLevel(client, token, id, found.id);
}

function permissionOf(level: number): ScmPermission {
  if (level >= DEVELOPER) return 'write';
  return level >= REPORTER ? 'read' : 'none';
}

function nameOfLevel(level: number): string {
  if (level >= OWNER) return 'OWNER';
  if (level >= DEVELOPER) return 'MEMBER';
  return level >= REPORTER ? 'COLLABORATOR' : 'NONE';
}

export interface GitlabTokenOptions {
  /** A group's or project's access token, by which the service itself reads and writes; '' for none. */
  serviceToken: string;
}

/** GitLab has no apps. What an installation is elsewhere, the service's own token is here, in each project that it reaches. */
function installationsOf(
  client: ScmClient,
  { serviceToken }: GitlabTokenOptions,
): Pick<ScmPort, 'installationOf' | 'installationOfRepository' | 'installationToken'> {
  let login: Promise<string> | undefined;
  const loginOf = () => {
    const asked = profileOf(client, serviceToken).then((profile) => profile.login);
    return asked.catch((error: unknown) => {
      login = undefined;
      throw error;
    });
  };
  return {
    installationOf: () => Promise.resolve(undefined),
    async installationOfRepository(owner, name) {
      if (serviceToken === '') return undefined;
      const id = projectId(owner, name);
      const row = await ifThere(() => client.send(serviceToken, projectShape, 'GET /projects/{id}', { id }));
      return row !== undefined && levelOf(row) >= REPORTER ? row.id : undefined;
    },
    async installationToken() {
      if (serviceToken === '') throw new AppError('not_configured', 'SCM_TOKEN is not set on this server');
      login ??= loginOf();
      return { token: serviceToken, expiresAt: new Date(Date.now() + 3_600_000).toISOString(), login: await login };
    },
  };
}

async function profileOf(client: ScmClient, token: string): Promise<ScmProfile> {
  const row = await client.send(token, userShape, 'GET /user', {});
  const { id, username: login, name, email, public_email, avatar_url } = row;
  return {
    id,
    login,
    name: name || null,
    email: email || public_email || null,
    avatarUrl: avatar_url ?? '',
    type: 'User',
  };
}

type ProjectPort = Pick<
  ScmPort,
  | 'profile'
  | 'repositories'
  | 'repository'
  | 'association'
  | 'permission'
  | 'installationOf'
  | 'installationOfRepository'
  | 'installationToken'
  | 'cloneUrl'
>;

export function projectsOf(client: ScmClient, gitUrl: string, tokens: GitlabTokenOptions): ProjectPort {
  const base = gitUrl.replace(/\/+$/, '');
  return {
    ...installationsOf(client, tokens),
    profile: (token) => profileOf(client, token),
    async repositories(token) {
      const values = { membership: true, pagination: 'keyset', order_by: 'id', sort: 'asc' };
      return (await client.list(token, projectShape, 'GET /projects', values)).map((row) => repositoryOf(row));
    },
    async repository(token, owner, name) {
      const id = projectId(owner, name);
      const row = await client.send(token, projectShape, 'GET /projects/{id}', { id, statistics: true });
      if (token === undefined || levelOf(row) >= DEVELOPER) return repositoryOf(row);
      // A project's permissions leave out groups that were invited to it; the list of members does not.
      const { id: userId } = await profileOf(client, token);
      return repositoryOf(row, await memberLevel(client, token, id, userId));
    },
    async association(token, owner, name, { id: userId, login }) {
      const id = projectId(owner, name);
      const level = userId === null ? levelOfLogin(client, token, id, login) : memberLevel(client, token, id, userId);
      return nameOfLevel(await level);
    },
    async permission(token, owner, name, login) {
      return permissionOf(await levelOfLogin(client, token, projectId(owner, name), login));
    },
    cloneUrl: (owner, name) => `${base}/${[...owner.split('/'), name].map(encodeURIComponent).join('/')}.git`,
  };
}

/**
 * The app's installations: found by repository, user or organisation, and the tokens they are given. All but
 * `/installation/repositories` are called with the app's JWT.
 */
import { randomBytes } from 'node:crypto';
import { permissionOn } from '../access.ts';
import { INSTALLATION_PERMISSIONS, installationJson, repositoryJson } from '../representations.ts';
import { type Call, notFound, page, RestError, route, type Route } from '../routing.ts';
import type { Account, Installation } from '../state.ts';
import { accountByLogin } from './users.ts';

function installationFor(call: Call, account: Account, type?: Account['type']): Installation {
  const found = call.host.file.state.installations.find((each) => each.accountId === account.id);
  if (found === undefined || (type !== undefined && account.type !== type)) throw notFound();
  return found;
}

async function ofRepository(call: Call) {
  const account = accountByLogin(call, call.params['owner']);
  const name = call.params['repo']?.toLowerCase();
  const repository = call.host.file.state.repositories.find(
    (each) => each.ownerId === account.id && each.name.toLowerCase() === name,
  );
  const installation = installationFor(call, account);
  const reached =
    repository !== undefined &&
    (installation.repositorySelection === 'all' || installation.repositoryIds.includes(repository.id));
  if (!reached) throw notFound();
  return { status: 200, json: installationJson(call.host, installation) };
}

async function ofUser(call: Call) {
  // Also answers for an organisation's login, as the platform does.
  const installation = installationFor(call, accountByLogin(call, call.params['login']));
  return { status: 200, json: installationJson(call.host, installation) };
}

async function ofOrganization(call: Call) {
  const installation = installationFor(call, accountByLogin(call, call.params['org']), 'Organization');
  return { status: 200, json: installationJson(call.host, installation) };
}

async function createToken(call: Call) {
  const { file, settings } = call.host;
  const installation = file.state.installations.find((each) => String(each.id) === call.params['id']);
  if (installation === undefined) throw notFound();
  if (installation.suspendedAt !== undefined) throw new RestError(403, 'This installation has been suspended');
  const wanted = wantedRepositories(call);
  const repositoryIds = wanted?.map((name) => {
    const found = file.state.repositories.find(
      (each) => each.ownerId === installation.accountId && each.name.toLowerCase() === name.toLowerCase(),
    );
    const reached =
      found !== undefined &&
      (installation.repositorySelection === 'all' || installation.repositoryIds.includes(found.id));
    if (!reached) {
      throw new RestError(
        422,
        'There is at least one repository that does not exist or is not accessible to the parent installation.',
      );
    }
    return found.id;
  });
  const token = `ghs_${randomBytes(27).toString('base64url').replace(/[-_]/g, 'x')}`;
  const expiresAt = new Date(Date.now() + settings.installationTokenSeconds * 1000);
  file.state.tokens.push({
    token,
    installationId: installation.id,
    expiresAt: expiresAt.toISOString(),
    ...(repositoryIds === undefined ? {} : { repositoryIds }),
  });
  file.save();
  return {
    status: 201,
    json: {
      token,
      expires_at: expiresAt.toISOString().replace(/\.\d+Z$/, 'Z'),
      permissions: INSTALLATION_PERMISSIONS,
      repository_selection: repositoryIds === undefined ? installation.repositorySelection : 'selected',
    },
  };
}

function wantedRepositories(call: Call): string[] | undefined {
  if (call.body.length === 0) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(call.body.toString('utf8'));
  } catch {
    throw new RestError(400, 'Problems parsing JSON');
  }
  if (typeof body !== 'object' || body === null || !('repositories' in body)) return undefined;
  const { repositories } = body;
  if (!Array.isArray(repositories))
    throw new RestError(422, "Invalid request.\n\nFor 'properties/repositories', it is not an array.");
  return repositories.map(String);
}

async function listRepositories(call: Call) {
  const { principal, host } = call;
  if (principal.kind !== 'installation')
    throw new RestError(
      403,
      'You must authenticate with an installation access token in order to list repositories for an installation.',
    );
  const reached = host.file.state.repositories.filter(
    (each) => each.ownerId === principal.installation.accountId && permissionOn(principal, each) === 'push',
  );
  const { items, headers } = page(call, '/installation/repositories', reached);
  return {
    status: 200,
    headers,
    json: {
      total_count: reached.length,
      repository_selection: principal.installation.repositorySelection,
      repositories: await Promise.all(items.map((each) => repositoryJson(host, each, principal))),
    },
  };
}

export const installationRoutes: Route[] = [
  route('GET', '/repos/{owner}/{repo}/installation', ofRepository, { byApp: true }),
  route('GET', '/users/{login}/installation', ofUser, { byApp: true }),
  route('GET', '/orgs/{org}/installation', ofOrganization, { byApp: true }),
  route('POST', '/app/installations/{id}/access_tokens', createToken, { byApp: true }),
  route('GET', '/installation/repositories', listRepositories),
];

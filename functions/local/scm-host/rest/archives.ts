/**
 * `GET …/tarball/{ref}` answers 302 to a short-lived link on the same host, which needs no token: clients must follow
 * it without sending theirs along. The archive's one folder is `owner-name-<first 7 of the commit>/`.
 */
import { randomUUID } from 'node:crypto';
import { archiveOf } from '../git-command.ts';
import { accountOf } from '../representations.ts';
import { type Host, notFound, type Reply, route, type Route } from '../routing.ts';
import { commitIdOf, repositoryOf } from './repository-of.ts';

async function redirectToArchive(call: Parameters<Route['handler']>[0]): Promise<Reply> {
  const repository = await repositoryOf(call);
  const ref = call.params['ref'] ?? (await call.host.repositories.defaultBranch(repository));
  const commit = await commitIdOf(call, repository, ref).catch(() => {
    throw notFound();
  });
  const ticket = randomUUID();
  call.host.tickets.set(ticket, { repositoryId: repository.id, ref, commit });
  return { status: 302, headers: { Location: `${call.host.url}/_archives/${ticket}.tar.gz` } };
}

/** The archive behind a link; undefined when the link is unknown. */
export function archive(host: Host, ticket: string): Reply | undefined {
  const found = host.tickets.get(ticket);
  const repository = host.file.state.repositories.find((each) => each.id === found?.repositoryId);
  if (found === undefined || repository === undefined) return undefined;
  const folder = `${accountOf(host, repository.ownerId).login}-${repository.name}-${found.commit.slice(0, 7)}`;
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/x-gzip',
      'Content-Disposition': `attachment; filename=${folder}.tar.gz`,
    },
    stream: archiveOf(found.commit, folder, host.repositories.gitOptions(repository)),
  };
}

export const archiveRoutes: Route[] = [
  route('GET', '/repos/{owner}/{repo}/tarball', redirectToArchive),
  route('GET', '/repos/{owner}/{repo}/tarball/{ref...}', redirectToArchive),
];

/** `GET /repos/{owner}/{repo}/commits/{ref}` and the commit objects that stand in other answers. */
import { git } from '../git-command.ts';
import { fullNameOf } from '../representations.ts';
import { type Host, route, type Route } from '../routing.ts';
import type { Repository } from '../state.ts';
import { commitIdOf, repositoryOf } from './repository-of.ts';

const FIELDS = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00');

export async function commitJson(host: Host, repository: Repository, id: string): Promise<Record<string, unknown>> {
  const [only] = await commitsJson(host, repository, ['--no-walk', id]);
  if (only === undefined) throw new Error(`no commit ${id}`);
  return only;
}

/** Commits that `git log` gives for these arguments (revisions only, never a request's text). */
export async function commitsJson(
  host: Host,
  repository: Repository,
  revisions: string[],
): Promise<Record<string, unknown>[]> {
  const text = (
    await git(['log', `--format=${FIELDS}%x01`, ...revisions, '--'], host.repositories.gitOptions(repository))
  ).toString('utf8');
  const base = `${host.apiUrl}/repos/${fullNameOf(host, repository)}`;
  const html = `${host.url}/${fullNameOf(host, repository)}`;
  const links = (sha: string) => ({
    sha,
    url: `${base}/commits/${sha}`,
    html_url: `${html}/commit/${sha}`,
  });
  return text
    .split('\x01')
    .map((record) => record.replace(/^\n/, '').split('\0'))
    .filter((fields) => fields.length > 1)
    .map(([sha = '', tree = '', parents = '', an, ae, ad, cn, ce, cd, message = '']) => ({
      ...links(sha),
      commit: {
        author: { name: an, email: ae, date: utc(ad) },
        committer: { name: cn, email: ce, date: utc(cd) },
        message: message.replace(/\n$/, ''),
        tree: { sha: tree, url: `${base}/git/trees/${tree}` },
        url: `${base}/git/commits/${sha}`,
        comment_count: 0,
      },
      author: null,
      committer: null,
      parents: parents.split(' ').filter(Boolean).map(links),
    }));
}

function utc(date: string | undefined): string {
  return new Date(date ?? 0).toISOString().replace('.000Z', 'Z');
}

export const commitRoutes: Route[] = [
  route('GET', '/repos/{owner}/{repo}/commits/{ref...}', async (call) => {
    const repository = await repositoryOf(call);
    const id = await commitIdOf(call, repository, call.params['ref'] ?? '');
    if (call.headers.accept === 'application/vnd.github.sha') {
      return {
        status: 200,
        headers: { 'Content-Type': 'application/vnd.github.sha; charset=utf-8' },
        bytes: Buffer.from(id),
      };
    }
    return { status: 200, json: await commitJson(call.host, repository, id) };
  }),
];

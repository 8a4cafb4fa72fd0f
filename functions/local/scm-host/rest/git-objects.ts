/** `GET …/git/trees/{sha}` and `GET …/git/blobs/{sha}`: a commit's files without a clone. */
import { git, GitFailure } from '../git-command.ts';
import { fullNameOf } from '../representations.ts';
import { type Call, notFound, route, type Route } from '../routing.ts';
import { repositoryOf } from './repository-of.ts';

async function getTree(call: Call) {
  const repository = await repositoryOf(call);
  const options = call.host.repositories.gitOptions(repository);
  const wanted = call.params['sha'] ?? '';
  const commit = await call.host.repositories.commitOf(repository, wanted);
  const tree = await objectId(options, commit ?? wanted, 'tree');
  if (tree === undefined) throw notFound();
  // The mere presence of `recursive` counts, whatever its value.
  const recursive = call.query.has('recursive') ? ['-r', '-t'] : [];
  const rows = (await git(['ls-tree', '-z', '-l', ...recursive, tree], options)).toString('utf8').split('\0');
  const most = call.host.settings.maxTreeEntries;
  const base = `${call.host.apiUrl}/repos/${fullNameOf(call.host, repository)}/git`;
  const entries = rows.filter(Boolean).map((row) => {
    const tab = row.indexOf('\t');
    const [mode = '', type = '', sha = '', size = '-'] = row.slice(0, tab).split(/ +/);
    return {
      path: row.slice(tab + 1),
      mode,
      type,
      sha,
      ...(size === '-' ? {} : { size: Number(size) }),
      ...(type === 'commit' ? {} : { url: `${base}/${type}s/${sha}` }),
    };
  });
  return {
    status: 200,
    json: {
      sha: tree,
      url: `${base}/trees/${tree}`,
      tree: recursive.length > 0 ? entries.slice(0, most) : entries,
      truncated: recursive.length > 0 && entries.length > most,
    },
  };
}

async function getBlob(call: Call) {
  const repository = await repositoryOf(call);
  const options = call.host.repositories.gitOptions(repository);
  const sha = await objectId(options, call.params['sha'] ?? '', 'blob');
  if (sha === undefined) throw notFound();
  const content = await git(['cat-file', 'blob', sha], options);
  if (/^application\/vnd\.github(\.v3)?\.raw(\+json)?$/.test(call.headers.accept ?? '')) {
    return {
      status: 200,
      headers: { 'Content-Type': 'application/vnd.github.raw+json; charset=utf-8' },
      bytes: content,
    };
  }
  return {
    status: 200,
    json: {
      sha,
      size: content.length,
      url: `${call.host.apiUrl}/repos/${fullNameOf(call.host, repository)}/git/blobs/${sha}`,
      // Lines of 60 characters, as the platform wraps them: a client that decodes strictly must strip them.
      content: content.toString('base64').replace(/.{1,60}/g, '$&\n'),
      encoding: 'base64',
    },
  };
}

/** The full id of an object of that type; undefined for anything else. */
async function objectId(options: { gitDir: string }, sha: string, type: 'tree' | 'blob'): Promise<string | undefined> {
  if (!/^[0-9a-f]{40}$/.test(sha)) return undefined;
  try {
    return (await git(['rev-parse', '--verify', '--quiet', `${sha}^{${type}}`], options)).toString('utf8').trim();
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

export const gitObjectRoutes: Route[] = [
  route('GET', '/repos/{owner}/{repo}/git/trees/{sha...}', getTree),
  route('GET', '/repos/{owner}/{repo}/git/blobs/{sha}', getBlob),
];

/**
 * A project's git data: branches, trees, blobs, archives, comparisons and common ancestors, by the git binary.
 *
 *     GET /projects/4/repository/tree?ref=1f7a…&recursive=true&pagination=keyset
 *     [{"id": "5c1b…", "name": "a.py", "type": "blob", "path": "src/a.py", "mode": "100644"}]
 *
 * https://docs.gitlab.com/api/repositories/  https://docs.gitlab.com/api/branches/
 */
import { archiveOf, git, GitFailure } from '../git-command.ts';
import { entryAt } from '../rest/contents.ts';
import { changedFiles, type ChangedFile } from '../git-diff.ts';
import { mergeBaseOf } from '../pulls.ts';
import { type Call, RestError, route, type Route } from '../routing.ts';
import type { Repository } from '../state.ts';
import { byKey, byNumber } from './paging.ts';
import { missing, projectOf } from './projects.ts';

async function commitAt(call: Call, project: Repository, ref: string | null): Promise<string | undefined> {
  return call.host.repositories.commitOf(project, ref ?? (await call.host.repositories.defaultBranch(project)));
}

async function commitJson(call: Call, project: Repository, id: string) {
  const fields = ['%P', '%s', '%an', '%ae', '%aI', '%cI'].join('%x00');
  const options = call.host.repositories.gitOptions(project);
  const [parents = '', title, author, email, authored, committed] = (
    await git(['log', '-1', `--format=${fields}`, id, '--'], options)
  )
    .toString('utf8')
    .trimEnd()
    .split('\0');
  return {
    id,
    short_id: id.slice(0, 8),
    title,
    parent_ids: parents.split(' ').filter(Boolean),
    author_name: author,
    author_email: email,
    authored_date: authored,
    committed_date: committed,
  };
}

async function branch(call: Call) {
  const project = await projectOf(call);
  const name = call.params['branch'] ?? '';
  const commit = await call.host.repositories.commitOf(project, `refs/heads/${name}`);
  if (commit === undefined) throw missing('Branch');
  return { status: 200, json: { name, commit: await commitJson(call, project, commit), protected: false } };
}

async function tree(call: Call) {
  const project = await projectOf(call);
  const { host, query } = call;
  const commit = await commitAt(call, project, query.get('ref'));
  if (commit === undefined) throw missing('Tree');
  const folder = query.get('path') ?? '';
  const recursive = query.get('recursive') === 'true' ? ['-r', '-t'] : [];
  const where = folder === '' ? [] : ['--', `${folder}/`];
  const listed = await git(['ls-tree', '-z', ...recursive, commit, ...where], host.repositories.gitOptions(project));
  const rows = listed.toString('utf8').split('\0').filter(Boolean).map(rowOf);
  const path = `/projects/${project.id}/repository/tree`;
  const { items, headers } =
    query.get('pagination') === 'keyset'
      ? byKey(call, path, rows, { parameter: 'page_token', keyOf: (row) => Buffer.from(row.path).toString('hex') })
      : byNumber(call, path, rows);
  return { status: 200, headers, json: items };
}

/** `100644 blob 5c1b…\tsrc/a.py` */
function rowOf(row: string) {
  const tab = row.indexOf('\t');
  const [mode = '', type = '', id = ''] = row.slice(0, tab).split(' ');
  const path = row.slice(tab + 1);
  return { id, name: path.replace(/^.*\//s, ''), type, path, mode };
}

/** A file by its path, whose slashes are written as `%2F`. */
async function fileByPath(call: Call) {
  const project = await projectOf(call);
  const ref = call.query.get('ref');
  if (ref === null) throw new RestError(400, '', { error: 'ref is missing' });
  const path = call.params['path'] ?? '';
  const found = await entryAt(call, project, ref, path);
  if (found?.bytes === undefined) throw missing('File');
  const { bytes, entry } = found;
  const content = { encoding: 'base64', content: bytes.toString('base64') };
  const name = path.replace(/^.*\//s, '');
  return {
    status: 200,
    json: { file_name: name, file_path: path, size: bytes.length, ...content, ref, blob_id: entry.sha },
  };
}

async function blob(call: Call) {
  const project = await projectOf(call);
  const sha = call.params['sha'] ?? '';
  if (!/^[0-9a-f]{40}$/.test(sha)) throw missing('Blob');
  try {
    const content = await git(['cat-file', 'blob', sha], call.host.repositories.gitOptions(project));
    return {
      status: 200,
      json: { size: content.length, encoding: 'base64', content: content.toString('base64'), sha },
    };
  } catch (error) {
    if (error instanceof GitFailure) throw missing('Blob');
    throw error;
  }
}

async function archive(call: Call) {
  const project = await projectOf(call);
  const commit = await commitAt(call, project, call.query.get('sha'));
  if (commit === undefined) throw missing('File');
  const folder = `${project.name}-${commit}-${commit}`;
  const stream = archiveOf(commit, folder, call.host.repositories.gitOptions(project));
  return { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, stream };
}

/** One file of a difference. Its text begins with the first `@@`. */
export function diffJson(file: ChangedFile): Record<string, unknown> {
  return {
    old_path: file.previousPath ?? file.path,
    new_path: file.path,
    a_mode: '100644',
    b_mode: '100644',
    new_file: file.status === 'added',
    renamed_file: file.status === 'renamed',
    deleted_file: file.status === 'removed',
    diff: file.patch === undefined ? '' : `${file.patch}\n`,
  };
}

async function compare(call: Call) {
  const project = await projectOf(call);
  const { host, query } = call;
  const [from, to] = await Promise.all(
    ['from', 'to'].map(async (name) => {
      const given = query.get(name);
      if (given === null) throw new RestError(400, '', { error: `${name} is missing` });
      return commitAt(call, project, given);
    }),
  );
  if (from === undefined || to === undefined) throw missing('Ref');
  const base = query.get('straight') === 'true' ? from : await mergeBaseOf(host, project, from, to);
  if (base === undefined) throw missing('Ref');
  const files = await changedFiles(host.repositories.gitOptions(project), base, to);
  const json = {
    commit: await commitJson(call, project, to),
    diffs: files.map(diffJson),
    compare_same_ref: from === to,
  };
  return { status: 200, json };
}

async function mergeBase(call: Call) {
  const project = await projectOf(call);
  const refs = [...call.query.getAll('refs[]'), ...call.query.getAll('refs')].flatMap((each) => each.split(','));
  if (refs.length < 2) throw new RestError(400, 'Provide at least 2 refs');
  const commits = await Promise.all(refs.map((ref) => call.host.repositories.commitOf(project, ref)));
  const [first, second] = commits;
  if (first === undefined || second === undefined) {
    const unknown = refs.filter((_, at) => commits[at] === undefined);
    throw new RestError(400, `Could not find ref${unknown.length === 1 ? '' : 's'}: ${unknown.join(', ')}`);
  }
  const found = await mergeBaseOf(call.host, project, first, second);
  if (found === undefined) throw missing('Merge Base');
  return { status: 200, json: await commitJson(call, project, found) };
}

export const repositoryRoutes: Route[] = [
  route('GET', '/projects/{id}/repository/branches/{branch}', branch),
  route('GET', '/projects/{id}/repository/tree', tree),
  route('GET', '/projects/{id}/repository/files/{path}', fileByPath),
  route('GET', '/projects/{id}/repository/blobs/{sha}', blob),
  route('GET', '/projects/{id}/repository/archive.tar.gz', archive),
  route('GET', '/projects/{id}/repository/compare', compare),
  route('GET', '/projects/{id}/repository/merge_base', mergeBase),
];

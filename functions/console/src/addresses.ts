/** The addresses of pages: the only place that knows how they are written. */

/** `owner/name`; on some platforms an owner has several parts (`group/sub`). */
export interface RepositoryName {
  owner: string;
  name: string;
}

const segment = encodeURIComponent;

export function repositoryOf(repoId: string): RepositoryName {
  const slash = repoId.lastIndexOf('/');
  return { owner: repoId.slice(0, slash), name: repoId.slice(slash + 1) };
}

export function repositoryAddress({ owner, name }: RepositoryName, page = ''): string {
  return `/app/r/${segment(owner)}/${segment(name)}/${page}`;
}

export function fileAddress(repository: RepositoryName, path: string, line?: number): string {
  const page = `files/${path.split('/').map(segment).join('/')}`;
  return repositoryAddress(repository, line === undefined ? page : `${page}?line=${line}`);
}

export function symbolAddress(repository: RepositoryName, symbolId: string): string {
  return repositoryAddress(repository, `symbol?${new URLSearchParams({ id: symbolId }).toString()}`);
}

export function pullRequestAddress(repository: RepositoryName, number: number, run?: number): string {
  return repositoryAddress(repository, run === undefined ? `prs/${number}` : `prs/${number}/runs/${run}`);
}

export function searchAddress(text: string): string {
  return `/app/search?${new URLSearchParams({ q: text }).toString()}`;
}

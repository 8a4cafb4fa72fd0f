/**
 * The bare mirrors that are served. A repository added from a path follows it: before every call the mirror takes over
 * the source's branches, tags and HEAD, so a commit made in the working repository is seen at once. One added from a URL
 * is cloned with `--mirror` and refreshed when it is added again. Repositories with one source share its mirror.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { git, GitFailure, type GitOptions } from './git-command.ts';
import type { Repository } from './state.ts';

const HEADS_AND_TAGS = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];

export interface RepositoryStore {
  /** Options under which git works on the mirror. */
  gitOptions(repository: Repository): GitOptions & { gitDir: string };
  /** Makes the mirror; does nothing when it is there, except that a URL is fetched again. */
  create(repository: Repository): Promise<void>;
  /** Brings the mirror up to its source path. Calls for one mirror run one after the other. */
  follow(repository: Repository): Promise<void>;
  /** Branch that HEAD names, also when it has no commit yet. */
  defaultBranch(repository: Repository): Promise<string>;
  /** Commit id of a branch, tag, full ref or (abbreviated) commit id; undefined when there is none. */
  commitOf(repository: Repository, ref: string): Promise<string | undefined>;
  isEmpty(repository: Repository): Promise<boolean>;
  /**
   * Puts a branch on a commit of the mirror that follows it, at the source too. GitFailure when the source refuses: the
   * branch moved meanwhile, or is checked out in a work tree with changes.
   */
  moveBranch(repository: Repository, branch: string, commit: string): Promise<void>;
  /** Size on disk in KiB. */
  sizeKb(repository: Repository): number;
}

/** Where the mirrors are, and the work that is under way on each. */
interface Mirrors {
  root: string;
  /** The person's own configuration (proxies, certificates), and trust in sources that another account owns. */
  configFile: string;
  /** Git directory → the last work on it. */
  turns: Map<string, Promise<void>>;
}

export function createRepositoryStore(dataDir: string): RepositoryStore {
  const root = join(dataDir, 'repositories');
  mkdirSync(root, { recursive: true });
  const configFile = join(dataDir, 'gitconfig');
  writeFileSync(configFile, `[include]\n\tpath = ${join(homedir(), '.gitconfig')}\n[safe]\n\tdirectory = *\n`);
  const mirrors: Mirrors = { root, configFile, turns: new Map() };
  const gitOptions = (repository: Repository) => optionsFor(mirrors, repository);

  return {
    gitOptions,
    create: (repository) => inTurn(mirrors, repository, () => makeMirror(mirrors, repository)),
    follow(repository) {
      if (!('path' in repository.source)) return Promise.resolve();
      const { path } = repository.source;
      return inTurn(mirrors, repository, () => takeOver(mirrors, repository, path));
    },
    defaultBranch: (repository) => defaultBranchOf(repository, gitOptions(repository)),
    async commitOf(repository, ref) {
      for (const candidate of candidatesFor(ref)) {
        try {
          const wanted = ['--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`];
          return (await git(['rev-parse', ...wanted], gitOptions(repository))).toString('utf8').trim();
        } catch (error) {
          if (!(error instanceof GitFailure)) throw error;
        }
      }
      return undefined;
    },
    moveBranch: (repository, branch, commit) =>
      inTurn(mirrors, repository, () => moveBranch(mirrors, repository, branch, commit)),
    async isEmpty(repository) {
      const any = await git(['for-each-ref', '--count=1', 'refs/heads'], gitOptions(repository));
      return any.length === 0;
    },
    sizeKb(repository) {
      const objects = join(gitOptions(repository).gitDir, 'objects');
      const files = readdirSync(objects, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
      const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
      return Math.ceil(bytes / 1024);
    },
  };
}

function optionsFor({ root, configFile }: Mirrors, { source }: Repository): GitOptions & { gitDir: string } {
  const name = createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 32);
  return { gitDir: join(root, `${name}.git`), configFile };
}

/** Work on one mirror happens one after the other, whether the work before it failed or not. */
function inTurn(mirrors: Mirrors, repository: Repository, work: () => Promise<void>): Promise<void> {
  const { gitDir } = optionsFor(mirrors, repository);
  const mine = (mirrors.turns.get(gitDir) ?? Promise.resolve()).then(work, work);
  mirrors.turns.set(gitDir, mine);
  return mine;
}

async function makeMirror(mirrors: Mirrors, repository: Repository): Promise<void> {
  const options = optionsFor(mirrors, repository);
  const { configFile } = mirrors;
  const { gitDir } = options;
  const { source } = repository;
  if (!existsSync(gitDir)) {
    const fresh = `${gitDir}.next`;
    rmSync(fresh, { recursive: true, force: true });
    const from =
      'path' in source ? ['--bare', '--', await gitDirOf(source.path, configFile)] : ['--mirror', '--', source.url];
    await git(['clone', '--quiet', ...from, fresh], { configFile });
    renameSync(fresh, gitDir);
  } else if ('url' in source) {
    await git(['remote', 'update', '--prune'], options);
  }
}

/** Brings branches, tags and HEAD of the mirror to those of the repository at `path`. */
async function takeOver(mirrors: Mirrors, repository: Repository, path: string): Promise<void> {
  if (!existsSync(path)) return; // the last known state stays served
  const options = optionsFor(mirrors, repository);
  const { configFile } = mirrors;
  const gitDir = await gitDirOf(path, configFile);
  if ((await refsOf({ gitDir, configFile })) === (await refsOf(options))) return;
  const how = ['--quiet', '--prune', '--no-tags', '--update-shallow'];
  await git(['fetch', ...how, '--', gitDir, ...HEADS_AND_TAGS], options);
  const head = headOf(gitDir);
  if (head !== '') await git(['symbolic-ref', 'HEAD', head], options);
}

async function refsOf(options: GitOptions & { gitDir: string }): Promise<string> {
  const refs = await git(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags'], options);
  return refs.toString('utf8') + headOf(options.gitDir);
}

async function moveBranch(mirrors: Mirrors, repository: Repository, branch: string, commit: string): Promise<void> {
  const options = optionsFor(mirrors, repository);
  const { source } = repository;
  if ('path' in source && existsSync(source.path)) {
    const gitDir = await gitDirOf(source.path, mirrors.configFile);
    const receive = '--receive-pack=git -c receive.denyCurrentBranch=updateInstead receive-pack';
    await git(['push', '--quiet', receive, '--', gitDir, `${commit}:refs/heads/${branch}`], options);
  }
  await git(['update-ref', `refs/heads/${branch}`, commit], options);
}

async function defaultBranchOf(repository: Repository, options: GitOptions & { gitDir: string }): Promise<string> {
  if (repository.defaultBranch !== null) return repository.defaultBranch;
  const head = headOf(options.gitDir);
  if (head !== '') return head.replace(/^refs\/heads\//, '');
  const branches = await git(['for-each-ref', '--format=%(refname:short)', 'refs/heads'], options);
  const names = branches.toString('utf8').split('\n');
  return names.find((name) => name === 'main' || name === 'master') ?? names[0] ?? 'main';
}

/** Only plain names and ids: the rest of git's revision syntax (`a~1`, `:/text`, `@{1}`) is no part of the platform's API. */
function candidatesFor(ref: string): string[] {
  if (/^[0-9a-f]{40}$/i.test(ref)) return [ref];
  if (ref === 'HEAD') return ['HEAD'];
  const plain = !/[\s~^:?*[\\\x00-\x1f\x7f]|\.\.|@\{|\/\/|\.lock$|^[-/.]|[/.]$/.test(ref) && ref !== '@' && ref !== '';
  if (!plain) return [];
  if (/^refs\/(heads|tags)\//.test(ref)) return [ref];
  if (/^(heads|tags)\//.test(ref)) return [`refs/${ref}`];
  const names = [`refs/heads/${ref}`, `refs/tags/${ref}`];
  return /^[0-9a-f]{7,39}$/i.test(ref) ? [...names, ref] : names;
}

/** The full ref that HEAD names, '' when it is detached: `ref: refs/heads/main`. Lists ask for many, so no process runs. */
function headOf(gitDir: string): string {
  return /^ref: (refs\/\S+)$/m.exec(readFileSync(join(gitDir, 'HEAD'), 'utf8'))?.[1] ?? '';
}

/** The git directory of a work tree (also a linked one) or the bare repository itself. */
async function gitDirOf(path: string, configFile: string): Promise<string> {
  const found = await git(['-C', path, 'rev-parse', '--absolute-git-dir'], { configFile });
  return found.toString('utf8').trim();
}

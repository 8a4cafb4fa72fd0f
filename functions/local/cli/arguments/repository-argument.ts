/**
 * What `--repo` means: which repository the local SCM host serves under which name.
 *
 *   --repo ../engine                            a git work tree or bare repository on disk → local/engine
 *   --repo https://example.org/ada/engine.git   cloned from there                          → ada/engine
 *   --repo ada/engine                           one that the host already serves
 *   (nothing)                                   this project                               → local/reviewgraph
 */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { ROOT } from '../../stack/toolchain.ts';
import { missingGit } from '../../stack/missing-git.ts';

export interface RequestedRepository {
  owner: string;
  name: string;
  /** Folder or https URL to serve it from; undefined when the host is said to have it. */
  from: string | undefined;
}

/** Owner of repositories that come from this machine's disk. */
const LOCAL_OWNER = 'local';

/** Throws one sentence for what is none of the four. Paths are relative to `workingDir`, where the user typed them. */
export function requestedRepository(argument: string | undefined, workingDir: string): RequestedRepository {
  if (argument === undefined) return { owner: LOCAL_OWNER, name: 'reviewgraph', from: requireGit(ROOT) };
  if (/^https?:\/\//.test(argument)) return fromUrl(argument);
  if (/^[a-z][a-z0-9+.-]*:\/\/|^[^/]+@[^/]+:/i.test(argument)) {
    throw new Error(
      `--repo ${argument}: only https URLs can be cloned; for others, clone it yourself and give the path.`,
    );
  }
  const path = resolve(workingDir, argument.replace(/^~(?=\/|$)/, homedir()));
  if (existsSync(path) && statSync(path).isDirectory()) {
    return { owner: LOCAL_OWNER, name: repositoryName(basename(path)), from: requireGit(path) };
  }
  const [, owner, name] = /^([A-Za-z0-9-]+)\/([A-Za-z0-9._-]+)$/.exec(argument) ?? [];
  if (owner !== undefined && name !== undefined) return { owner, name, from: undefined };
  throw new Error(`--repo ${argument}: there is no such folder, and it is no owner/name or https URL.`);
}

function fromUrl(argument: string): RequestedRepository {
  const url = new URL(argument);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const name = parts.at(-1);
  if (name === undefined) throw new Error(`--repo ${argument}: the URL names no repository.`);
  const owner = (parts.at(-2) ?? url.hostname).replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return { owner: owner === '' ? LOCAL_OWNER : owner.slice(0, 39), name: repositoryName(name), from: argument };
}

/** A name that the host accepts. */
function repositoryName(text: string): string {
  const name = text
    .replace(/\.git$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 100);
  return /^[.-]*$/.test(name) ? 'repository' : name;
}

/** The repository that the folder is, or lies in. Throws a sentence when there is none with a commit, or no git. */
export function requireGit(path: string): string {
  try {
    execFileSync('git', ['-c', 'safe.directory=*', '-C', path, 'rev-parse', '--verify', '--quiet', 'HEAD'], {
      stdio: 'pipe',
    });
  } catch (error) {
    throw (
      missingGit(error) ??
      new Error(
        `${path} is no git repository with a commit: make one (\`git init && git add . && git commit\`), ` +
          `or index the plain folder with \`npm --prefix functions run index -- ${path}\`.`,
      )
    );
  }
  // A folder inside a work tree is not the repository itself, but what people mean by it is.
  return existsSync(join(path, '.git')) || existsSync(join(path, 'HEAD')) ? path : topLevel(path);
}

function topLevel(path: string): string {
  const git = ['-c', 'safe.directory=*', '-C', path, 'rev-parse', '--show-toplevel'];
  return execFileSync('git', git, { encoding: 'utf8' }).trim();
}

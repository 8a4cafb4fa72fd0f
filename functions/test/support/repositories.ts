/**
 * Real git repositories on disk for tests, in temporary folders, built by the git binary.
 *
 *     const repository = await makeRepository({ 'src/a.py': 'x = 1\n', 'link': { symlink: 'src' } });
 *     const second = repository.commit({ 'src/b.py': 'y = 2\n', 'src/a.py': null });
 *     repository.remove();
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Text or bytes of a file, a symbolic link, a submodule at a commit, an executable; null removes the path. */
export type Content = string | Uint8Array | { symlink: string } | { submodule: string } | { executable: string } | null;

export interface TestRepository {
  path: string;
  /** Writes the files and commits them; gives the commit's id. */
  commit(files: Record<string, Content>, message?: string): string;
  git(...args: string[]): string;
  remove(): void;
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** A fresh temporary folder, outside any repository. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'reviewgraph-test-'));
}

/** Writes files into a folder that need not be a repository; submodules are left out. */
export function writeFiles(folder: string, files: Record<string, Content>): void {
  for (const [path, content] of Object.entries(files)) {
    const full = join(folder, path);
    if (content === null || (typeof content === 'object' && 'submodule' in content)) {
      rmSync(full, { recursive: true, force: true });
      continue;
    }
    mkdirSync(dirname(full), { recursive: true });
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(full, content);
    else if ('symlink' in content) symlinkSync(content.symlink, full);
    else {
      writeFileSync(full, content.executable);
      chmodSync(full, 0o755);
    }
  }
}

/** A repository on branch `main`; without files it stays empty. */
export function makeRepository(files: Record<string, Content> = {}): TestRepository {
  const path = makeFolder();
  const env: NodeJS.ProcessEnv = { ...process.env, ...IDENTITY };
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete env[name];
  const git = (...args: string[]) => execFileSync('git', ['-C', path, ...args], { env, encoding: 'utf8' }).trim();
  // By one shell: each start of a child by a large process, as a test run is, costs more than what git does.
  const gitInTurn = (commands: string[][]) => {
    const lines = commands.map((args) => ['git', ...args.map((arg) => `'${arg.replaceAll("'", "'\\''")}'`)].join(' '));
    return execFileSync('sh', ['-c', lines.join(' && ')], { cwd: path, env, encoding: 'utf8' }).trim();
  };
  git('init', '--quiet', '--initial-branch=main');
  const repository: TestRepository = {
    path,
    git,
    commit(changes, message = 'Change files') {
      writeFiles(path, changes);
      const submodules = Object.entries(changes).flatMap(([name, content]) =>
        content !== null && typeof content === 'object' && 'submodule' in content
          ? [['update-index', '--add', '--cacheinfo', `160000,${content.submodule},${name}`]]
          : [],
      );
      return gitInTurn([
        ['add', '--all'],
        ...submodules,
        ['commit', '--quiet', '--allow-empty', '--message', message],
        ['rev-parse', 'HEAD'],
      ]);
    },
    remove() {
      rmSync(path, { recursive: true, force: true });
    },
  };
  if (Object.keys(files).length > 0) repository.commit(files);
  return repository;
}

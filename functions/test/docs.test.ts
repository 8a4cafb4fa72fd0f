/** What README, the pages of docs/ and .github/ point to exists: links with their headings, files, and npm scripts. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { PACKAGE, ROOT } from '../local/stack/toolchain.ts';

interface Page {
  /** Relative to the repository. */
  path: string;
  text: string;
}

function pagesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|yml)$/.test(name))
    .map((name) => join(folder, name));
}

/** GitHub's names of headings: `## 3. Platform app` → `3-platform-app`. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Relative links that lead nowhere, as `page: link`. */
function brokenLinks({ path, text }: Page): string[] {
  const prose = text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^(https?|mailto):/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const there = file === '' ? join(ROOT, path) : join(ROOT, dirname(path), file);
      if (!existsSync(there)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(there, 'utf8')).has(anchor);
    })
    .map((target) => `${path}: ${target}`);
}

/** Names of our own files in code marks that no file has; a page may leave `functions/` or `functions/src/` out. */
function missingFiles({ path, text }: Page): string[] {
  const prose = text.replace(/^```[^]*?^```/gm, '');
  const named = [...prose.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|md|js|json))`/g)].map(([, name = '']) => name);
  // Files of whoever uses the service: those of their editors.
  const isTheirs = (name: string): boolean => /^(?:node_modules|\.cursor|\.vscode)\//.test(name);
  const roots = [ROOT, PACKAGE, join(PACKAGE, 'src')];
  return named
    .filter((name) => !isTheirs(name) && !roots.some((root) => existsSync(join(root, name))))
    .map((name) => `${path}: ${name}`);
}

/** Scripts that are told to be run and that package.json does not have. */
function missingScripts({ path, text }: Page, scripts: ReadonlySet<string>): string[] {
  const named = [...text.matchAll(/\bnpm(?: --silent| --prefix functions)* run ([a-z][\w:-]*)/g)];
  return named
    .map(([, name = '']) => name)
    .filter((name) => !scripts.has(name))
    .map((name) => `${path}: ${name}`);
}

describe('docs', () => {
  const paths = ['README.md', 'functions/ARCHITECTURE.md', 'functions/languages/README.md'];
  const pages: Page[] = [...paths, ...pagesBelow('functions/docs'), ...pagesBelow('.github')].map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }));
  const { scripts } = z
    .looseObject({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')));
  const names = new Set(Object.keys(scripts));

  it('link to pages and headings that exist', () => {
    assert.ok(pages.length > 15, `${pages.length} pages`);
    assert.deepEqual(pages.flatMap(brokenLinks), []);
    const text = 'See [a](limits.md), [b](limits.md#nothing), [c](nothing.md), [d](#here).\n## Here\n';
    assert.deepEqual(brokenLinks({ path: 'functions/docs/api.md', text }), [
      'functions/docs/api.md: limits.md#nothing',
      'functions/docs/api.md: nothing.md',
      'functions/docs/api.md: #here',
    ]);
  });

  it('name files that exist', () => {
    assert.deepEqual(pages.flatMap(missingFiles), []);
    const text = '`src/ports.ts`, `model/ids.ts`, `src/nothing.ts`';
    assert.deepEqual(missingFiles({ path: 'a.md', text }), ['a.md: src/nothing.ts']);
  });

  it('name npm scripts that exist, and the page of commands names all', () => {
    assert.deepEqual(
      pages.flatMap((page) => missingScripts(page, names)),
      [],
    );
    assert.deepEqual(missingScripts({ path: 'a.md', text: '`npm --prefix functions run nothing`' }, names), [
      'a.md: nothing',
    ]);
    const commands = readFileSync(join(PACKAGE, 'docs', 'commands.md'), 'utf8');
    assert.deepEqual(
      [...names].filter((name) => !new RegExp(`\`${name}[ \`]`).test(commands)),
      [],
    );
  });

  it('are reached from README: every page of docs/ is linked there', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const docs = pagesBelow('functions/docs').map((path) => relative(ROOT, join(ROOT, path)));
    assert.deepEqual(
      docs.filter((path) => !readme.includes(`(${path}`)),
      [],
    );
  });
});

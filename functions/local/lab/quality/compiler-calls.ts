/** What compilers say of a folder's calls, by lines: TypeScript's checker, and callgraph where it is on PATH. */
import { goCalls } from './installed-tools.ts';
import { typescriptCalls } from './typescript-calls.ts';
import type { CompilerCalls } from './witness/edge-judgements.ts';

export function compilerCalls(folder: string, languages: ReadonlyMap<string, string>): CompilerCalls {
  const paths = [...languages].flatMap(([path, language]) => (isTypeScript(language) ? [path] : []));
  const pinned = new Set<string>();
  const judged = new Set<string>();
  if (paths.length > 0) {
    const checked = typescriptCalls(folder, paths);
    for (const { path, line, toPath, toLine } of checked.pinned) pinned.add(`${path}:${line} ${toPath}:${toLine}`);
    for (const site of checked.judged) judged.add(site);
  }
  for (const { path, line, toPath, toLine } of goOf(folder, languages)) {
    pinned.add(`${path}:${line} ${toPath}:${toLine}`);
    judged.add(`${path}:${line}`);
  }
  return { pinned, judged };
}

function isTypeScript(language: string): boolean {
  return language === 'typescript' || language === 'javascript';
}

function goOf(folder: string, languages: ReadonlyMap<string, string>): ReturnType<typeof goCalls> & {} {
  return [...languages.values()].includes('go') ? (goCalls(folder) ?? []) : [];
}

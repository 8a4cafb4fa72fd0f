/** The language of a file by its name, for colours alone: what the graph says of languages comes with the files. */

const ENDINGS: Record<string, string> = {
  ...{ sh: 'bash', bash: 'bash', c: 'c', h: 'c', cc: 'cpp', cpp: 'cpp', cxx: 'cpp', hpp: 'cpp', hh: 'cpp' },
  ...{ cs: 'csharp', go: 'go', hs: 'haskell', java: 'java', js: 'javascript', jsx: 'javascript', mjs: 'javascript' },
  ...{ cjs: 'javascript', kt: 'kotlin', kts: 'kotlin', lua: 'lua', php: 'php', py: 'python', pyi: 'python' },
  ...{ rb: 'ruby', rs: 'rust', scala: 'scala', sc: 'scala', swift: 'swift' },
  ...{ ts: 'typescript', tsx: 'typescript', mts: 'typescript', cts: 'typescript' },
};

/** Empty for one that is not known. */
export function languageOf(path: string): string {
  return ENDINGS[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? '';
}

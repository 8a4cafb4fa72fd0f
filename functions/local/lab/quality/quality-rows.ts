/** Every comparison that can be made for a folder, by the languages in it and the tools that are installed. */
import { compare, type Comparison, type Finding, type Source } from './compare.ts';
import { complexityDifferences, listDifferences } from './differences.ts';
import { eslintComplexity } from './eslint-complexity.ts';
import { complexityRow } from './explain-complexity.ts';
import { definitionRow } from './explain-definitions.ts';
import type { FolderGraph, PlacedCall } from './folder-graph.ts';
import { ctags, goCalls, gocyclo, lizard, radon, type Scored, type Tagged } from './installed-tools.ts';
import { typescriptCalls } from './typescript-calls.ts';

/** By language; what is not named here is compared with lizard. */
const COMPLEXITY: Record<string, { reference: string; of: (folder: string, paths: string[]) => Scored[] | undefined }> =
  {
    python: { reference: 'radon', of: radon },
    go: { reference: 'gocyclo', of: gocyclo },
    typescript: { reference: 'eslint', of: eslintComplexity },
    javascript: { reference: 'eslint', of: eslintComplexity },
  };
/** lizard gives every Haskell function 1, and reads shell as if it were C. */
const NO_REFERENCE = new Set(['haskell', 'bash']);
/** universal-ctags 5.9 reads neither; lizard lists their functions. */
const NOT_TAGGED = new Set(['swift', 'scala']);

export const SUBJECTS = ['calls', 'definitions', 'complexity'] as const;
export type Subject = (typeof SUBJECTS)[number];

export async function qualityRows(
  graph: FolderGraph,
  subjects: ReadonlySet<string> = new Set(SUBJECTS),
): Promise<Comparison[]> {
  const rows: (Comparison | undefined)[] = subjects.has('calls') ? [typescriptRow(graph), goRow(graph)] : [];
  for (const [language, paths] of [...graph.files].sort()) {
    const files = paths.flatMap((path) => graph.facts.get(path) ?? []);
    const source = { language, folder: graph.folder, files };
    if (subjects.has('definitions')) rows.push(...(await definitionRows(source, paths)));
    const { reference, of } = COMPLEXITY[language] ?? { reference: 'lizard', of: lizard };
    const scored = subjects.has('complexity') && !NO_REFERENCE.has(language) ? of(graph.folder, paths) : undefined;
    if (scored === undefined) continue;
    rows.push(await complexityRow(source, reference, scored, complexityDifferences(reference)));
  }
  return rows.filter((row) => row !== undefined && row.expected > 0) as Comparison[];
}

function typescriptRow({ calls, files, folder }: FolderGraph): Comparison | undefined {
  const paths = [...(files.get('typescript') ?? []), ...(files.get('javascript') ?? [])];
  if (paths.length === 0) return undefined;
  const { judged, pinned } = typescriptCalls(folder, paths);
  const chosen = new Set(paths);
  const ours = calls.filter(({ path }) => chosen.has(path));
  return compare('calls', 'typescript', pinned.map(callFinding), ours.map(callFinding), ({ key }) =>
    judged.has(siteOf(key)),
  );
}

function goRow({ calls, definitions, files, folder }: FolderGraph): Comparison | undefined {
  if (!files.has('go')) return undefined;
  const found = goCalls(folder);
  if (found === undefined) return undefined;
  // Function literals have no node, and a type is no function to callgraph.
  const functions = new Map(
    definitions.flatMap((one) => (one.label === 'Function' ? [[`${one.path}:${one.line}`, one.qualified]] : [])),
  );
  const expected = found.flatMap((call): PlacedCall[] => {
    const to = functions.get(`${call.toPath}:${call.toLine}`);
    return to === undefined ? [] : [{ ...call, to }];
  });
  const judged = new Set(found.map(({ path, line }) => `${path}:${line}`));
  const ours = calls.filter(({ toPath, toLine }) => functions.has(`${toPath}:${toLine}`));
  return compare('calls', 'callgraph', expected.map(callFinding), ours.map(callFinding), ({ key }) =>
    judged.has(siteOf(key)),
  );
}

function callFinding({ path, line, toPath, toLine, to }: PlacedCall): Finding {
  return { key: `${path}:${line} ${toPath}:${toLine}`, shown: `${path}:${line} → ${to} (${toPath}:${toLine})` };
}

function siteOf(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

/** A row each for functions and classes. */
async function definitionRows(source: Source, paths: string[]): Promise<Comparison[]> {
  const { language, folder } = source;
  const reference = NOT_TAGGED.has(language) ? 'lizard' : 'ctags';
  const named = (one: Scored): Tagged[] => (/^\w/.test(one.name) ? [{ ...one, label: 'Function' }] : []);
  const tags = reference === 'ctags' ? ctags(folder, paths) : lizard(folder, paths)?.flatMap(named);
  if (tags === undefined) return [];
  const rules = listDifferences(`${reference}-definitions`);
  return [
    await definitionRow(source, 'functions', reference, tags, rules),
    await definitionRow(source, 'classes', reference, tags, rules),
  ];
}

/** Every comparison that can be made for a folder, by the languages in it and the tools that are installed. */
import { compare, type Comparison, type Finding } from './compare.ts';
import { complexityDifferences } from './differences.ts';
import { eslintComplexity } from './eslint-complexity.ts';
import { complexityRow } from './explain-complexity.ts';
import type { FolderGraph, PlacedCall, PlacedDefinition } from './folder-graph.ts';
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
/** universal-ctags 5.9 reads neither. */
const NOT_TAGGED = new Set(['swift', 'scala', 'haskell']);

export const SUBJECTS = ['calls', 'definitions', 'complexity'] as const;
export type Subject = (typeof SUBJECTS)[number];

export async function qualityRows(
  graph: FolderGraph,
  subjects: ReadonlySet<string> = new Set(SUBJECTS),
): Promise<Comparison[]> {
  const rows: (Comparison | undefined)[] = subjects.has('calls') ? [typescriptRow(graph), goRow(graph)] : [];
  for (const [language, paths] of [...graph.files].sort()) {
    const own = graph.definitions.filter((definition) => definition.language === language);
    if (subjects.has('definitions') && !NOT_TAGGED.has(language))
      rows.push(...definitionRows(language, own, ctags(graph.folder, paths)));
    const { reference, of } = COMPLEXITY[language] ?? { reference: 'lizard', of: lizard };
    const scored = subjects.has('complexity') && !NO_REFERENCE.has(language) ? of(graph.folder, paths) : undefined;
    if (scored === undefined) continue;
    const files = paths.flatMap((path) => graph.facts.get(path) ?? []);
    rows.push(await complexityRow(language, reference, graph.folder, files, scored, complexityDifferences(reference)));
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

/** A row each for functions and classes. ctags knows fewer forms of both than we do, so what it does not see is no extra. */
function definitionRows(language: string, own: PlacedDefinition[], tags: Tagged[] | undefined): Comparison[] {
  if (tags === undefined) return [];
  const finding = ({ path, line, name }: { path: string; line: number; name: string }): Finding => ({
    key: `${path} ${name} ${line}`,
    shown: `${path}:${line} ${name}`,
  });
  return (['Function', 'Class'] as const).map((label) => {
    const ours = own.filter((one) => one.label === label);
    const places = new Map<string, number[]>();
    for (const { path, name, line } of ours)
      places.set(`${path} ${name}`, [...(places.get(`${path} ${name}`) ?? []), line]);
    // A definition may begin on another line for them: its return type's, its annotation's.
    const moved = (tag: Tagged): Tagged => {
      const near = places.get(`${tag.path} ${tag.name}`)?.find((line) => Math.abs(line - tag.line) <= 1);
      return near === undefined ? tag : { ...tag, line: near };
    };
    // `operator ==` is spelt with a blank there.
    const spelt = (tag: Tagged): Tagged => ({ ...tag, name: tag.name.replace(/^operator (?=\W)/, 'operator') });
    const expected = tags.filter((tag) => tag.label === label).map((tag) => finding(moved(spelt(tag))));
    return compare(
      `${label === 'Function' ? 'functions' : 'classes'} ${language}`,
      'ctags',
      expected,
      ours.map(finding),
      () => false,
    );
  });
}

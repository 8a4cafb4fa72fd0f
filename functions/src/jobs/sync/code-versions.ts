/**
 * Which code made what the graph holds: rows of other code are made anew, edges of other code resolved anew. The versions
 * are hashes of what decides them, so that nobody has to remember to raise a number:
 *
 *   files   one for each language: extraction with the language's tables, query and grammar, and the writing of rows
 *   edges   all of the above, resolution with its rules, and the sync with its figures
 *
 *     { "files": { "bash": "kXb0…", "c": "9dQx…" }, "skipped": "5hUa…", "edges": "T0cW…" }
 *
 * The build writes them to `lib/code-versions.json`. Beside the sources they are hashed on first use; the two are
 * equal, so a graph of the one is not made anew by the other.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { loadRegistry, type LanguageDefinition } from '../../extract/compile/registry.ts';

const codeVersionsSchema = z.object({
  /** By language. */
  files: z.record(z.string(), z.string()),
  /** Of files that were looked into and skipped. */
  skipped: z.string(),
  edges: z.string(),
});
export type CodeVersions = z.infer<typeof codeVersionsSchema>;

export const VERSIONS_FILE = 'code-versions.json';

/** What is hashed with everything it imports; a file that starts a thread is imported by nobody. */
const MAKES_FILES = ['jobs/sync/source-worker.ts', 'jobs/sync/sources.ts', 'graph/write-files.ts'];
const MAKES_EDGES = [...MAKES_FILES, 'jobs/sync/sync.ts'];
/** Imported by nearly all, and no row depends on how failures are called. */
const DECIDES_NOTHING = new Set(['model/errors.ts']);

/** Packages whose code makes facts or edges, besides the grammars. */
const PACKAGES_OF_FILES = ['web-tree-sitter'];
const PACKAGES_OF_EDGES = ['jsonc-parser', 'smol-toml'];

const lockSchema = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });

let known: CodeVersions | undefined;

export function codeVersions(): CodeVersions {
  known ??=
    extname(import.meta.url) === '.ts'
      ? hashCode(new URL('../../../', import.meta.url))
      : codeVersionsSchema.parse(JSON.parse(readFileSync(new URL(`../../${VERSIONS_FILE}`, import.meta.url), 'utf8')));
  return known;
}

/** Of a file in this language as it is in the graph; '' for one that was skipped. */
export function fileVersion(versions: CodeVersions, language: string): string {
  return versions.files[language] ?? versions.skipped;
}

/** `root`: the folder with `src/`, `languages/` and `package-lock.json`. Throws when one of the named files is missing. */
export function hashCode(root: URL): CodeVersions {
  const registry = loadRegistry({ root: new URL('languages/', root) });
  const definitions = registry.names.flatMap((name) => registry.get(name) ?? []);
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')));
  const versionOf = (name: string): string => `${name}@${packages[`node_modules/${name}`]?.version ?? 'none'}`;
  const sources = new URL('src/', root);
  // Whose a file is, is a matter between all languages.
  const claims = definitions.map(({ name, head: { extensions, extensionsWhen, filenames, shebangs } }) =>
    JSON.stringify([name, extensions, extensionsWhen, filenames, shebangs]),
  );
  const common = [...texts(sources, MAKES_FILES), ...PACKAGES_OF_FILES.map(versionOf), ...claims];
  const files = definitions.map((definition): [string, string] => [
    definition.name,
    hash([...common, ...parts(definition, root, versionOf)]),
  ]);
  const rules = definitions.map(({ name }) => readIfThere(new URL(`languages/${name}/resolution.json`, root)));
  return {
    files: Object.fromEntries(files),
    skipped: hash(common),
    edges: hash([
      ...files.flat(),
      ...rules,
      ...frameworks(root),
      ...texts(sources, MAKES_EDGES),
      ...PACKAGES_OF_EDGES.map(versionOf),
    ]),
  };
}

/** What a language's folder decides: its tables with what they inherit, its queries, its grammars. */
function parts(
  { name, head, written, queries }: LanguageDefinition,
  root: URL,
  versionOf: (name: string) => string,
): string[] {
  const grammars = head.grammars.flatMap((grammar) => [
    queries.get(grammar.file) ?? '',
    grammar.package === undefined
      ? hash([readFileSync(new URL(`languages/${name}/${grammar.file}`, root))])
      : versionOf(grammar.package),
  ]);
  return [written, ...grammars];
}

function readIfThere(file: URL): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** `import { a } from './x.ts'`, over several lines too; types decide nothing at run time. A sample in a comment has no ending. */
const IMPORTS = /^(?:import|export)\s+(?!type\b)[\w\s{},*]*from\s+'(\.[^']+)'|\bimport\('(\.[^']+\.ts)'\)/gm;

/** What frameworks run, by frameworks/*.json. */
function frameworks(root: URL): string[] {
  const folder = new URL('frameworks/', root);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => readFileSync(new URL(name, folder), 'utf8'));
}

/** Names and texts of these files and of all that they import, in a fixed order. */
function texts(sources: URL, entries: string[]): string[] {
  const found = new Map<string, string>();
  const visit = (file: URL): void => {
    const path = file.href.slice(sources.href.length);
    if (found.has(path) || DECIDES_NOTHING.has(path)) return;
    const text = readFileSync(file, 'utf8');
    found.set(path, text);
    for (const [, imported, loaded] of text.matchAll(IMPORTS)) visit(new URL(imported ?? loaded ?? '', file));
  };
  for (const entry of entries) visit(new URL(entry, sources));
  return [...found.keys()].sort().flatMap((path) => [path, found.get(path) ?? '']);
}

/** 12 characters: they stand on every node. */
function hash(inputs: (string | Uint8Array)[]): string {
  const sum = createHash('sha256');
  for (const input of inputs) sum.update(input).update('\0');
  return sum.digest('base64url').slice(0, 12);
}

/**
 * Where files that are no source code name what a change is about: configuration, schemas, messages and documents, which
 * no call leads to. Looked for are names that a change touches and that are unlikely to be words.
 *
 *     - const LIMIT = env('UPLOAD_LIMIT_MB')     →  deploy/app.yml:12-18     names UPLOAD_LIMIT_MB
 *     - t('cart.empty_hint')                        locales/de.json:40-44    names cart.empty_hint
 */
import type { Snapshot, TreeEntry } from '../../ports.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { ChangedSymbol } from './changed-symbols.ts';

export interface NamedPlace {
  path: string;
  /** 1-based, inclusive. */
  line_start: number;
  line_end: number;
  text: string;
  names: string[];
  /** 0..1: the rarer the names, the more. */
  worth: number;
}

/** A tree's files, and their texts. */
export type TreeTexts = Pick<Snapshot, 'entries' | 'read'>;

const TEXT_FILE =
  /(?:^|\/)(?:[^/]*\.(?:ya?ml|json[c5]?|toml|ini|cfg|conf|properties|sql|graphqls?|gql|proto|prisma|tf|hcl|md|mdx|rst|adoc|txt|po|pot|arb|strings|resx|xml|xlf|html?|env\.[\w.]+|feature|avsc|xsd|wsdl|plist|gradle|cmake|mk)|Dockerfile[^/]*|Containerfile|Makefile|Procfile|Jenkinsfile|README[^/]*|CHANGELOG[^/]*|CMakeLists\.txt)$/i;
const NOT_WRITTEN =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|\.git)\/|(?:-lock\.json|\.lock|lock\.ya?ml|\.snap|\.min\.\w+|\.map|go\.sum)$/i;
const LARGEST_FILE = 200 * 1024;
/** Bytes of all files that are read, those nearest to the change first. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 1_500;
const MOST_NAMES = 60;
/** A name in more files than these is a word of the house. */
const MOST_HOLDERS = 6;
const MOST_PLACES = 12;
const AROUND = 4;
const MOST_HITS = 3;

/** The best first. */
export async function namedInTexts(
  tree: TreeTexts,
  diffs: readonly FileDiff[],
  changed: readonly ChangedSymbol[],
): Promise<NamedPlace[]> {
  const names = namesOf(diffs, changed);
  if (names.length === 0) return [];
  const holders = new Map<string, number>();
  const found: { path: string; lines: string[]; names: string[] }[] = [];
  for await (const { path, text } of textsOf(tree, diffs)) {
    const here = names.filter((name) => text.includes(name) && isWord(text, name));
    for (const name of here) holders.set(name, (holders.get(name) ?? 0) + 1);
    if (here.length > 0) found.push({ path, lines: text.split('\n'), names: here });
  }
  return found
    .flatMap(({ path, lines, names: here }) => {
      const rare = here.filter((name) => (holders.get(name) ?? 0) <= MOST_HOLDERS);
      return rare.length === 0 ? [] : [placeOf(path, lines, rare, holders)];
    })
    .sort((a, b) => b.worth - a.worth || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_PLACES);
}

/** Files that the change itself touches are in the diff. */
async function* textsOf(tree: TreeTexts, diffs: readonly FileDiff[]): AsyncGenerator<{ path: string; text: string }> {
  const touched = new Set(diffs.flatMap(({ path, oldPath }) => [path, oldPath]));
  const folders = new Set(diffs.flatMap(({ path }) => foldersOf(path)));
  const near = ({ path }: TreeEntry) => foldersOf(path).filter((folder) => folders.has(folder)).length;
  const entries = tree.entries
    .filter(({ kind, path, size = 0 }) => kind === 'file' && size <= LARGEST_FILE && isText(path) && !touched.has(path))
    .map((entry) => ({ entry, near: near(entry) }))
    .sort((a, b) => b.near - a.near || (a.entry.path < b.entry.path ? -1 : 1))
    .slice(0, MOST_FILES);
  let left = MOST_BYTES;
  for (const { entry } of entries) {
    if (left <= 0) return;
    const bytes = await tree.read(entry.oid);
    left -= bytes.length;
    if (bytes.length <= LARGEST_FILE && !bytes.subarray(0, 8_000).includes(0))
      yield { path: entry.path, text: new TextDecoder().decode(bytes) };
  }
}

function isText(path: string): boolean {
  return TEXT_FILE.test(path) && !NOT_WRITTEN.test(path);
}

/** `a/b/c.yml` → '', `a`, `a/b` */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at).join('/'));
}

/** Of symbols, and of what changed lines write between quotes or in capitals; the most telling first. */
function namesOf(diffs: readonly FileDiff[], changed: readonly ChangedSymbol[]): string[] {
  const names = new Set<string>();
  for (const { node } of changed) if (isTelling(node.name)) names.add(node.name);
  for (const { path } of diffs) names.add(path);
  for (const { hunks } of diffs) {
    for (const { lines } of hunks) {
      for (const { kind, text } of lines) {
        if (kind === 'context' || text.length > 500) continue;
        for (const [, quoted = ''] of text.matchAll(/["'`]([\w.:/-]{5,60})["'`]/g))
          if (isTelling(quoted)) names.add(quoted);
        for (const [capitals] of text.matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]{2,50}\b/g)) names.add(capitals);
      }
    }
  }
  return [...names].slice(0, MOST_NAMES);
}

/** Made of several words, as no word of a language is. */
function isTelling(name: string): boolean {
  if (name.length < 6 || /^[\d.:/-]+$/.test(name)) return false;
  return /[a-z0-9][A-Z]|[A-Za-z0-9][_.:/-][A-Za-z0-9]/.test(name);
}

const LETTER = /[\p{L}\p{N}_]/u;

function isWord(text: string, name: string): boolean {
  return wordAt(text, name) >= 0;
}

function wordAt(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!LETTER.test(text[at - 1] ?? '') && !LETTER.test(text[at + name.length] ?? '')) return at;
  return -1;
}

function placeOf(path: string, lines: string[], names: string[], holders: ReadonlyMap<string, number>): NamedPlace {
  const hits = lines.flatMap((line, at) => (names.some((name) => wordAt(line, name) >= 0) ? [at] : []));
  const first = hits[0] ?? 0;
  const shown = new Set<number>();
  for (const hit of hits.slice(0, MOST_HITS))
    for (let at = Math.max(0, hit - AROUND); at <= Math.min(lines.length - 1, hit + AROUND); at++) shown.add(at);
  const at = [...shown].sort((a, b) => a - b);
  const text = at
    .map(
      (line, index) =>
        `${index > 0 && line !== (at[index - 1] ?? 0) + 1 ? '…\n' : ''}${lines[line]?.slice(0, 300) ?? ''}`,
    )
    .join('\n');
  const rarest = Math.min(...names.map((name) => holders.get(name) ?? 1));
  return {
    path,
    line_start: (at[0] ?? first) + 1,
    line_end: (at.at(-1) ?? first) + 1,
    text,
    names: names.slice(0, 3),
    worth: (1 / rarest) * (/\.(md|mdx|rst|adoc|txt|html?)$/i.test(path) ? 0.8 : 1),
  };
}

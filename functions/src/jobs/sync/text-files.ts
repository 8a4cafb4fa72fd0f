/**
 * Texts of a commit that are no source, and the words of them that may name a function (graph/kept/text-words.ts): which
 * files count, how many are read, and how the stored words follow a commit.
 */
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { extensionOf } from '../../extract/compile/file-names.ts';
import { loadRegistry } from '../../extract/compile/registry.ts';
import { decode, MAX_FILE_BYTES, SKIP_REASONS } from '../../extract/eligibility.ts';
import type { Fence } from '../../graph/fence.ts';
import { readTextHash, readTextWords, storeTextWords } from '../../graph/kept/stored-text-words.ts';
import {
  isProse,
  TEXT_WORDS_VERSION,
  wordsOfText,
  type TextFile,
  type TextWords,
  type Unread,
} from '../../graph/kept/text-words.ts';
import type { GraphPort, Snapshot, TreeEntry } from '../../ports.ts';

export interface TextEntries {
  /** In the order in which they are read: what calls by name first, then by path. */
  chosen: TreeEntry[];
  /** Beyond the limits. */
  left: number;
  /** None of those calls by name. */
  complete: boolean;
}

type Skip = (entry: TreeEntry) => string | undefined;

/** Files of one repository, and their bytes where the tree says them. */
const MOST_FILES = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** Different words of each file, over all files: some 3 MB as they are stored. */
const MOST_WORDS = 2_000_000;

/** Enough to tell whether a file is source. */
const HEAD_CHARACTERS = 16_384;

/** Nothing to call by, and nothing to read: pictures, sounds, fonts, archives, programs, and what tools write for themselves. */
const NO_TEXT =
  /\.(png|jpe?g|gif|bmp|ico|icns|webp|avif|tiff?|psd|xcf|ai|eps|svgz?|pdf|mp[34]|m4[av]|ogg|opus|wav|flac|aac|webm|mov|avi|mkv|ttf|otf|woff2?|eot|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|war|aar|nupkg|so|a|o|obj|lib|dll|dylib|exe|pdb|class|pyc|wasm|bin|dat|db|sqlite3?|pack|idx|snap|lock|sum|csv|tsv|parquet|keystore|jks|p12|der|crt|pem|key|sig|asc|mo|qm|pbxproj|css|s[ac]ss|less|styl|[cm]?js\.map|css\.map)$|(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|\.gitattributes|\.gitignore|LICEN[CS]E[^/]*|COPYING[^/]*)$/i;
/** Interface descriptions, templates, and other languages: of these no file is left for another's sake. */
const CALLS_BY_NAME =
  /\.(ui|glade|blp|xaml|axaml|xib|storyboard|xml|fxml|jsp|jspx|jspf|tagx?|xhtml|html?|vue|svelte|erb|haml|slim|twig|j2|jinja2?|tmpl|tpl|gotmpl|mustache|hbs|handlebars|ejs|pug|liquid|ftlh?|vm|cshtml|razor|aspx|ascx|qml|m|mm|pl|pm|groovy|gradle|dart|r|lua|sql|s|asm|y|l|pyx|pxd|def|map|ld|lds|in|am|ac|cmake|mk|mak|pro|pri|build|bazel|bzl|toml|ini|cfg|conf|proto|thrift|graphql)$|(^|\/)[^./]+$/i;

export function textEntriesOf(entries: readonly TreeEntry[], reasonToSkip: Skip): TextEntries {
  const all = entries.filter((entry) => mayBeText(entry.path, reasonToSkip(entry)) && !NO_TEXT.test(entry.path));
  const ranked = all
    .filter(({ size = 0 }) => size <= MAX_FILE_BYTES)
    .map((entry) => ({ entry, rank: rankOf(entry.path) }))
    .sort((a, b) => a.rank - b.rank || (a.entry.path < b.entry.path ? -1 : 1))
    .map(({ entry }) => entry);
  let bytes = 0;
  const chosen: TreeEntry[] = [];
  for (const entry of ranked.slice(0, MOST_FILES)) {
    bytes += entry.size ?? 0;
    if (bytes > MOST_BYTES) break;
    chosen.push(entry);
  }
  const next = ranked[chosen.length];
  return { chosen, left: all.length - chosen.length, complete: next === undefined || rankOf(next.path) > 0 };
}

/** What no language has by its path. A file without an ending may be source by its first line, which is seen once it is read. */
function mayBeText(path: string, reason: string | undefined): boolean {
  return reason === SKIP_REASONS.language || (reason === undefined && extensionOf(path) === '');
}

function rankOf(path: string): number {
  return CALLS_BY_NAME.test(path) ? 0 : isProse(path) ? 2 : 1;
}

/** Files whose words are not among those of before. */
export function textsToRead({ chosen }: TextEntries, before: TextWords | undefined): TreeEntry[] {
  const known = knownAmong(before);
  return chosen.filter((entry) => !known.has(nameOf(entry)));
}

/** What the words of these are, where only the files that `before` does not know are read. */
export async function readTexts(
  snapshot: Pick<Snapshot, 'read' | 'lacks'>,
  texts: TextEntries,
  before: TextWords | undefined,
): Promise<TextWords> {
  const known = knownAmong(before);
  const files: TextFile[] = [];
  let words = 0;
  for (const entry of texts.chosen) {
    const own = known.get(nameOf(entry))?.words ?? (await wordsOf(snapshot, entry));
    words += typeof own === 'string' ? 0 : own.length;
    if (words > MOST_WORDS) break;
    files.push({ path: entry.path, oid: entry.oid, words: own });
  }
  const unread = files.filter((file) => typeof file.words === 'string').length;
  const lacking = files.some((file) => file.words === 'lacking' && rankOf(file.path) === 0);
  const next = texts.chosen[files.length];
  return {
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    unread: texts.left + texts.chosen.length - files.length + unread,
    complete: texts.complete && !lacking && (next === undefined || rankOf(next.path) > 0),
  };
}

async function wordsOf(
  snapshot: Pick<Snapshot, 'read' | 'lacks'>,
  { path, oid }: { path: string; oid: string },
): Promise<Uint32Array | Unread> {
  if (snapshot.lacks?.(oid) === true) return 'lacking';
  // Texts may be many, and others wait for this thread.
  await turn();
  const bytes = await snapshot.read(oid);
  // A delta does not tell the size, so it is known only now.
  if (bytes.length > MAX_FILE_BYTES) return 'large';
  const text = decode(bytes) ?? '';
  const isSource = loadRegistry().languageOf(path, text.slice(0, HEAD_CHARACTERS)) !== undefined;
  return isSource ? new Uint32Array() : wordsOfText(path, text);
}

/** A text gives the same words wherever it stands, but for what is written for people. */
function nameOf({ path, oid }: { path: string; oid: string }): string {
  return isProse(path) ? `${oid} prose` : oid;
}

function knownAmong(before: TextWords | undefined): Map<string, TextFile> {
  return new Map((before?.files ?? []).map((file) => [nameOf(file), file]));
}

/** Texts of a commit that a sync to it will read; asks for no words where these are of the same texts. */
export async function textsMissing(
  graph: GraphPort,
  repoId: string,
  entries: readonly TreeEntry[],
  reasonToSkip: Skip,
): Promise<TreeEntry[]> {
  const texts = textEntriesOf(entries, reasonToSkip);
  const same = (await readTextHash(graph, repoId)) === hashOf(texts);
  return same ? [] : textsToRead(texts, await readTextWords(graph, repoId));
}

/** Brings what is stored to the commit's texts; nothing is read where these are the same. */
export async function renewTextWords(fence: Fence, snapshot: Snapshot, reasonToSkip: Skip): Promise<void> {
  const texts = textEntriesOf(snapshot.entries, reasonToSkip);
  const hash = hashOf(texts);
  const stored = await readTextHash(fence.graph, fence.repoId);
  if (stored === hash) return;
  const before = stored === '' ? undefined : await readTextWords(fence.graph, fence.repoId);
  await storeTextWords(fence, hash, await readTexts(snapshot, texts, before));
}

function hashOf({ chosen, left }: TextEntries): string {
  const lines = chosen.map(({ path, oid }) => JSON.stringify([path, oid]));
  const text = [TEXT_WORDS_VERSION, left, ...lines].join('\n');
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * Words of a repository's texts that are no source (templates, interface descriptions, build files, configuration, other
 * languages), as far as they may name a function. What only they name may be called all the same, so nobody may say that
 * nothing calls it. Kept with the repository, file by file, so a push that changes one template reads that one alone.
 *
 *     (:Repository {text_hash: "c81e…", text_words: <the bytes below, packed>})
 *
 *     length of the head │ head, JSON: version, files [path, blob id, number of words], what was not read
 *     number of words    │ the different words of all files as hashes of 32 bits, in their order, as differences
 *     for each file      │ its words as places in that list, as differences
 *
 * A hash stands for its word: of a million words one other word in some four thousand is taken for one of them, which makes
 * a function doubtful that is not.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { fnv1a } from '../../model/ids.ts';
import type { TextMentions } from '../../ports.ts';

export interface TextFile {
  path: string;
  oid: string;
  /** Hashes, ascending; or why it was not read: over 1 MiB, or not among what the platform sent. */
  words: Uint32Array | Unread;
}

const unreadSchema = z.enum(['large', 'lacking']);
export type Unread = z.infer<typeof unreadSchema>;

export interface TextWords {
  /** By path. */
  files: TextFile[];
  /** Files that were not read, since there are too many or they are too large. */
  unread: number;
  /** None of the kinds that call by name was left for want of room. What is too large is data. */
  complete: boolean;
}

/** Raise it when other words are taken of the same text, so that all texts are read again. */
export const TEXT_WORDS_VERSION = 1;

/** Texts for people, in which a word is rather a word than a name: only what is written as code counts there. */
const PROSE =
  /\.(md|mdx|markdown|rst|txt|adoc|asciidoc|textile|org|pod|tex|po|pot|xlf|xliff|strings|stringsdict|resx|properties|arb|ftl|html\.md)$|(^|\/)(locales?|i18n|l10n|lang|langs|languages|translations?|_locales|values-[\w-]+)\/|(^|\/)[A-Z]{4,}$/;

/** Letters, digits and underscores, as most languages have them in names. */
const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const LEAST = 2;
/** Nobody calls a function so; it is what a program wrote. */
const LONGEST = 120;

export function isProse(path: string): boolean {
  return PROSE.test(path);
}

/** Ascending hashes of the words of a text that may name a function. */
export function wordsOfText(path: string, text: string): Uint32Array {
  const found = new Set<number>();
  const prose = isProse(path);
  for (const match of text.matchAll(WORDS)) {
    const [word] = match;
    if (word.length < LEAST || word.length > LONGEST) continue;
    if (prose && !isWrittenAsCode(word, text, match.index)) continue;
    found.add(hashOf(word));
    // A sign of a variable, or a part of the name.
    if (word.includes('$')) for (const part of word.split('$')) if (part.length >= LEAST) found.add(hashOf(part));
  }
  return Uint32Array.from(found).sort();
}

/** `readAll`, `read_all`, `read()`, `` `read` ``, `.read`, `"read"` */
function isWrittenAsCode(word: string, text: string, at: number): boolean {
  if (/_|\p{Ll}\p{Lu}|\d/u.test(word)) return true;
  const [before, after] = [text.charAt(at - 1), text.charAt(at + word.length)];
  const isQuoted = before === after && /["'`]/.test(before);
  return isQuoted || after === '(' || /[`.#:]/.test(before);
}

/** FNV-1a, its bits mixed. */
export function hashOf(word: string): number {
  let hash = fnv1a(word);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return (Math.imul(hash, 0xc2b2ae35) ^ (hash >>> 16)) >>> 0;
}

/** What a reader says of them; undefined words are those of no text at all. */
export function mentionsIn(words: TextWords | undefined, names: readonly string[]): TextMentions {
  if (words === undefined) return { paths: new Map(), unread: null, complete: false };
  return { paths: textsNaming(words, names), unread: words.unread, complete: words.complete };
}

/** For each of the names that a file says, the first such file. `save?` is said by `save`. */
function textsNaming({ files }: TextWords, names: readonly string[]): Map<string, string> {
  const open = new Map<number, string[]>();
  for (const name of new Set(names)) {
    const hash = hashOf(name.replace(/[?!=]$/, ''));
    open.set(hash, [...(open.get(hash) ?? []), name]);
  }
  const found = new Map<string, string>();
  for (const { path, words } of files) {
    if (typeof words === 'string') continue;
    for (const [hash, asked] of open) {
      if (!holds(words, hash)) continue;
      for (const name of asked) found.set(name, path);
      open.delete(hash);
    }
  }
  return found;
}

function holds(words: Uint32Array, hash: number): boolean {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  return words[low] === hash;
}

const headSchema = z.object({
  version: z.number(),
  files: z.array(z.tuple([z.string(), z.string(), z.union([z.number().int().nonnegative(), unreadSchema])])),
  unread: z.number().int().nonnegative(),
  complete: z.boolean(),
});

export function packTextWords({ files, unread, complete }: TextWords): Buffer {
  const lists = files.map(({ words }) => (typeof words === 'string' ? new Uint32Array() : words));
  const all = differentOf(lists);
  const placeOf = new Map(Array.from(all, (word, place) => [word, place]));
  const listed = files.map(({ path, oid, words }) => [path, oid, typeof words === 'string' ? words : words.length]);
  const head = Buffer.from(JSON.stringify({ version: TEXT_WORDS_VERSION, files: listed, unread, complete }));
  const bytes = createBytes();
  bytes.number(head.length);
  bytes.text(head);
  bytes.number(all.length);
  bytes.ascending(all);
  for (const words of lists) bytes.ascending(words.map((word) => placeOf.get(word) ?? 0));
  return deflateRawSync(bytes.written(), { level: 6 });
}

function differentOf(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Set<number>();
  for (const list of lists) for (const word of list) all.add(word);
  return Uint32Array.from(all).sort();
}

/** Undefined for words of another version. */
export function unpackTextWords(packed: Uint8Array): TextWords | undefined {
  const bytes = readBytes(inflateRawSync(packed));
  const { version, files, unread, complete } = headSchema.parse(JSON.parse(bytes.text(bytes.number())));
  if (version !== TEXT_WORDS_VERSION) return undefined;
  const all = bytes.ascending(bytes.number());
  const read = files.map(([path, oid, count]): TextFile => {
    if (typeof count === 'string') return { path, oid, words: count };
    return { path, oid, words: bytes.ascending(count).map((place) => all[place] ?? 0) };
  });
  return { files: read, unread, complete };
}

/** Numbers of seven bits a byte, the lowest first. */
function createBytes() {
  let buffer = Buffer.alloc(4_096);
  let at = 0;
  const room = (more: number): void => {
    if (at + more > buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length + more)]);
  };
  const number = (value: number): void => {
    room(5);
    let rest = value;
    while (rest > 0x7f) {
      buffer[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    buffer[at++] = rest;
  };
  return {
    number,
    text(text: Buffer): void {
      room(text.length);
      at += text.copy(buffer, at);
    },
    ascending(values: Uint32Array): void {
      let before = 0;
      for (const value of values) {
        number(value - before);
        before = value;
      }
    },
    written: () => buffer.subarray(0, at),
  };
}

function readBytes(bytes: Buffer) {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  return {
    number,
    text(length: number): string {
      at += length;
      return bytes.toString('utf8', at - length, at);
    },
    ascending(count: number): Uint32Array {
      const values = new Uint32Array(count);
      let before = 0;
      for (let place = 0; place < count; place++) {
        before += number();
        values[place] = before;
      }
      return values;
    },
  };
}

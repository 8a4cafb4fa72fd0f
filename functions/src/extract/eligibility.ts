/**
 * Which files are read as source code, and why the others are not. Most is known from the tree alone; the rest needs the
 * bytes: binaries with a source file's name, bundles in one line, files in a language that only a shebang tells.
 */
import { LEFT_OUT } from '../model/declarations/left-out.ts';
import { readGitAttributes, type AttributesFile } from './git-attributes.ts';
import { baseNameOf } from './compile/file-names.ts';
import type { LanguageRegistry } from './compile/registry.ts';

export const SKIP_REASONS = {
  ...LEFT_OUT,
  language: 'unsupported language',
  symlink: 'symbolic link',
  submodule: 'submodule',
  refused: 'path that git refuses',
  twice: 'second entry of its path',
  dependency: 'dependency folder',
  vendored: 'marked linguist-vendored',
  path: 'path longer than 1,024 bytes',
  binary: 'binary',
  lfs: 'Git LFS pointer',
} as const;
export type SkipReason = (typeof SKIP_REASONS)[keyof typeof SKIP_REASONS];

export const MAX_FILE_BYTES = 1024 * 1024;
/** Longer ones fit into no index of the graph, and into no list that people read. */
const MAX_PATH_BYTES = 1_024;
const MAX_FILE_LINES = 20_000;
/** Average characters a line above which a file counts as minified. */
const MAX_AVERAGE_LINE = 500;

/** A short file in one line is no bundle: below this many characters, nothing is called minified. */
const MIN_MINIFIED = 5_000;
/** Enough for a shebang and for the patterns that tell two languages with one extension apart. */
const HEAD_CHARACTERS = 16_384;
const DEPENDENCY = /(^|\/)(node_modules|vendor|third_party)\//;
const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\noid sha256:[0-9a-f]{64}\r?\nsize \d+/;
const MANIFESTS =
  /^(tsconfig[\w.-]*\.json|jsconfig\.json|package\.json|go\.mod|go\.work|Cargo\.toml|composer\.json|pyproject\.toml|[\w.-]+\.csproj|Directory\.Build\.(props|targets)|Package\.swift)$/;

export interface FileEntry {
  path: string;
  kind: 'file' | 'symlink' | 'submodule' | 'refused' | 'twice';
  /** Bytes, when known. */
  size?: number;
}

export interface Eligibility {
  /** By path, kind and size alone; undefined when the file has to be looked into. */
  reasonToSkip(entry: FileEntry): SkipReason | undefined;
  /** Files that say how names map to files: go.mod, tsconfig.json, … */
  isManifest(entry: FileEntry): boolean;
  /** Language and text of a file's bytes, or why it is not read. */
  read(path: string, bytes: Uint8Array): { language: string; text: string } | { skipped: SkipReason };
  /** The same rules for text in any language, or in none that is known. */
  readonly ofAnyText: TextEligibility;
}

export interface TextEligibility {
  reasonToSkip(entry: FileEntry): SkipReason | undefined;
  read(path: string, bytes: Uint8Array): { language: string | null; text: string } | { skipped: SkipReason };
}

/** `attributes`: every `.gitattributes` of the tree. */
export function createEligibility(registry: LanguageRegistry, attributes: AttributesFile[] = []): Eligibility {
  const markOf = readGitAttributes(attributes);
  const reasonToSkip = ({ kind, path, size = 0 }: FileEntry, mayBeRead: (path: string) => boolean) => {
    if (kind !== 'file') return SKIP_REASONS[kind];
    if (Buffer.byteLength(path) > MAX_PATH_BYTES) return SKIP_REASONS.path;
    if (DEPENDENCY.test(path)) return SKIP_REASONS.dependency;
    if (!mayBeRead(path)) return SKIP_REASONS.language;
    const mark = markOf(path);
    if (mark !== undefined) return SKIP_REASONS[mark];
    return size > MAX_FILE_BYTES ? SKIP_REASONS.size : undefined;
  };
  const readText = (path: string, bytes: Uint8Array): ReturnType<TextEligibility['read']> => {
    if (bytes.length > MAX_FILE_BYTES) return { skipped: SKIP_REASONS.size };
    const text = decode(bytes);
    if (text === undefined) return { skipped: SKIP_REASONS.binary };
    if (LFS_POINTER.test(text)) return { skipped: SKIP_REASONS.lfs };
    const language = registry.languageOf(path, text.slice(0, HEAD_CHARACTERS)) ?? null;
    const lines = countLines(text);
    if (lines > MAX_FILE_LINES) return { skipped: SKIP_REASONS.lines };
    if (text.length > MIN_MINIFIED && text.length / lines > MAX_AVERAGE_LINE) return { skipped: SKIP_REASONS.minified };
    return { language, text };
  };
  return {
    reasonToSkip: (entry) => reasonToSkip(entry, (path) => registry.mayBeSource(path)),
    ofAnyText: { reasonToSkip: (entry) => reasonToSkip(entry, () => true), read: readText },
    isManifest: ({ kind, path, size = 0 }) =>
      kind === 'file' && size <= MAX_FILE_BYTES && !DEPENDENCY.test(path) && MANIFESTS.test(baseNameOf(path)),
    read(path, bytes) {
      const read = readText(path, bytes);
      if ('skipped' in read) return read;
      const { language, text } = read;
      return language === null ? { skipped: SKIP_REASONS.language } : { language, text };
    },
  };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/**
 * Bytes as text: UTF-8 or UTF-16 by their byte order mark, else UTF-8, else Latin-1 (which any bytes are). A NUL that is
 * left after that means that the file is no text: undefined. Line ends stay as they are, so that offsets hold.
 */
export function decode(bytes: Uint8Array): string | undefined {
  const text = decodeText(bytes);
  return text.includes('\0') ? undefined : text;
}

function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

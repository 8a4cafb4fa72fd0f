/**
 * A linter's configuration file as data. It comes out of the commit under review, so it is parsed, never run and never
 * handed on as it is: what could name a program, a plugin or a file elsewhere is left out, and every thing that is
 * left out is said in `notes`.
 */
import type { ToolName } from '../../model/tools.ts';
import { parseGoOptions } from './go-options.ts';
import { parseJavascriptOptions } from './javascript-options.ts';
import { isTable, type ParsedOptions } from './parsed-options.ts';
import { parsePythonOptions } from './python-options.ts';

export interface LintOptions {
  /** Absent for the tool's defaults. */
  options?: Record<string, unknown>;
  /** Of the configuration file; '' for the root. */
  folder: string;
  notes: string[];
  /** What the configuration ignores by a file's path, where the tool knows no paths. */
  ignores(path: string, rule: string): boolean;
}

/** Text of a plain file at head; undefined when there is none at that path. */
export type ReadHead = (path: string) => Promise<string | undefined>;

export const DEFAULT_OPTIONS: LintOptions = { folder: '', notes: [], ignores: () => false };

const MAX_CONFIG = 256 * 1024;
const MAX_EXTENDS = 5;

const PARSERS: Record<ToolName, (path: string, text: string) => ParsedOptions> = {
  python_linter: parsePythonOptions,
  javascript_linter: parseJavascriptOptions,
  go_linter: parseGoOptions,
};

/** `path` as the user's settings give it. The defaults, and a note, when it is not there or is no data. */
export async function readOptionsFile(tool: ToolName, path: string, readHead: ReadHead): Promise<ParsedOptions> {
  return readChain(tool, path, readHead, new Set());
}

async function readChain(tool: ToolName, path: string, readHead: ReadHead, seen: Set<string>): Promise<ParsedOptions> {
  const failed = (why: string): ParsedOptions => ({ extends: [], notes: [`${path} ${why}`] });
  if (seen.has(path)) return failed('extends itself');
  if (seen.size >= MAX_EXTENDS) return failed('extends too many others');
  seen.add(path);
  const text = await readHead(path);
  if (text === undefined) return failed('is not in this commit; the defaults apply');
  if (text.length > MAX_CONFIG) return failed('is too large; the defaults apply');
  const own = PARSERS[tool](path, text);
  let joined: ParsedOptions = { extends: [], notes: [] };
  for (const other of own.extends) {
    const target = within(path, other);
    const base = target === undefined ? failed(`extends ${other}, which is not in the repository`) : undefined;
    joined = join(joined, base ?? (await readChain(tool, target ?? '', readHead, seen)));
  }
  return join(joined, own);
}

/** A path that stands in a file, from the repository's root; undefined when it leads out. */
function within(from: string, path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\\') || /^[a-z]+:/i.test(path)) return undefined;
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Tables are joined one level deep, anything else of `own` takes the place of the base's. */
function join(base: ParsedOptions, own: ParsedOptions): ParsedOptions {
  const notes = [...base.notes, ...own.notes];
  if (base.options === undefined) return { ...own, extends: [], notes };
  if (own.options === undefined) return { ...base, extends: [], notes };
  const options = new Map(Object.entries(base.options));
  for (const [key, value] of Object.entries(own.options)) {
    const before = options.get(key);
    options.set(key, isTable(before) && isTable(value) ? { ...before, ...value } : value);
  }
  return { options: Object.fromEntries(options), extends: [], notes };
}

/**
 * Which languages there are and which one a file is in. Every folder below `languages/` with a `language.json` is a
 * language; nothing in code lists them. A file's language follows from its name, its extension, or a shebang line, in
 * this order; where two languages claim an extension, the head of the text decides (`extensionsWhen`).
 */
import { readFileSync, readdirSync } from 'node:fs';
import type { ZodType } from 'zod';
import { baseNameOf, extensionOf } from './file-names.ts';
import type { LanguageTables } from './grammars.ts';
import { languageHeadSchema, languageSchema, type LanguageHead, type LanguageSource } from './language-schema.ts';

export interface LanguageDefinition extends LanguageTables {
  head: LanguageHead;
  /** `language.json` with what it extends merged in, as JSON. */
  written: string;
  /** The same, checked when it is first asked for, since that takes much longer than reading it. Throws like loadRegistry. */
  readonly source: LanguageSource;
}

export interface LanguageRegistry {
  names: string[];
  get(name: string): LanguageDefinition | undefined;
  /** The language of a file by its path and, where that is not enough, the first 16 KB of its text. */
  languageOf(path: string, head?: string): string | undefined;
  /** True when the path alone says that a file may be source code, so that reading its head is worth it. */
  mayBeSource(path: string): boolean;
}

const LANGUAGES = new URL('../../../languages/', import.meta.url);
/** Of a text, what the patterns of `extensionsWhen` are matched against. */
const HEAD_CHARACTERS = 16_384;

function readJson(url: URL): unknown {
  return JSON.parse(readFileSync(url, 'utf8'));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Objects are merged key by key, anything else is replaced; null removes an inherited key. */
function merge(base: unknown, own: unknown): unknown {
  if (!isObject(base) || !isObject(own)) return own === undefined ? base : own;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    if (value === null) delete merged[key];
    // A form of a table (it has `is` or is a pick) is one thing: the own one replaces the inherited one.
    else merged[key] = isObject(value) && 'is' in value ? value : merge(base[key], value);
  }
  return merged;
}

function loadSource(root: URL, name: string, depth = 0): unknown {
  const own = readJson(new URL(`${name}/language.json`, root));
  const parent = isObject(own) && typeof own['extends'] === 'string' ? own['extends'] : undefined;
  if (parent === undefined || depth > 3) return own;
  const inherited = loadSource(root, parent, depth + 1);
  // How files are claimed is never inherited.
  const claims = { extensions: [], filenames: [], shebangs: [], extensionsWhen: {}, queries: undefined };
  return merge({ ...(isObject(inherited) ? inherited : {}), ...claims }, own);
}

function checked<T>(schema: ZodType<T>, name: string, written: unknown): T {
  const parsed = schema.safeParse(written);
  if (!parsed.success) throw new Error(`languages/${name}/language.json: ${parsed.error.message}`);
  return parsed.data;
}

function loadLanguage(root: URL, name: string): LanguageDefinition {
  const written = loadSource(root, name);
  const head = checked(languageHeadSchema, name, written);
  if (head.name !== name) throw new Error(`languages/${name}/language.json: "name" must be the folder's name`);
  const folder = new URL(`${name}/`, root);
  let source: LanguageSource | undefined;
  return {
    name,
    head,
    written: JSON.stringify(written),
    get source() {
      return (source ??= checked(languageSchema, name, written));
    },
    get queries() {
      const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');
      return new Map(
        head.grammars.map(({ file, queries }) => [file, [...head.queries, ...queries].map(textOf).join('\n')]),
      );
    },
  };
}

/** `#!/usr/bin/env -S python3 -u` → `python3`. */
function interpreterOf(head: string): string | undefined {
  const words = /^#!\s*(\S[^\r\n]*)/.exec(head)?.[1]?.split(/\s+/);
  if (words === undefined) return undefined;
  const program = baseNameOf(words[0] ?? '');
  if (program !== 'env') return program;
  const word = words.slice(1).find((part) => !part.startsWith('-') && !part.includes('='));
  return word === undefined ? undefined : baseNameOf(word);
}

export interface RegistryOptions {
  root?: URL;
  /** Called with a language whose folder is wrong, which is then left out. Without it, a wrong folder throws. */
  onInvalid?: (name: string, error: Error) => void;
}

let standing: LanguageRegistry | undefined;

/**
 * Reads every `languages/<lang>/`; the folder beside this code is read once in a process. Without `options`, only what
 * tells languages apart is checked now, and the rest of a language when it is first used; what is wrong throws, with the
 * file and key. With `onInvalid`, all of each language is checked now.
 */
export function loadRegistry(options?: RegistryOptions): LanguageRegistry {
  return options === undefined ? (standing ??= readRegistry({})) : readRegistry(options);
}

function readRegistry(options: RegistryOptions): LanguageRegistry {
  const languages = readLanguages(options);
  const claims = claimsOf(languages.values());
  return {
    names: [...languages.keys()],
    get: (name) => languages.get(name),
    languageOf: (path, head) => languageOf(claims, path, head),
    mayBeSource(path) {
      const extension = extensionOf(path);
      return (
        extension === '' ||
        claims.byFilename.has(baseNameOf(path)) ||
        claims.conditional.has(extension) ||
        claims.byExtension.has(extension) ||
        claims.byExtension.has(extension.toLowerCase())
      );
    },
  };
}

function readLanguages({ root = LANGUAGES, onInvalid }: RegistryOptions): Map<string, LanguageDefinition> {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => readdirSync(new URL(`${name}/`, root)).includes('language.json'))
    .sort();
  const languages = new Map<string, LanguageDefinition>();
  for (const name of folders) {
    try {
      const language = loadLanguage(root, name);
      if (onInvalid !== undefined) void language.source;
      languages.set(name, language);
    } catch (error) {
      if (onInvalid === undefined || !(error instanceof Error)) throw error;
      onInvalid(name, error);
    }
  }
  return languages;
}

/** Which language takes a file by its name, its extension, its interpreter, and its text where that decides. */
interface Claims {
  byExtension: Map<string, string>;
  byFilename: Map<string, string>;
  byShebang: Map<string, string>;
  conditional: Map<string, { name: string; pattern: RegExp }[]>;
}

/** Throws where two languages claim the same. */
function claimsOf(languages: Iterable<LanguageDefinition>): Claims {
  const claims: Claims = {
    byExtension: new Map(),
    byFilename: new Map(),
    byShebang: new Map(),
    conditional: new Map(),
  };
  const claim = (map: Map<string, string>, keys: string[], name: string): void => {
    for (const key of keys) {
      const other = map.get(key);
      if (other !== undefined) throw new Error(`languages/${name}: "${key}" already belongs to ${other}`);
      map.set(key, name);
    }
  };
  for (const { name, head } of languages) {
    claim(claims.byExtension, head.extensions, name);
    claim(claims.byFilename, head.filenames, name);
    claim(claims.byShebang, head.shebangs, name);
    for (const [extension, pattern] of Object.entries(head.extensionsWhen)) {
      const rules = claims.conditional.get(extension) ?? [];
      rules.push({ name, pattern: new RegExp(pattern, 'mu') });
      claims.conditional.set(extension, rules);
    }
  }
  return claims;
}

function languageOf(claims: Claims, path: string, head: string | undefined): string | undefined {
  const named = claims.byFilename.get(baseNameOf(path));
  if (named !== undefined) return named;
  const extension = extensionOf(path);
  return extension === '' ? languageOfShebang(claims, head) : languageOfExtension(claims, extension, head);
}

/** `#!/usr/bin/python3.12` is claimed by `python3.12`, else by `python`. */
function languageOfShebang({ byShebang }: Claims, head: string | undefined): string | undefined {
  const interpreter = head === undefined ? undefined : interpreterOf(head);
  if (interpreter === undefined) return undefined;
  return byShebang.get(interpreter) ?? byShebang.get(interpreter.replace(/(?<![\d.])[\d.]+$/, ''));
}

function languageOfExtension(
  { byExtension, conditional }: Claims,
  extension: string,
  head: string | undefined,
): string | undefined {
  const rules = conditional.get(extension) ?? conditional.get(extension.toLowerCase()) ?? [];
  const matching =
    head === undefined ? undefined : rules.find((rule) => rule.pattern.test(head.slice(0, HEAD_CHARACTERS)));
  return matching?.name ?? byExtension.get(extension) ?? byExtension.get(extension.toLowerCase());
}

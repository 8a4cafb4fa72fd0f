/**
 * Grammars as WebAssembly: found (built `grammars/`, else the npm package), loaded once per process or worker, with the
 * language's query and tables compiled against each. The only file that touches web-tree-sitter's global state.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { Language, Parser, Query } from 'web-tree-sitter';
import type { Blank } from '../gather/blanks.ts';
import type { Conditions } from '../gather/conditions.ts';
import { extensionOf } from './file-names.ts';
import type { GrammarSource, LanguageHead, LanguageSource } from './language-schema.ts';
import { LanguageError } from '../gather/picks.ts';
import { compileCaptures, type PatternShape } from './vocabulary.ts';
import { compileTables } from './compile-tables.ts';
import type { Tables } from './tables.ts';

/**
 * What extraction has to know of a language. Plain data that has been checked, so that a thread is sent it: to read and check
 * the languages' folders itself, with all that this loads, costs it as much as its own start.
 */
export interface LanguageTables {
  name: string;
  readonly source: LanguageSource;
  /** Text of the combined query of each grammar, by the grammar's `file`. */
  readonly queries: ReadonlyMap<string, string>;
}

export interface LoadedGrammar {
  definition: LanguageTables;
  parser: Parser;
  query: Query;
  /** What each pattern of the query captures, by pattern index. */
  shapes: PatternShape[];
  tables: Tables;
  /** Compiled `blanks`. */
  blanks: Blank[];
  /** Compiled `conditions`. */
  conditions: Conditions | undefined;
}

const FUNCTIONS = new URL('../../../', import.meta.url);

/** Built copy of a grammar, else where it comes from: an npm package, or the language's own folder. */
export function grammarUrl(grammar: GrammarSource, language: string): URL {
  const name = grammar.file.slice(grammar.file.lastIndexOf('/') + 1);
  const built = new URL(`grammars/${name}`, FUNCTIONS);
  if (existsSync(built)) return built;
  if (grammar.package === undefined) return new URL(`languages/${language}/${grammar.file}`, FUNCTIONS);
  return new URL(`node_modules/${grammar.package}/${grammar.file}`, FUNCTIONS);
}

let initialised: Promise<void> | undefined;

/** Bytes of WebAssembly that a function has run before it is optimised: what takes less would cost more than it saves. */
const TIERING_BUDGET = 60_000_000;

/**
 * Must be called before the first grammar is loaded. V8 optimises the parser and the query engine where they are busy, but
 * keeps the grammars, loaded after it, to its baseline compiler: optimising a big grammar's lexer takes seconds. Of CPU,
 * optimising nothing, everything or this: 391 TypeScript files 4.5, 4.2 and 3.9 s, 106 Swift files 4.9, 7.0 and 3.8 s,
 * 1,782 mostly Python ones 10.6, 8.8 and 8.1 s. The flags are the whole process'.
 */
export function initialiseParsing(): Promise<void> {
  return (initialised ??= (async () => {
    for (const flag of ['--wasm-tier-up', '--wasm-dynamic-tiering', `--wasm-tiering-budget=${TIERING_BUDGET}`])
      setFlagsFromString(flag);
    await Parser.init();
    for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) setFlagsFromString(flag);
  })());
}

const loading = new Map<string, Promise<LoadedGrammar>>();

async function load(definition: LanguageTables, grammar: GrammarSource): Promise<LoadedGrammar> {
  await initialiseParsing();
  const bytes = await readFile(grammarUrl(grammar, definition.name));
  const language = await Language.load(bytes);
  const tables = compileTables(definition.source, language);
  let query: Query;
  try {
    query = new Query(language, definition.queries.get(grammar.file) ?? '');
  } catch (error) {
    throw new LanguageError(`${definition.name} facts.scm: ${error instanceof Error ? error.message : String(error)}`);
  }
  const shapes = compileCaptures(query, definition.name);
  const parser = new Parser();
  parser.setLanguage(language);
  const blanks = definition.source.blanks.map((blank): Blank => {
    if (typeof blank === 'string') return { pattern: new RegExp(blank, 'gmu'), by: '' };
    const { match, with: by, extensions, when, unless, decorators } = blank;
    return {
      pattern: new RegExp(match, 'gmu'),
      by,
      ...(extensions === undefined ? {} : { extensions }),
      ...(when === undefined ? {} : { when: new RegExp(when, 'mu') }),
      ...(unless === undefined ? {} : { unless: new RegExp(unless, 'mu') }),
      ...(decorators === undefined ? {} : { decorators: new RegExp(decorators, 'gu') }),
    };
  });
  return { definition, parser, query, shapes, tables, blanks, conditions: conditionsOf(definition) };
}

function conditionsOf({ source }: LanguageTables): Conditions | undefined {
  if (source.conditions === undefined) return undefined;
  const { begin, otherwise, end, never } = source.conditions;
  return {
    begin: new RegExp(begin, 'u'),
    otherwise: new RegExp(otherwise, 'u'),
    end: new RegExp(end, 'u'),
    never: new RegExp(never, 'u'),
  };
}

/** The grammar of a language that parses a path: the one that lists its extension, else the one without a list. */
export function grammarFor(source: Pick<LanguageHead, 'name' | 'grammars'>, path: string): GrammarSource {
  const extension = extensionOf(path);
  const grammars = source.grammars;
  const chosen =
    grammars.find((grammar) => grammar.extensions?.includes(extension)) ??
    grammars.find((grammar) => grammar.extensions === undefined) ??
    grammars[0];
  if (chosen === undefined) throw new Error(`${source.name}: no grammar`);
  return chosen;
}

/** The grammar for a file, compiled on first use. Rejects with what is wrong in the language's folder. */
export function grammarOf(definition: LanguageTables, path: string): Promise<LoadedGrammar> {
  const grammar = grammarFor(definition.source, path);
  const key = `${definition.name} ${grammar.file}`;
  let loaded = loading.get(key);
  if (loaded === undefined) {
    loaded = load(definition, grammar);
    loading.set(key, loaded);
  }
  return loaded;
}

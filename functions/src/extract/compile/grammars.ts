/**
 * Grammars as WebAssembly. This file finds each one (in the built `grammars/`, else in its npm package), loads it once
 * in a process or thread, and compiles the language's query and tables against it. No other file touches the global
 * state of web-tree-sitter.
 *
 *     grammarOf(rust, 'src/main.rs')   →   { parser, query, shapes, tables, … }
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { Language, Parser, Query } from 'web-tree-sitter';
import { extensionOf } from './file-names.ts';
import type { GrammarSource, LanguageHead, LanguageSource } from './language-schema.ts';
import { LanguageError } from './picks.ts';
import { compileCaptures, type PatternShape } from './vocabulary.ts';
import { compileTables } from './compile-tables.ts';
import type { Tables } from './tables.ts';
import { compileBlanks, compileConditions, type Blank, type Conditions } from './text-patterns.ts';
import { compileVisibility, type VisibilityRule } from './visibility-rules.ts';

/**
 * What extraction has to know of a language, as plain data that has been checked. A pool sends it to its threads: a thread
 * that read and checked the folders itself would take twice as long to start.
 */
export interface LanguageTables {
  name: string;
  readonly source: LanguageSource;
  /** Text of each grammar's one query, by the grammar's `file`. */
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
  /** Compiled `visibility`. */
  visibility: VisibilityRule[];
  /** Compiled `conditions`. */
  conditions: Conditions | undefined;
}

const FUNCTIONS = new URL('../../../', import.meta.url);

/** The built copy of a grammar. Without one, the file in its npm package or in the language's own folder. */
export function grammarUrl(grammar: GrammarSource, language: string): URL {
  const name = grammar.file.slice(grammar.file.lastIndexOf('/') + 1);
  const built = new URL(`grammars/${name}`, FUNCTIONS);
  if (existsSync(built)) return built;
  if (grammar.package === undefined) return new URL(`languages/${language}/${grammar.file}`, FUNCTIONS);
  return new URL(`node_modules/${grammar.package}/${grammar.file}`, FUNCTIONS);
}

let initialised: Promise<void> | undefined;

/** Bytes of WebAssembly that a function runs before V8 optimises it. Optimising one that runs less costs more than it saves. */
const TIERING_BUDGET = 60_000_000;

/**
 * Must be called before the first grammar is loaded. V8 optimises the parser and the query engine, which are loaded
 * here, where they are busy. The grammars, which are loaded later, stay with its baseline compiler: optimising the lexer
 * of a big grammar takes seconds. The flags hold for the whole process. (docs/measurements.md, "Tiers of WebAssembly")
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
  const { source } = definition;
  return {
    definition,
    parser,
    query,
    shapes,
    tables,
    blanks: compileBlanks(source),
    visibility: compileVisibility(source.visibility),
    conditions: compileConditions(source),
  };
}

/** The grammar that parses a path: the one that lists its extension, else the one that lists none. */
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

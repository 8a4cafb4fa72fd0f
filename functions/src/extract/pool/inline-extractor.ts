/**
 * Extraction in the calling thread, for commands and tests. A parse is cut by its budget, but a grammar that crashes
 * takes the process with it; long runs over unknown files use the pool.
 */
import type { FileFacts } from '../../model/facts.ts';
import { DEFAULT_BUDGET, extractFile, type ExtractBudget } from '../extract-file.ts';
import { grammarOf, type LanguageTables } from '../compile/grammars.ts';

export interface ExtractRequest {
  path: string;
  language: string;
  text: string;
}

export interface Extractor {
  /** Facts of one file; problems are in them. Rejects only when the language is unknown or its folder is wrong. */
  extract(request: ExtractRequest): Promise<FileFacts>;
  close(): Promise<void>;
}

/** Languages by name: a registry, or those that a thread was told. */
export interface KnownLanguages {
  get(name: string): LanguageTables | undefined;
}

export function createInlineExtractor(languages: KnownLanguages, budget: ExtractBudget = DEFAULT_BUDGET): Extractor {
  return {
    async extract({ path, language, text }) {
      const definition = languages.get(language);
      if (definition === undefined) throw new Error(`No language "${language}"`);
      return extractFile(await grammarOf(definition, path), { path, text }, budget);
    },
    async close() {
      // Nothing is held but the grammars, which belong to the process.
    },
  };
}

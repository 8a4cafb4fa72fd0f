/**
 * What a review asks the parser, text by text: the symbols of a file at some commit, and whether a suggested change
 * leaves it with more syntax errors than it had. Both come from one extraction, and the same text is extracted once.
 */
import { createHash } from 'node:crypto';
import { MAX_FILE_BYTES } from '../../extract/eligibility.ts';
import { createKeptThreads } from '../../extract/pool/kept-threads.ts';
import { createExtractorPool } from '../../extract/pool/pool.ts';
import { loadRegistry } from '../../extract/compile/registry.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { GraphNode } from '../../model/graph.ts';
import { nodesOf } from '../../resolve/program/nodes.ts';

export interface ReviewParser {
  /** Graph nodes of a text as the file at that path; none when its language is unknown. */
  symbolsOf(path: string, text: string): Promise<GraphNode[]>;
  /** undefined when the language is unknown, or when there are too many to count or the parse was cut short. */
  syntaxErrorsOf(path: string, text: string): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Extraction names this many and then says that there are more (extract/assemble/syntax-problems.ts). */
const COUNTED_ERRORS = 3;
const HEAD_CHARACTERS = 16_384;
/** Suggestions make a new text each; the oldest are forgotten. */
const KEPT = 500;

/** A review parses before its model is asked and after it, and an instance has one review after the other. */
const KEPT_THREAD = createKeptThreads();

export function createReviewParser(repoId: string): ReviewParser {
  const registry = loadRegistry();
  const pool = createExtractorPool({ workers: 1, kept: KEPT_THREAD });
  const known = new Map<string, Promise<FileFacts>>();

  async function factsOf(path: string, text: string): Promise<FileFacts | undefined> {
    const language = registry.languageOf(path, text.slice(0, HEAD_CHARACTERS));
    if (language === undefined || text.length > MAX_FILE_BYTES) return undefined;
    const key = createHash('sha256').update(`${path}\0${text}`).digest('base64url');
    const facts = known.get(key) ?? pool.extract({ path, language, text });
    known.delete(key);
    known.set(key, facts);
    const [oldest] = known.keys();
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
    return facts;
  }

  return {
    async symbolsOf(path, text) {
      const facts = await factsOf(path, text);
      return facts === undefined ? [] : nodesOf(repoId, facts);
    },
    async syntaxErrorsOf(path, text) {
      const facts = await factsOf(path, text);
      if (facts === undefined || facts.partial === true) return undefined;
      const errors = facts.problems.filter(({ message }) => /syntax error/i.test(message)).length;
      return errors > COUNTED_ERRORS ? undefined : errors;
    },
    close: () => pool.close(),
  };
}

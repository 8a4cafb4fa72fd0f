/** JSON of manifests, with comments and trailing commas as tools take them. A broken one says nothing; others still do. */
import { parse } from 'jsonc-parser';

/** undefined also for text that is nested deeper than the parser's stack: `[[[[…`. */
export function parsedJson(text: string): unknown {
  try {
    return parse(text, [], { allowTrailingComma: true }) as unknown;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

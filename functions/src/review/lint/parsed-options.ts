/** What the parsers of the three linters' configurations give, and what they read untyped data with. */

/** One configuration's text as options and the path of what it extends. */
export interface ParsedOptions {
  options?: Record<string, unknown>;
  extends: string[];
  notes: string[];
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

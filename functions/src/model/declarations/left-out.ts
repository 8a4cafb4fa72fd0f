/** Why a file that is the repository's own source is not read all the same: what it calls is not in the graph. */
export const LEFT_OUT = {
  generated: 'marked linguist-generated',
  size: 'larger than 1 MiB',
  lines: 'more than 20,000 lines',
  minified: 'minified',
} as const;

const REASONS: ReadonlySet<string> = new Set(Object.values(LEFT_OUT));

export function isLeftOut({ reason }: { reason: string }): boolean {
  return REASONS.has(reason);
}

/**
 * Hidden lines by which what was posted is found again: before a retry posts anything, and to edit the one walkthrough.
 * They count in comments of our own account only. Text from outside cannot forge them: its `<` never stays one.
 *
 *     <!-- reviewgraph:walkthrough -->
 *     <!-- reviewgraph:review 3 -->                           the third run's review
 *     <!-- reviewgraph:finding Zl0zB8cVbTQy1fYwq0mXhA -->
 */
export const WALKTHROUGH_MARKER = '<!-- reviewgraph:walkthrough -->';

export function reviewMarker(runNumber: number): string {
  return `<!-- reviewgraph:review ${runNumber} -->`;
}

export function findingMarker(fingerprint: string): string {
  return `<!-- reviewgraph:finding ${fingerprint} -->`;
}

export type Marker =
  { kind: 'walkthrough' } | { kind: 'review'; runNumber: number } | { kind: 'finding'; fingerprint: string };

/** The marker that a text begins with. */
export function markerOf(text: string): Marker | undefined {
  const [, kind, value = ''] = /^\s*<!-- reviewgraph:(walkthrough|review|finding)(?: ([\w-]+))? -->/.exec(text) ?? [];
  if (kind === 'walkthrough') return { kind };
  if (kind === 'review' && /^\d+$/.test(value)) return { kind, runNumber: Number(value) };
  return kind === 'finding' && value !== '' ? { kind, fingerprint: value } : undefined;
}

/** Where a review is seen: its comments on the platform, its run in the console. */
export interface ReviewLinks {
  /** The run's page; null when nobody has said where the console is. */
  console: string | null;
  /** Addresses of comments that stand on the platform, by fingerprint. */
  comments: ReadonlyMap<string, string>;
}

export const NO_LINKS: ReviewLinks = { console: null, comments: new Map() };

/**
 * A run's page in the console, as `console/src/addresses.ts` writes it.
 *
 *     https://code.example.com/app/r/group%2Fsub/engine/prs/7/runs/3
 */
export function runPage(
  publicUrl: string | null,
  {
    owner,
    repo_name: name,
    pr_number: number,
    run_number: run,
  }: Record<'owner' | 'repo_name', string> & Record<'pr_number' | 'run_number', number>,
): string | null {
  if (publicUrl === null) return null;
  return `${publicUrl}/app/r/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/prs/${number}/runs/${run}`;
}

export function findingPage({ console: page }: ReviewLinks, fingerprint: string): string | null {
  return page === null ? null : `${page}#finding-${fingerprint}`;
}

/** `[text](address)`, or the text alone. `text` is finished Markdown without links. */
export function linked(text: string, address: string | null | undefined): string {
  // A platform's address may hold what ends a link.
  return address == null
    ? text
    : `[${text}](${address.replace(/[()<>\s]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0')}`)})`;
}

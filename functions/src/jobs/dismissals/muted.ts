/**
 * What of a run's findings is not said, since somebody dismissed it: in the repository, or in this pull request. Secrets are
 * said whatever was dismissed. Each is counted under the name of who dismissed it.
 *
 *     findings [a, b, c], dismissed: a by ada, the rule of c by grace   →   [b], { 'muted, since ada dismissed them': 1, … }
 */
import { dismissals, type Dismissal } from '../../documents/dismissals.ts';
import type { ReviewRun } from '../../documents/reviews.ts';
import { keyOf } from '../../model/ids.ts';
import type { Ports } from '../../ports.ts';
import type { PlacedFinding } from '../../review/place/place-findings.ts';
import { isSecretFinding } from './secret-finding.ts';

/** What a dismissal is stored under. */
export function dismissalKey(of: { fingerprint: string; pull_request: number | null }): string {
  return of.pull_request === null ? of.fingerprint : `${of.pull_request}.${of.fingerprint}`;
}

/** The name of a rule, as a finding has its fingerprint. */
export function ruleKey(source: string, rule: string): string {
  return keyOf(`rule ${source} ${rule}`);
}

/** Findings with their names, in one order. */
interface Named {
  findings: PlacedFinding[];
  fingerprints: string[];
}

export interface Muted<P extends Named> {
  /** What is said. */
  placement: P;
  fingerprints: ReadonlySet<string>;
  /** How many, by the words that the walkthrough counts them with. */
  reasons: Record<string, number>;
}

type RunOf = Pick<ReviewRun, 'repo_key' | 'pr_number'>;

export async function withoutMuted<P extends Named>(
  { store }: Pick<Ports, 'store'>,
  { repo_key, pr_number }: RunOf,
  placement: P,
): Promise<Muted<P>> {
  const { findings, fingerprints } = placement;
  const wanted = findings.map((placed, at) => keysOf(placed, fingerprints[at] ?? '', pr_number));
  const keys = [...new Set(wanted.flat())];
  const found = await dismissals.getAll(
    store,
    keys.map((dismissal) => ({ repo_key, dismissal })),
  );
  const byKey = new Map(keys.map((key, at) => [key, found[at]]));
  const muted = wanted.map((each) => each.map((key) => byKey.get(key)).find((dismissal) => dismissal !== undefined));
  const reasons: Record<string, number> = {};
  for (const each of muted) {
    if (each === undefined) continue;
    const reason = `muted, since ${each.dismissed_by} dismissed them`;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  const isSaid = (_: unknown, at: number) => muted[at] === undefined;
  return {
    placement: { ...placement, findings: findings.filter(isSaid), fingerprints: fingerprints.filter(isSaid) },
    fingerprints: new Set(fingerprints.filter((_, at) => muted[at] !== undefined)),
    reasons,
  };
}

/** What could mute a finding; nothing for one that is never muted. */
function keysOf({ finding, label, snippet }: PlacedFinding, fingerprint: string, number: number): string[] {
  if (label === 'dropped' || isSecretFinding({ ...finding, code_snippet: snippet })) return [];
  const own = [null, number].map((pull_request) => dismissalKey({ fingerprint, pull_request }));
  return finding.rule === null ? own : [...own, ruleKey(finding.source, finding.rule)];
}

/** Dismissals that a model is told of, the newest first. */
const MOST_TOLD = 100;

/** What was dismissed in these files, so that a model does not say it again in other words. */
export async function dismissedIn(
  { store }: Pick<Ports, 'store'>,
  { repo_key, pr_number }: RunOf,
  files: readonly { path: string }[],
): Promise<Pick<Dismissal, 'path' | 'line_start' | 'title'>[]> {
  const paths = new Set(files.map(({ path }) => path));
  const found = await dismissals.query(store, { repo_key }, { orderBy: [['dismissed_at', 'desc']], limit: MOST_TOLD });
  return found.flatMap(({ doc }) => {
    const holds = doc.pull_request === null || doc.pull_request === pr_number;
    return holds && doc.kind === 'finding' && paths.has(doc.path) ? [doc] : [];
  });
}

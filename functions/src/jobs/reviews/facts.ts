/**
 * The facts about a run's change: made once, remembered by the run for the head that it is posted on, and handed out by
 * the API. They are of all that the pull request changes, also where a review looks at what is new alone.
 */
import { existingPull, reviewRuns, type ReviewRun, type RunKey } from '../../documents/reviews.ts';
import { knownNames } from '../../graph/queries/neighbours.ts';
import { neo4jReader } from '../../graph/reader/neo4j-reader.ts';
import { commitFactsSchema, type CommitFacts } from '../../model/change-facts.ts';
import { AppError } from '../../model/errors.ts';
import type { SourcedFinding } from '../../model/findings.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { Ports } from '../../ports.ts';
import { selectFiles } from '../../review/diff/changed-files.ts';
import { factsOf } from '../../review/facts/change-facts.ts';
import { reviewScope, type ReviewedRepository } from './ask.ts';
import type { Change } from './change/change.ts';
import type { Gathered } from './gather.ts';
import type { ReviewParser } from './parsing.ts';
import { placeInDiff, withFacts, type Placement } from './place.ts';
import type { RunWork } from './post-review.ts';
import { runSteps } from './run-steps.ts';

export interface RunFacts {
  /** Null for a run that has none. */
  facts: CommitFacts | null;
  /** Why there are none, for the walkthrough. */
  note: string | null;
}

export const NO_FACTS: RunFacts = { facts: null, note: null };

/** Failures that may pass are thrown unless this is the last try: a review is more than its facts. */
export async function factsOfRun(
  ports: Pick<Ports, 'graph' | 'log' | 'store'>,
  run: ReviewRun,
  repository: ReviewedRepository,
  gathered: Gathered,
  parser: ReviewParser,
  lastTry: boolean,
): Promise<RunFacts> {
  const { head, base } = gathered.pins;
  const steps = runSteps(ports, run);
  const before = await steps.read('facts', commitFactsSchema);
  if (before?.head === head && before.base === base) return { facts: before, note: null };
  try {
    const facts = { base, head, ...(await factsOfChange(ports, repository, gathered, parser)) };
    await steps.remember('facts', facts);
    return { facts, note: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'conflict' || !lastTry) throw error;
    ports.log.warn('The facts about a change could not be made', { run: run.run_number, error });
    return { facts: null, note: `The facts about this change could not be gathered: ${error.message}.` };
  }
}

async function factsOfChange(
  { graph }: Pick<Ports, 'graph'>,
  repository: ReviewedRepository,
  change: Change & Pick<Gathered, 'configuration' | 'pins'>,
  { symbolsOf }: ReviewParser,
) {
  const { head, pins, readHead, configuration, secrets } = change;
  // Of what is withheld there is nothing to see: it would look as if all of it were gone.
  const withheld = new Set(secrets.unread.map(({ path }) => path));
  const diffs = change.diffs.filter(({ path }) => !withheld.has(path));
  const { reviewed } = selectFiles(diffs, undefined, configuration?.config.includes);
  const changed = new Map(diffs.map((diff) => [diff.oldPath ?? diff.path, diff.oldText ?? undefined]));
  const reader = neo4jReader(graph, reviewScope(repository));
  const indexed = await reader.repository();
  // What does not differ is at the merge base as it is at head.
  const baseText = (path: string) => (changed.has(path) ? Promise.resolve(changed.get(path)) : readHead(path));
  return factsOf({
    files: reviewed,
    diffs,
    base: reader,
    symbolsOf,
    pathsAtHead: head.entries.map(({ path }) => path),
    ...(indexed?.commit === pins.base ? {} : { baseText }),
  });
}

export interface PlacedParts {
  repository: ReviewedRepository;
  gathered: Gathered;
  /** undefined when there was nothing new to look at: then there are no facts either. */
  findings: object | undefined;
  parser: ReviewParser;
}

const NOTHING_PLACED: Placement = { findings: [], fingerprints: [], merged: 0 };

/** The findings on the diff, and the facts about it with what they say to each. */
export async function placedWithFacts(
  ports: Pick<Ports, 'graph' | 'log' | 'store'>,
  { run, lastTry }: Pick<RunWork, 'run' | 'lastTry'>,
  { repository, gathered, findings, parser }: PlacedParts,
  severe: readonly SourcedFinding[],
): Promise<RunFacts & { placement: Placement }> {
  const placed =
    severe.length === 0 ? NOTHING_PLACED : await placeInDiff(gathered, parser, namesIn(ports, repository), severe);
  if (findings === undefined || run.command === 'lint') return { ...NO_FACTS, placement: placed };
  const told = await factsOfRun(ports, run, repository, gathered, parser, lastTry);
  const reader = neo4jReader(ports.graph, reviewScope(repository));
  try {
    const repoId = repoIdOf(repository.owner, repository.repo_name);
    return { ...told, placement: await withFacts(placed, told.facts, reader, repoId) };
  } catch (error) {
    // A review is more than its evidence.
    if (!(error instanceof AppError) || !lastTry) throw error;
    ports.log.warn('What the facts say to findings could not be told', { run: run.run_number, error });
    return { ...told, placement: placed };
  }
}

/** Which names the repository's graph knows. */
function namesIn({ graph }: Pick<Ports, 'graph'>, repository: ReviewedRepository) {
  return (names: readonly string[]) => knownNames(graph, reviewScope(repository), names);
}

/** How many of a pull request's newest runs are asked for their facts. */
const MOST_RUNS = 20;

/** Of the newest run that has any; `not_found` when none has, or nobody knows the pull request. */
export async function newestFacts(
  { store }: Pick<Ports, 'store'>,
  key: { repo_key: string; pr_number: number },
): Promise<CommitFacts> {
  const [runs] = await Promise.all([
    reviewRuns.query(store, key, { orderBy: [['run_number', 'desc']], limit: MOST_RUNS }),
    existingPull(store, key),
  ]);
  for (const { doc } of runs) {
    const facts = await runSteps({ store }, { ...key, run_number: doc.run_number }).read('facts', commitFactsSchema);
    if (facts !== undefined) return facts;
  }
  throw new AppError('not_found', `Pull request #${key.pr_number} has no facts yet: its next review gathers them`);
}

/** Of one run; `not_found` when it has none, or nobody knows the pull request. */
export async function factsOfOne({ store }: Pick<Ports, 'store'>, key: RunKey): Promise<CommitFacts> {
  const [facts] = await Promise.all([
    runSteps({ store }, key).read('facts', commitFactsSchema),
    existingPull(store, key),
  ]);
  if (facts === undefined) throw new AppError('not_found', `Run ${key.run_number} has no facts`);
  return facts;
}

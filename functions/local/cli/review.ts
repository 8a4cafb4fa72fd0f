/**
 * `npm --silent --prefix functions run review -- <git dir> <base> [<head>] [--findings file.json] [--repo owner/name] [--facts]
 * [--no-model] [--fail-on high] [--json | --sarif]`: the steps of a review on a repository of this machine, without a host:
 * diff, lint, context, then the model if one is configured (GATEWAY_API_KEY, GATEWAY_BASE_URL, REVIEW_MODEL), or in its place
 * the findings of a file:
 *
 *     [{ path, side, line_start, line_end, quote, title, description, suggestion, confidence, category, severity }]
 *
 * It prints where each finding was placed and what would be posted. Base is the merge base of the two, as on a platform.
 * Without a head it is the working tree that is reviewed, and nothing is needed but the folder. With one the graph in Neo4j
 * is brought to the base (the server that NEO4J_URI names, else the local stack's), under the repository `review/<name>`, so
 * that nothing else that was indexed changes. With --no-model the context leaves out what takes longest to find, as on a server
 * without a model, since nobody reads it.
 *
 * With --json one object goes to standard output and nothing else:
 *
 *     { base, head, files, skipped, lint, context, facts, asked, placements, merged, payload: { walkthrough, review }, ledger, ms }
 *
 * With --sarif it is a SARIF 2.1.0 log of what was found (src/review/sarif/). With --fail-on the status is 1 when a finding is
 * as severe, or when the review could not be finished.
 */
import type { CommitFacts } from '../../src/model/change-facts.ts';
import { SEVERITIES } from '../../src/model/reviews.ts';
import { counted } from '../../src/review/draft/counted.ts';
import { endWithReason, typedIn } from './arguments/command-line.ts';
import {
  commitsToReview,
  readFindings,
  readReviewArguments,
  repoIdOfGitDir,
  repositoryUriOf,
  REVIEW_USAGE,
  type ReviewArguments,
} from './arguments/review-arguments.ts';
import { factsBetween } from '../lab/review/change-facts.ts';
import { reviewCommits } from '../lab/review/commits-review.ts';
import type { LocalReview } from '../lab/review/review-run.ts';
import { factsOfWorkTree, reviewWorkTree } from '../lab/review/work-tree-review.ts';
import { leaveSurroundingGit } from '../scm-host/git-environment.ts';
import { factsText } from './output/facts-text.ts';
import { inLine, printable, reviewText } from './output/review-text.ts';

async function printReview(args: readonly string[]): Promise<void> {
  const given = readReviewArguments(args, typedIn());
  if (given.facts) return printFacts(given);
  const review = await reviewOf(given);
  const { sarif, ...rest } = review;
  if (given.sarif) process.stdout.write(`${JSON.stringify(sarif, null, 2)}\n`);
  else process.stdout.write(given.json ? `${JSON.stringify(rest)}\n` : reviewText(review));
  const reason = given.failOn === undefined ? undefined : reasonToFail(review, given.failOn);
  if (reason === undefined) return;
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

async function reviewOf(given: ReviewArguments): Promise<LocalReview> {
  const findings = given.findings === undefined ? undefined : readFindings(given.findings);
  const { gitDir, base, head, target, root } = await commitsToReview(given);
  const repoId = given.repoId ?? repoIdOfGitDir(gitDir);
  const { noModel } = given;
  const common = { repoId, base, target, findings, noModel, repositoryUri: await repositoryUriOf(gitDir) };
  if (head === undefined) return reviewWorkTree({ ...common, folder: root ?? gitDir, gitDir });
  return reviewCommits({ ...common, folder: gitDir, head, note: (line) => process.stderr.write(`${line}\n`) });
}

/** With --facts: what the change does, from the graph alone, without services or a model. */
async function printFacts(given: ReviewArguments): Promise<void> {
  const facts = await factsGiven(given);
  process.stdout.write(given.json ? `${JSON.stringify(facts)}\n` : printable(factsText(facts)));
}

async function factsGiven(given: ReviewArguments): Promise<CommitFacts> {
  const { gitDir, base, head, target, root } = await commitsToReview(given);
  const repoId = given.repoId ?? repoIdOfGitDir(gitDir);
  if (head !== undefined) return factsBetween(gitDir, repoId, { base, head });
  const common = { repoId, base, target, findings: undefined, noModel: true, repositoryUri: '' };
  return factsOfWorkTree({ ...common, folder: root ?? gitDir, gitDir });
}

/** What is as severe, or could not be looked at. Who has no model configured has not asked for one. */
function reasonToFail(review: LocalReview, least: (typeof SEVERITIES)[number]): string | undefined {
  const { placements, ledger, lint, asked_model: askedModel } = review;
  const severe = placements.filter(
    ({ label, severity }) => label !== 'dropped' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least),
  );
  if (severe.length > 0) return `${counted(severe.length, 'finding')} of severity ${least} or above.`;
  const [incomplete] = askedModel ? ledger.incomplete : [];
  if (incomplete !== undefined) return `The review is incomplete: ${inLine(incomplete)}.`;
  const [unread] = lint.flatMap(({ title, unlinted }) => unlinted.map((file) => ({ title, ...file })));
  return unread === undefined ? undefined : inLine(`The review is incomplete: ${unread.title} did not read ${unread.path} (${unread.reason}).`); // prettier-ignore
}

const args = process.argv.slice(2);
leaveSurroundingGit();
if (args.includes('--help')) {
  process.stdout.write(`${REVIEW_USAGE}\n`);
} else {
  try {
    await printReview(args);
  } catch (error) {
    endWithReason(error, REVIEW_USAGE);
  }
}

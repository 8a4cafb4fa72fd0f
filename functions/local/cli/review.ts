/**
 * `npm --silent --prefix functions run review -- <git dir> <base> <head> [--findings file.json] [--repo owner/name] [--facts] [--json | --sarif]`:
 * the steps of a review on a repository of this machine, without a host: diff, lint, context, then the model if one is
 * configured (GATEWAY_API_KEY, GATEWAY_BASE_URL, REVIEW_MODEL), or in its place the findings of a file:
 *
 *     [{ path, side, line_start, line_end, quote, title, description, suggestion, confidence, category, severity }]
 *
 * It prints where each finding was placed and what would be posted. Base is the merge base of the two, as on a platform,
 * and it is what the graph in Neo4j is brought to (the server that NEO4J_URI names, else the local stack's), under the
 * repository `review/<name>`, so that nothing else that was indexed changes.
 *
 * With --json one object goes to standard output and nothing else:
 *
 *     { base, head, files, skipped, lint, context, asked, placements, merged, payload: { walkthrough, review }, ledger, ms }
 *
 * With --sarif it is a SARIF 2.1.0 log of what was found (src/review/sarif/).
 */
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
import { factsBetween } from '../lab/change-facts.ts';
import { factsText } from './output/facts-text.ts';
import { reviewLocally } from '../lab/review-run.ts';
import { reviewText } from './output/review-text.ts';

async function printReview(args: readonly string[]): Promise<void> {
  const given = readReviewArguments(args, typedIn());
  if (given.facts) return printFacts(given);
  const findings = given.findings === undefined ? undefined : readFindings(given.findings);
  const { gitDir, base, head } = await commitsToReview(given);
  const review = await reviewLocally({
    folder: gitDir,
    repoId: given.repoId ?? repoIdOfGitDir(gitDir),
    base,
    head,
    findings,
    repositoryUri: await repositoryUriOf(gitDir),
    note: (line) => process.stderr.write(`${line}\n`),
  });
  const { sarif, ...rest } = review;
  if (given.sarif) process.stdout.write(`${JSON.stringify(sarif, null, 2)}\n`);
  else process.stdout.write(given.json ? `${JSON.stringify(rest)}\n` : reviewText(review));
}

/** With --facts: what the change does, from the graph alone, without services or a model. */
async function printFacts(given: ReviewArguments): Promise<void> {
  const { gitDir, base, head } = await commitsToReview(given);
  const facts = await factsBetween(gitDir, given.repoId ?? repoIdOfGitDir(gitDir), { base, head });
  process.stdout.write(given.json ? `${JSON.stringify(facts)}\n` : factsText(facts));
}

const args = process.argv.slice(2);
if (args.includes('--help')) {
  process.stdout.write(`${REVIEW_USAGE}\n`);
} else {
  try {
    await printReview(args);
  } catch (error) {
    endWithReason(error, REVIEW_USAGE);
  }
}

/**
 * `npm --silent --prefix functions run review -- <git dir> <base> <head> [--findings file.json] [--repo owner/name] [--json]`:
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
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { findingSchema, type SourcedFinding } from '../src/model/findings.ts';
import { reviewLocally, type LocalReview } from './review-run.ts';
import { reviewText } from './review-text.ts';
import { git } from './scm-host/git-command.ts';

const USAGE =
  'Usage: npm --silent --prefix functions run review -- <git dir> <base> <head> [--findings file.json] [--repo owner/name] [--json]\n';

interface Arguments {
  folder: string;
  base: string;
  head: string;
  findings: string | undefined;
  repoId: string;
  json: boolean;
}

function readArguments(args: string[]): Arguments | undefined {
  // npm runs scripts in the package's folder; a relative path means the folder the command was typed in.
  const typedIn = (path: string) => resolve(process.env['INIT_CWD'] ?? '.', path);
  const words: string[] = [];
  const options = new Map<string, string>();
  let json = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--json') json = true;
    else if (arg === '--findings' || arg === '--repo') options.set(arg, args[++at] ?? '');
    else if (arg.startsWith('-')) return undefined;
    else words.push(arg);
  }
  const [folder, base, head] = words;
  const findings = options.get('--findings');
  if (folder === undefined || base === undefined || head === undefined || words.length > 3 || findings === '')
    return undefined;
  const repoId = options.get('--repo') ?? `review/${nameOf(typedIn(folder))}`;
  if (!/^[\w.-]+\/[\w.-]+$/.test(repoId)) return undefined;
  return {
    folder: typedIn(folder),
    base,
    head,
    json,
    repoId,
    findings: findings === undefined ? undefined : typedIn(findings),
  };
}

/** `/src/thing/.git` and `/src/thing.git` are `thing`. */
function nameOf(folder: string): string {
  const name = basename(folder) === '.git' ? basename(dirname(folder)) : basename(folder, '.git');
  return name.replace(/[^\w.-]/g, '-') || 'repository';
}

const findingsFileSchema = z.array(
  findingSchema.extend({
    side: findingSchema.shape.side.default('RIGHT'),
    suggestion: findingSchema.shape.suggestion.default(null),
  }),
);

/** Findings that are no findings are named with their place in the file. */
function readFindings(path: string): SourcedFinding[] {
  const parsed = findingsFileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  return parsed.data.map((finding) => ({ ...finding, source: 'agent', rule: null }));
}

async function commitOf(folder: string, revision: string): Promise<string> {
  const text = await git([
    '-C',
    folder,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ]).catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} has no commit ${revision}`);
  return text.toString().trim();
}

async function mergeBaseOf(folder: string, base: string, head: string): Promise<string> {
  // Unrelated histories have none: then it is the base itself that head is compared with.
  const text = await git(['-C', folder, 'merge-base', base, head]).catch(() => undefined);
  return text?.toString().trim() ?? base;
}

const given = readArguments(process.argv.slice(2));
if (!given) {
  process.stderr.write(USAGE);
  process.exit(2);
}
try {
  const findings = given.findings === undefined ? undefined : readFindings(given.findings);
  const head = await commitOf(given.folder, given.head);
  const base = await mergeBaseOf(given.folder, await commitOf(given.folder, given.base), head);
  const review: LocalReview = await reviewLocally({
    folder: given.folder,
    repoId: given.repoId,
    base,
    head,
    findings,
    note: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(given.json ? `${JSON.stringify(review)}\n` : reviewText(review));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

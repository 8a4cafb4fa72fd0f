/**
 * What was typed behind `npm run review`, and what it names: two commits of a repository, or a working tree and the commit
 * that it is compared with, and a file of findings. Whoever
 * mistypes reads which word is wrong and what to give in its place; nothing is started before all of it is right.
 *
 *   ['../engine', 'main', 'topic', '--findings', 'f.json', '--json']
 *   ['.', 'origin/main', '--no-model', '--fail-on', 'high']
 */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { findingSchema, type SourcedFinding } from '../../../src/model/findings.ts';
import { SEVERITIES } from '../../../src/model/reviews.ts';
import { counted } from '../../../src/review/draft/counted.ts';
import { oneOf, parseWords, WrongArguments } from './command-line.ts';
import { git } from '../../scm-host/git-command.ts';
import { missingGit } from '../../stack/missing-git.ts';

export const REVIEW_USAGE = `Usage: npm --silent --prefix functions run review -- <git dir> <base> [<head>] [--findings file.json] [--repo owner/name]
       [--facts] [--no-model] [--fail-on ${SEVERITIES.join('|')}] [--json | --sarif]`;

export interface ReviewArguments {
  folder: string;
  base: string;
  /** Undefined for the working tree as it lies in the folder. */
  head: string | undefined;
  findings: string | undefined;
  /** What the graph calls the repository; by default `review/<name of its folder>`. */
  repoId: string | undefined;
  /** What the change does, without a review. */
  facts: boolean;
  /** No code goes to a model. */
  noModel: boolean;
  /** A finding that is as severe, or more, ends the command with status 1. */
  failOn: (typeof SEVERITIES)[number] | undefined;
  json: boolean;
  /** What was found, as SARIF. */
  sarif: boolean;
}

/** Paths become absolute. Throws WrongArguments. */
export function readReviewArguments(args: readonly string[], workingDir: string): ReviewArguments {
  const { positionals: words, values } = parseWords({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      facts: { type: 'boolean', default: false },
      sarif: { type: 'boolean', default: false },
      'no-model': { type: 'boolean', default: false },
      'fail-on': { type: 'string' },
      findings: { type: 'string' },
      repo: { type: 'string' },
    },
  });
  const [folder, base, head, more] = words;
  if (folder === undefined || base === undefined)
    throw new WrongArguments(
      `A folder and the commit to compare it with, or a git directory and two commits are needed, the base and the head; ${counted(words.length, 'word')} given.`,
    );
  if (more !== undefined) throw new WrongArguments(`"${more}" is one word too many.`);
  const { json, facts, sarif, repo: repoId, findings, 'no-model': noModel, 'fail-on': failOn } = values;
  if (sarif && (json || facts))
    throw new WrongArguments(`--sarif stands alone: leave out ${json ? '--json' : '--facts'}.`);
  if (facts && (findings !== undefined || failOn !== undefined))
    throw new WrongArguments('--facts makes no review: leave out --findings and --fail-on.');
  if (repoId !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(repoId))
    throw new WrongArguments(`--repo ${repoId}: give a name of the form owner/name.`);
  return {
    folder: resolve(workingDir, folder),
    base,
    head,
    json,
    facts,
    sarif,
    noModel,
    failOn: failOn === undefined ? undefined : oneOf('--fail-on', SEVERITIES, failOn),
    repoId,
    findings: findings === undefined ? undefined : resolve(workingDir, findings),
  };
}

export interface ReviewedCommits {
  /** The folder that holds the repository's objects: `/src/engine/.git`, `/srv/engine.git`. */
  gitDir: string;
  /** The merge base, as a platform compares. */
  base: string;
  /** Undefined for the working tree. */
  head: string | undefined;
  /** What was named as the base. */
  target: string;
  /** Of the working tree; undefined for a bare repository. */
  root: string | undefined;
}

/** Full ids of what the revisions name. Throws a sentence about the folder or the revision that is wrong. */
export async function commitsToReview({ folder, base, head }: ReviewArguments): Promise<ReviewedCommits> {
  const gitDir = await gitDirOf(folder);
  const root = await rootOf(folder);
  if (head === undefined && root === undefined)
    throw new Error(`${folder} is a bare repository, which has no working tree: give the head too.`);
  const to = await commitOf(folder, head ?? 'HEAD');
  const from = await commitOf(folder, base);
  // Unrelated histories have no merge base: then it is the base itself that head is compared with.
  const common = await gitIn(folder, 'merge-base', from, to).catch(() => from);
  return { gitDir, base: common, head: head === undefined ? undefined : to, target: from, root };
}

async function rootOf(folder: string): Promise<string | undefined> {
  const root = await gitIn(folder, 'rev-parse', '--path-format=absolute', '--show-toplevel').catch(() => '');
  return root === '' ? undefined : root;
}

/** Where the repository was cloned from, without what a clone's address may hold of a login; else its folder. */
export async function repositoryUriOf(gitDir: string): Promise<string> {
  const remote = await git(['-c', 'safe.directory=*', '--git-dir', gitDir, 'remote', 'get-url', 'origin']).then(
    (text) => text.toString().trim(),
    () => '',
  );
  const ssh = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+?)(?:\.git)?$/.exec(remote);
  if (ssh !== null) return `https://${ssh[1] ?? ''}/${(ssh[2] ?? '').replace(/^\//, '')}`;
  if (!URL.canParse(remote)) return pathToFileURL(gitDir).href;
  const address = new URL(remote);
  Object.assign(address, { username: '', password: '', search: '', hash: '' });
  return address.href.replace(/\.git$/, '');
}

/** `/src/thing/.git` and `/src/thing.git` are `review/thing`. */
export function repoIdOfGitDir(gitDir: string): string {
  const name = basename(gitDir) === '.git' ? basename(dirname(gitDir)) : basename(gitDir, '.git');
  return `review/${name.replace(/[^\w.-]/g, '-') || 'repository'}`;
}

/** Who owns the folder does not matter for reading it: nothing of the repository is run. */
async function gitIn(folder: string, ...args: string[]): Promise<string> {
  return (await git(['-c', 'safe.directory=*', '-C', folder, ...args])).toString().trim();
}

async function gitDirOf(folder: string): Promise<string> {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) throw new Error(`There is no folder ${folder}.`);
  if (!stats.isDirectory()) throw new Error(`${folder} is not a folder: give that of a git repository.`);
  try {
    return await gitIn(folder, 'rev-parse', '--path-format=absolute', '--git-common-dir');
  } catch (error) {
    throw (
      missingGit(error) ??
      new Error(`${folder} is not a git repository: give a clone's folder, or a bare repository's.`)
    );
  }
}

async function commitOf(folder: string, revision: string): Promise<string> {
  const named = await gitIn(
    folder,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ).catch(() => undefined);
  if (named !== undefined && named !== '') return named;
  const shallow = (await gitIn(folder, 'rev-parse', '--is-shallow-repository').catch(() => '')) === 'true';
  throw new Error(
    `${folder} has no commit "${revision}": ${
      shallow
        ? 'the clone is shallow, so fetch its history first (git fetch --unshallow)'
        : 'see git log --oneline --all, or fetch it first'
    }.`,
  );
}

const findingsFileSchema = z.array(
  findingSchema.omit({ evidence: true }).extend({
    side: findingSchema.shape.side.default('RIGHT'),
    suggestion: findingSchema.shape.suggestion.default(null),
  }),
);
const FORMAT =
  'a list, [{ path, side, line_start, line_end, quote, title, description, suggestion, confidence, category, severity }]';
/** A file that is wrong in one way is often wrong in it everywhere. */
const SHOWN_PROBLEMS = 10;

/** Throws a sentence, and for findings that are no findings a line each, by their place in the file (from 1). */
export function readFindings(path: string): SourcedFinding[] {
  const parsed = findingsFileSchema.safeParse(parseFile(path));
  if (parsed.success) return parsed.data.map((finding) => ({ ...finding, source: 'agent', rule: null }));
  const problems = parsed.error.issues.map(({ path: [at, ...field], message }) =>
    typeof at === 'number' ? `  finding ${[at + 1, ...field].join(', ')}: ${message}` : `  ${message}`,
  );
  const more = problems.length - SHOWN_PROBLEMS;
  const shown = [...problems.slice(0, SHOWN_PROBLEMS), ...(more > 0 ? [`  and ${more} more`] : [])];
  throw new Error([`${path} has to hold ${FORMAT}:`, ...shown].join('\n'));
}

function parseFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`There is no file ${path}: --findings names one with ${FORMAT}.`);
    if (code === 'EISDIR') throw new Error(`${path} is a folder: --findings names a file with ${FORMAT}.`);
    throw new Error(`${path} cannot be read (${code ?? 'no reason given'}): --findings needs a readable file.`);
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new Error(`${path} is not JSON (${(error as Error).message}): it has to hold ${FORMAT}.`);
  }
}

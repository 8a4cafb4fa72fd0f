/**
 * Checks on GitHub, which apps alone may write (one that was not given the permission sets a commit's status instead): a run of the check for each review run, named by its key, found again by
 * that, so that a worker that takes over changes the one that is there. Annotations are added, 50 with one request, behind
 * those that it has.
 *
 *     POST  /repos/ada/engine/check-runs      {"name": "reviewgraph", "head_sha": "9ab…", "external_id": "run-3", "status": "in_progress", …}
 *     PATCH /repos/ada/engine/check-runs/77   {"status": "completed", "conclusion": "neutral", "output": {"annotations": […], …}}
 *
 * https://docs.github.com/rest/checks/runs
 */
import { z } from 'zod';
import { AppError } from '../../../model/errors.ts';
import type { ScmAnnotation, ScmCheck, ScmPort } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';
import { firstOf, statusOf } from './statuses.ts';

/** The platform's limits. */
const ANNOTATIONS_AT_ONCE = 50;
const LONGEST_TITLE = 255;
const LONGEST_SUMMARY = 65_535;
/** Of an annotation's message; the platform's limit is 64 KB. */
const LONGEST_MESSAGE = 16_000;

const checkShape = z.object({
  id: z.int(),
  external_id: z.string().nullish(),
  output: z.object({ annotations_count: z.int().default(0) }).nullish(),
});
const listShape = z.object({ check_runs: z.array(checkShape) });
type CheckRow = z.output<typeof checkShape>;

function conclusionOf({ state, blocking }: ScmCheck): string {
  // A neutral one lets a merge pass that requires the check.
  if (state === 'incomplete') return blocking ? 'action_required' : 'neutral';
  return state;
}

function annotationOf({ path, startLine, endLine, level, title, message }: ScmAnnotation) {
  return {
    path,
    start_line: startLine,
    end_line: endLine,
    annotation_level: level,
    title: firstOf(title, LONGEST_TITLE),
    message: firstOf(message, LONGEST_MESSAGE),
  };
}

const NEITHER =
  'The platform takes neither a check nor a commit status from the app: it needs the permission Checks or Commit ' +
  'statuses, to write';

/** The app is not allowed to (403). */
function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'bad_request';
}

export function checksOf(client: ScmClient): Pick<ScmPort, 'setCheck'> {
  const setStatus = statusOf(client);

  async function found(token: string, at: { owner: string; repo: string }, check: ScmCheck) {
    const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
    // One for each run at this very commit: a page holds them.
    const values = { ...at, ref: check.commitSha, check_name: check.name, filter: 'all', per_page: 100 };
    const { check_runs: rows } = await client.send(token, listShape, route, values);
    return rows.find(({ external_id: key }) => key === check.key);
  }

  async function setCheckRun(token: string, at: { owner: string; repo: string }, check: ScmCheck): Promise<void> {
    const { commitSha, name, key, state, title, summary, detailsUrl } = check;
    const output = { title: firstOf(title, LONGEST_TITLE), summary: firstOf(summary, LONGEST_SUMMARY) };
    const started = { status: 'in_progress', output };
    const row: CheckRow =
      (await found(token, at, check)) ??
      (await client.send(token, checkShape, 'POST /repos/{owner}/{repo}/check-runs', {
        ...at,
        ...{ name, head_sha: commitSha, external_id: key, details_url: detailsUrl },
        ...started,
      }));
    if (state === 'in_progress') return;
    const left = check.annotations.slice(row.output?.annotations_count ?? 0).map(annotationOf);
    const route = 'PATCH /repos/{owner}/{repo}/check-runs/{id}';
    const done = { status: 'completed', conclusion: conclusionOf(check) };
    for (let from = 0; from === 0 || from < left.length; from += ANNOTATIONS_AT_ONCE) {
      const annotations = left.slice(from, from + ANNOTATIONS_AT_ONCE);
      await client.send(token, checkShape, route, { ...at, id: row.id, ...done, output: { ...output, annotations } });
    }
  }

  /** What an app may do is chosen by whoever installs it: a status says less, and still stands beside the commit. */
  async function setStatusInstead(token: string, owner: string, name: string, check: ScmCheck): Promise<void> {
    try {
      await setStatus(token, owner, name, check);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new AppError('bad_request', NEITHER, { cause: error });
    }
  }

  return {
    async setCheck(token, owner, name, check) {
      if (!check.byApp) return setStatus(token, owner, name, check);
      try {
        await setCheckRun(token, { owner, repo: name }, check);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await setStatusInstead(token, owner, name, check);
      }
    },
  };
}

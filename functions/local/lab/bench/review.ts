/**
 * What a review costs beside its model: the steps of `npm run review` on a repository's newest commits, without anybody
 * asked. The graph is brought to the base by a first review and is there for the second, which is measured.
 *
 *     24 files, 1180 lines: diff 210, context 340, lint 1900, place 40, draft 6 ms; 2.1 CPU-s (linters are other processes)
 */
import { git } from '../../scm-host/git-command.ts';
import { reviewCommits } from '../review/commits-review.ts';
import type { LocalReview } from '../review/review-run.ts';

export interface ReviewFigures {
  commits: number;
  files: number;
  skipped: number;
  lines: number;
  contextItems: number;
  findings: number;
  /** Wall milliseconds of each step. */
  ms: Record<string, number>;
  /** Seconds of this process. */
  cpu: number;
}

/** Commits back from HEAD along its first parents; fewer where there are no more. */
const COMMITS = 20;

export async function measureReview(
  uri: string,
  folder: string,
  name: string,
  say: (line: string) => void,
): Promise<ReviewFigures> {
  process.env['NEO4J_URI'] = uri;
  delete process.env['GATEWAY_API_KEY'];
  const list = await git(['-C', folder, 'rev-list', '--first-parent', `--max-count=${COMMITS + 1}`, 'HEAD']);
  const commits = list.toString().trim().split('\n');
  const [head = '', base = head] = [commits[0], commits.at(-1)];
  const review = (): Promise<LocalReview> =>
    reviewCommits({
      folder,
      repoId: `bench/${name}`,
      base,
      target: base,
      head,
      findings: [],
      repositoryUri: '',
      noModel: true,
      note: say,
    });
  say(`${name}: bringing the graph to ${base.slice(0, 12)}`);
  await review();
  say(`${name}: reviewing ${commits.length - 1} commits`);
  const before = process.cpuUsage();
  const { files, skipped, context, placements, ms } = await review();
  const { user, system } = process.cpuUsage(before);
  return {
    commits: commits.length - 1,
    files: files.length,
    skipped: skipped.length,
    lines: files.reduce((sum, { additions, deletions }) => sum + additions + deletions, 0),
    contextItems: context.items.length,
    findings: placements.length,
    ms,
    cpu: (user + system) / 1e6,
  };
}

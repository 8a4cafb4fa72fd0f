/** What a run says of its head beside the pull request, as its repository's configuration asks: the check, and code scanning. */
import type { RepositoryRecord } from '../../../model/repositories.ts';
import type { IssueRecord } from '../../../model/reviews.ts';
import type { Ports } from '../../../ports.ts';
import { repositoryIdentity } from '../../snapshots/repository-token.ts';
import type { RepositoryIdentity } from '../../snapshots/repository-token.ts';
import type { Gathered } from '../gather.ts';
import { isFinalFor } from '../post-review.ts';
import type { RunWork } from '../post-review.ts';
import type { RunResult } from '../run-table.ts';
import { beginCheck, concludeCheck } from './run-check.ts';
import { uploadFindings, whyNoUploads } from './upload-findings.ts';

/** The head is shown to be under review, where the configuration asks for it; what the platform does not take is said. */
export async function beginCommits(
  ports: Ports,
  work: Pick<RunWork, 'lastTry' | 'run'>,
  repository: RepositoryRecord,
  gathered: Gathered,
): Promise<Gathered> {
  const { run } = work;
  const config = gathered.configuration?.config;
  if (config === undefined || run.command === 'lint' || (config.check === null && !config.codeScanning))
    return gathered;
  const identity = await repositoryIdentity(ports, repository);
  const refused = [
    await beginCheck(ports, identity, run, gathered.pins.head, config, isFinalFor(work)),
    config.codeScanning ? whyNoUploads(ports, identity) : undefined,
  ].filter((note) => note !== undefined);
  return { ...gathered, pins: { ...gathered.pins, notes: [...gathered.pins.notes, ...refused] } };
}

/** What the run found is shown beside its head, and given to code scanning. */
export async function tellCommit(
  ports: Ports,
  identity: RepositoryIdentity,
  work: Pick<RunWork, 'lastTry' | 'run'>,
  { gathered, result, issues }: { gathered: Gathered; result: RunResult; issues: readonly IssueRecord[] },
): Promise<void> {
  const { run } = work;
  const config = gathered.configuration?.config;
  if (config === undefined) return;
  const { incomplete, error_message: missing, files_changed: filesChanged } = result;
  const reasons = [...incomplete, ...(missing === null ? [] : [missing])];
  const ended = { found: issues, incomplete: reasons, filesChanged };
  await concludeCheck(ports, identity, run, config, ended, isFinalFor(work));
  if (config.codeScanning) await uploadFindings(ports, identity, run, result);
}

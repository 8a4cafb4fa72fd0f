/** Who removed, dismissed, started and was granted, for those who administer the repository. */
import { pullRequestAddress, type RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/times.tsx';

const COLUMNS = [{ title: 'When' }, { title: 'Who' }, { title: 'What' }] as const;

const WORDS = {
  repository_removed: 'removed the repository',
  ingestion_started: 'started an ingestion',
  review_started: 'started a review',
  finding_dismissed: 'dismissed a finding',
  dismissal_taken_back: 'took a dismissal back',
  thread_resolved: 'resolved a thread',
  access_granted: 'was shown the repository by the platform',
  access_withdrawn: 'is shown the repository no longer',
} as const;

/** What the subject of an entry is, where it does not go by another name. */
const SUBJECTS: Partial<Record<keyof typeof WORDS, string>> = {
  ingestion_started: 'job',
  finding_dismissed: 'finding',
  dismissal_taken_back: 'finding',
  thread_resolved: 'finding',
};

export function Audit({ repository }: { repository: RepositoryName }) {
  const { owner, name: repo } = repository;
  const answer = useAnswer(
    (signal) => ask(api.GET('/api/v1/repos/{owner}/{repo}/audit', { params: { path: { owner, repo } }, signal })),
    [owner, repo],
  );
  return (
    <section aria-label="Who did what">
      <h2>Who did what</h2>
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Reading the audit" />
      ) : answer.data.entries.length === 0 ? (
        <p>Nothing within the last 180 days.</p>
      ) : (
        <Table columns={COLUMNS}>
          {answer.data.entries.map(({ at, actor, action, pr_number: number, subject }) => (
            <tr key={`${at} ${action} ${subject}`}>
              <td>
                <Time at={at} />
              </td>
              <td>{actor}</td>
              <td>
                {WORDS[action]}
                {number !== null && (
                  <>
                    {' on '}
                    <a href={addressOf(repository, number, action, subject)}>#{number}</a>
                  </>
                )}
                {subject !== null && SUBJECTS[action] !== undefined && (
                  <span class="faint small block">
                    {SUBJECTS[action]} {subject}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

/** A review that was started is a run of its pull request. */
function addressOf(
  repository: RepositoryName,
  number: number,
  action: keyof typeof WORDS,
  subject: string | null,
): string {
  const run = action === 'review_started' && subject !== null ? Number(subject) : undefined;
  return pullRequestAddress(repository, number, Number.isInteger(run) ? run : undefined);
}

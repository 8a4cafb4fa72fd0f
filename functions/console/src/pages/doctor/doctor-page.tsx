/** Why a webhook does nothing: what arrived, what became of it, what is wrong and how it is mended. */
import { repositoryAddress, type RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { SchemaDoctor } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/times.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import { Audit } from './audit.tsx';
import { SendTest } from './send-test.tsx';

type Repository = SchemaDoctor['repositories'][number];

const COLUMNS = [{ title: 'Arrived' }, { title: 'Event' }, { title: 'What became of it' }] as const;

/** Of one repository, or of all that the reader indexed. */
export function DoctorPage({ repository }: { repository?: RepositoryName }) {
  const filter = repository === undefined ? {} : { repo_owner: repository.owner, repo_name: repository.name };
  usePageTitle(repository === undefined ? 'Doctor' : `Doctor · ${repository.owner}/${repository.name}`);
  const answer = useAnswer(
    (signal) => ask(api.GET('/api/v1/doctor', { params: { query: filter }, signal })),
    [repository?.owner, repository?.name],
  );
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Asking the doctor" />;
  const { repositories, refused, webhook_path, events } = answer.data;
  return (
    <>
      <div class="card">
        <div class="row row-spread">
          <p>
            The platform calls <code class="address">{`${location.origin}${webhook_path}`}</code>
            <span class="faint small block">for {events.join(', ')}</span>
          </p>
          <button type="button" class="button small" onClick={answer.reload}>
            Look again
          </button>
        </div>
        {repository !== undefined && <SendTest repository={repository} onSent={answer.reload} />}
      </div>
      {repositories.length === 0 && (
        <Empty title="You have indexed no repository yet.">
          <p>
            Connect one under <a href="/app/">Repositories</a>.
          </p>
        </Empty>
      )}
      {repositories.map((each) => (
        <Deliveries key={`${each.owner}/${each.repo_name}`} of={each} withName={repository === undefined} />
      ))}
      {refused !== null && <Refused refused={refused} />}
      {repository !== undefined && <Audit repository={repository} />}
    </>
  );
}

/** As a page of its own. */
export function AllDoctorPage() {
  return (
    <section class="page">
      <h1 class="head">Doctor</h1>
      <DoctorPage />
    </section>
  );
}

function Deliveries({ of, withName }: { of: Repository; withName: boolean }) {
  const { owner, repo_name: name, problems, deliveries } = of;
  return (
    <section aria-label={`${owner}/${name}`}>
      <h2>
        {withName ? <a href={repositoryAddress({ owner, name }, 'doctor')}>{`${owner}/${name}`}</a> : 'Last deliveries'}
      </h2>
      {problems.map(({ problem, fix }) => (
        <div key={problem} class="notice">
          <p>
            <strong>{problem}</strong>
          </p>
          <p>{fix}</p>
        </div>
      ))}
      {problems.length === 0 && <p class="faint">Nothing is wrong with {withName ? 'it' : 'them'}.</p>}
      {deliveries.length > 0 && (
        <Table columns={COLUMNS}>
          {deliveries.map(({ at, event, action, delivery, status, reason, pr }) => (
            <tr key={`${at} ${delivery}`}>
              <td>
                <Time at={at} />
              </td>
              <td>
                {event}
                {action !== null && ` (${action})`}
              </td>
              <td>
                <span class={`badge badge-${status}`}>{status}</span> {reason ?? pr ?? ''}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function Refused({ refused }: { refused: NonNullable<SchemaDoctor['refused']> }) {
  return (
    <section aria-label="Refused deliveries">
      <h2>Refused, whosever they were</h2>
      {refused.length === 0 ? (
        <p class="faint">None.</p>
      ) : (
        <Table columns={COLUMNS}>
          {refused.map(({ at, event, reason }) => (
            <tr key={at}>
              <td>
                <Time at={at} />
              </td>
              <td>{event ?? 'unknown'}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

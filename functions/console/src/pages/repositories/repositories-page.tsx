/** What is indexed: each repository with its state and figures, and the way to connect another. */
import { repositoryAddress } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import type { SchemaIndexedRepository } from '../../api/schema.ts';
import { languageTitle } from '../../parts/language-title.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { Time } from '../../parts/times.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import { ConnectRepository } from './connect-repository.tsx';
import { RepositoryBadges } from './repository-badges.tsx';
import { RunningJobs } from './running-jobs.tsx';

export function RepositoriesPage() {
  usePageTitle('Repositories');
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/repos/', { signal })), []);
  return (
    <section class="page">
      <div class="row row-spread">
        <h1>Repositories</h1>
        <ConnectRepository
          onStarted={answer.reload}
          known={new Set(answer.data?.repositories.map(({ full_name }) => full_name))}
        />
      </div>
      <RunningJobs onEnded={answer.reload} expected={(answer.data?.repositories ?? []).some(isBeingRead)} />
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Reading the repositories" />
      ) : answer.data.repositories.length === 0 ? (
        <Empty title="No repository is indexed yet.">
          <p>Connect one: the service reads it once and keeps up with every push from then on.</p>
        </Empty>
      ) : (
        <>
          <ul class="cards">
            {answer.data.repositories.map((repository) => (
              <RepositoryCard key={repository.full_name} repository={repository} />
            ))}
          </ul>
          {answer.data.truncated === true && (
            <p class="faint">
              {answer.data.repositories.length} of {formatCount(answer.data.total)} are shown, the newest first.
            </p>
          )}
        </>
      )}
    </section>
  );
}

const isBeingRead = ({ ingestion_status: status }: SchemaIndexedRepository): boolean =>
  status === 'pending' || status === 'ingesting';

function RepositoryCard({ repository }: { repository: SchemaIndexedRepository }) {
  const { owner, repo_name, description, ingested_at, languages } = repository;
  return (
    <li class="card">
      <h2>
        <a href={repositoryAddress({ owner, name: repo_name })}>
          <span class="faint">{owner}/</span>
          {repo_name}
        </a>
      </h2>
      <p class="row small">
        <RepositoryBadges repository={repository} />
        {ingested_at !== null && (
          <span class="faint">
            synced <Time at={ingested_at} />
          </span>
        )}
      </p>
      {description !== null && description !== '' && <p>{description}</p>}
      <dl class="figures small">
        <Figure name="files" value={repository.files} />
        <Figure name="functions" value={repository.functions} />
        <Figure name="classes" value={repository.classes} />
        <Figure name="lines" value={repository.total_lines} />
      </dl>
      {languages.length > 0 && <p class="faint small">{languages.map(languageTitle).join(', ')}</p>}
    </li>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}

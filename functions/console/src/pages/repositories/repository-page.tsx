/** One repository: its pages as tabs under one heading. */
import { Router, Route, useLocation, useRoute } from 'preact-iso/router';
import { repositoryAddress, type RepositoryName } from '../../addresses.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { OverviewPage } from './overview-page.tsx';

const TABS = [{ label: 'Overview', page: '' }] as const;

export function RepositoryPage() {
  const { params } = useRoute();
  const { path } = useLocation();
  const repository: RepositoryName = { owner: params['owner'] ?? '', name: params['name'] ?? '' };
  const home = repositoryAddress(repository);
  return (
    <section class="page">
      <h1 class="repository-name">
        <span class="faint">{repository.owner}/</span>
        {repository.name}
      </h1>
      <nav class="tabs" aria-label={`Pages of ${repository.owner}/${repository.name}`}>
        {TABS.map(({ label, page }) => {
          const address = repositoryAddress(repository, page);
          const here = page === '' ? `${path}/` === home : path.startsWith(address);
          return (
            <a key={page} href={address} aria-current={here ? 'page' : undefined}>
              {label}
            </a>
          );
        })}
      </nav>
      <Router>
        <Route path="/" component={() => <OverviewPage repository={repository} />} />
        <Route default component={NotFoundPage} />
      </Router>
    </section>
  );
}

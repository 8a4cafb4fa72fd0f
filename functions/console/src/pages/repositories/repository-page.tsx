/** One repository: its pages as tabs under one heading. */
import type { ComponentChildren } from 'preact';
import lazy from 'preact-iso/lazy';
import { Route, Router, useLocation, useRoute } from 'preact-iso/router';
import { repositoryAddress, type RepositoryName } from '../../addresses.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { OverviewPage } from './overview-page.tsx';

const FilePage = lazy(() => import('../file/file-page.tsx').then((m) => m.FilePage));
const SymbolPage = lazy(() => import('../symbol/symbol-page.tsx').then((m) => m.SymbolPage));
const PathPage = lazy(() => import('../symbol/path-page.tsx').then((m) => m.PathPage));
const MapPage = lazy(() => import('../map/map-page.tsx').then((m) => m.MapPage));
const DoctorPage = lazy(() => import('../doctor/doctor-page.tsx').then((m) => m.DoctorPage));
const PullRequestsPage = lazy(() => import('../reviews/pull-requests-page.tsx').then((m) => m.PullRequestsPage));
const PullRequestPage = lazy(() => import('../reviews/pull-request-page.tsx').then((m) => m.PullRequestPage));

const TABS = [
  { label: 'Overview', page: '' },
  { label: 'Map', page: 'map' },
  { label: 'Pull requests', page: 'prs' },
  { label: 'Doctor', page: 'doctor' },
] as const;

/** The page that a repository's own address names. A route with a rest does not match where there is none. */
export function RepositoryHome() {
  const repository = useRepository();
  return (
    <Frame repository={repository}>
      <OverviewPage repository={repository} />
    </Frame>
  );
}

export function RepositoryPage() {
  const repository = useRepository();
  return (
    <Frame repository={repository}>
      <Router>
        <Route path="/map" component={MapPage} repository={repository} />
        <Route path="/files/:path+" component={FilePage} repository={repository} />
        <Route path="/symbol" component={SymbolPage} repository={repository} />
        <Route path="/path" component={PathPage} repository={repository} />
        <Route path="/doctor" component={DoctorPage} repository={repository} />
        <Route path="/prs" component={PullRequestsPage} repository={repository} />
        <Route path="/prs/:number" component={RunOf} repository={repository} />
        <Route path="/prs/:number/runs/:run" component={RunOf} repository={repository} />
        <Route default component={NotFoundPage} />
      </Router>
    </Frame>
  );
}

function useRepository(): RepositoryName {
  const { params } = useRoute();
  return { owner: params['owner'] ?? '', name: params['name'] ?? '' };
}

function Frame({ repository, children }: { repository: RepositoryName; children: ComponentChildren }) {
  const { path } = useLocation();
  const home = repositoryAddress(repository);
  return (
    <section class="page">
      <h1 class="repository-name">
        <a href={home}>
          <span class="faint">{repository.owner}/</span>
          {repository.name}
        </a>
      </h1>
      <nav class="tabs" aria-label={`Pages of ${repository.owner}/${repository.name}`}>
        {TABS.map(({ label, page }) => {
          const address = repositoryAddress(repository, page);
          const here = page === '' ? path.replace(/\/?$/, '/') === home : path.startsWith(address);
          return (
            <a key={page} href={address} aria-current={here ? 'page' : undefined}>
              {label}
            </a>
          );
        })}
      </nav>
      {children}
    </section>
  );
}

/** Numbers out of the address; whatever else stands there is no page. */
function RunOf({ repository }: { repository: RepositoryName }) {
  const { params } = useRoute();
  const number = wholeNumber(params['number']);
  const run = params['run'] === undefined ? undefined : wholeNumber(params['run']);
  if (number === undefined || (params['run'] !== undefined && run === undefined)) return <NotFoundPage />;
  return <PullRequestPage repository={repository} number={number} run={run} />;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

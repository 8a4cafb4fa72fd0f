/**
 * Addresses → pages. Every address can be shared: what a page shows stands in its path and query.
 *
 *     /app/                                 repositories
 *     /app/search?q=parse                   symbols and lines
 *     /app/r/<owner>/<name>/…               one repository; an owner of several parts is one segment (group%2Fsub)
 *     /app/analytics  /app/settings  /app/doctor
 *     /app/connect?client_id=…              consent to an agent
 *
 * Pages that few open, or that carry a library, are chunks of their own.
 */
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Router, Route, useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { RepositoriesPage } from './pages/repositories/repositories-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { session } from './session/session.ts';
import { Shell } from './shell/shell.tsx';
import { Busy } from './parts/states.tsx';

const SearchPage = lazy(() => import('./pages/search/search-page.tsx').then((m) => m.SearchPage));
const AnalyticsPage = lazy(() => import('./pages/analytics/analytics-page.tsx').then((m) => m.AnalyticsPage));
const SettingsPage = lazy(() => import('./pages/settings/settings-page.tsx').then((m) => m.SettingsPage));
const ConnectPage = lazy(() => import('./pages/connect/connect-page.tsx').then((m) => m.ConnectPage));
const AllDoctorPage = lazy(() => import('./pages/doctor/doctor-page.tsx').then((m) => m.AllDoctorPage));
const RepositoryHome = lazy(() => import('./pages/repositories/repository-page.tsx').then((m) => m.RepositoryHome));
const RepositoryPage = lazy(() => import('./pages/repositories/repository-page.tsx').then((m) => m.RepositoryPage));

export function App() {
  return (
    <LocationProvider scope="/app">
      <Gate />
    </LocationProvider>
  );
}

/** Nothing but the sign-in is shown to whoever is not signed in; the page that was asked for follows. */
function Gate() {
  const { path, url, route } = useLocation();
  const atHome = path === '/' || path === '/app';
  useEffect(() => {
    if (path === '/') route('/app/', true);
  }, [path]);
  if (path === '/app/sign-in') return <SignInPage to="/app/" returning />;
  if (session.value.is === 'restoring') return <Busy what="Restoring your session" whole />;
  if (session.value.is === 'out') return <SignInPage to={atHome ? '/app/' : url} />;
  return (
    <Shell>
      <ErrorBoundary>
        <Router>
          <Route path="/app/" component={RepositoriesPage} />
          <Route path="/app/search" component={SearchPage} />
          <Route path="/app/analytics" component={AnalyticsPage} />
          <Route path="/app/settings" component={SettingsPage} />
          <Route path="/app/settings/:part" component={SettingsPage} />
          <Route path="/app/connect" component={ConnectPage} />
          <Route path="/app/doctor" component={AllDoctorPage} />
          <Route path="/app/r/:owner/:name" component={RepositoryHome} />
          <Route path="/app/r/:owner/:name/*" component={RepositoryPage} />
          <Route default component={NotFoundPage} />
        </Router>
      </ErrorBoundary>
    </Shell>
  );
}

/** Signing in: the way to the platform, and the way back from it with a code. */
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Busy } from '../parts/states.tsx';
import { platform, session } from '../session/session.ts';
import { finishSignIn, startSignIn } from '../session/sign-in.ts';

/** `to`: the page to go on with. `returning`: the address is the one that the platform sends back to. */
export function SignInPage({ to, returning = false }: { to: string; returning?: boolean }) {
  const { route } = useLocation();
  const [problem, setProblem] = useState<string>();
  const [going, setGoing] = useState(returning);
  const ready = session.value.is !== 'restoring';

  useEffect(() => {
    if (!returning || !ready) return;
    finishSignIn(new URLSearchParams(location.search)).then(
      (next) => route(next, true),
      (error: unknown) => {
        setGoing(false);
        setProblem(error instanceof Error ? error.message : String(error));
      },
    );
  }, [ready]);

  if (going || !ready) return <Busy what="Signing you in" whole />;
  const why = problem ?? (session.value.is === 'out' ? session.value.why : undefined);
  const start = (login?: string): void => {
    if (platform.value === undefined) return;
    setGoing(true);
    startSignIn(platform.value, to, login).catch((error: unknown) => {
      setGoing(false);
      setProblem(error instanceof Error ? error.message : String(error));
    });
  };
  return (
    <main class="sign-in">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h1>Reviewgraph</h1>
      <p>The graph of your code, and reviews that prove what they say with it.</p>
      {why !== undefined && (
        <p class="notice notice-bad" role="alert">
          {why}
        </p>
      )}
      <Choices start={start} />
      <p class="faint small">
        The API is described at <a href="/docs">/docs</a>.
      </p>
    </main>
  );
}

function Choices({ start }: { start: (login?: string) => void }) {
  const settings = platform.value;
  if (settings === undefined) {
    return (
      <button type="button" class="button button-strong" onClick={() => location.reload()}>
        Try again
      </button>
    );
  }
  if (settings.authorize_url === null) {
    return (
      <p class="notice">
        Sign-in is not configured: the operator sets <code>SCM_OAUTH_CLIENT_ID</code> and{' '}
        <code>SCM_OAUTH_CLIENT_SECRET</code>. Scripts can use the API with an ID token meanwhile.
      </p>
    );
  }
  if (settings.sign_in_hints.length > 0) {
    return (
      <div class="row">
        {settings.sign_in_hints.map((login) => (
          <button key={login} type="button" class="button button-strong" onClick={() => start(login)}>
            Sign in as {login}
          </button>
        ))}
      </div>
    );
  }
  return (
    <button type="button" class="button button-strong" onClick={() => start()}>
      Sign in with {settings.name}
    </button>
  );
}

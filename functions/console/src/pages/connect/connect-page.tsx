/**
 * Consent to an agent that wants to read in its user's name (OAuth): who asks, and where the answer goes. Each request is asked
 * about, however often the same agent was allowed before.
 *
 *     /app/connect?client_id=…&redirect_uri=…&code_challenge=…&state=…
 */
import { useMemo, useState } from 'preact/hooks';
import { api, ApiFailure, ask } from '../../api/client.ts';
import type { SchemaAgentRequest } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { profile } from '../../session/session.ts';
import { usePageTitle } from '../../shell/shell.tsx';

const PARAMETERS = ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method', 'scope', 'state', 'resource'] as const; // prettier-ignore

type Request = { client_id: string; redirect_uri: string } & Partial<Record<(typeof PARAMETERS)[number], string>>;

function requestIn(search: string): Request {
  const query = new URLSearchParams(search);
  const given = PARAMETERS.map((name) => [name, query.get(name)] as const).filter(([, value]) => value !== null);
  return { client_id: '', redirect_uri: '', ...Object.fromEntries(given) };
}

export function ConnectPage() {
  usePageTitle('Connect an agent');
  const request = useMemo(() => requestIn(location.search), [location.search]);
  const answer = useAnswer(
    (signal) => ask(api.POST('/api/v1/auth/agents/requests', { body: request, signal })),
    [location.search],
  );
  return (
    <section class="page">
      <h1>Connect an agent</h1>
      {answer.is === 'failed' ? (
        <>
          <p>This request cannot be answered, and nothing was sent to anybody.</p>
          <Failed failure={answer.failure} />
        </>
      ) : answer.data === undefined ? (
        <Busy what="Reading what is asked" />
      ) : (
        <Question request={request} asked={answer.data} />
      )}
    </section>
  );
}

function placeOf({ redirect_kind: kind, redirect_host: host }: SchemaAgentRequest): string {
  if (kind === 'computer') return `a program on this computer (${host})`;
  return kind === 'app' ? `the app on this computer that opens ${host} links` : host;
}

function Question({ request, asked }: { request: Request; asked: SchemaAgentRequest }) {
  const [state, setState] = useState<'asked' | 'busy' | 'answered' | ApiFailure>('asked');
  const place = placeOf(asked);
  const send = async (allow: boolean): Promise<void> => {
    setState('busy');
    try {
      const { redirect_to } = await ask(api.POST('/api/v1/auth/agents/answers', { body: { ...request, allow } }));
      setState('answered');
      location.assign(redirect_to);
    } catch (error) {
      setState(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
  };
  if (state === 'answered') return <p role="status">Your answer was sent to {place}. You can close this page.</p>;
  const busy = state === 'busy';
  return (
    <>
      {asked.problem === null ? <Asked asked={asked} place={place} /> : <Wrong problem={asked.problem} />}
      <p class="row">
        {asked.problem === null && (
          <button type="button" class="button button-strong" disabled={busy} onClick={() => void send(true)}>
            Allow
          </button>
        )}
        <button type="button" class="button" disabled={busy} onClick={() => void send(false)}>
          {asked.problem === null ? 'Decline' : `Go back to ${place}`}
        </button>
      </p>
      {state instanceof ApiFailure && <Failed failure={state} />}
    </>
  );
}

function Wrong({ problem }: { problem: string }) {
  return (
    <p class="notice notice-bad" role="alert">
      The agent’s request is wrong, so it cannot be allowed: {problem}.
    </p>
  );
}

function Asked({ asked, place }: { asked: SchemaAgentRequest; place: string }) {
  return (
    <>
      <p>
        <strong>{asked.name}</strong> asks to read in your name ({profile.value?.scmUsername}): the code and the reviews
        of every repository that you can read here. It can change nothing.
      </p>
      <table class="table">
        <tbody>
          <tr>
            <th scope="row">Your answer goes to</th>
            <td>
              <strong>{place}</strong>
            </td>
          </tr>
          <tr>
            <th scope="row">It is described by</th>
            <td>{asked.client_host ?? 'itself alone: nobody has checked its name'}</td>
          </tr>
          <tr>
            <th scope="row">It may</th>
            <td>{asked.scopes.join(', ')}</td>
          </tr>
        </tbody>
      </table>
      <p class="notice">
        Allow this only if you have just started it yourself. You can disconnect it at any time in the{' '}
        <a href="/app/settings/tokens">settings</a>.
      </p>
    </>
  );
}

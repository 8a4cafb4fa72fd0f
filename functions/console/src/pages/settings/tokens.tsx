/** Personal access tokens: made, shown once, last used, revoked. */
import { useState } from 'preact/hooks';
import { api, ApiFailure, ask } from '../../api/client.ts';
import type { SchemaMintedToken, SchemaPersonalToken } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Busy, Empty, Failed } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/times.tsx';

type Scope = SchemaPersonalToken['scopes'][number];

const COLUMNS = [
  { title: 'Name' },
  { title: 'May' },
  { title: 'Last used' },
  { title: 'Ends' },
  { title: 'Revoke' },
] as const;
const SCOPES: Record<Scope, string> = { read: 'read', review: 'start reviews' };
const ENDS = [
  [7, 'in a week'],
  [30, 'in a month'],
  [90, 'in three months'],
  [365, 'in a year'],
] as const;
const USUAL_DAYS = 90;

export function Tokens() {
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/auth/tokens', { signal })), []);
  const [minted, setMinted] = useState<SchemaMintedToken>();
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">Personal access tokens</h2>
      <p class="faint">
        For scripts, CI and agents. A token is sent as <code>Authorization: Bearer rg_pat_…</code> in place of a sign-in
        and sees what you may see.
      </p>
      {minted !== undefined && <Minted token={minted} />}
      <MintForm
        onMinted={(token) => {
          setMinted(token);
          answer.reload();
        }}
      />
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Reading your tokens" />
      ) : answer.data.tokens.length === 0 ? (
        <Empty title="You have no token." />
      ) : (
        <Table columns={COLUMNS}>
          {answer.data.tokens.map((token) => (
            <Row
              key={token.token_id}
              token={token}
              onRevoked={() => {
                if (minted?.token_id === token.token_id) setMinted(undefined);
                answer.reload();
              }}
            />
          ))}
        </Table>
      )}
    </section>
  );
}

function Minted({ token: { name, token } }: { token: SchemaMintedToken }) {
  return (
    <div class="notice notice-good" role="status">
      <p>
        <strong>{name}</strong> is made. This is the only time that it is shown: keep it where secrets are kept.
      </p>
      <p class="row">
        <code class="secret">{token}</code> <CopyButton text={token} what="the token" />
      </p>
    </div>
  );
}

function MintForm({ onMinted }: { onMinted: (token: SchemaMintedToken) => void }) {
  const [name, setName] = useState('');
  const [reviews, setReviews] = useState(false);
  const [days, setDays] = useState<number>(USUAL_DAYS);
  const [state, setState] = useState<'idle' | 'busy' | ApiFailure>('idle');
  const mint = async (): Promise<void> => {
    setState('busy');
    const scopes: Scope[] = reviews ? ['read', 'review'] : ['read'];
    try {
      onMinted(await ask(api.POST('/api/v1/auth/tokens', { body: { name, scopes, expires_in_days: days } })));
      setName('');
      setState('idle');
    } catch (error) {
      setState(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
  };
  return (
    <form
      class="card form"
      aria-label="Make a token"
      onSubmit={(event) => {
        event.preventDefault();
        void mint();
      }}
    >
      <label class="grow">
        What it is for{' '}
        <input
          value={name}
          maxLength={100}
          required
          placeholder="nightly report"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label>
        It ends{' '}
        <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
          {ENDS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={reviews} onChange={(event) => setReviews(event.currentTarget.checked)} /> may
        start reviews
      </label>
      <button class="button button-strong" disabled={state === 'busy' || name.trim() === ''}>
        Make a token
      </button>
      {state instanceof ApiFailure && <Failed failure={state} />}
    </form>
  );
}

function Row({ token, onRevoked }: { token: SchemaPersonalToken; onRevoked: () => void }) {
  const { token_id, name, scopes, last_used_at, created_at, expires_at } = token;
  const [state, setState] = useState<'idle' | 'busy' | ApiFailure>('idle');
  const revoke = async (): Promise<void> => {
    setState('busy');
    try {
      await ask(api.DELETE('/api/v1/auth/tokens/{token_id}', { params: { path: { token_id } } }));
      onRevoked();
    } catch (error) {
      setState(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
  };
  return (
    <tr>
      <td>
        {name}
        <div class="faint small">
          made <Time at={created_at} />
        </div>
      </td>
      <td>{scopes.map((scope) => SCOPES[scope]).join(', ')}</td>
      <td>{last_used_at === null ? <span class="faint">never</span> : <Time at={last_used_at} />}</td>
      <td>
        <Time at={expires_at} />
      </td>
      <td>
        <button type="button" class="button small" disabled={state === 'busy'} onClick={() => void revoke()}>
          Revoke <span class="hidden-text">{name}</span>
        </button>
        {state instanceof ApiFailure && <p role="alert">{state.message}</p>}
      </td>
    </tr>
  );
}

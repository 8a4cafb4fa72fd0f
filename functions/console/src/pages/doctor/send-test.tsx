/** Sends a signed delivery to the service's own webhook, and says what became of it. */
import { useState } from 'preact/hooks';
import type { RepositoryName } from '../../addresses.ts';
import { api, ApiFailure, ask } from '../../api/client.ts';
import type { SchemaDoctorTest } from '../../api/schema.ts';
import { Failed } from '../../parts/states.tsx';

interface Props {
  repository: RepositoryName;
  /** The list of deliveries has one more. */
  onSent(): void;
}

export function SendTest({ repository: { owner, name }, onSent }: Props) {
  const [state, setState] = useState<'idle' | 'busy' | SchemaDoctorTest | ApiFailure>('idle');
  const send = async (): Promise<void> => {
    setState('busy');
    try {
      setState(await ask(api.POST('/api/v1/doctor/test', { body: { owner, repo_name: name } })));
      onSent();
    } catch (error) {
      setState(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
  };
  return (
    <div role="status" aria-label="Test of the webhook">
      <p class="row">
        <button type="button" class="button small" disabled={state === 'busy'} onClick={() => void send()}>
          Send a test
        </button>
        {state === 'busy' && <span class="faint small">On its way.</span>}
      </p>
      {state instanceof ApiFailure && <Failed failure={state} />}
      {typeof state === 'object' && !(state instanceof ApiFailure) && <Verdict test={state} />}
    </div>
  );
}

function Verdict({ test: { outcome, url, detail, fix } }: { test: SchemaDoctorTest }) {
  return (
    <div class="notice">
      <p>
        <strong>{outcome === 'arrived' ? 'The test arrived.' : 'The test did not arrive.'}</strong> {detail}{' '}
        <code class="address">{url}</code>
      </p>
      {fix !== null && <p>{fix}</p>}
    </div>
  );
}

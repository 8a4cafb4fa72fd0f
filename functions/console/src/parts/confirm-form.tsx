/** What is for good needs its name typed first. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiFailure } from '../api/client.ts';
import { Failed } from './states.tsx';

interface Props {
  title: string;
  /** What has to be typed. */
  name: string;
  label: string;
  button: string;
  act(): Promise<void>;
  /** What is going to happen. */
  children: ComponentChildren;
}

export function ConfirmForm({ title, name, label, button, act, children }: Props) {
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<ApiFailure>();
  return (
    <details class="danger">
      <summary>{title}</summary>
      <p>
        {children} Type <code>{name}</code> to confirm.
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          act().catch((error: unknown) => {
            setFailure(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
          });
        }}
      >
        <input aria-label={label} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        <button class="button button-bad" disabled={typed !== name}>
          {button}
        </button>
      </form>
      {failure !== undefined && <Failed failure={failure} />}
    </details>
  );
}

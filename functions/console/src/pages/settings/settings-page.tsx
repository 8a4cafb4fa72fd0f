/** The reader's own settings: which linters review, and whether the app is installed. */
import { useEffect, useState } from 'preact/hooks';
import { api, ApiFailure, ask } from '../../api/client.ts';
import type { operations } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import { Account } from './account.tsx';
import { ConnectedAgents } from './connected-agents.tsx';
import { Dismissals } from './dismissals.tsx';

type Tools = operations['get_tools_config']['responses'][200]['content']['application/json'];

const LINTERS: [keyof Tools, string, string][] = [
  ['python_linter', 'Python linter', 'Without a file, the linter’s own defaults hold.'],
  ['javascript_linter', 'JavaScript and TypeScript linter', 'Without a file, the linter looks for its own.'],
  ['go_linter', 'Go linter', 'Without a file, the linter’s own defaults hold.'],
];

export function SettingsPage() {
  usePageTitle('Settings');
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/tools/config', { signal })), []);
  return (
    <section class="page">
      <h1>Settings</h1>
      <h2>Linters</h2>
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Reading your settings" />
      ) : (
        <Linters stored={answer.data} />
      )}
      <Dismissals />
      <Installation />
      <ConnectedAgents />
      <Account />
    </section>
  );
}

function Linters({ stored }: { stored: Tools }) {
  const [tools, setTools] = useState(stored);
  const [state, setState] = useState<'idle' | 'busy' | 'saved' | ApiFailure>('idle');
  useEffect(() => setTools(stored), [stored]);
  const change = (name: keyof Tools, fields: Partial<Tools[keyof Tools]>): void => {
    setState('idle');
    setTools((before) => ({ ...before, [name]: { ...before[name], ...fields } }));
  };
  const save = async (): Promise<void> => {
    setState('busy');
    try {
      setTools(await ask(api.PUT('/api/v1/tools/config', { body: tools })));
      setState('saved');
    } catch (error) {
      setState(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {LINTERS.map(([name, label, hint]) => (
        <fieldset key={name} class="setting">
          <legend>{label}</legend>
          <label>
            <input
              type="checkbox"
              checked={tools[name].enabled}
              onChange={(event) => change(name, { enabled: event.currentTarget.checked })}
            />{' '}
            runs in reviews
          </label>
          <label class="block">
            Configuration file{' '}
            <input
              value={tools[name].configFile ?? ''}
              maxLength={500}
              placeholder="path in the repository"
              onInput={(event) =>
                change(name, { configFile: event.currentTarget.value === '' ? null : event.currentTarget.value })
              }
            />
          </label>
          <p class="faint small">{hint}</p>
        </fieldset>
      ))}
      <p class="row">
        <button class="button button-strong" disabled={state === 'busy'}>
          Save
        </button>
        <span role="status">{state === 'saved' && 'Saved. The next review run uses it.'}</span>
      </p>
      {state instanceof ApiFailure && <Failed failure={state} />}
    </form>
  );
}

function Installation() {
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/auth/installation', { signal })), []);
  return (
    <>
      <h2>Installation</h2>
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Asking about the installation" />
      ) : answer.data.linked ? (
        <p>
          The app is installed for <strong>{answer.data.scmUsername}</strong>.{' '}
          {answer.data.settingsUrl !== null && <a href={answer.data.settingsUrl}>Change it on the platform</a>}
        </p>
      ) : (
        <p>
          The app is not installed for your account, so reviews are written in your name. Install it on the platform,
          then{' '}
          <button type="button" class="button small" onClick={answer.reload}>
            look again
          </button>
        </p>
      )}
    </>
  );
}

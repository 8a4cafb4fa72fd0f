/** The reader's own settings: which linters review, a configuration to check, dismissals, tokens, the account. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { api, ApiFailure, ask } from '../../api/client.ts';
import type { operations } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { Account } from './account.tsx';
import { CheckConfiguration } from './check-configuration.tsx';
import { ConnectedAgents } from './connected-agents.tsx';
import { Dismissals } from './dismissals.tsx';
import { Tokens } from './tokens.tsx';

type Tools = operations['get_tools_config']['responses'][200]['content']['application/json'];

const LINTERS: [keyof Tools, string, string][] = [
  ['python_linter', 'Python linter', 'Without a file, the linter’s own defaults hold.'],
  ['javascript_linter', 'JavaScript and TypeScript linter', 'Without a file, the linter looks for its own.'],
  ['go_linter', 'Go linter', 'Without a file, the linter’s own defaults hold.'],
];

/** Its parts are pages of their own, under one heading. */
const PARTS = [
  { label: 'Linters', page: '' },
  { label: '.reviewgraph.yml', page: 'configuration' },
  { label: 'Dismissals', page: 'dismissals' },
  { label: 'Tokens and agents', page: 'tokens' },
  { label: 'Account', page: 'account' },
] as const;
type Part = (typeof PARTS)[number]['page'];

const CONTENTS: Record<Part, () => ComponentChildren> = {
  '': LinterSettings,
  configuration: CheckConfiguration,
  dismissals: Dismissals,
  tokens: TokensAndAgents,
  account: Account,
};

export function SettingsPage() {
  const { params } = useRoute();
  const part = PARTS.find(({ page }) => page === (params['part'] ?? ''));
  usePageTitle(part === undefined ? 'No such page' : `${part.label} · Settings`);
  if (part === undefined) return <NotFoundPage />;
  const Content = CONTENTS[part.page];
  return (
    <section class="page">
      <h1>Settings</h1>
      <nav class="tabs" aria-label="Settings">
        {PARTS.map(({ label, page }) => (
          <a
            key={page}
            href={`/app/settings${page === '' ? '' : `/${page}`}`}
            aria-current={page === part.page ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <Content />
    </section>
  );
}

function TokensAndAgents() {
  return (
    <>
      <Tokens />
      <ConnectedAgents />
    </>
  );
}

function LinterSettings() {
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/tools/config', { signal })), []);
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Reading your settings" />;
  return <Linters stored={answer.data} />;
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
      aria-label="Linters"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p class="faint">These hold for the reviews that you start, and for those of repositories that you indexed.</p>
      <div class="setting-grid">
        {LINTERS.map(([name, label, hint]) => (
          <LinterFields
            key={name}
            label={label}
            hint={hint}
            tool={tools[name]}
            onChange={(fields) => change(name, fields)}
          />
        ))}
      </div>
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

type Tool = Tools[keyof Tools];

interface FieldsProps {
  label: string;
  hint: string;
  tool: Tool;
  onChange(fields: Partial<Tool>): void;
}

function LinterFields({ label, hint, tool, onChange }: FieldsProps) {
  return (
    <fieldset class="setting">
      <legend>{label}</legend>
      <label>
        <input
          type="checkbox"
          checked={tool.enabled}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />{' '}
        runs in reviews
      </label>
      <label class="block">
        <span class="small">Configuration file</span>
        <input
          value={tool.configFile ?? ''}
          maxLength={500}
          placeholder="path in the repository"
          onInput={(event) => {
            const path = event.currentTarget.value;
            onChange({ configFile: path === '' ? null : path });
          }}
        />
      </label>
      <p class="faint small">{hint}</p>
    </fieldset>
  );
}

/** Starts a review from here, as a comment on the pull request would. */
import { useState } from 'preact/hooks';
import type { RepositoryName } from '../../addresses.ts';
import { api, ApiFailure, ask } from '../../api/client.ts';
import { Failed } from '../../parts/states.tsx';

const COMMANDS = [
  ['review', 'Review what is new'],
  ['full_review', 'Review everything'],
  ['lint', 'Run the linters alone'],
] as const;
type Command = (typeof COMMANDS)[number][0];

interface Props {
  repository: RepositoryName;
  number: number;
  /** A run is under way: of two, one would be refused. */
  live: boolean;
  onStarted(run: number): void;
}

export function StartReview({ repository, number, live, onStarted }: Props) {
  const { owner, name } = repository;
  const [command, setCommand] = useState<Command>('review');
  const [deep, setDeep] = useState(false);
  const [state, setState] = useState<'idle' | 'busy' | ApiFailure>('idle');
  const start = async (): Promise<void> => {
    setState('busy');
    try {
      const { run_number } = await ask(
        api.POST('/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews', {
          params: { path: { owner, repo: name, pr_number: number } },
          body: { command, ...(deep ? { mode: 'deep' as const } : {}) },
        }),
      );
      setState('idle');
      onStarted(run_number);
    } catch (error) {
      setState(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
  };
  return (
    <form
      class="row start-review"
      aria-label="Start a review"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <select
        aria-label="What is reviewed"
        value={command}
        onChange={(event) => setCommand(COMMANDS.find(([each]) => each === event.currentTarget.value)?.[0] ?? 'review')}
      >
        {COMMANDS.map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
      <label>
        <input type="checkbox" checked={deep} onChange={(event) => setDeep(event.currentTarget.checked)} /> deep
      </label>
      <button class="button button-strong" disabled={live || state === 'busy'}>
        Start a review
      </button>
      {live && <span class="faint small">One is under way.</span>}
      {state instanceof ApiFailure && <Failed failure={state} />}
    </form>
  );
}

/** Connecting a repository: one of those that the platform shows the user, or any by its name. */
import { useRef, useState } from 'preact/hooks';
import { api, ApiFailure, ask } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Busy, Failed } from '../../parts/states.tsx';

const SHOWN = 50;
const FULL_NAME = /^([^\s]+)\/([^\s/]+)$/;

interface Props {
  onStarted(): void;
  /** Full names of those that are indexed already. */
  known: ReadonlySet<string>;
}

export function ConnectRepository({ onStarted, known }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button button-strong"
        onClick={() => {
          setOpened(true);
          dialog.current?.showModal();
        }}
      >
        Connect a repository
      </button>
      <dialog ref={dialog} class="sheet" aria-label="Connect a repository" onClose={() => setOpened(false)}>
        {opened && (
          <Choose
            known={known}
            onStarted={() => {
              dialog.current?.close();
              onStarted();
            }}
          />
        )}
        <form method="dialog" class="row row-end">
          <button class="button">Close</button>
        </form>
      </dialog>
    </>
  );
}

function Choose({ onStarted, known }: Props) {
  const [filter, setFilter] = useState('');
  const [failure, setFailure] = useState<ApiFailure>();
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/auth/scm/repos', { signal })), []);
  const words = filter.trim().toLowerCase();
  const found = (answer.data ?? []).filter(({ full_name }) => full_name.toLowerCase().includes(words));

  const start = async (owner: string, name: string): Promise<void> => {
    setFailure(undefined);
    try {
      await ask(api.POST('/api/v1/ingest/scm', { body: { owner, repo_name: name, clear_existing: false } }));
      onStarted();
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
  };

  return (
    <>
      <h2>Connect a repository</h2>
      <input
        type="search"
        aria-label="Filter by name, or type owner/name"
        placeholder="Filter by name, or type owner/name"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      {failure !== undefined && <Failed failure={failure} />}
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Asking the platform for your repositories" />
      ) : (
        <Choices found={found} filter={filter.trim()} known={known} onChoose={start} />
      )}
      {found.length > SHOWN && <p class="faint small">{found.length - SHOWN} more: type a part of the name.</p>}
    </>
  );
}

interface ChoicesProps {
  found: { full_name: string; private: boolean; description: string | null }[];
  filter: string;
  known: ReadonlySet<string>;
  onChoose: (owner: string, name: string) => Promise<void>;
}

/** Those that were found, and what was typed when it is the whole name of another. */
function Choices({ found, filter, known, onChoose }: ChoicesProps) {
  const isWhole = FULL_NAME.test(filter);
  const typed = isWhole && !found.some(({ full_name }) => full_name.toLowerCase() === filter.toLowerCase());
  const choices = [
    ...found.slice(0, SHOWN).map(({ full_name, private: hidden, description }) => {
      return { fullName: full_name, hidden, about: description };
    }),
    ...(typed ? [{ fullName: filter, hidden: false, about: 'By its name' }] : []),
  ];
  return (
    <ul class="choices">
      {choices.map((choice) => (
        <Choice key={choice.fullName} {...choice} isKnown={known.has(choice.fullName)} onChoose={onChoose} />
      ))}
      {choices.length === 0 && (
        <li class="faint">The platform shows you none of that name. Type owner/name for a public one.</li>
      )}
    </ul>
  );
}

function Choice(props: {
  fullName: string;
  hidden: boolean;
  about: string | null;
  isKnown: boolean;
  onChoose: (owner: string, name: string) => Promise<void>;
}) {
  const [, owner = '', name = ''] = FULL_NAME.exec(props.fullName) ?? [];
  const [busy, setBusy] = useState(false);
  return (
    <li class="row row-spread">
      <span>
        <strong>{props.fullName}</strong>
        {props.hidden && ' '}
        {props.hidden && <span class="badge">private</span>}
        {props.about !== null && <span class="faint small block">{props.about}</span>}
      </span>
      <button
        type="button"
        class="button"
        disabled={busy}
        onClick={() => {
          setBusy(true);
          void props.onChoose(owner, name).finally(() => setBusy(false));
        }}
      >
        {props.isKnown ? 'Index again' : 'Index'} <span class="hidden-text">{props.fullName}</span>
      </button>
    </li>
  );
}

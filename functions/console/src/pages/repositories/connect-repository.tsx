/** Connecting a repository: one of those that the platform shows the user, or any by its name. */
import { useRef, useState } from 'preact/hooks';
import { api, ApiFailure, ask } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Busy, Failed } from '../../parts/states.tsx';

const SHOWN = 50;
const FULL_NAME = /^([^\s]+)\/([^\s/]+)$/;

export function ConnectRepository({ onStarted }: { onStarted: () => void }) {
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

function Choose({ onStarted }: { onStarted: () => void }) {
  const [filter, setFilter] = useState('');
  const [failure, setFailure] = useState<ApiFailure>();
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/auth/scm/repos', { signal })), []);
  const words = filter.trim().toLowerCase();
  const found = (answer.data ?? []).filter(({ full_name }) => full_name.toLowerCase().includes(words));
  const typed = FULL_NAME.exec(filter.trim());

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
        <ul class="choices">
          {found.slice(0, SHOWN).map(({ full_name, private: hidden, description }) => (
            <Choice key={full_name} fullName={full_name} hidden={hidden} about={description} onChoose={start} />
          ))}
          {typed !== null && !found.some(({ full_name }) => full_name.toLowerCase() === words) && (
            <Choice fullName={filter.trim()} hidden={false} about="By its name" onChoose={start} />
          )}
          {found.length === 0 && typed === null && (
            <li class="faint">The platform shows you none of that name. Type owner/name for a public one.</li>
          )}
        </ul>
      )}
      {found.length > SHOWN && <p class="faint small">{found.length - SHOWN} more: type a part of the name.</p>}
    </>
  );
}

function Choice(props: {
  fullName: string;
  hidden: boolean;
  about: string | null;
  onChoose: (owner: string, name: string) => Promise<void>;
}) {
  const [, owner = '', name = ''] = FULL_NAME.exec(props.fullName) ?? [];
  const [busy, setBusy] = useState(false);
  return (
    <li class="row row-spread">
      <span>
        <strong>{props.fullName}</strong>
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
        Index <span class="hidden-text">{props.fullName}</span>
      </button>
    </li>
  );
}

/** The reader's account: where the app is installed for it, the end of all sessions, and its own end. */
import { useState } from 'preact/hooks';
import { api, ApiFailure, ask } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { ConfirmForm } from '../../parts/confirm-form.tsx';
import { Busy, Failed } from '../../parts/states.tsx';
import { profile, signOut } from '../../session/session.ts';

export function Account() {
  const [failure, setFailure] = useState<ApiFailure>();
  const login = profile.value?.scmUsername ?? '';
  const everywhere = async (): Promise<void> => {
    try {
      await ask(api.POST('/api/v1/auth/sign-out'));
      await signOut();
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
  };
  return (
    <>
      <Installation />
      <h2>Sessions</h2>
      <p class="faint">Ends every session of yours, here and elsewhere, and all your tokens.</p>
      <p>
        <button type="button" class="button" onClick={() => void everywhere()}>
          Sign out everywhere
        </button>
      </p>
      {failure !== undefined && <Failed failure={failure} />}
      <ConfirmForm
        title="Delete my account"
        name={login}
        label="Your name on the platform"
        button="Delete"
        act={async () => {
          await ask(api.DELETE('/api/v1/auth/me'));
          await signOut();
        }}
      >
        Your profile, settings and stored tokens are deleted for good; repositories that you indexed stay.
      </ConfirmForm>
    </>
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

/** The reader's account: the end of all sessions, and of the account. */
import { useState } from 'preact/hooks';
import { api, ApiFailure, ask } from '../../api/client.ts';
import { ConfirmForm } from '../../parts/confirm-form.tsx';
import { Failed } from '../../parts/states.tsx';
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
      <h2>Account</h2>
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

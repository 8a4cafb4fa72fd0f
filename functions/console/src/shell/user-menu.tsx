/** Who is signed in, and the way out. */
import { profile, signOut } from '../session/session.ts';
import { Avatar } from '../parts/avatar.tsx';

export function UserMenu() {
  const user = profile.value;
  if (user === undefined) return null;
  return (
    <details class="menu">
      <summary aria-label={`Signed in as ${user.scmUsername}`}>
        <Avatar url={user.photoURL} name={user.scmUsername} />
      </summary>
      <div class="menu-sheet">
        <p>
          <strong>{user.displayName === '' ? user.scmUsername : user.displayName}</strong>
          <br />
          <span class="faint">{user.scmUsername}</span>
        </p>
        <a href="/docs">API reference</a>
        <button type="button" class="button" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </details>
  );
}

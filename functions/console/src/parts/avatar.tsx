/** A user's picture, or the first letter of the name where there is none or the page may not load it. */
import { useState } from 'preact/hooks';

export function Avatar({ url, name }: { url: string; name: string }) {
  const [broken, setBroken] = useState(false);
  if (url === '' || broken) {
    return (
      <span class="avatar" aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
    );
  }
  return <img class="avatar" src={url} alt="" width="28" height="28" onError={() => setBroken(true)} />;
}

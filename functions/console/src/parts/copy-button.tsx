/** Puts a text on the clipboard, and says whether that went well. */
import { useState } from 'preact/hooks';

/** `what` for those who hear the button: “the token”. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <>
      <button type="button" class="button small" onClick={copy}>
        Copy <span class="hidden-text">{what}</span>
      </button>
      <span class="faint small" role="status">
        {state === 'copied' && 'Copied.'}
        {state === 'refused' && 'The browser does not allow it: select it and copy.'}
      </span>
    </>
  );
}

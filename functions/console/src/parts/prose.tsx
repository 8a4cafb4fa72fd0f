/**
 * Text that people and models write, as paragraphs with code in them. Nothing of it is markup: what stands between
 * backticks becomes a code element, everything else stays text.
 *
 *     "`add_road` looks up.\n\nTwice."   →   <p><code>add_road</code> looks up.</p><p>Twice.</p>
 */
import type { ComponentChildren } from 'preact';

export function Prose({ text }: { text: string }) {
  return (
    <div class="prose">
      {text
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph, at) => (
          <p key={at}>
            <Inline text={paragraph} />
          </p>
        ))}
    </div>
  );
}

/** On one line, such as a title. */
export function Inline({ text }: { text: string }): ComponentChildren {
  const parts = text.split('`');
  // A backtick without its other half is a backtick.
  if (parts.length % 2 === 0) return text;
  return <>{parts.map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>;
}

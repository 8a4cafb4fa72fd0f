/** A `.reviewgraph.yml` checked while it is written: each mistake with its line, and what this deployment does not allow. */
import { useEffect, useId, useState } from 'preact/hooks';
import { api, ask } from '../../api/client.ts';
import type { SchemaCheckedConfig } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Inline } from '../../parts/prose.tsx';
import { Failed } from '../../parts/states.tsx';

/** As the API has it. */
const LONGEST = 65_536;
const PAUSE_MS = 250;
const EXAMPLE = `mode: normal
paths:
  include: ['src/**']
  exclude: ['**/*.generated.ts']
instructions:
  - paths: ['src/api/**']
    text: Every endpoint validates its input.
min_severity: medium
`;

export function CheckConfiguration() {
  const [text, setText] = useState(EXAMPLE);
  const [checked, setChecked] = useState(text);
  const about = useId();
  useEffect(() => {
    const timer = setTimeout(() => setChecked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const answer = useAnswer(
    (signal) => ask(api.POST('/api/v1/tools/config/check', { body: { text: checked }, signal })),
    [checked],
  );
  return (
    <>
      <p class="faint">
        Paste the file: it is read as a review would read it, and kept nowhere. Reviews take it from the head of the
        base branch.
      </p>
      <div class="configuration">
        <Numbered text={text} onText={setText} wrong={linesOf(answer.data)} describedBy={about} />
        <div id={about} class="card" role="status">
          {answer.is === 'failed' ? (
            <Failed failure={answer.failure} again={answer.reload} />
          ) : answer.data === undefined ? (
            <p class="faint">Reading…</p>
          ) : (
            <Result checked={answer.data} />
          )}
        </div>
      </div>
    </>
  );
}

function linesOf(checked: SchemaCheckedConfig | undefined): ReadonlySet<number> {
  return new Set(checked?.problems.flatMap(({ line }) => (line === null ? [] : [line])));
}

interface NumberedProps {
  text: string;
  onText(text: string): void;
  wrong: ReadonlySet<number>;
  describedBy: string;
}

/** The text with its lines numbered, those with a mistake marked. */
function Numbered({ text, onText, wrong, describedBy }: NumberedProps) {
  const lines = text.split('\n');
  const rows = Math.max(16, lines.length + 1);
  return (
    <div class="numbered">
      <ol aria-hidden="true">
        {lines.map((_, at) => (
          <li key={at} class={wrong.has(at + 1) ? 'wrong' : undefined}>
            {at + 1}
          </li>
        ))}
      </ol>
      <textarea
        aria-label="The text of .reviewgraph.yml"
        aria-describedby={describedBy}
        aria-invalid={wrong.size > 0}
        spellcheck={false}
        wrap="off"
        maxLength={LONGEST}
        rows={rows}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </div>
  );
}

function Result({ checked: { problems, more, set } }: { checked: SchemaCheckedConfig }) {
  const count = problems.length + more;
  return (
    <>
      <h2>{count === 0 ? 'Nothing is wrong' : `${formatCount(count)} ${count === 1 ? 'problem' : 'problems'}`}</h2>
      <ol class="config-problems">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <span class="badge badge-bad">{line === null ? 'file' : `line ${line}`}</span>{' '}
            <span>
              <Inline text={message} />
            </span>
          </li>
        ))}
      </ol>
      {more > 0 && <p class="faint small">{formatCount(more)} more are not listed.</p>}
      <p class="faint small">{set.length === 0 ? 'Nothing is set.' : `What holds: ${set.join(', ')}.`}</p>
    </>
  );
}

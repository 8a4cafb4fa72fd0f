/** What was said below a finding on the platform: by people, and by the service. */
import type { SchemaPullRequestConversation } from '../../api/schema.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Prose } from '../../parts/prose.tsx';
import { Time } from '../../parts/times.tsx';

export type Thread = SchemaPullRequestConversation['threads'][number];

export function FindingThread({ thread: { url, comments, total } }: { thread: Thread }) {
  return (
    <section class="thread" aria-label="What was said">
      <p class="faint small">
        {formatCount(total)} {total === 1 ? 'answer' : 'answers'} · <a href={url}>on the platform</a>
        {total > comments.length && `; the newest ${formatCount(comments.length)} are shown`}
      </p>
      <ol>
        {comments.map(({ author, body, at, by_service }) => (
          <li key={`${at} ${author}`}>
            <p class="small">
              <strong>{author}</strong> {by_service && <span class="badge">review</span>}{' '}
              <span class="faint">
                <Time at={at} />
              </span>
            </p>
            <Prose text={body} />
          </li>
        ))}
      </ol>
    </section>
  );
}

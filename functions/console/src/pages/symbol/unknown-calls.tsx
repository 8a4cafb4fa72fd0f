/** The calls around a symbol of which the graph does not know what they run: those in it, and those that may run it. */
import { useState } from 'preact/hooks';
import { fileAddress, repositoryOf } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { GraphSymbol, UnresolvedCalls } from '../../api/shapes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Busy, Failed } from '../../parts/states.tsx';

const LIMIT = 100;

const WHY: Record<UnresolvedCalls['results'][number]['why'], string> = {
  unresolved: 'nothing is known of what it calls',
  ambiguous: 'too many candidates to tell apart',
};

export function UnknownCalls({ symbol }: { symbol: GraphSymbol }) {
  const [wanted, setWanted] = useState(false);
  return (
    <details class="card unknown-calls" onToggle={(event) => event.currentTarget.open && setWanted(true)}>
      <summary>Calls that are not known</summary>
      {wanted && <Calls symbol={symbol} />}
    </details>
  );
}

function Calls({ symbol: { symbol_id, repo_id } }: { symbol: GraphSymbol }) {
  const repository = repositoryOf(repo_id);
  const query = { symbol_id, limit: LIMIT, repo_owner: repository.owner, repo_name: repository.name };
  const answer = useAnswer(
    (signal) => ask(api.GET('/api/v1/query/unresolved', { params: { query }, signal })),
    [symbol_id],
  );
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  if (answer.data === undefined) return <Busy what="Looking for calls" />;
  const { results, total, unlisted } = answer.data;
  const parts = [
    { title: 'Here', calls: results.filter(({ where }) => where === 'inside') },
    { title: 'Elsewhere, and may run it', calls: results.filter(({ where }) => where === 'may_call') },
  ].filter(({ calls }) => calls.length > 0);
  return (
    <>
      {total === 0 && <p>Every call around it is known.</p>}
      {parts.map(({ title, calls }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul class="plain">
            {calls.map(({ path, line, callee, why }) => (
              <li key={`${path}:${line} ${callee}`}>
                <a href={fileAddress(repository, path, line)}>
                  {path}:{line}
                </a>{' '}
                <code>{callee}</code> <span class="faint">{WHY[why]}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {total > results.length && (
        <p class="faint">
          The first {formatCount(results.length)} of {formatCount(total)}.
        </p>
      )}
      {unlisted > 0 && <p class="faint">{formatCount(unlisted)} more in these files are counted and not listed.</p>}
    </>
  );
}

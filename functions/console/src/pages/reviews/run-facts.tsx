/** What the pull request does, by the graph alone: what changed, who calls it, what no longer fits, which tests to run. */
import type { ComponentChildren } from 'preact';
import { fileAddress, type RepositoryName } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import type { SchemaPullRequestFacts } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount, formatShare } from '../../parts/numbers.ts';
import { Busy, Failed } from '../../parts/states.tsx';

interface Props {
  repository: RepositoryName;
  number: number;
  run: number;
}

const SHOWN = 8;

export function RunFacts({ repository, number, run }: Props) {
  const { owner, name } = repository;
  const answer = useAnswer(
    (signal) =>
      ask(
        api.GET('/api/v1/repos/{owner}/{repo}/prs/{pr_number}/facts', {
          params: { path: { owner, repo: name, pr_number: number }, query: { run_number: run } },
          signal,
        }),
      ),
    [owner, name, number, run],
  );
  return (
    <section class="card" aria-labelledby="facts">
      <h3 id="facts">Facts, without a model</h3>
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Reading the facts" />
      ) : (
        <Facts facts={answer.data} repository={repository} />
      )}
    </section>
  );
}

/** The place of a line, or another text that leads there. */
type PlaceOf = (path: string, line: number, text?: string) => ComponentChildren;

function Facts({ facts, repository }: { facts: SchemaPullRequestFacts; repository: RepositoryName }) {
  const place: PlaceOf = (path, line, text = `${path}:${line}`) => (
    <a href={fileAddress(repository, path, line)}>{text}</a>
  );
  return (
    <div class="fact-lists">
      <Uses facts={facts} place={place} />
      <Surface facts={facts} place={place} />
      {facts.truncated.length > 0 && <p class="faint small">Cut to 100: {facts.truncated.join(', ')}.</p>}
    </div>
  );
}

interface FactsProps {
  facts: SchemaPullRequestFacts;
  place: PlaceOf;
}

/** What changed, and whom that concerns. */
function Uses({ facts, place }: FactsProps) {
  return (
    <>
      <List title="No longer fits" of={facts.broken} tone="bad">
        {({ of, path, line, reason }) => (
          <>
            {place(path, line)} <span class="faint small">{`${of}: ${reason}`}</span>
          </>
        )}
      </List>
      <List title="Changed" of={facts.changed}>
        {({ path, qualified_name, how, signature_changed, complexity: { before, after } }) => (
          <>
            <code>{qualified_name}</code>{' '}
            <span class="faint small">
              {path} · {how}
              {signature_changed && ', with its signature'}
              {before !== after && before !== null && after !== null && ` · complexity ${before} → ${after}`}
            </span>
          </>
        )}
      </List>
      <List title="Callers" of={facts.callers}>
        {({ of, path, qualified_name, line, confidence, distance }) => (
          <>
            {place(path, line, qualified_name)}{' '}
            <span class="faint small">
              of {of} · {distance === 1 ? 'directly' : `in ${distance} calls`} · {formatShare(confidence)} sure
            </span>
          </>
        )}
      </List>
      <List title="Tests to run" of={facts.tests}>
        {({ path, reaches, distance }) => (
          <>
            {place(path, 1, path)}{' '}
            <span class="faint small">
              {reaches.length > 0 && `for ${reaches.join(', ')}`}
              {distance !== null && ` · ${distance === 1 ? 'calls it' : `in ${distance} calls`}`}
            </span>
          </>
        )}
      </List>
    </>
  );
}

/** What others see of it, and what it leaves behind. */
function Surface({ facts, place }: FactsProps) {
  return (
    <>
      <List title="Public API" of={apiChanges(facts)}>
        {({ how, path, qualified_name }) => (
          <>
            <code>{qualified_name}</code>{' '}
            <span class="faint small">
              {path} · {how}
            </span>
          </>
        )}
      </List>
      <List title="Called by nothing" of={facts.dead}>
        {({ path, qualified_name }) => (
          <>
            <code>{qualified_name}</code> <span class="faint small">{path}</span>
          </>
        )}
      </List>
      <List title="Rules switched off" of={facts.suppressions}>
        {({ path, line, text }) => (
          <>
            {place(path, line)} <code>{text}</code>
          </>
        )}
      </List>
      <List title="Like what changed, and not changed" of={facts.siblings}>
        {({ of, path, line_start, similarity }) => (
          <>
            {place(path, line_start)}{' '}
            <span class="faint small">
              {formatShare(similarity)} like {of}
            </span>
          </>
        )}
      </List>
    </>
  );
}

function apiChanges({ public_api: { added, removed, changed } }: SchemaPullRequestFacts) {
  const as = (how: string, of: typeof added) => of.map((each) => ({ how, ...each }));
  return [...as('removed', removed), ...as('changed', changed), ...as('added', added)];
}

interface ListProps<T> {
  title: string;
  of: readonly T[];
  tone?: 'bad';
  children: (element: T) => ComponentChildren;
}

/** Nothing where there is none; the first few, and the others behind a fold. */
function List<T>({ title, of, tone, children }: ListProps<T>) {
  if (of.length === 0) return null;
  const items = (from: number, to?: number) => of.slice(from, to).map((each, at) => <li key={at}>{children(each)}</li>);
  return (
    <div>
      <h4 class={tone === 'bad' ? 'fact-bad' : undefined}>
        {title} <span class="faint">{formatCount(of.length)}</span>
      </h4>
      <ul>{items(0, SHOWN)}</ul>
      {of.length > SHOWN && (
        <details class="small">
          <summary>{formatCount(of.length - SHOWN)} more</summary>
          <ul>{items(SHOWN)}</ul>
        </details>
      )}
    </div>
  );
}

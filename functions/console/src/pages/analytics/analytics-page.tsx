/** The five figures of reviews and their days, over all repositories or one, for any range, to look at or to take along. */
import { useLocation } from 'preact-iso/router';
import { repositoryOf } from '../../addresses.ts';
import { api, ask } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount, formatShare } from '../../parts/numbers.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { usePageTitle } from '../../shell/shell.tsx';
import { DailyChart } from './daily-chart.tsx';
import { everyDay, namedRanges, rangeBefore, sumOf, type Day, type DayRange } from './days.ts';
import { DownloadCsv } from './download-csv.tsx';
import '../../styles/analytics.css';

interface Figures {
  issues_raised: number;
  issues_resolved: number;
  addressed_rate: number;
  prs_per_week: number;
  avg_merge_hours: number | null;
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

/** `2026-11-28`; undefined for what is no day, as an address may hold anything. */
function dayOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

export function AnalyticsPage() {
  usePageTitle('Analytics');
  const { query, route } = useLocation();
  const today = new Date().toISOString().slice(0, 10);
  const to = dayOf(query['to']) ?? today;
  const from =
    dayOf(query['from']) ?? new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const repoId = query['repo'] ?? '';
  const go = (changed: Partial<DayRange> & { repo?: string }): void => {
    const next = new URLSearchParams({ from, to, repo: repoId, ...changed });
    if (next.get('repo') === '') next.delete('repo');
    route(`/app/analytics?${next.toString()}`);
  };
  return (
    <section class="page">
      <h1>Analytics</h1>
      <div class="row head">
        <RepositoryChoice chosen={repoId} onChoose={(repo) => go({ repo })} />
        <label>
          From <input type="date" value={from} max={to} onChange={(event) => go({ from: event.currentTarget.value })} />
        </label>
        <label>
          To <input type="date" value={to} min={from} onChange={(event) => go({ to: event.currentTarget.value })} />
        </label>
        <Ranges today={today} from={from} to={to} onChoose={go} />
      </div>
      <Answer repoId={repoId} from={from} to={to} />
    </section>
  );
}

interface RangesProps extends DayRange {
  today: string;
  onChoose(range: DayRange): void;
}

/** Ranges that people ask for by name. */
function Ranges({ today, from, to, onChoose }: RangesProps) {
  return (
    <span class="row" role="group" aria-label="Ranges">
      {namedRanges(today).map(({ label, ...range }) => (
        <button
          key={label}
          type="button"
          class="button small"
          aria-pressed={range.from === from && range.to === to}
          onClick={() => onChoose(range)}
        >
          {label}
        </button>
      ))}
    </span>
  );
}

function RepositoryChoice({ chosen, onChoose }: { chosen: string; onChoose: (repoId: string) => void }) {
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/repos/', { signal })), []);
  return (
    <label>
      Repository{' '}
      <select value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">all</option>
        {(answer.data?.repositories ?? []).map(({ full_name }) => (
          <option key={full_name} value={full_name}>
            {full_name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Figures with what they are of. */
interface Asked extends Figures {
  days: Day[];
  repoId: string;
  range: DayRange;
}

function isOf({ repoId, range }: Asked, asked: string, { from, to }: DayRange): boolean {
  return repoId === asked && range.from === from && range.to === to;
}

async function askFor(repoId: string, from: string, to: string, signal: AbortSignal): Promise<Asked> {
  const query = { from, to };
  const asked = { repoId, range: { from, to } };
  if (repoId === '') {
    const all = await ask(api.GET('/api/v1/repos/dashboard/analytics', { params: { query }, signal }));
    return { ...all, ...asked, days: everyDay(all.daily, from, to) };
  }
  const { owner, name } = repositoryOf(repoId);
  const path = { owner, repo: name };
  const one = await ask(api.GET('/api/v1/repos/{owner}/{repo}/analytics', { params: { path, query }, signal }));
  return { ...one, ...asked, days: everyDay(one.daily_activity, from, to) };
}

function Answer({ repoId, from, to }: { repoId: string } & DayRange) {
  const before = rangeBefore({ from, to });
  const answer = useAnswer((signal) => askFor(repoId, from, to, signal), [repoId, from, to]);
  const earlier = useAnswer(
    (signal) => askFor(repoId, before.from, before.to, signal),
    [repoId, before.from, before.to],
  );
  if (answer.is === 'failed') return <Failed failure={answer.failure} again={answer.reload} />;
  // What is shown while another range is asked for would bear that one's name.
  if (answer.data === undefined || !isOf(answer.data, repoId, { from, to })) return <Busy what="Counting" />;
  const { days, ...figures } = answer.data;
  const beforeThat = earlier.data !== undefined && isOf(earlier.data, repoId, before) ? earlier.data.days : undefined;
  return (
    <>
      <h2>In this range</h2>
      <RangeFigures days={days} before={before} earlier={beforeThat} />
      <DailyChart days={days} />
      <p class="chart-foot">
        <DownloadCsv days={days} name={`reviewgraph-${repoId.replace('/', '-') || 'all'}-${from}-${to}.csv`} />
      </p>
      <h2>Of all time</h2>
      <FigureRow figures={figures} />
    </>
  );
}

/** What was raised and resolved, beside the range of the same length that ended the day before. */
function RangeFigures({ days, before, earlier }: { days: Day[]; before: DayRange; earlier: Day[] | undefined }) {
  const shown = [
    ['Issues raised', 'bugs_caught'],
    ['Issues resolved', 'issues_resolved'],
  ] as const;
  return (
    <dl class="big-figures">
      {shown.map(([label, field]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {formatCount(sumOf(days, field))}
            <span class="note block">
              {earlier === undefined
                ? 'before: …'
                : `before: ${formatCount(sumOf(earlier, field))} (${before.from} to ${before.to})`}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FigureRow({ figures }: { figures: Figures }) {
  const { issues_raised, issues_resolved, addressed_rate, prs_per_week, avg_merge_hours } = figures;
  const shown: [string, string][] = [
    ['Issues raised', formatCount(issues_raised)],
    ['Issues resolved', formatCount(issues_resolved)],
    ['Addressed', formatShare(addressed_rate)],
    ['Pull requests a week', formatCount(Math.round(prs_per_week * 100) / 100)],
    ['Hours to merge', avg_merge_hours === null ? 'none merged' : formatCount(Math.round(avg_merge_hours * 10) / 10)],
  ];
  return (
    <dl class="big-figures">
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

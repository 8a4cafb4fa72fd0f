/**
 * A comment that wants an answer becomes a task, once, and counted: per person and hour, so that nobody uses up what a team
 * has, and per repository, so that many people do not either. Who is first refused within an hour is told so.
 *
 *     answer_limits/4f…   { started: ["…"], by: { "9a…": ["…"] }, noticed_at: null }
 */
import { answerLimits } from '../../documents/limits.ts';
import { isStanding, repositories } from '../../documents/repositories.ts';
import type { Work } from '../../documents/deliveries.ts';
import { keyOf } from '../../model/ids.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { Doc, Ports } from '../../ports.ts';
import { earlierAnswer, noteAnswer } from '../work/deliveries.ts';
import type { Answered } from '../work/deliveries.ts';
import { hourlyWindow, isRecent } from '../work/hourly-limit.ts';
import type { ConversationTask } from '../work/payloads.ts';

/** A repository has the answers of so many people. */
const PEOPLE = 5;

export interface ConversationRequest {
  about: Omit<ConversationTask, 'kind'>;
  /** The event's name, for the note of its delivery. */
  event: string;
  deliveries: string[];
  started: Doc;
  limited: Doc;
}

function workOf(task: ConversationTask): Work {
  const { owner, repo_name, number, comment_id, on_lines, kind } = task;
  const place = on_lines === null ? 'any' : on_lines ? 'line' : 'talk';
  const name = `answer-${repoKeyOf(owner, repo_name)}-${number}-${place}-${comment_id}-${kind}`;
  return { kind: 'task', queue: 'answerComment', name, payload: { ...task } };
}

type Limit = NonNullable<Awaited<ReturnType<typeof answerLimits.get>>>;

/** One answer more of a person, unless there are as many as may be; `isFirst`: nobody was told so within the hour. */
function count(
  limit: Limit | undefined,
  person: string,
  most: number,
  now: Date,
): { isFull: boolean; isFirst: boolean; counted: Limit } {
  const { by = {}, started = [], noticed_at: noticed = null } = limit ?? {};
  const own = hourlyWindow(by[person], most, now);
  const all = hourlyWindow(started, most * PEOPLE, now);
  const noticedAt = isRecent(noticed, now) ? noticed : null;
  const isFull = own.isFull || all.isFull;
  const others = Object.entries(by).flatMap(([name, times]) => {
    const { recent } = hourlyWindow(times, most, now);
    return name === person || recent.length === 0 ? [] : [[name, recent] as const];
  });
  return {
    isFull,
    isFirst: noticedAt === null,
    counted: {
      started: isFull ? all.recent : all.counted,
      by: Object.fromEntries([...others, [person, isFull ? own.recent : own.counted]]),
      noticed_at: isFull ? (noticedAt ?? now.toISOString()) : noticedAt,
    },
  };
}

/** undefined when the repository is not indexed (any more). */
export async function startConversation(
  ports: Pick<Ports, 'store' | 'clock' | 'settings'>,
  { about, event, deliveries, started, limited }: ConversationRequest,
): Promise<Answered | undefined> {
  const key = { repo_key: repoKeyOf(about.owner, about.repo_name) };
  const person = keyOf(about.login.toLowerCase());
  const most = ports.settings.answersPerHour;
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now();
    const [earlier, repository, limit] = await Promise.all([
      earlierAnswer(tx, deliveries),
      repositories.get(tx, key),
      most > 0 ? answerLimits.get(tx, key) : undefined,
    ]);
    if (earlier !== undefined) return earlier;
    if (!isStanding(repository) || repository.ingested_at === null) return undefined;
    const { isFull, isFirst, counted } = count(limit, person, most, now);
    if (most > 0) answerLimits.set(tx, key, counted);
    const answered: Answered = isFull
      ? { answer: limited, work: isFirst ? workOf({ kind: 'limit', ...about }) : null }
      : { answer: started, work: workOf({ kind: 'ask', ...about }) };
    noteAnswer(tx, deliveries, event, answered, now);
    return answered;
  });
}

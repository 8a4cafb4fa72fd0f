/**
 * Whether an event of a pull request may lead to a review without a command, from the payload and the settings alone, so
 * that where automatic reviews are off an event costs nothing more than before. Payloads leave out much; what they do say
 * spares a task that would find the same.
 *
 *     REVIEW_AUTO=opened   opened → 'opened'   synchronize → undefined   opened, a draft → undefined
 */
import { isIgnoreLabel, whyByTitle } from '../../jobs/reviews/automatic/why-left-alone.ts';
import type { Settings } from '../../ports.ts';
import { autoEventsOf } from '../../review/config/config-schema.ts';
import type { AutoEvent } from '../../review/config/config-schema.ts';
import { autoCeiling } from '../../review/config/review-config.ts';
import type { PullRequestEvent } from './payloads.ts';

type AutoSettings = Pick<Settings, 'automatic' | 'repositoryConfigAllows' | 'scmKind'>;

const BY_ACTION: Partial<Record<string, AutoEvent>> = {
  opened: 'opened',
  reopened: 'opened',
  ready_for_review: 'ready',
  synchronize: 'pushed',
  synchronized: 'pushed',
};

function eventOf(event: PullRequestEvent, settings: AutoSettings): AutoEvent | undefined {
  const { action, label, changes } = event;
  if (event.became_ready === true) return 'ready';
  if (label != null && action !== 'labeled' && isIgnoreLabel(label.name, settings.automatic)) return 'ready';
  const wipIsDraft = settings.scmKind === 'gitea';
  const before = changes?.title?.from;
  if (action === 'edited' && before !== undefined && whyByTitle(before, wipIsDraft) !== undefined) return 'ready';
  return Object.hasOwn(BY_ACTION, action) ? BY_ACTION[action] : undefined;
}

/** undefined when nothing is to be looked at. */
export function autoEventOf(event: PullRequestEvent, settings: AutoSettings): AutoEvent | undefined {
  const { automatic, repositoryConfigAllows: allows } = settings;
  const may = autoEventsOf(autoCeiling({ auto: automatic.reviews, allows }));
  if (automatic.paused || may.length === 0) return undefined;
  const found = eventOf(event, settings);
  if (found === undefined || !may.includes(found)) return undefined;
  return isLeftAlone(event, settings) ? undefined : found;
}

function isLeftAlone({ pull_request: pull }: PullRequestEvent, settings: AutoSettings): boolean {
  const { automatic, scmKind } = settings;
  if (pull.state === 'closed' || pull.merged === true || pull.draft === true) return true;
  if (pull.user.type.toLowerCase() === 'bot' || pull.user.login.toLowerCase().includes('[bot]')) return true;
  if (whyByTitle(pull.title, scmKind === 'gitea') !== undefined) return true;
  if (pull.labels?.some(({ name }) => isIgnoreLabel(name, automatic)) === true) return true;
  const association = pull.author_association.toUpperCase();
  return association !== '' && !automatic.associations.includes(association);
}

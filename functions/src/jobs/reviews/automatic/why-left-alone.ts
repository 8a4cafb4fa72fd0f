/**
 * Why a pull request is not reviewed without a command, as far as it says so itself. A command is heard on all of these.
 *
 *     { title: 'Sort names [skip review]' }   → 'Its title says [skip review]'
 */
import type { ScmPullRequest } from '../../../ports.ts';
import type { PullRequestRecord } from '../../../model/reviews.ts';
import type { AutomaticSettings } from '../../../ports.ts';

const SKIP = /\[\s{0,9}skip[\s_-]{1,9}review\s{0,9}\]/i;
/** A pull request whose title begins like this is a draft, on platforms that say it in no other way. */
const DRAFT = /^\s*(?:\[wip\]|wip:|draft:|\[draft\]|\(draft\))/i;

/** What a title says by itself; undefined when it keeps nothing from being reviewed. */
export function whyByTitle(title: string, wipIsDraft: boolean): string | undefined {
  if (SKIP.test(title)) return 'Its title says [skip review]';
  return wipIsDraft && DRAFT.test(title) ? 'It is a draft' : undefined;
}

/** Whether a label is the one that keeps reviews away; platforms compare them without regard to case. */
export function isIgnoreLabel(label: string, { ignoreLabel }: Pick<AutomaticSettings, 'ignoreLabel'>): boolean {
  return ignoreLabel !== '' && label.toLowerCase() === ignoreLabel.toLowerCase();
}

export function whyLeftAlone(
  pull: Pick<ScmPullRequest, 'authorIsBot' | 'draft' | 'headSha' | 'labels' | 'state' | 'title'>,
  record: Pick<PullRequestRecord, 'auto_head' | 'auto_state' | 'last_reviewed_head'>,
  settings: Pick<AutomaticSettings, 'ignoreLabel' | 'paused'>,
): string | undefined {
  if (settings.paused) return 'Automatic work is paused on this deployment';
  if (pull.state !== 'open') return `It is ${pull.state}`;
  if (pull.draft) return 'It is a draft';
  if (pull.authorIsBot) return 'Its author is a bot';
  const byTitle = whyByTitle(pull.title, false);
  if (byTitle !== undefined) return byTitle;
  const label = pull.labels.find((each) => isIgnoreLabel(each, settings));
  if (label !== undefined) return `It has the label ${label}`;
  if (record.auto_state != null)
    return `Somebody told its reviews to ${{ paused: 'pause', ignored: 'ignore it' }[record.auto_state]}`;
  if (pull.headSha === record.auto_head || pull.headSha === record.last_reviewed_head)
    return 'Its head was reviewed before';
  return undefined;
}

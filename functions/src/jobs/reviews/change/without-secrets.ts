/**
 * A change before and after its secrets are masked. Which lines are new is decided before: a secret that takes another's
 * place is a new line, although both look alike afterwards.
 */
import { isUtf8 } from 'node:buffer';
import type { Ports, Snapshot } from '../../../ports.ts';
import { headReader } from '../../../review/agent/tools-files.ts';
import { budgetPatches, type ReviewedFile, type SelectedFiles } from '../../../review/diff/changed-files.ts';
import type { FreshFile } from '../../../review/diff/incremental.ts';
import { maskSecrets, type MaskedChange, type SecretsRequest } from '../../../review/secrets/mask-secrets.ts';
import { PATCH_BUDGET, type Change } from './change.ts';

export interface MaskedTexts {
  change: Change;
  /** The other texts that were given, in their order. */
  others: string[];
}

export async function withoutSecrets(
  linters: Pick<Ports['linters'], 'findSecrets'>,
  change: Change,
  { others = [], whole, signal }: Pick<SecretsRequest, 'others' | 'whole' | 'signal'> = {},
): Promise<MaskedTexts> {
  const masked = await maskSecrets({
    linters,
    diffs: change.diffs,
    others,
    signal,
    ...(whole === undefined ? {} : { whole }),
  });
  const selected = maskedSelection(change.selected, masked);
  const reasons = new Map(selected.skipped.map(({ path, reason }) => [path, reason]));
  const head = maskedSnapshot(change.head, masked, change);
  return {
    change: {
      ...change,
      ...{ head, selected, diffs: masked.diffs, secrets: masked.secrets },
      fresh: change.fresh?.map((file) => maskedFresh(file, masked)),
      patches: budgetPatches(selected.reviewed, PATCH_BUDGET),
      readHead: headReader(head),
      reasonNotReviewed: (path) => reasons.get(path) ?? change.reasonNotReviewed(path),
    },
    others: masked.others,
  };
}

function maskedSelection({ reviewed, skipped }: SelectedFiles, masked: MaskedChange): SelectedFiles {
  const kept: ReviewedFile[] = [];
  const left: SelectedFiles['skipped'] = [];
  const reasons = new Map(masked.secrets.unread.map(({ path, reason }) => [path, reason]));
  for (const file of reviewed) {
    const hidden = masked.fileOf(file.diff.path);
    if (hidden === undefined) kept.push(file);
    else if (hidden.isWithheld) left.push({ path: hidden.diff.path, reason: reasonOf(hidden.diff, reasons) });
    else kept.push({ ...file, diff: hidden.diff, hunks: file.hunks.map((hunk) => hidden.maskHunk(hunk)) });
  }
  const named = skipped.map((file) => ({ ...file, path: masked.fileOf(file.path)?.diff.path ?? file.path }));
  return { reviewed: kept, skipped: [...named, ...left].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function reasonOf({ path, unread }: Change['diffs'][number], reasons: ReadonlyMap<string, string>): string {
  return unread ?? `secrets could not be looked for in it (${reasons.get(path) ?? 'no answer'})`;
}

function maskedFresh(file: FreshFile, masked: MaskedChange): FreshFile {
  const hidden = masked.fileOf(file.diff.path);
  if (hidden === undefined) return file;
  return { ...file, diff: hidden.diff, hunks: file.hunks.map((hunk) => hidden.maskHunk(hunk)) };
}

/** The same files, those that the change has on one of its sides as they are masked. */
function maskedSnapshot(head: Snapshot, masked: MaskedChange, { diffs }: Change): Snapshot {
  const texts = new Map(
    diffs.flatMap(({ path }) => masked.fileOf(path)?.blobs ?? []).map(({ oid, text }) => [oid, text]),
  );
  if (texts.size === 0) return head;
  return {
    ...head,
    read: async (oid) => {
      const bytes = await head.read(oid);
      const text = texts.get(oid);
      return text === undefined ? bytes : Buffer.from(text, isUtf8(bytes) ? 'utf8' : 'latin1');
    },
  };
}

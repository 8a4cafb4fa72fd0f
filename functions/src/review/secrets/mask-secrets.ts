/**
 * A change as everybody after this sees it: each secret in it masked, on both sides, and told by its place. What could not
 * be looked through is withheld: its lines are blank, and nobody is shown it.
 *
 *     +TOKEN = "ghp_1a2b…"   →   +TOKEN = "REDACTEDxxxx…"     places  src/a.py 3-3 github-pat
 */
import type { FoundSecret } from '../../model/secrets.ts';
import type { LinterPort } from '../../ports.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { Hunk, HunkLine } from '../diff/hunks.ts';
import { findSecretsIn } from './find-secrets.ts';
import { masked } from './mask.ts';
import { maskedSide, withheldSide, type MaskedSide } from './masked-side.ts';
import { ScannedTexts, type FoundInFile, type TextSide } from './scanned-texts.ts';
import { placesOf, valuesOf, type SecretPlace } from './secret-places.ts';

export interface ChangeSecrets {
  /** In the files at head, whether the change adds them or not. */
  places: SecretPlace[];
  /** The secrets themselves, to take them out of whatever else is sent. They are stored nowhere. */
  values: string[];
  /** Files at head that were looked through. */
  read: string[];
  /** Files that could not be, which are withheld. */
  unread: { path: string; reason: string }[];
}

export const NO_SECRETS: ChangeSecrets = { places: [], values: [], read: [], unread: [] };

export interface MaskedChange {
  secrets: ChangeSecrets;
  /** As given, in their order. */
  diffs: FileDiff[];
  /** Of a file by the path that it was given with. */
  fileOf(path: string): MaskedFile | undefined;
  others: string[];
}

export interface MaskedFile {
  diff: FileDiff;
  maskHunk(hunk: Hunk): Hunk;
  /** Whether it is shown to anybody. */
  isWithheld: boolean;
  /** Blobs of which something is masked, with their text. */
  blobs: { oid: string; text: string }[];
}

export interface SecretsRequest {
  linters: Pick<LinterPort, 'findSecrets'>;
  diffs: readonly FileDiff[];
  /** What else is shown of the change: its title and description. */
  others?: readonly string[];
  /** Where nobody is shown more than the diff, nothing else is looked through. */
  whole?: boolean;
  signal?: AbortSignal | undefined;
}

export async function maskSecrets({
  linters,
  diffs,
  others = [],
  whole = true,
  signal,
}: SecretsRequest): Promise<MaskedChange> {
  const texts = new ScannedTexts(diffs, others, whole);
  const report = await findSecretsIn(linters, { texts: texts.all, ...(signal === undefined ? {} : { signal }) });
  const values = valuesOf(report.found, (at) => texts.all[at]?.text ?? '');
  const told = texts.told(report);
  const secrets: ChangeSecrets = { places: [], values, read: [], unread: [] };
  const files = new Map<string, MaskedFile>();
  for (const [at, diff] of diffs.entries()) {
    if (told.secretPaths.has(diff.path)) {
      files.set(diff.path, withSecretPath(diff, at));
      continue;
    }
    const [old, now] = [told.inFile(diff, 'old'), told.inFile(diff, 'new')];
    const reason = now.unread ?? old.unread;
    if (reason !== undefined) secrets.unread.push({ path: diff.path, reason });
    else if (diff.newText !== null) secrets.read.push(diff.path);
    if (reason === undefined) secrets.places.push(...placesOf(diff, now.found));
    files.set(diff.path, maskedFile(diff, { old: old.found, new: now.found }, values, reason !== undefined));
  }
  return {
    secrets,
    diffs: diffs.map((diff) => files.get(diff.path)?.diff ?? diff),
    fileOf: (path) => files.get(path),
    others: others.map((text, at) => maskedOther(text, told.inOther(at), values)),
  };
}

function maskedOther(text: string, { found, unread }: FoundInFile, values: readonly string[]): string {
  return unread === undefined ? maskedSide(text, found, values).text : '';
}

function maskedFile(
  diff: FileDiff,
  found: Record<TextSide, FoundSecret[]>,
  values: readonly string[],
  isWithheld: boolean,
): MaskedFile {
  const sideOf = (text: string | null, inSide: FoundSecret[]): MaskedSide | undefined => {
    if (text === null) return undefined;
    return isWithheld ? withheldSide(text) : maskedSide(text, inSide, values);
  };
  const old = sideOf(diff.oldText, found.old);
  const now = sideOf(diff.newText, found.new);
  const maskHunk = (hunk: Hunk): Hunk => ({ ...hunk, lines: hunk.lines.map((line) => maskedLine(line, old, now)) });
  const hasSecrets = old?.hasSecrets === true || now?.hasSecrets === true;
  const blobs = [
    { oid: diff.oldOid, side: old },
    { oid: diff.newOid, side: now },
  ].flatMap(({ oid, side }) => (oid !== null && side?.hasSecrets === true ? [{ oid, text: side.text }] : []));
  if (!hasSecrets) return { diff, maskHunk: (hunk) => hunk, isWithheld, blobs };
  const shown = { oldText: old?.text ?? null, newText: now?.text ?? null, hunks: diff.hunks.map(maskHunk) };
  return { diff: { ...diff, ...shown }, maskHunk, isWithheld, blobs };
}

/** A line that both sides have is masked as the new one. */
function maskedLine(line: HunkLine, old: MaskedSide | undefined, now: MaskedSide | undefined): HunkLine {
  const [side, number] = line.new === null ? [old, line.old] : [now, line.new];
  const text = number === null || side === undefined ? line.text : side.lineOf(number, line.text);
  return text === line.text ? line : { ...line, text };
}

/** Nobody is told of it but that it changed: to name it would be to repeat the secret. */
function withSecretPath(diff: FileDiff, at: number): MaskedFile {
  const path = `${masked(diff.path, [{ start: 0, end: diff.path.length }]).slice(0, 40)}-${at + 1}`;
  const nothing = { hunks: [], additions: 0, deletions: 0, oldText: null, newText: null };
  const hidden: FileDiff = {
    ...{ ...diff, ...nothing, path },
    oldPath: diff.oldPath === null ? null : path,
    unread: diff.unread ?? 'its path holds a secret',
  };
  const blobs = [diff.oldOid, diff.newOid].flatMap((oid) => (oid === null ? [] : [{ oid, text: '' }]));
  return { diff: hidden, maskHunk: (hunk) => ({ ...hunk, lines: [] }), isWithheld: true, blobs };
}

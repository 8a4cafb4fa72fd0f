/** What a review says of secrets: its findings, what was read for them, and a note for the walkthrough. */
import type { View } from '../../model/coverage.ts';
import type { SourcedFinding } from '../../model/findings.ts';
import type { ReviewedFile } from '../diff/changed-files.ts';
import { holdsMask } from './mask.ts';
import type { ChangeSecrets } from './mask-secrets.ts';
import { secretFindings } from './secret-findings.ts';

export interface ToldSecrets {
  findings: SourcedFinding[];
  views: View[];
  notes: string[];
}

/** `isOn`: whether the repository wants to hear of secrets. What could not be looked through is said either way. */
export function tellSecrets(
  files: readonly ReviewedFile[],
  { places, read, unread }: ChangeSecrets,
  isOn: boolean,
): ToldSecrets {
  const { findings, more } = isOn ? secretFindings(files, places) : { findings: [], more: 0 };
  const wasRead = new Set(read);
  const looked = files.flatMap(({ diff }) => (wasRead.has(diff.path) && diff.newText !== null ? [diff] : []));
  const total = findings.length + more;
  const notes = [
    ...(isOn && looked.length > 0
      ? [`Secrets were looked for in ${changedFiles(looked.length)}: ${foundSecrets(total)} on added lines.`]
      : []),
    ...(more > 0 ? [`Of the ${total} secrets the first ${findings.length} are told.`] : []),
    ...(unread.length > 0
      ? [
          `Secrets could not be looked for in ${changedFiles(unread.length)}, which nobody was shown: ${unread[0]?.reason ?? ''}.`,
        ]
      : []),
  ];
  const view = (): View => ({
    by: 'secrets',
    requests: 1,
    answered: true,
    files: looked.map(({ path, newText }) => ({ path, right: [[1, (newText ?? '').split('\n').length]], left: [] })),
  });
  return { findings, notes, views: isOn && looked.length > 0 ? [view()] : [] };
}

function changedFiles(count: number): string {
  return count === 1 ? '1 changed file' : `${count} changed files`;
}

function foundSecrets(count: number): string {
  return count === 1 ? '1 finding' : `${count} findings`;
}

/**
 * Linters read the masked text. What they say of a mask is not about the code: an unknown name, or a syntax error where
 * no text was masked but code. A fix that would write a mask is none.
 */
export function withoutMasks(findings: readonly SourcedFinding[]): SourcedFinding[] {
  return findings.flatMap((finding) => {
    const { title, description, suggestion, quote, rule } = finding;
    if (holdsMask(title) || holdsMask(description) || (rule === null && holdsMask(quote))) return [];
    return [suggestion !== null && holdsMask(suggestion) ? { ...finding, suggestion: null } : finding];
  });
}

/** Every changed file as the model's material has it: reviewed ones with what is shown of their patch, others with the reason. */
import type { BudgetedPatch, SelectedFiles } from '../diff/changed-files.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { MaterialFile } from './prompts-material.ts';

/** Reviewed files first, the riskiest of them at the top. */
export function materialFiles(
  diffs: readonly FileDiff[],
  { reviewed, skipped }: SelectedFiles,
  patches: readonly BudgetedPatch[],
): MaterialFile[] {
  const shown = new Map(patches.map(({ path, patch }) => [path, patch]));
  const byPath = new Map(diffs.map((diff) => [diff.path, diff]));
  const described = ({ path, oldPath, status }: FileDiff) => ({
    path,
    status,
    ...(oldPath !== null && oldPath !== path ? { previousPath: oldPath } : {}),
  });
  return [
    ...reviewed.map(({ diff }) => ({ ...described(diff), patch: shown.get(diff.path) ?? '' })),
    ...skipped.flatMap(({ path, reason }) => {
      const diff = byPath.get(path);
      return diff === undefined ? [] : [{ ...described(diff), patch: '', skipped: reason }];
    }),
  ];
}

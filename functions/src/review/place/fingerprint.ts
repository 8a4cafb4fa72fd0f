/**
 * A finding's name for life: the same after lines above it moved, in the next run, and whatever words a model finds for it
 * that day. It is made of the file, the kind of finding, and the code it stands on without its white space.
 *
 *     src/cart.py · agent · bug · "total += item.price"     → 'b1f0…' (22 characters)
 */
import { keyOf } from '../../model/ids.ts';
import type { PlacedFinding } from './place-findings.ts';

/** In the order of the findings. Namesakes (one linter rule twice on equal lines) are told apart by their order in the file. */
export function fingerprintsOf(placed: readonly PlacedFinding[]): string[] {
  const bases = placed.map(baseOf);
  const order = placed.map((_, at) => at).sort((a, b) => lineAt(placed, a) - lineAt(placed, b) || a - b);
  const seen = new Map<string, number>();
  const names: string[] = [];
  for (const at of order) {
    const base = bases[at] ?? '';
    const before = seen.get(base) ?? 0;
    seen.set(base, before + 1);
    names[at] = keyOf(before === 0 ? base : `${base}\n${before}`);
  }
  return names;
}

function baseOf({ finding, path, side, snippet }: PlacedFinding): string {
  const kind = finding.rule === null ? finding.category : finding.rule;
  // Without code there is only the title to go by.
  const code = snippet.replace(/\s+/g, '') || finding.title.toLowerCase().replace(/\W+/g, ' ').trim();
  return ['finding', path, side, finding.source, kind, code].join('\n');
}

function lineAt(placed: readonly PlacedFinding[], at: number): number {
  return placed[at]?.line_start ?? 0;
}

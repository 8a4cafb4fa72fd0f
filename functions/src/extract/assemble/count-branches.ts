/**
 * McCabe numbers: each decision point, and each further clause of a function, is one more path through it.
 *
 *     if (a && b) …      two decision points: the function around has the number 3
 */
import type { Definition } from '../../model/facts.ts';
import type { Gathered } from '../gather/gathered.ts';
import { within, type ScopeAt } from '../gather/scopes.ts';
import type { Placement } from './place-definitions.ts';

/** Adds to the number of each function what was gathered in it. */
export function countBranches(
  definitions: Definition[],
  gathered: Gathered,
  placement: Placement,
  functionAt: ScopeAt,
): void {
  const isInDirective = within(gathered.directives);
  for (const offset of gathered.branches.values()) {
    if (isInDirective(offset)) continue;
    const around = definitions[functionAt(offset)];
    if (around?.complexity !== undefined) around.complexity += 1;
  }
  placement.placed.forEach(({ alternatives = 1 }, index) => {
    const around = definitions[index];
    if (around?.complexity !== undefined && alternatives > 1) around.complexity += alternatives - 1;
  });
}

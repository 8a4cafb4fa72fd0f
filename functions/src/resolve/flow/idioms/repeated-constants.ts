/**
 * Constants that go on with what stands above them.
 *
 *     const (A Kind = iota; B; C)     B and C are of type Kind too
 */
import type { Definition } from '../../../model/facts.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Flow } from '../contract.ts';

export const repeatedConstants = ruleSet({
  constantsRepeat: flag(
    'A constant without a type and value has those of the one above it: `const (A Kind = iota; B)`.',
  ),
});

/** How far a block of constants goes that repeat the first one's type and value. */
const MAX_REPEATED = 300;

/** `const (A Kind = iota; B; C)`: a constant without a type and value has those of the one above it, in Go. */
export function repeated({ program }: Flow, number: number): Definition {
  const own = definitionOf(program, number);
  if (own.kind !== 'constant' || !repeatedConstants.of(fileOfScope(program, number).rules).constantsRepeat) return own;
  let at = number;
  for (let def = own; number - at < MAX_REPEATED; at--) {
    if (def.type !== undefined || def.value !== undefined) return def;
    const above = program.defs[at - 1];
    if (above?.kind !== 'constant' || program.outer[at - 1] !== program.outer[number]) return own;
    def = above;
  }
  return own;
}

/**
 * Members that a class has by an export clause (Scala): they are those of the object that the clause names.
 *
 *     class Copier:
 *       export scanner.scan        copier.scan() runs the scanner's scan
 */
import type { ExportClauses } from '../../program/export-clauses.ts';
import type { Flow } from '../contract.ts';

/** Lets what classes export under a name reach a node; true when a clause names it. */
export function addExportedMember(
  flow: Flow,
  clausesFor: ExportClauses,
  node: number,
  classes: number[],
  name: string,
): boolean {
  const { constraints } = flow;
  let named = false;
  for (const cls of classes) {
    for (const clause of clausesFor(cls, name)) {
      named ||= clause.name !== '*';
      const member = clause.name === '*' ? name : clause.name;
      constraints.watch(flow.expression(cls, clause.of), (of) => constraints.flow(flow.member(of, member), node));
    }
  }
  return named;
}

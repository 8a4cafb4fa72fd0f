/**
 * Members that a class has by an export clause (Scala): they are those of the object that the clause names.
 *
 *     class Copier:
 *       export scanner.scan        copier.scan() runs the scanner's scan
 */
import { readExportClauses } from '../../program/export-clauses.ts';
import type { Flow } from '../flow.ts';

export function createExportedMembers(flow: Flow): {
  /** Lets what classes export under a name reach a node; true when a clause names it. */
  add: (node: number, classes: number[], name: string) => boolean;
} {
  const { constraints } = flow;
  const clausesFor = readExportClauses(flow.resolver.program);
  return {
    add(node, classes, name) {
      let named = false;
      for (const cls of classes) {
        for (const clause of clausesFor(cls, name)) {
          named ||= clause.name !== '*';
          const member = clause.name === '*' ? name : clause.name;
          constraints.watch(flow.expression(cls, clause.of), (of) => constraints.flow(flow.member(of, member), node));
        }
      }
      return named;
    },
  };
}

/**
 * Members that a class of cases has without declaring them, by the language's table.
 *
 *     for (Color c : Color.values()) c.label();       all its cases, when it is called
 *     Color.valueOf("RED").label()                    one of them
 *     Color.entries.forEach { it.label() }            read, not called (Kotlin)
 */
import type { Flow } from '../contract.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import type { TypeAt } from '../../types/contract.ts';

/** Adds such a member of a class to a node; false when it is none. */
export function addCaseMember(flow: Flow, node: number, cls: number, name: string): boolean {
  const { program } = flow;
  const how = fileOfScope(program, cls).rules.caseMembers.get(name);
  const definition = definitionOf(program, cls);
  if (how === undefined || (definition.kind !== 'enum' && definition.variant !== 'enum')) return false;
  const one = { name: definition.name };
  const type = how.gives === 'case' ? one : { name: '[]', args: [one] };
  const given: TypeAt = { type, scope: program.outer[cls] ?? -1 };
  if (how.read === true) flow.typed(node, given);
  else flow.add(node, { is: 'callable', params: [], result: given });
  return true;
}

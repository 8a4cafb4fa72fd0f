/** Names of members that are imported under another name (Kotlin): `import acme.shout as yell` lets `s.yell()` mean shout. */
import { fileOfScope } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import type { Flow } from '../contract.ts';

/** The name that a member has where it is declared. */
export function memberName({ program }: Flow, scope: ScopeId, name: string): string {
  const { facts, rules } = fileOfScope(program, scope);
  if (!rules.lambdaObjects) return name;
  return facts.imports.find((fact) => fact.alias === name)?.name ?? name;
}

/**
 * The parameters of a placed definition: those of its list, those of its further equations, the receiver, and the one
 * that a lambda has without writing it. One of them may be the object itself.
 *
 *     def bark(self, loud): ...      →   [{ name: 'self', self: true }, { name: 'loud' }]
 *     func (d *Dog) Bark(n int) {}   →   [{ name: 'd', self: true, … }, { name: 'n', … }]
 */
import type { Definition, Parameter } from '../../model/facts.ts';
import { isClass } from '../compile/definition-kinds.ts';
import type { LanguageSource } from '../compile/language-schema.ts';
import type { ParameterList, ParameterReader } from '../gather/parameters.ts';
import { readClauses } from './clauses.ts';
import type { Placed } from './place-definitions.ts';

export interface ParameterReaders {
  source: LanguageSource;
  parameters: ParameterReader;
}

/** Marks the parameter that is the object itself, by the language's `selfParameter`. */
function markSelf(parameters: Parameter[], source: LanguageSource, inClass: boolean, modifiers: string[]): void {
  const rule = source.selfParameter;
  const first = parameters[0];
  if (rule === undefined || first === undefined || !inClass || modifiers.includes('static')) return;
  if (rule === 'first' ? first.variadic === undefined : rule.includes(first.name)) first.self = true;
}

/** `modifiers` are those of the definition: a static method has no object. */
export function parametersOf(
  { clauses, draft }: Placed,
  parent: Placed | undefined,
  modifiers: string[],
  { parameters: reader, source }: ParameterReaders,
): ParameterList {
  const container = draft.parts.parameters;
  const list = reader.read([...(container?.namedChildren ?? []), ...draft.parameterNodes]);
  readClauses(list, clauses, (nodes) => reader.read(nodes));
  const implicit = draft.settings['parameter'];
  if (typeof implicit === 'string' && container === undefined && list.parameters.length === 0) {
    list.parameters.push({ name: implicit });
  }
  const inClass = (parent !== undefined && isClass(parent.kind)) || draft.parts.owner !== undefined;
  markSelf(list.parameters, source, inClass, modifiers);
  if (draft.parts.receiver !== undefined) {
    const receiver = reader.read(draft.parts.receiver.namedChildren).parameters[0];
    if (receiver !== undefined) list.parameters.unshift({ ...receiver, self: true });
  }
  return list;
}

/** What a setter is given has its property's type, where that is the definition around it: `int Age { set { value } }`. */
export function typeSetters(definitions: Definition[]): void {
  for (const { variant, parent, parameters = [] } of definitions) {
    const [given, ...others] = parameters;
    if (variant !== 'setter' || given === undefined || others.length > 0 || given.type !== undefined) continue;
    const property = definitions[parent];
    const type = property?.type ?? (property?.variant === 'indexer' ? property.returns : undefined);
    if (type !== undefined) given.type = type;
  }
}

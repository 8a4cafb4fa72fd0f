/**
 * Interfaces that a lambda implements: those with exactly one method without a body.
 *
 *     interface Consumer<T> { void take(T t); }      void on(Consumer<Dog> c)      on(dog -> dog.bark())      dog is a Dog
 */
import type { Definition } from '../../../model/facts.ts';
import type { TypeContext } from '../../program/call-site.ts';
import type { Flow } from '../contract.ts';
import { definitionOf, fileOfScope } from '../../program/program.ts';
import { isFunctionLike } from '../../program/qualified-names.ts';
import type { TypeMeaning } from '../../types/contract.ts';

/** Members of every object: an interface may list them, and a lambda need not have them. */
const OF_OBJECTS = new Set(['equals', 'hashCode', 'toString']);

/** Lets the interface's method say what the parameters of a lambda are. */
export function expectMethod(
  flow: Flow,
  fn: number,
  meaning: TypeMeaning & { is: 'class' },
  context: TypeContext | undefined,
): void {
  const { program } = flow;
  const method = methodOf(flow, meaning.def);
  if (method === undefined) return;
  const self = flow.values.id({ is: 'instance', def: meaning.def, args: meaning.args });
  const own = definitionOf(program, meaning.def).typeParameters ?? [];
  const wanted = (definitionOf(program, method).parameters ?? []).filter((parameter) => parameter.self !== true);
  wanted.forEach(({ type }, index) => {
    const parameter = definitionOf(program, fn).parameters?.[index];
    if (type === undefined || parameter === undefined || parameter.type !== undefined) return;
    const given = meaning.args[own.findIndex(({ name }) => name === type.name)];
    if (given !== undefined) flow.typed(flow.given(fn, index), given, context);
    else flow.typed(flow.given(fn, index), { type, scope: method }, { receiver: self });
  });
}

/** The one method without a body of an interface and its supertypes. */
function methodOf(flow: Flow, cls: number): number | undefined {
  const { classes, resolver } = flow;
  const { program } = resolver;
  const { kind } = definitionOf(program, cls);
  if (kind !== 'interface' || !fileOfScope(program, cls).rules.functionalInterfaces) return undefined;
  const methods = new Map<string, number>();
  for (const at of classes.order(cls)) {
    for (const child of program.children[at] ?? []) {
      const definition = definitionOf(program, child);
      if (isAsked(definition) && !methods.has(definition.name)) methods.set(definition.name, child);
    }
  }
  const [only, ...others] = [...methods.values()];
  return others.length > 0 ? undefined : only;
}

function isAsked(definition: Definition): boolean {
  return isFunctionLike(definition) && definition.declaration === 'abstract' && !OF_OBJECTS.has(definition.name);
}

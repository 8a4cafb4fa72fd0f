/**
 * Fields that a class never declares but its methods assign.
 *
 *     class Dog:
 *         def __init__(self, name):
 *             self.name = name          field `name` of Dog
 */
import type { Definition, FileFacts } from '../../model/facts.ts';
import { isClass, isFunction } from '../compile/definition-kinds.ts';

/** `self.a = b` in a method declares field `a` of the class, unless the class already has such a member. */
export function declareFields({ definitions, bindings }: FileFacts): void {
  const classes = new Map(definitions.flatMap(({ kind, name }, index) => (isClass(kind) ? [[name, index]] : [])));
  const members = new Set(
    definitions.map(({ parent, name, owner }) => `${owner === undefined ? parent : classes.get(owner.name)} ${name}`),
  );
  // A condition gives nothing.
  const given = bindings.filter(({ until }) => until === undefined);
  for (const { scope, line, at, target, value, type } of given) {
    if (target.is !== 'member') continue;
    const method = definitions[scope];
    const owner = method === undefined ? undefined : definitions[method.parent];
    if (method === undefined || owner === undefined || !isFunction(method.kind) || !isClass(owner.kind)) continue;
    const object = target.of;
    const isSelf =
      object.is === 'self' ||
      (object.is === 'name' &&
        method.parameters?.some((parameter) => parameter.self && parameter.name === object.name));
    const key = `${method.parent} ${target.name}`;
    if (isSelf !== true || members.has(key)) continue;
    members.add(key);
    const field: Definition = {
      kind: 'field',
      name: target.name,
      parent: method.parent,
      line,
      endLine: line,
      start: at,
      end: at + target.name.length,
      ...(type === undefined ? {} : { type }),
      ...(value === undefined ? {} : { value }),
    };
    definitions.push(field);
  }
}

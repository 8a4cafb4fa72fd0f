/**
 * What a method gives that depends on the object it is called on: the object itself, or a new one of the same class. Who
 * calls it on a subclass gets that one.
 *
 *     def copy(self): return self                    the object
 *     def mk(cls): return cls()                      an instance of the class that it is called on
 *     static mk() { return new this() }              the same; so are type(self)() and new this.constructor()
 *     def self.mk; new; end                          the same in Ruby, and `new static()` in PHP
 *     def twice(cls): return cls.mk()                what a method of this kind gives that is called on the same object
 */
import type { TypeRef, Value } from '../../model/facts.ts';
import { isSelf } from '../names/own-object.ts';
import { classObjects } from '../program/class-objects.ts';
import { dottedValue } from '../program/dotted-name.ts';
import { definitionOf, fileOfScope, namesIn } from '../program/program.ts';
import type { Entry } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';
import type { Flow } from './contract.ts';
import { ownClass } from './idioms/own-class.ts';
import { runsOnClass } from '../program/runs-on.ts';

/** `self`: the receiver; `class`: the receiver's class; `built`: a new instance of it. */
export type OwnForm = 'self' | 'class' | 'built';

const MAX_DEPTH = 8;

/** How a value in a method is made of the receiver; undefined for any other. */
export function ownForm(flow: Flow, fn: number, value: Value, depth = 0): OwnForm | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (isSelf(flow.resolver, fn, value)) return 'self';
  switch (value.is) {
    case 'name':
      return isNewMember(flow, fn, value.name) ? 'built' : formOfVariable(flow, fn, value.name, depth);
    case 'cast':
      return value.of === undefined ? undefined : ownForm(flow, fn, value.of, depth + 1);
    case 'member':
      return value.name === namesOf(flow, fn)?.member && ownForm(flow, fn, value.of, depth + 1) === 'self'
        ? 'class'
        : undefined;
    case 'new':
      return formOfBuilt(flow, fn, value.type, depth);
    case 'call':
      return formOfCall(flow, fn, value, depth);
    default:
      return undefined;
  }
}

/** `new` in a class method builds an instance of the class that it is called on (Ruby). */
function isNewMember({ program }: Flow, fn: number, name: string): boolean {
  return name === classObjects.of(fileOfScope(program, fn).rules).newMember && runsOnClass(program, fn);
}

/** A variable that is given a value once. */
function formOfVariable(flow: Flow, fn: number, name: string, depth: number): OwnForm | undefined {
  // What conditions say of it gives it nothing.
  const entries = (namesIn(flow.program, fn)?.get(name) ?? []).filter(
    (entry) => entry.kind !== 'bind' || entry.fact.until === undefined,
  );
  const [only, ...others] = entries;
  const value = only === undefined || others.length > 0 ? undefined : givenTo(flow, only);
  return value === undefined ? undefined : ownForm(flow, fn, value, depth + 1);
}

function givenTo({ program }: Flow, entry: Entry): Value | undefined {
  if (entry.kind === 'def') {
    const def = definitionOf(program, entry.def);
    return def.type === undefined ? def.value : undefined;
  }
  if (entry.kind !== 'bind') return undefined;
  const { key, through, type, value } = entry.fact;
  return key === undefined && through === undefined && type === undefined ? value : undefined;
}

function formOfBuilt(flow: Flow, fn: number, type: TypeRef, depth: number): OwnForm | undefined {
  if (classObjects.of(fileOfScope(flow.program, fn).rules).lateTypes.has(type.name)) return 'built';
  if (type.name === 'this') return runsOnClass(flow.program, fn) ? 'built' : undefined;
  const names = namesOf(flow, fn);
  if (names === undefined || !type.name.endsWith(`.${names.member}`)) return undefined;
  const value = dottedValue(type.name);
  const of: Value | undefined = value.is === 'member' ? value.of : undefined;
  if (of?.is === 'name' && of.name === 'this') return 'built';
  return of !== undefined && ownForm(flow, fn, of, depth + 1) === 'self' ? 'built' : undefined;
}

function formOfCall(flow: Flow, fn: number, call: Value & { is: 'call' }, depth: number): OwnForm | undefined {
  const { callee } = call;
  const names = namesOf(flow, fn);
  const [first] = call.args ?? [];
  if (callee.is === 'name' && callee.name === names?.function && first !== undefined) {
    return ownForm(flow, fn, first.value, depth + 1) === 'self' ? 'class' : undefined;
  }
  if (callee.is === 'name' && isNewMember(flow, fn, callee.name)) return 'built';
  const called = ownForm(flow, fn, callee, depth + 1);
  if (called === 'class' || (called === 'self' && runsOnClass(flow.program, fn))) return 'built';
  if (callee.is !== 'member') return undefined;
  const on = callee.of.is === 'super' ? 'self' : ownForm(flow, fn, callee.of, depth + 1);
  return on === undefined ? undefined : formOfMember(flow, fn, callee.name, on, depth);
}

/** What a method gives that is called on the receiver, its class, or what was built of it. */
function formOfMember(flow: Flow, fn: number, name: string, on: OwnForm, depth: number): OwnForm | undefined {
  const cls = flow.classes.classOf(fn);
  const isOnClass = on === 'class' || (on === 'self' && runsOnClass(flow.program, fn));
  const found = cls === undefined ? undefined : flow.classes[isOnClass ? 'findOnClass' : 'find'](cls, name);
  const defs = found?.defs ?? [];
  const method = defs.findLast((def) => isFunctionLike(definitionOf(flow.program, def)));
  if (method === undefined || method === fn) return undefined;
  const definition = definitionOf(flow.program, method);
  const given = ownResult(flow, method) ?? formOfReturned(flow, method, definition.returned ?? [], depth);
  if (given === undefined) return undefined;
  if (given === 'self') return on;
  return given === 'class' && on === 'class' ? 'class' : given;
}

function formOfReturned(flow: Flow, fn: number, returned: Value[], depth: number): OwnForm | undefined {
  const forms = new Set(returned.map((value) => ownForm(flow, fn, value, depth + 1)));
  const [only] = forms;
  return forms.size === 1 ? only : undefined;
}

/** What the declared result says: `-> Self`, or `(self: T) -> T` and `(cls: type[T]) -> T` of a type variable. */
export function ownResult(flow: Flow, fn: number): OwnForm | undefined {
  const { parameters, returns } = definitionOf(flow.program, fn);
  if (returns === undefined) return undefined;
  if (fileOfScope(flow.program, fn).rules.selfTypes.has(returns.name)) return 'built';
  const [first] = parameters ?? [];
  if (first?.self !== true || first.type === undefined) return undefined;
  const form =
    first.type.name === returns.name ? 'self' : first.type.args?.[0]?.name === returns.name ? 'built' : undefined;
  if (form === undefined || flow.classes.types.classesNamed(fn, returns).length > 0) return undefined;
  return form;
}

function namesOf({ program }: Flow, fn: number): { member: string; function?: string | undefined } | undefined {
  return ownClass.of(fileOfScope(program, fn).rules).classOf;
}

/**
 * Functions from outside that give an object the members of others, beside those that are written to it (JavaScript).
 *
 *     const app = function () {…}; Object.assign(app, proto)     app.use is proto's
 *     mixin(app, proto)                                          the same, by a package
 *     Object.assign(Dog.prototype, walks)                        new Dog().walk is that of walks
 *
 * What a file mixes in is looked for in the file of the object alone.
 */
import type { Value } from '../../../model/facts.ts';
import { writtenName } from '../../program/dotted-name.ts';
import { definitionOf, fileOfScope, scopeOf, type ScopeId, type SourceFile } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { words } from '../../rules/rule-types.ts';
import type { Flow, Idiom } from '../contract.ts';

const keys = ruleSet({
  mixingFunctions: words.describe(
    'Functions from outside that give their first argument the members of the others: `Object.assign`.',
  ),
});

export const mixedIn: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).mixingFunctions.size > 0,

  prepare({ program }, file) {
    const { own, prototypes } = mixingIn(file);
    for (const name of own.keys()) program.trace.provide(file.index, mixingKey(file, name, false));
    for (const name of prototypes.keys()) program.trace.provide(file.index, mixingKey(file, name, true));
  },

  memberOfFunction(flow, node, _id, fn, name) {
    addMixedIn(flow, node, fn, name, false);
  },

  undeclaredMember(flow, node, _id, cls, name) {
    let found = false;
    for (const at of flow.classes.order(cls)) found = addMixedIn(flow, node, at, name, true) || found;
    return found;
  },

  memberOfUsedClass(flow, node, cls, name) {
    for (const at of flow.classes.order(cls)) addMixedIn(flow, node, at, name, true);
  },
};

interface Mixing {
  scope: ScopeId;
  callee: Value;
  object: Value;
  sources: Value[];
}

/** By the name of what is mixed into, that of an object itself or that of its prototype. */
interface MixingOfFile {
  own: Map<string, Mixing[]>;
  prototypes: Map<string, Mixing[]>;
}

const mixingOfFiles = new WeakMap<SourceFile, MixingOfFile>();

function mixingIn(file: SourceFile): MixingOfFile {
  let known = mixingOfFiles.get(file);
  if (known !== undefined) return known;
  mixingOfFiles.set(file, (known = { own: new Map(), prototypes: new Map() }));
  const { mixingFunctions } = keys.of(file.rules);
  for (const { callee, args = [], scope } of file.facts.calls) {
    const [first, ...rest] = args;
    if (first === undefined || rest.length === 0 || !mixingFunctions.has(writtenName(callee) ?? '')) continue;
    const isPrototype = first.value.is === 'member' && first.value.name === 'prototype';
    const object = first.value.is === 'member' && isPrototype ? first.value.of : first.value;
    if (object.is !== 'name') continue;
    const table = isPrototype ? known.prototypes : known.own;
    const mixing = { scope: scopeOf(file, scope), callee, object, sources: rest.map(({ value }) => value) };
    table.set(object.name, [...(table.get(object.name) ?? []), mixing]);
  }
  return known;
}

function mixingKey({ facts }: SourceFile, object: string, isPrototype: boolean): string {
  return `mixed in ${facts.path} ${object}${isPrototype ? '.prototype' : ''}`;
}

/** Whether anything is mixed into it. */
function addMixedIn(flow: Flow, node: number, def: number, name: string, isPrototype: boolean): boolean {
  const { constraints, program, values } = flow;
  const file = fileOfScope(program, def);
  const { name: object } = definitionOf(program, def);
  program.trace.dependOnEntries(mixingKey(file, object, isPrototype));
  const mixing = mixingIn(file)[isPrototype ? 'prototypes' : 'own'].get(object) ?? [];
  for (const { scope, callee, object: into, sources } of mixing) {
    constraints.watch(flow.expression(scope, callee), (id) => {
      if (values.get(id).is !== 'external') return;
      constraints.watch(flow.expression(scope, into), (of) => {
        const value = values.get(of);
        if ((value.is !== 'function' && value.is !== 'class') || value.def !== def) return;
        for (const source of sources) {
          constraints.watch(flow.expression(scope, source), (from) => constraints.flow(flow.member(from, name), node));
        }
      });
    });
  }
  return mixing.length > 0;
}

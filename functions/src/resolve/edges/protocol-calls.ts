/**
 * Functions that run where no call is written: what the language calls itself by a fixed name, and properties.
 *
 *     with pool: …      __enter__ and __exit__ of pool's class          a == b      __eq__ of a's class
 *     len(xs)           __len__                                         dog.tail    the property tail
 *
 * Nearly every line of a program holds such an expression, and few of them run anything. So they are looked at only where a
 * class of the program declares a function of that name, and then the values of the receiver are all that is asked for.
 */
import type { CallFact, Value } from '../../model/facts.ts';
import type { Evidence } from '../../model/graph.ts';
import type { Flow } from '../flow/contract.ts';
import type { AbstractValue } from '../flow/values.ts';
import type { Member } from '../classes/contract.ts';
import { isProperty, isSetter } from '../program/properties.ts';
import { definitionOf, fileOfScope, scopeOf } from '../program/program.ts';
import type { Program, ScopeId, SourceFile } from '../program/program.ts';
import { isFunctionLike } from '../program/qualified-names.ts';
import { anyKey } from '../tracking/hash-key.ts';
import { protocolRules } from '../rules/protocol-rules.ts';

/** More different functions than this at one place say that the flow was followed too far. */
const MAX_TARGETS = 4;
const PROTOCOL = /^__\w+__$/;
const CONFIDENCE = 0.95;
const SEVERAL = 0.8;
/** Objects are made from each other in a few steps, and may be made from themselves. */
const MAX_SPREADS = 5;
/** The name under which a module exports itself: `module.exports = …`. */
const WHOLE_MODULE = '=';

export interface ProtocolCall {
  scope: ScopeId;
  line: number;
  def: number;
  evidence: Evidence;
  confidence: number;
}

/** What may run something at one place. */
export interface ProtocolPlace {
  scope: ScopeId;
  line: number;
  at: number;
  of: Value;
  /** Members that run: of each list the first that the class has. A property of that name where there is none. */
  members: readonly (readonly string[])[] | undefined;
  property: string | undefined;
  writes: boolean;
}

/** Names under which classes of a program declare functions that may run so, each with `=` before it where it is a property. */
export function protocolNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  program.defs.forEach((def, number) => {
    const file = program.fileOf[number];
    if (file === undefined || !isFunctionLike(def) || protocolRules.of(file.rules).protocols === undefined) return;
    const isMember = isProperty(def) || isSetter(def);
    if (!isMember && !PROTOCOL.test(def.name)) return;
    const name = isMember ? `=${def.name}` : def.name;
    names.add(name);
    program.trace.provide(file.index, anyKey(name));
  });
  return names;
}

/** What a name at a place may run: members of the class, or a property of that name. */
interface Meaning {
  members: readonly (readonly string[])[] | undefined;
  property: string | undefined;
}

/** What names at places of a file may run; what that depends on is noted for the file. */
class Meanings {
  private readonly known = new Map<string, Meaning | undefined>();
  private readonly program: Program;
  private readonly names: ReadonlySet<string>;
  private readonly file: SourceFile;

  constructor(program: Program, names: ReadonlySet<string>, file: SourceFile) {
    this.program = program;
    this.names = names;
    this.file = file;
  }

  of(name: string): Meaning | undefined {
    if (this.known.has(name)) return this.known.get(name);
    const meaning = this.find(name);
    this.known.set(name, meaning);
    return meaning;
  }

  private find(name: string): Meaning | undefined {
    const listed = protocolRules.of(this.file.rules).protocols?.get(name);
    const members = listed ?? (PROTOCOL.test(name) ? [[name]] : undefined);
    if (members === undefined) return this.isDeclared(`=${name}`) ? { members, property: name } : undefined;
    // Each is asked for, since a class may come to declare any of them.
    const declared = members.flat().map((one) => this.isDeclared(one));
    return declared.includes(true) ? { members, property: undefined } : undefined;
  }

  /** That some class declares it is all that is asked: thousands do, of `__init__`. */
  private isDeclared(name: string): boolean {
    const { trace } = this.program;
    trace.enter(trace.root(this.file.index));
    const isElsewhere = trace.isProvided(anyKey(name));
    trace.leave();
    return isElsewhere || this.names.has(name);
  }
}

/** Places of a file where something may run. */
function* placesIn(program: Program, names: ReadonlySet<string>, file: SourceFile): Generator<ProtocolPlace> {
  if (protocolRules.of(file.rules).protocols === undefined) return;
  const meanings = new Meanings(program, names, file);
  yield* placesOfReads(file, meanings);
  for (const { at, line, scope, target, until } of file.facts.bindings) {
    const meaning = target.is === 'member' && until === undefined ? meanings.of(target.name) : undefined;
    if (target.is !== 'member' || meaning?.property === undefined) continue;
    yield { scope: scopeOf(file, scope), line, at, of: target.of, ...meaning, writes: true };
  }
}

/** Expressions that are no written call, and calls of functions that run a member. */
function* placesOfReads(file: SourceFile, meanings: Meanings): Generator<ProtocolPlace> {
  const { calls, bindings } = file.facts;
  const written = new Set(
    bindings.flatMap(({ at, target, until }) => (target.is === 'member' && until === undefined ? [at] : [])),
  );
  const given = new Set(calls.flatMap(({ at, callee }) => (isElementWrite(callee) ? [at] : [])));
  const { functionsRun } = protocolRules.of(file.rules);
  for (const fact of calls) {
    const { at, line } = fact;
    const read = receiverOf(fact, functionsRun);
    const meaning = read === undefined ? undefined : meanings.of(read.name);
    if (read === undefined || meaning === undefined) continue;
    // What is given a value is not read.
    const isGiven = meaning.property !== undefined ? written.has(at) : read.name === '__getitem__' && given.has(at);
    if (!isGiven) yield { scope: scopeOf(file, fact.scope), line, at, of: read.of, ...meaning, writes: false };
  }
}

/** `a.b` as it is; `len(a)` as its member of that name. */
function receiverOf(
  { args, callee, implicit }: CallFact,
  functionsRun: ReadonlyMap<string, string>,
): { of: Value; name: string } | undefined {
  if (implicit === true) return callee.is === 'member' ? callee : undefined;
  if (callee.is !== 'name') return undefined;
  const name = functionsRun.get(callee.name);
  const of = name === undefined ? undefined : args?.[0]?.value;
  return name === undefined || of === undefined ? undefined : { of, name };
}

/** `xs[0] = x` and `del xs[0]` do not read the element. */
function isElementWrite(callee: Value): boolean {
  return callee.is === 'member' && (callee.name === '__setitem__' || callee.name === '__delitem__');
}

/** Whether a call fact says an expression that only this file looks at. */
export function isProtocolRead(file: SourceFile, { callee, constructs, implicit }: CallFact): boolean {
  return (
    implicit === true &&
    constructs !== true &&
    callee.is === 'member' &&
    protocolRules.of(file.rules).protocols !== undefined
  );
}

/** Places of each file where something may run. */
export type ProtocolPlaces = Map<SourceFile, ProtocolPlace[]>;

/** Asks for the values of receivers before solving, so that they are known after it. */
export function demandProtocols(
  flow: Flow,
  names: ReadonlySet<string>,
  file: SourceFile,
  places: ProtocolPlaces,
): void {
  const found = [...placesIn(flow.program, names, file)];
  if (found.length === 0) return;
  places.set(file, found);
  flow.program.trace.forFile(file.index, () => {
    for (const { scope, of, at, property } of found) {
      const receiver = flow.expression(scope, of, at);
      if (property === undefined || !fileOfScope(flow.program, scope).rules.objectLiterals) continue;
      flow.constraints.watch(receiver, (id) => {
        if (isObjectLiteral(flow.values.get(id))) flow.member(id, property);
      });
    }
  });
}

/** What runs in a file without a written call, known after solving. */
export function* protocolCalls(flow: Flow, places: readonly ProtocolPlace[]): Generator<ProtocolCall> {
  for (const place of places) {
    const { scope, line } = place;
    const { found, ofOne } = targetsAt(flow, place);
    if (found.size > MAX_TARGETS) continue;
    const confidence = found.size > ofOne ? SEVERAL : CONFIDENCE;
    for (const def of found) yield { scope, line, def, evidence: 'receiver', confidence };
  }
}

/** All that may run at a place, and how much of it one value of the receiver runs at most: `with` runs two members. */
function targetsAt(flow: Flow, place: ProtocolPlace): { found: Set<number>; ofOne: number } {
  const { scope, of, at, members, property, writes } = place;
  const found = new Set<number>();
  let ofOne = 0;
  const receiver = flow.expression(scope, of, at);
  if (flow.constraints.isWide(receiver)) return { found, ofOne };
  for (const id of flow.constraints.values(receiver)) {
    const value = flow.values.get(id);
    const own = new Set<number>();
    if (property !== undefined && isObjectLiteral(value)) addOfLiteral(flow, own, id, { name: property, writes });
    else if (property !== undefined) addProperty(flow, own, value, property, writes);
    else for (const list of members ?? []) addFirst(flow, own, value, list);
    ofOne = Math.max(ofOne, own.size);
    for (const def of own) found.add(def);
  }
  return { found, ofOne };
}

function addFirst(flow: Flow, found: Set<number>, value: AbstractValue, names: readonly string[]): void {
  if (value.is !== 'instance') return;
  for (const name of names) {
    const def = methodOf(flow, flow.classes.find(value.def, name), isFunctionLike);
    if (def === undefined) continue;
    found.add(def);
    return;
  }
}

function addProperty(flow: Flow, found: Set<number>, value: AbstractValue, name: string, writes: boolean): void {
  const member = memberOf(flow, value, name);
  const def = methodOf(flow, member, writes ? isSetter : isProperty);
  if (def !== undefined) found.add(def);
}

/** An object that is written out, or a module that gives one: `module.exports = { get header() { … } }`. */
function isObjectLiteral({ is }: AbstractValue): boolean {
  return is === 'collection' || is === 'module';
}

function addOfLiteral(
  flow: Flow,
  found: Set<number>,
  id: number,
  { name, writes }: { name: string; writes: boolean },
  depth = 0,
): void {
  const { constraints, program, resolver, values } = flow;
  const value = values.get(id);
  const follow = (node: number): void => {
    for (const one of constraints.values(node)) addOfLiteral(flow, found, one, { name, writes }, depth + 1);
  };
  if (depth > MAX_SPREADS) return;
  if (value.is === 'module')
    for (const place of resolver.memberOf(value.symbol, WHOLE_MODULE)) follow(flow.place(place));
  const site = value.is === 'collection' ? values.sites[value.site] : undefined;
  if (site === undefined || site.value.of !== 'map') return;
  const { base } = fileOfScope(program, site.scope);
  const own = site.value.items.flatMap((item, at) =>
    item.is === 'function' && site.value.keys?.[at] === name ? [base + item.definition] : [],
  );
  for (const def of own) {
    const definition = definitionOf(program, def);
    if (writes ? isSetter(definition) : isProperty(definition)) found.add(def);
  }
  if (own.length > 0) return;
  // What is spread, or made from: `Object.create(proto)`.
  for (const at of site.value.spread ?? []) {
    const item = site.value.items[at];
    if (item !== undefined) follow(flow.expression(site.scope, item));
  }
}

function memberOf({ classes, program }: Flow, value: AbstractValue, name: string): Member | undefined {
  if (value.is === 'instance') return classes.find(value.def, name);
  if (value.is === 'super') {
    const { def, onClass } = value;
    return onClass === true ? classes.findOnClass(def, name, def) : classes.find(def, name, def);
  }
  if (value.is !== 'class') return undefined;
  const member = classes.findOnClass(value.def, name);
  // A property of objects is none of the class.
  const isStatic = member?.defs.some((def) => definitionOf(program, def).modifiers?.includes('static') === true);
  return isStatic === true ? member : undefined;
}

function methodOf(
  { program }: Flow,
  member: Member | undefined,
  isMeant: (def: ReturnType<typeof definitionOf>) => boolean,
): number | undefined {
  return member?.defs.findLast((def) => isMeant(definitionOf(program, def)));
}

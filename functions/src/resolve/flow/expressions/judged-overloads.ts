/**
 * Which of the functions of one name that stand beside each other a call may run, told by its arguments' number, labels and
 * written types. All of them are judged at once, and calls whose arguments are alike in these are judged once.
 *
 *     void g(int x) {}   void g(Dog d) {}       g(new Dog()) may run the second, and so may every other call with a Dog
 */
import type { Argument, TypeRef } from '../../../model/facts.ts';
import { takesArguments } from '../../classes/fitting-overloads.ts';
import { hasToBeSeen, isSeen } from '../../classes/seen-extensions.ts';
import { fitsArity } from '../../program/arguments.ts';
import { fitsTypeArguments, genericArity } from '../../program/generic-arity.ts';
import { definitionOf, fileOfScope, namesIn } from '../../program/program.ts';
import type { ScopeId } from '../../program/program.ts';
import type { Flow } from '../contract.ts';
import type { Beside, WrittenArguments } from '../../types/judgements.ts';
import { reachable } from './reachable.ts';
import { allWritten, fitOf, shapeOfWritten } from './written-types.ts';

/** What a call says of itself. */
export interface GivenToOverload {
  args: Argument[] | undefined;
  typeArgs?: TypeRef[] | undefined;
  scope: ScopeId;
}

/** More than a program has definitions. */
const DEFINITIONS = 2 ** 26;

/**
 * Whether a call may run a function that has others of its name beside it: not where it takes other arguments. A function
 * without others may run whatever the arguments are. `shift` is 1 where the first parameter is the receiver.
 */
export function mayRun(flow: Flow, fn: number, call: GivenToOverload, shift: number, self?: number): boolean {
  if (!fileOfScope(flow.program, fn).rules.overloads) return true;
  if (hasToBeSeen(flow.program, fn) && isHidden(flow, fn, call.scope, self)) return false;
  const { args = [] } = call;
  if (args.length === 0 && takesCount(flow, fn, call, shift)) return true;
  const beside = standingBeside(flow, fn, self);
  if (beside.isAlone || args.length === 0) return beside.isAlone;
  const { list } = beside;
  const { judgements, program } = flow;
  const { last } = judgements;
  const asker = program.trace.current;
  if (last?.args === args && last.list === list && last.shift === shift && last.asker === asker)
    return last.running.has(fn);
  const running = judge(flow, beside, args, call, shift);
  judgements.last = { args, list, shift, asker, running };
  return running.has(fn);
}

/** An extension that the call's file does not see, where it sees another one of the name. */
function isHidden(flow: Flow, fn: number, scope: ScopeId, self: number | undefined): boolean {
  const { classes, program } = flow;
  program.trace.dependOnFile(fileOfScope(program, scope).index);
  if (isSeen(program, fn, scope)) return false;
  const isOther = (def: number): boolean => hasToBeSeen(program, def) && isSeen(program, def, scope);
  if (standingBeside(flow, fn, self).defs.some(isOther)) return true;
  const { name } = definitionOf(program, fn);
  return classes.extensionsNamed(fileOfScope(program, fn).rules.family, name).some(isOther);
}

/** Of functions those that a call may run. */
function judge(
  flow: Flow,
  beside: Beside,
  args: Argument[],
  call: GivenToOverload,
  shift: number,
): ReadonlySet<number> {
  const { judgements, program } = flow;
  const { running, taking } = judgements;
  const asked = `${beside.list} ${shift} ${labelsOf(flow, args, call)}`;
  const taken = taking.of(asked, () => new Set(beside.defs.filter((def) => takesCount(flow, def, call, shift))));
  const open = reachable(program, [...taken], call.scope);
  const able = seenOf(flow, open.length < taken.size ? new Set(open) : taken, call.scope);
  if (able.size < 2) return able;
  const { given, text } = writtenOf(flow, args, call.scope);
  const seen = able === taken ? '' : `${[...able].join()} `;
  return running.of(`${asked} ${seen}${text}`, () => bestOf(flow, [...able], given, shift));
}

/** Without extensions that a place does not see, where it sees others of them. */
function seenOf({ program }: Flow, defs: ReadonlySet<number>, scope: ScopeId): ReadonlySet<number> {
  if (defs.size < 2) return defs;
  const apart = [...defs].filter((def) => hasToBeSeen(program, def));
  const seen = apart.filter((def) => isSeen(program, def, scope));
  if (seen.length === 0 || seen.length === apart.length) return defs;
  return new Set([...defs].filter((def) => seen.includes(def) || !apart.includes(def)));
}

/** Of functions those that none fits better than: one of the very types before one of any other, and that before a misfit. */
function bestOf(flow: Flow, able: number[], given: WrittenArguments, shift: number): ReadonlySet<number> {
  const fits = able.map((def) => fitOf(flow, def, given, shift));
  const best = Math.max(...fits);
  return new Set(able.filter((_, at) => fits[at] === best));
}

function takesCount({ classes, program }: Flow, def: number, call: GivenToOverload, shift: number): boolean {
  const { args = [], scope, typeArgs } = call;
  return (
    (fitsArity(definitionOf(program, def).parameters ?? [], args, shift) || takesArguments(classes, def, args)) &&
    fitsTypeArguments(program, def, typeArgs === undefined ? { args } : { args, typeArgs }, scope)
  );
}

/** All that `takesCount` asks of arguments. */
function labelsOf({ judgements, program }: Flow, args: Argument[], { scope, typeArgs }: GivenToOverload): string {
  const known = judgements.labels.get(args);
  if (known !== undefined) return known;
  const { base, rules } = fileOfScope(program, scope);
  const { genericArity: countsTypes } = genericArity.of(rules);
  const labels = args.map(({ name = '', spread, trailing, value }) => {
    const closure = value.is === 'function' ? `(${countsTypes ? base + value.definition : ''})` : '';
    return `${name}${spread === true ? '*' : ''}${trailing === true ? '^' : ''}${closure}`;
  });
  const text = `${countsTypes ? (typeArgs?.length ?? '') : ''}:${labels.join()}`;
  judgements.labels.set(args, text);
  return text;
}

/** What `fitOf` asks of arguments. What is read of the call's file for it is read here. */
function writtenOf(flow: Flow, args: Argument[], scope: ScopeId): { text: string; given: WrittenArguments } {
  return flow.judgements.written.of(args, () => {
    const given = allWritten(flow, args, scope);
    return { given, text: args.map((argument) => shapeOfWritten(given.types.get(argument))).join() };
  });
}

/** Declarations of a function's name where that stands, itself among them. */
function standingBeside(flow: Flow, fn: number, self: number | undefined): Beside {
  const { classes, judgements, values } = flow;
  const receiver = self === undefined ? undefined : values.get(self);
  const owner = receiver?.is === 'instance' ? receiver.def : classes.classOf(fn);
  return judgements.besides.of(((owner ?? -1) + 1) * DEFINITIONS + fn, () => {
    const found = declaredBeside(flow, fn, owner);
    const defs = found.includes(fn) ? found : [fn, ...found];
    const text = defs.join();
    const list = judgements.lists.get(text) ?? judgements.lists.size;
    judgements.lists.set(text, list);
    return { defs, list, isAlone: found.length < 2 };
  });
}

function declaredBeside({ classes, program }: Flow, fn: number, owner: number | undefined): readonly number[] {
  const { name } = definitionOf(program, fn);
  if (owner !== undefined) return classes.find(owner, name)?.defs ?? [];
  const entries = namesIn(program, program.outer[fn] ?? -1)?.get(name) ?? [];
  return entries.map((entry) => (entry.kind === 'def' ? entry.def : fn));
}

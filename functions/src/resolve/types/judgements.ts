/** What is remembered of calls of functions that others of their name stand beside: see flow/expressions/judged-overloads.ts. */
import type { Argument, Definition } from '../../model/facts.ts';
import type { ScopeId } from '../program/program.ts';
import { Memo } from '../tracking/memo.ts';
import type { Trace, Vertex } from '../tracking/trace.ts';
import type { TypeMeaning } from './contract.ts';

export type WrittenType = TypeMeaning | { is: 'lambda'; definition: Definition };

/** What the arguments of one call are, for all functions that it may run. */
export interface WrittenArguments {
  args: Argument[];
  scope: ScopeId;
  types: Map<Argument, WrittenType | undefined>;
}

export interface Judgements {
  /** By function and class, as one number. */
  besides: Memo<number, Beside>;
  /** Numbers of lists of functions. */
  lists: Map<string, number>;
  /** By functions, and number and labels of arguments: those that take so many. */
  taking: Memo<string, ReadonlySet<number>>;
  /** By these and the written types of the arguments: those that may run. */
  running: Memo<string, ReadonlySet<number>>;
  /** By a call's arguments: their number and labels. */
  labels: WeakMap<Argument[], string>;
  /** By a call's arguments: their written types. */
  written: Memo<Argument[], { text: string; given: WrittenArguments }>;
  /** The last judgement, for what stands beside it: a call asks for each of many overloads, one after another. */
  last: Last | undefined;
}

interface Last {
  args: Argument[];
  list: number;
  shift: number;
  /** What depends on the judgement already. */
  asker: Vertex;
  running: ReadonlySet<number>;
}

/** Functions that stand beside one, and that itself. */
export interface Beside {
  defs: readonly number[];
  list: number;
  isAlone: boolean;
}

export function createJudgements(trace: Trace): Judgements {
  return {
    besides: new Memo(trace),
    lists: new Map(),
    taking: new Memo(trace),
    running: new Memo(trace),
    labels: new WeakMap(),
    written: new Memo(trace),
    last: undefined,
  };
}

/** What a call or access says about itself where a type is read for it: its arguments, and the object it is made on. */
import type { CallFact, TypeRef, Value } from '../../model/facts.ts';
import type { ScopeId } from './program.ts';

/** What is known about the call or access that a type is read for. */
export interface TypeContext {
  /** Instance whose type arguments stand for its class's parameters. */
  receiver?: number | undefined;
  /** Call whose arguments stand for the function's own type parameters. */
  call?: CallContext | undefined;
}

/** What a call writes, and where. */
export interface CallSite {
  args: CallFact['args'];
  typeArgs?: TypeRef[] | undefined;
  /** What is called, as it is written. */
  callee?: Value | undefined;
  scope: ScopeId;
  /** Takes the arguments that the function hands back, where it is not what they hold that is asked for. */
  hand?: ((argument: Value) => void) | undefined;
}

export interface CallContext extends CallSite {
  fn: number;
  /** The receiver takes the first parameter. */
  shift: number;
}

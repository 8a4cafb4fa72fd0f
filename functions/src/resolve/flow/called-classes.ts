/** Functions that a call of a class runs with the class as their first argument: `Dog("Rex")` runs build(Dog, "Rex"). */
import type { CallSite } from '../program/call-site.ts';
import type { Flow } from './contract.ts';

/** Node of such a function; undefined for other classes. */
export function calledWithClass(flow: Flow, cls: number): number | undefined {
  for (const nodeOf of flow.hooks(cls).calledWithClass) {
    const node = nodeOf(flow, cls);
    if (node !== undefined) return node;
  }
  return undefined;
}

/** A call with what it calls before what it gives. */
export function withItself(call: CallSite): CallSite {
  return { ...call, args: [{ value: call.callee ?? { is: 'unknown' } }, ...(call.args ?? [])] };
}

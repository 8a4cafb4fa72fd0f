/**
 * The flow of a program with all its parts. They need each other, so each is added to one object: until all are there,
 * asking is a fault.
 */
import { addAssignments } from './assignments.ts';
import { addCallArguments } from './call-arguments.ts';
import { addCallResults } from './call-results.ts';
import type { Classes } from '../classes/classes.ts';
import { Constraints } from './constraints.ts';
import { decoratorCalls } from './decorators.ts';
import { addElements } from './elements.ts';
import { addImplicit } from './expected-types.ts';
import { addExpressions } from './flow.ts';
import type { Flow } from './flow.ts';
import { storeInitializers } from './idioms/initializers.ts';
import type { NameResolver } from '../names/contract.ts';
import { addMembers } from './members.ts';

import { addTyped } from './typed.ts';
import { Values } from './values.ts';

/** Values passed per call site at most, on average: far above what real code needs. */
const STEPS_PER_CALL = 400;
const LEAST_STEPS = 200_000;

/** A flow with all its parts; stores into members and elements are rules from the start, since any read may need them. */
export function createFlow(resolver: NameResolver, classes: Classes): Flow {
  const { program } = resolver;
  const calls = program.files.reduce((sum, file) => sum + file.facts.calls.length, 0);
  const unset = (): never => {
    throw new Error('flow is not complete');
  };
  const values = new Values();
  const constraints = new Constraints(Math.max(LEAST_STEPS, calls * STEPS_PER_CALL), program.trace);
  const flow: Flow = {
    resolver,
    classes,
    values,
    constraints,
    expression: unset,
    named: unset,
    place: unset,
    member: unset,
    element: unset,
    put: unset,
    typed: unset,
    says: unset,
    parameter: unset,
    result: unset,
    raw: unset,
    implicit: unset,
    objectOf: unset,
    objectsAround: unset,
    ofLambdaObject: unset,
    decorators: decoratorCalls(program),
    decorated: unset,
    register: unset,
    external: (name) => values.id({ is: 'external', name, args: [] }),
    add: (node, value) => constraints.add(node, values.id(value)),
  };
  addExpressions(flow);
  addTyped(flow);
  addImplicit(flow);
  addCallArguments(flow);
  addCallResults(flow);
  addElements(flow);
  const { store, storeOf } = addMembers(flow);
  storeInitializers(flow, storeOf);
  addAssignments(flow, store);
  return flow;
}

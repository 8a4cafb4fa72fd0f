/**
 * What many declarations of one name give, as one node of the flow that every scope asks which says the name: thousands of
 * records with a field of one name, each said by thousands of functions, would be millions of links otherwise.
 *
 *     data R1 = R1 { fld :: Int }   data R2 = R2 { fld :: Int }   …      u1 r = fld r   u2 r = fld r   …
 */
import type { Flow } from './flow.ts';
import type { Place } from '../names/contract.ts';
import { vertexOf } from '../tracking/trace.ts';

/** More than a node of the flow keeps values, so few repositories have them. */
const MANY = 24;

/** Lets what `chosen` of the places of a name (a list for all who see it) give into a node. */
export function createPlacesFlow(flow: Flow): (places: readonly Place[], chosen: readonly Place[], to: number) => void {
  const { constraints } = flow;
  const { trace } = flow.resolver.program;
  const together = new Map<readonly Place[], number>();
  const allOf = (places: readonly Place[]): number => {
    let node = together.get(places);
    if (node === undefined) {
      together.set(places, (node = constraints.node()));
      trace.enter(vertexOf(node));
      for (const place of places) constraints.flow(flow.place(place), node);
      trace.leave();
    }
    return node;
  };
  return (places, chosen, to) => {
    const all =
      chosen.length > MANY && chosen.length === places.length && chosen.every((place, i) => place === places[i]);
    if (all) constraints.flow(allOf(places), to);
    else for (const place of chosen) constraints.flow(flow.place(place), to);
  };
}

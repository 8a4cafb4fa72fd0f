/**
 * The inputs that each of many roots reaches, in a graph of dependencies with cycles (trace.ts).
 *
 *     root of a.py ─▶ vertex ─▶ {vertex ⇄ vertex ⇄ …} ─▶ input      the inputs of the cycle are gathered once
 *     root of b.py ────────────────▲
 *
 * In code where everything calls everything, most vertices are part of one cycle, and a walk through it for each file is
 * most of the work. So the strongly connected components are found first, and a walk that comes to a large one does not
 * enter it: the inputs of that component are one list, which all such roots share.
 *
 * The components are found by Pearce's form of Tarjan's algorithm ("An Improved Algorithm for Finding the Strongly
 * Connected Components of a Directed Graph", 2005).
 */
import { Numbers } from './numbers.ts';

/** Edges of the graph. Those of a vertex are a linked list: `heads` gives its first edge, `nexts` the next one, 0 ends it. */
export interface Links {
  heads: Numbers;
  targets: Numbers;
  nexts: Numbers;
}

/** To walk through a smaller component costs no more than to remember what it reaches. */
const LARGE = 64;

/** Places of inputs, each once. */
export interface Reached {
  own: number[];
  /** The lists of large components: the same object for every root that reaches one. They may repeat some of `own`. */
  shared: number[][];
}

/** `inputOf`: the place of a vertex's input, counted from 1, or 0 where it is none. The answer is as the links are now. */
export function reachOf(links: Links, roots: number[], inputOf: (vertex: number) => number): (root: number) => Reached {
  const { components, large } = componentsOf(links, roots);
  const walk = createWalk(links, components, inputOf);
  // A component comes after those that it leads to.
  for (const vertex of large) {
    const component = components.get(vertex);
    const inputs = walk(vertex, component, (closure, take) => closure.forEach(take));
    walk.closures.set(component, inputs);
  }
  return (root) => {
    const shared: number[][] = [];
    const own = walk(root, NO_COMPONENT, (closure) => shared.push(closure));
    return { own, shared };
  };
}

/** Components have numbers below zero. */
const NO_COMPONENT = 0;

interface Walk {
  /**
   * Inputs that `start` reaches, each once, without those of known closures: these are given to `onClosure`, with a
   * function that adds an input. `own`: a component that the walk enters though it has a closure.
   */
  (start: number, own: number, onClosure: (closure: number[], take: (place: number) => void) => void): number[];
  /** Inputs of large components. */
  closures: Map<number, number[]>;
}

function createWalk({ heads, targets, nexts }: Links, components: Numbers, inputOf: (vertex: number) => number): Walk {
  const closures = new Map<number, number[]>();
  /** The last round that came to a vertex, and to an input. */
  const visited = new Numbers();
  const taken = new Numbers();
  let round = 0;

  const walk = (start: number, own: number, onClosure: (closure: number[], take: (place: number) => void) => void) => {
    const found: number[] = [];
    const met = new Set<number>();
    round++;
    const take = (place: number): void => {
      if (taken.get(place) === round) return;
      taken.set(place, round);
      found.push(place);
    };
    const stack = [start];
    for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
      if (visited.get(vertex) === round) continue;
      visited.set(vertex, round);
      const component = components.get(vertex);
      const closure = component === own ? undefined : closures.get(component);
      if (closure !== undefined) {
        if (!met.has(component)) onClosure(closure, take);
        met.add(component);
        continue;
      }
      const place = inputOf(vertex);
      if (place !== 0) take(place);
      for (let link = heads.get(vertex); link !== 0; link = nexts.get(link)) stack.push(targets.get(link));
    }
    return found;
  };
  return Object.assign(walk, { closures });
}

/**
 * The strongly connected component of each vertex that the roots reach, as a number below zero, and a vertex of each large
 * component; a component comes after those that it leads to. While a vertex is open its number is when it was met, or that
 * of the earliest open vertex that it reaches.
 */
function componentsOf({ heads, targets, nexts }: Links, roots: number[]): { components: Numbers; large: number[] } {
  const numbers = new Numbers();
  /** Vertices that were walked and have no component yet. */
  const open: number[] = [];
  const large: number[] = [];
  /** The path to the vertex at hand: for each step the vertex, its own number and the link to follow next. */
  const path: number[] = [];
  let met = 0;
  let closed = 0;

  const meet = (vertex: number): void => {
    numbers.set(vertex, ++met);
    path.push(vertex, met, heads.get(vertex));
  };

  /** Follows the next link of the vertex at hand. */
  const follow = (top: number, link: number): void => {
    const vertex = path[top] as number;
    const target = targets.get(link);
    const number = numbers.get(target);
    // The link is looked at again when its target is done.
    if (number === 0) return meet(target);
    if (number > 0 && number < numbers.get(vertex)) numbers.set(vertex, number);
    path[top + 2] = nexts.get(link);
  };

  /** All links of the vertex at hand are followed: it waits for an earlier one, or completes a component. */
  const finish = (top: number): void => {
    const vertex = path[top] as number;
    const own = path[top + 1] as number;
    path.length = top;
    if (numbers.get(vertex) < own) {
      open.push(vertex);
      return;
    }
    closed--;
    let size = 1;
    numbers.set(vertex, closed);
    for (let last = open.at(-1); last !== undefined && numbers.get(last) >= own; last = open.at(-1)) {
      numbers.set(last, closed);
      open.pop();
      size++;
    }
    if (size >= LARGE) large.push(vertex);
  };

  for (const root of roots) {
    if (numbers.get(root) === 0) meet(root);
    while (path.length > 0) {
      const top = path.length - 3;
      const link = path[top + 2] as number;
      if (link !== 0) follow(top, link);
      else finish(top);
    }
  }
  return { components: numbers, large };
}

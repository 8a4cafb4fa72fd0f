/**
 * Walks along edges, level by level: what lies around a symbol, and how one reaches another. They ask a reader for steps,
 * so they are the same on Neo4j and in memory, and each level is one read.
 *
 * Bounded by nodes and by time: in a graph where everything calls everything three levels are all of it.
 */
import type { EdgeChoice, GraphReader, Step } from '../../ports.ts';

/** A node that a walk came to. */
export interface Reached {
  id: string;
  /** Edges from the start; 1 for a neighbour. */
  depth: number;
  /** The node that it was first reached from, by the surest edge. */
  from: string;
  /** Product over the edges of the surest of the shortest ways. */
  confidence: number;
}

export interface WalkLimits {
  depth: number;
  nodes: number;
  /** Milliseconds; no further level is begun after them. */
  time: number;
}

export interface Walk {
  /** By depth, then the surest first, then by id. Without the start. */
  reached: Reached[];
  /** False when a limit of nodes or time ended the walk before its depth. */
  complete: boolean;
}

/** Steps that one read may hand out. */
const STEPS_PER_READ = 100_000;
/** Symbols that one read may start from. */
const STARTS_PER_READ = 5_000;

/** Everything that is at most `limits.depth` edges away, along any of the choices. */
export async function walk(
  reader: GraphReader,
  starts: readonly string[],
  choices: readonly EdgeChoice[],
  limits: WalkLimits,
): Promise<Walk> {
  const until = performance.now() + limits.time;
  const known = new Map<string, Reached>(starts.map((id) => [id, { id, depth: 0, from: id, confidence: 1 }]));
  const reached: Reached[] = [];
  let frontier = [...known.values()];
  let complete = true;
  for (let depth = 1; depth <= limits.depth && frontier.length > 0; depth++) {
    if (performance.now() > until) return { reached, complete: false };
    const level = await nextLevel(reader, frontier, choices, known, depth);
    complete &&= level.complete;
    const room = limits.nodes - reached.length;
    if (level.nodes.length > room) return { reached: [...reached, ...level.nodes.slice(0, room)], complete: false };
    reached.push(...level.nodes);
    for (const node of level.nodes) known.set(node.id, node);
    frontier = level.nodes;
  }
  return { reached, complete };
}

/** Nodes next to the frontier that are not known yet, each with the surest way to it. */
async function nextLevel(
  reader: GraphReader,
  frontier: readonly Reached[],
  choices: readonly EdgeChoice[],
  known: ReadonlyMap<string, Reached>,
  depth: number,
): Promise<{ nodes: Reached[]; complete: boolean }> {
  const confidences = new Map(frontier.map(({ id, confidence }) => [id, confidence]));
  const found = new Map<string, Reached>();
  let complete = true;
  for (const choice of choices) {
    for (let at = 0; at < frontier.length; at += STARTS_PER_READ) {
      const ids = frontier.slice(at, at + STARTS_PER_READ).map(({ id }) => id);
      const read = await reader.steps(ids, choice, STEPS_PER_READ);
      complete &&= read.complete;
      for (const step of read.steps) if (!known.has(step.id)) keepSurest(found, step, confidences, depth);
    }
  }
  return { nodes: [...found.values()].sort(surestFirst), complete };
}

function keepSurest(
  found: Map<string, Reached>,
  { of, id, confidence }: Step,
  confidences: ReadonlyMap<string, number>,
  depth: number,
): void {
  const reached = { id, depth, from: of, confidence: (confidences.get(of) ?? 1) * confidence };
  const before = found.get(id);
  if (before === undefined || isSurer(reached, before)) found.set(id, reached);
}

function isSurer(a: Reached, b: Reached): boolean {
  return a.confidence === b.confidence ? a.from < b.from : a.confidence > b.confidence;
}

function surestFirst(a: Reached, b: Reached): number {
  if (a.confidence !== b.confidence) return b.confidence - a.confidence;
  return a.id < b.id ? -1 : 1;
}

export interface FoundPath {
  /** Ids from the start to the end, both included; empty when there is none. */
  ids: string[];
  /** Nodes that were looked at. */
  searched: number;
  /** False when a limit ended the search before it could say that there is no path. */
  complete: boolean;
}

/** One end of a search from both: every node known from here, and those that came last. */
interface Side {
  choice: EdgeChoice;
  known: Map<string, Reached>;
  frontier: Reached[];
}

/**
 * The surest of the shortest ways from one symbol to another. Searched from both ends, the smaller frontier first, so
 * that a function that everything calls is met from its side before it is opened.
 */
export async function shortestPath(
  reader: GraphReader,
  from: string,
  to: string,
  types: EdgeChoice['types'],
  limits: WalkLimits,
): Promise<FoundPath> {
  if (from === to) return { ids: [from], searched: 1, complete: true };
  const until = performance.now() + limits.time;
  const forward = sideAt(from, { types, direction: 'out' });
  const backward = sideAt(to, { types, direction: 'in' });
  let complete = true;
  for (let depth = 1; depth <= limits.depth; depth++) {
    const searched = forward.known.size + backward.known.size;
    if (performance.now() > until || searched > limits.nodes) return { ids: [], searched, complete: false };
    const [near, far] = forward.frontier.length <= backward.frontier.length ? [forward, backward] : [backward, forward];
    const level = await nextLevel(reader, near.frontier, [near.choice], near.known, (near.frontier[0]?.depth ?? 0) + 1);
    complete &&= level.complete;
    for (const node of level.nodes) near.known.set(node.id, node);
    near.frontier = level.nodes;
    const met = surestMeeting(level.nodes, far.known);
    const seen = forward.known.size + backward.known.size;
    if (met !== undefined) return { ids: pathThrough(met, forward, backward), searched: seen, complete };
    if (level.nodes.length === 0) return { ids: [], searched: seen, complete };
  }
  return { ids: [], searched: forward.known.size + backward.known.size, complete };
}

function sideAt(id: string, choice: EdgeChoice): Side {
  const start = { id, depth: 0, from: id, confidence: 1 };
  return { choice, known: new Map([[id, start]]), frontier: [start] };
}

function surestMeeting(level: readonly Reached[], far: ReadonlyMap<string, Reached>): string | undefined {
  let best: { id: string; confidence: number } | undefined;
  for (const { id, confidence } of level) {
    const other = far.get(id);
    if (other === undefined) continue;
    const whole = confidence * other.confidence;
    if (best === undefined || whole > best.confidence || (whole === best.confidence && id < best.id)) {
      best = { id, confidence: whole };
    }
  }
  return best?.id;
}

function pathThrough(met: string, forward: Side, backward: Side): string[] {
  const before: string[] = [];
  for (let node = forward.known.get(met); node !== undefined && node.depth > 0; node = forward.known.get(node.from)) {
    before.unshift(node.from);
  }
  const after: string[] = [];
  for (let node = backward.known.get(met); node !== undefined && node.depth > 0; node = backward.known.get(node.from)) {
    after.push(node.from);
  }
  return [...before, met, ...after];
}

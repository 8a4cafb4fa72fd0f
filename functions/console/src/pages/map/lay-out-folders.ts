/**
 * Where the folders of a map stand when they are drawn as a graph: in rows, who uses above what it uses (the layered
 * drawing of Sugiyama, Tagawa and Toda 1981). Links that cannot all lead downwards, because folders use each other in a
 * circle, are told apart.
 *
 *     api ─▶ review ─▶ model        row 0  api     row 1  review     row 2  model
 *                    ◀─ (circle)
 */

export interface Link {
  from: string;
  to: string;
  edges: number;
}

export interface Place {
  path: string;
  row: number;
  /** From the left, in the middle of its row: whole and half columns. */
  column: number;
}

export interface FolderDrawing {
  /** In the order in which they are read: row by row. */
  places: Place[];
  /** Between folders that are drawn; `upwards` when it is the one that closes a circle. */
  links: (Link & { upwards: boolean })[];
  rows: number;
  columns: number;
  /** Folders with links that have no room. */
  left: number;
}

interface Bounds {
  /** Folders that are drawn: those with the most edges. */
  most: number;
  /** Of them in one row. */
  columns: number;
}

export function layOutFolders(all: readonly Link[], { most, columns }: Bounds): FolderDrawing {
  const weights = new Map<string, number>();
  for (const { from, to, edges } of all) {
    for (const path of [from, to]) weights.set(path, (weights.get(path) ?? 0) + edges);
  }
  const strongest = [...weights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([path]) => path);
  const drawn = new Set(strongest.slice(0, most));
  const among = all.filter(({ from, to }) => drawn.has(from) && drawn.has(to));
  const order = downwards([...drawn].sort(), among);
  const at = new Map(order.map((path, index) => [path, index]));
  const links = among.map((link) => ({ ...link, upwards: (at.get(link.from) ?? 0) > (at.get(link.to) ?? 0) }));
  const rows = arranged(rowsOf(order, links, columns), links);
  const widest = Math.max(1, ...rows.map((row) => row.length));
  return {
    places: rows.flatMap((paths, row) =>
      paths.map((path, column) => ({ path, row, column: column + (widest - paths.length) / 2 })),
    ),
    links,
    rows: rows.length,
    columns: widest,
    left: strongest.length - drawn.size,
  };
}

/** Those that can be reached from each by links. */
function reachOf(paths: readonly string[], links: readonly Link[]): Map<string, Set<string>> {
  const next = new Map<string, string[]>();
  for (const { from, to } of links) next.set(from, [...(next.get(from) ?? []), to]);
  return new Map(
    paths.map((path) => {
      const reached = new Set<string>();
      const waiting = [...(next.get(path) ?? [])];
      for (let to = waiting.pop(); to !== undefined; to = waiting.pop()) {
        if (reached.has(to)) continue;
        reached.add(to);
        waiting.push(...(next.get(to) ?? []));
      }
      return [path, reached];
    }),
  );
}

/**
 * An order in which links lead forward. Folders in a circle come in the order in which few of the edges among them lead
 * back: the one that uses others more than it is used first (Eades, Lin and Smyth 1993), within its circle alone.
 */
function downwards(paths: readonly string[], links: readonly Link[]): string[] {
  const reach = reachOf(paths, links);
  const circled = (a: string, b: string): boolean => reach.get(a)?.has(b) === true && reach.get(b)?.has(a) === true;
  const order: string[] = [];
  const rest = new Set(paths);
  while (rest.size > 0) {
    const open = links.filter(({ from, to }) => rest.has(from) && rest.has(to));
    // Nothing outside of its circle leads into it any more.
    const entered = open.filter(({ from, to }) => !circled(from, to)).map(({ to }) => to);
    const free = [...rest].filter((path) => !entered.some((to) => to === path || circled(to, path)));
    const lean = new Map(free.map((path) => [path, 0]));
    for (const { from, to, edges } of open) {
      if (!circled(from, to)) continue;
      if (lean.has(from)) lean.set(from, (lean.get(from) ?? 0) + edges);
      if (lean.has(to)) lean.set(to, (lean.get(to) ?? 0) - edges);
    }
    const first = free.reduce((best, path) => ((lean.get(path) ?? 0) > (lean.get(best) ?? 0) ? path : best));
    order.push(first);
    rest.delete(first);
  }
  return order;
}

/** Each as high as what uses it allows; a row that is too wide goes on in a row of its own. */
function rowsOf(order: readonly string[], links: FolderDrawing['links'], columns: number): string[][] {
  const rowOf = new Map<string, number>();
  for (const path of order) {
    const above = links.filter(({ to, upwards }) => to === path && !upwards).map(({ from }) => rowOf.get(from) ?? 0);
    rowOf.set(path, above.length === 0 ? 0 : Math.max(...above) + 1);
  }
  const rows: string[][] = [];
  for (const [path, row] of rowOf) (rows[row] ??= []).push(path);
  return rows.flatMap((row) => {
    const parts = Math.ceil(row.length / columns);
    const size = Math.ceil(row.length / parts);
    return Array.from({ length: parts }, (_, part) => row.slice(part * size, (part + 1) * size));
  });
}

const SWEEPS = 6;

/** Rows sorted by where the others that they are linked with stand, down and up again: fewer links cross. */
function arranged(rows: string[][], links: readonly Link[]): string[][] {
  const linked = new Map<string, Link[]>();
  for (const link of links) {
    for (const path of [link.from, link.to]) linked.set(path, [...(linked.get(path) ?? []), link]);
  }
  const centre = new Map<string, number>();
  const note = (row: readonly string[]): void => {
    row.forEach((path, index) => centre.set(path, (index + 0.5) / row.length));
  };
  rows.forEach(note);
  let sorted = rows;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const turned = sweep % 2 === 0 ? sorted : sorted.toReversed();
    const next = turned.map((row) => {
      const wanted = new Map(row.map((path) => [path, meanOf(path, linked.get(path) ?? [], centre)]));
      const better = row.toSorted((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
      note(better);
      return better;
    });
    sorted = sweep % 2 === 0 ? next : next.toReversed();
  }
  return sorted;
}

/** Of those that it is linked with, the strong ones weighing more. */
function meanOf(path: string, links: readonly Link[], centre: ReadonlyMap<string, number>): number {
  let sum = 0;
  let weights = 0;
  for (const { from, to, edges } of links) {
    const weight = Math.log2(1 + edges);
    sum += weight * (centre.get(from === path ? to : from) ?? 0.5);
    weights += weight;
  }
  return weights === 0 ? 0.5 : sum / weights;
}

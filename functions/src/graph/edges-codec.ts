/**
 * Edges of many files as bytes, while they wait to be written. Resolution holds much at that time, and as objects they
 * would take several times as much (docs/measurements.md, "Facts and edges"). The ends of an edge, and what edges have in
 * common, are numbers that this packer gave:
 *
 *     [kind, from, to, line + 1 or 0, sites + 1 or 0, first site's line, second one's, …]     each as 7 bits a byte (LEB128)
 *     kind 3: { type: 'CALLS', evidence: 'local', confidence: 0.95 }
 */
import type { FileEdges, GraphEdge } from '../model/graph.ts';

/** What an edge says besides its ends and lines. */
type EdgeKind = Omit<GraphEdge, 'from' | 'to' | 'line' | 'sites'>;

export interface PackedEdges extends Omit<FileEdges, 'edges'> {
  /** Number of edges. */
  count: number;
  bytes: Uint8Array;
}

export interface EdgePacker {
  pack(file: FileEdges): PackedEdges;
  /** Of what this packer packed. */
  unpack(packed: PackedEdges): FileEdges;
}

export function createEdgePacker(): EdgePacker {
  const ends = createTable<string>();
  const kinds = createTable<EdgeKind>();
  const writer = createWriter();

  function packEdge({ from, to, line, sites, ...kind }: GraphEdge): void {
    writer.put(kinds.numberOf(JSON.stringify(kind), kind));
    writer.put(ends.numberOf(from, from));
    writer.put(ends.numberOf(to, to));
    writer.put(line === undefined ? 0 : line + 1);
    writer.put(sites === undefined ? 0 : sites.length + 1);
    for (const site of sites ?? []) writer.put(site.line);
  }

  function unpackEdge(next: () => number): GraphEdge {
    const edge: GraphEdge = { ...kinds.at(next()), from: ends.at(next()), to: ends.at(next()) };
    const line = next();
    if (line > 0) edge.line = line - 1;
    const sites = next();
    if (sites > 0) edge.sites = Array.from({ length: sites - 1 }, () => ({ line: next() }));
    return edge;
  }

  return {
    pack({ edges, ...file }) {
      edges.forEach(packEdge);
      return { ...file, count: edges.length, bytes: writer.take() };
    },
    unpack({ count, bytes, ...file }) {
      const next = reader(bytes);
      return { ...file, edges: Array.from({ length: count }, () => unpackEdge(next)) };
    },
  };
}

/** Numbers for things that are told apart by a text. */
function createTable<T>(): { numberOf(text: string, thing: T): number; at(number: number): T } {
  const numbers = new Map<string, number>();
  const things: T[] = [];
  return {
    numberOf(text, thing) {
      let number = numbers.get(text);
      if (number === undefined) {
        number = things.push(thing) - 1;
        numbers.set(text, number);
      }
      return number;
    },
    at(number) {
      const thing = things[number];
      if (thing === undefined) throw new Error(`No packed thing has the number ${number}`);
      return thing;
    },
  };
}

const SMALL = 0x80;

/** Whole numbers from 0 on, below 2^32. */
function createWriter(): { put(number: number): void; take(): Uint8Array } {
  let bytes = new Uint8Array(1 << 16);
  let length = 0;
  return {
    put(number) {
      if (length + 5 > bytes.length) {
        const larger = new Uint8Array(2 * bytes.length);
        larger.set(bytes);
        bytes = larger;
      }
      let rest = number;
      for (; rest >= SMALL; rest >>>= 7) bytes[length++] = rest | SMALL;
      bytes[length++] = rest;
    },
    take() {
      const taken = bytes.slice(0, length);
      length = 0;
      return taken;
    },
  };
}

function reader(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      number |= (byte & (SMALL - 1)) << shift;
      if (byte < SMALL) return number >>> 0;
    }
  };
}

/** What answers depend on in the end: the contents of files, and the entries of tables that all files fill (trace.ts). */

/** A vertex of the dependency graph that depends on nothing else; `hash` is that of its key. */
export type Input =
  | { is: 'file'; file: number }
  /** The entries of a table under a key. */
  | { is: 'entries'; hash: number }
  /** Whether a table has any entry under a key. */
  | { is: 'existence'; hash: number }
  /** The order of evaluation. */
  | { is: 'order' };

/** What a trace asks, and notes, for whoever holds only a part of the files. */
export interface TraceOptions {
  /** Whether a file that is not loaded provides entries under a key. */
  isProvidedElsewhere: (key: string) => boolean;
  /** Is told each key that something depends on, once. */
  onEntries: (key: string) => void;
  /** Statements are noted by the keys that they add to (ways.ts). */
  notesWays: boolean;
}

/** Inputs by kind. */
export interface Inputs {
  /** Indexes of files. */
  files: number[];
  entries: number[];
  existence: number[];
  order: boolean;
}

/** The inputs that a root reaches. */
export interface ReachedInputs {
  own: Inputs;
  /** Lists that several roots reach: each of those roots holds the same objects. */
  shared: Inputs[];
  /** Only resolving all files tells the answer: it depends on the order of evaluation, or evaluation was cut short. */
  unsure: boolean;
}

/** All lists of a root. */
export function listsOf({ own, shared }: ReachedInputs): Inputs[] {
  return [own, ...shared];
}

/** `places`: positions in `all`, counted from 1. */
export function groupInputs(all: readonly Input[], places: number[]): Inputs {
  const found: Inputs = { files: [], entries: [], existence: [], order: false };
  for (const place of places) {
    const input = all[place - 1];
    if (input?.is === 'file') found.files.push(input.file);
    else if (input?.is === 'order') found.order = true;
    else if (input !== undefined) found[input.is].push(input.hash);
  }
  return found;
}

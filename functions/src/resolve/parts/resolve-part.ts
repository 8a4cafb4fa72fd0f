/**
 * The edges of a part of a repository's files, from their facts and from those of the others that these depend on. So no
 * step holds all files, and parts can be worked on side by side.
 *
 *     keys that each file provides by its own text ─▶ every part
 *     run of a part ─▶ what came or went ─▶ files that depend on it and were resolved before: due again
 *     none is due in any part ─▶ done
 *
 * This is chaotic iteration to the fixpoint that resolving all files at once computes (Cousot, "Asynchronous iterative methods
 * for solving a fixed point system of monotone equations in a complete lattice", 1977); the summaries of a part that others
 * ask for are keys, and who asks loads the file that has the rest (test/resolve/parts/resolve-part.test.ts).
 */
import type { FileFacts } from '../../model/facts.ts';
import type { GraphNode } from '../../model/graph.ts';
import type { ManifestFile } from '../../model/manifests.ts';
import { createClasses } from '../classes/classes.ts';
import { protocolNames } from '../edges/protocol-calls.ts';
import { buildProgram } from '../program/program.ts';
import { modulesOf } from '../resolve.ts';
import type { Repository } from '../resolve-asked.ts';
import { hashOf } from '../tracking/hash-key.ts';
import { inOneGo } from '../tracking/steps.ts';
import { Journal } from './journal.ts';
import type { Known } from './journal.ts';
import { resolveOpen } from './resolve-open.ts';
import type { Bound, OpenFile } from './resolve-open.ts';

/** What files provide by their own text, whatever the others say: hashes of keys, by path. */
export function providedByText(files: FileFacts[], manifests: ManifestFile[]): Map<string, Uint32Array> {
  const program = buildProgram(files);
  inOneGo(createClasses(program, manifests));
  protocolNames(program);
  return new Map(
    program.files.map(({ facts, index }) => [
      facts.path,
      Uint32Array.from(program.trace.providedBy(index), hashOf).sort(),
    ]),
  );
}

/** More than any part needs: what a key says is known a round after its file is resolved. */
const MAX_ROUNDS = 30;

export interface PartResolution {
  /** Those of the part that were due; the others say what they said. */
  files: OpenFile[];
  modules: GraphNode[];
  /** What all files of the part provide now. */
  provided: Map<string, Uint32Array>;
  /** Keys under which something else stands than before: what the step says that this run leaves. */
  changed: Uint32Array;
  /** All keys that files of the part depend on, due or not: who changes none of them leaves the part as it is. */
  rests: Uint32Array;
  /** The most files whose facts were held. */
  held: number;
}

export interface PartWork extends Partial<Bound> {
  repository: Repository;
  known: Omit<Known, 'files'>;
  /** How many of the part's files stand; the same ones may be due again. */
  onSettled?: (files: number) => void;
}

/** Resolves a part until none of its files is due by what is known. Throws when that does not end. */
export async function resolvePart({
  repository,
  known,
  onSettled,
  most = Infinity,
}: PartWork): Promise<PartResolution> {
  const now = new Map(repository.files.map((file) => [file.path, file]));
  const journal = new Journal({ ...known, files: now.keys() });
  const files = new Map<string, OpenFile>();
  const modules = new Map<string, GraphNode>();
  let held = 0;
  for (let round = 0; ; round++) {
    const due = journal.due();
    if (due.size === 0) break;
    if (round >= MAX_ROUNDS) throw new Error(`Files of a part still change after ${MAX_ROUNDS} rounds`);
    const { filesBehind, providersOf, waysIn } = journal;
    const keys = journal.keysBehind(due);
    const found = await resolveOpen(
      {
        repository,
        now,
        providersOf,
        affected: due,
        wanted: new Set([...due, ...journal.filesAmong(keys), ...journal.cameFor(due)]),
        keys,
        filesBehind,
        loaded: new Map<string, FileFacts>(),
        entered: new Map(),
        waysIn,
        isFirst: true,
      },
      (settled) => {
        journal.note(settled.files);
        for (const file of settled.files) files.set(file.path, file);
        for (const module of settled.modules) modules.set(module.id, module);
        onSettled?.(files.size);
      },
      { most },
    );
    held = Math.max(held, found.held);
  }
  const provided = new Map([...known.byText.keys()].map((path) => [path, journal.providedBy(path)]));
  const { changedKeys: changed, rests } = journal;
  return { files: [...files.values()], modules: modulesOf(modules), provided, changed, rests, held };
}

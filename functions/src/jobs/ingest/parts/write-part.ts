/**
 * The work of one part in one round: what its files provide, or the edges of those of its files that are due, written with
 * what the other parts need to know of them. A worker that died is followed by one that does the same again: what is written
 * is told of at the latest by that one (graph/parts/stored-parts.ts).
 */
import type { Fence } from '../../../graph/fence.ts';
import { readFileStates } from '../../../graph/file-states.ts';
import { SaidReader, writeSaid } from '../../../graph/parts/said.ts';
import type { StoredSaid } from '../../../graph/parts/said.ts';
import { closeSteps, hasOpenSteps, lastStep, openStep, readSteps } from '../../../graph/parts/steps.ts';
import {
  readBegun,
  readPart,
  readParts,
  writeKnowledge,
  writeLists,
  writeOffers,
} from '../../../graph/parts/stored-parts.ts';
import type { StoredPart } from '../../../graph/parts/stored-parts.ts';
import { writeModules } from '../../../graph/write-modules.ts';
import { AppError } from '../../../model/errors.ts';
import type { FileFacts } from '../../../model/facts.ts';
import type { ManifestFile } from '../../../model/manifests.ts';
import type { Ports } from '../../../ports.ts';
import { ChangedKeys } from '../../../resolve/parts/changed-keys.ts';
import type { Said } from '../../../resolve/parts/journal.ts';
import { offersOf, providedBy, Providers } from '../../../resolve/parts/providers.ts';
import { providedByText, resolvePart } from '../../../resolve/parts/resolve-part.ts';
import type { PartResolution } from '../../../resolve/parts/resolve-part.ts';
import type { Steps } from '../../../resolve/tracking/steps.ts';
import { writeDiffering } from '../../sync/write-resolved.ts';
import { takeTurns } from '../../work/take-turns.ts';
import { shardsFence } from '../shards/shards-fence.ts';
import type { TakenShard } from '../shards/states.ts';

/** One run of a part. */
interface PartRun {
  fence: Fence;
  part: number;
  round: number;
  run: string;
  manifests: ManifestFile[];
  /** The most files whose facts may be held. */
  most: number;
  signal: AbortSignal;
  done: (files: number) => void;
}

/** `done` is told how many files of the part stand. */
export async function writePart(
  ports: Pick<Ports, 'graph' | 'settings'>,
  { key, attempts, job, sharding }: TakenShard,
  signal: AbortSignal,
  done: (files: number) => void,
): Promise<void> {
  const fence = shardsFence(ports.graph, job, sharding);
  const begun = await readBegun(ports.graph, fence.repoId);
  if (begun === undefined) throw new AppError('conflict', 'The resolution of this repository was begun anew');
  const { round = 0 } = sharding;
  const run: PartRun = {
    ...{ fence, part: key.shard, round, run: `${round}.${key.shard}.${attempts}`, manifests: begun.manifests },
    ...{ most: ports.settings.resolveFiles || Infinity, signal, done },
  };
  await (round === 0 ? writeTexts(run) : writeResolution(run));
}

function known(part: StoredPart | undefined): StoredPart {
  if (part === undefined) throw new AppError('conflict', 'The repository was divided anew');
  return part;
}

async function writeTexts(run: PartRun): Promise<void> {
  const { fence, manifests, part } = run;
  const { files } = known(await readPart(fence.graph, fence.repoId, part));
  const paths = files.map(({ path }) => path);
  const facts = (await new SaidReader(fence).facts(paths)).map((one) => one.facts);
  run.signal.throwIfAborted();
  const provided = providedByText(facts, manifests);
  const all = new Map(paths.map((path) => [path, provided.get(path) ?? new Uint32Array()]));
  await writeOffers(fence, part, offersOf(all).pairs);
}

async function writeResolution(run: PartRun): Promise<void> {
  const { fence, part } = run;
  await tellOfTheDead(run);
  // Asked for first: whatever is read from here on holds at least what this number tells of.
  const knows = await lastStep(fence.graph, fence.repoId);
  const parts = await readParts(fence.graph, fence.repoId);
  const own = known(parts.find((one) => one.part === part));
  const result = await resolveOwn(run, own, parts);
  run.signal.throwIfAborted();
  if (result.files.length > 0) await writeResult(run, result, knows);
  await writeKnowledge(fence, part, { knows, rests: result.rests });
}

async function writeResult(run: PartRun, result: PartResolution, knows: number): Promise<void> {
  const { fence, part } = run;
  await openStep(fence, { part, round: run.round, run: run.run, keys: result.changed });
  const dropped = await writeFiles(run, result);
  await writeSaid(fence, { knows, run: run.run }, result.files);
  await writeOffers(fence, part, offersOf(result.provided).pairs);
  await closeSteps(fence, part, dropped);
}

/** A worker that died may have written of files what it told nobody. */
async function tellOfTheDead(run: PartRun): Promise<void> {
  const { fence, part } = run;
  if (!(await hasOpenSteps(fence, part))) return;
  const own = known(await readPart(fence.graph, fence.repoId, part));
  const said = await new SaidReader(fence).said(pathsOf(own));
  const provided = Array.from(textsOf(own), ([path, keys]) => [path, said.get(path)?.provides ?? keys] as const);
  await writeOffers(fence, part, offersOf(new Map(provided)).pairs);
  await closeSteps(fence, part);
}

function pathsOf({ files }: StoredPart): string[] {
  return files.map(({ path }) => path);
}

/** What the part's files provide; of those that were resolved, what they said then. */
function textsOf(part: StoredPart): Map<string, Uint32Array> {
  return providedBy({ files: pathsOf(part), pairs: part.pairs });
}

async function resolveOwn(run: PartRun, own: StoredPart, parts: StoredPart[]): Promise<PartResolution> {
  const { fence, manifests, most, round, signal, done } = run;
  const { graph, repoId } = fence;
  const reader = new SaidReader(fence);
  const stored = await reader.said(pathsOf(own));
  // A file that was never resolved is due whatever came.
  const steps = await readSteps(graph, repoId, leastKnown(stored.values()));
  const others = parts.filter(({ part }) => part !== own.part);
  const elsewhere = new Map<string, Said>();
  const repository = {
    ...{ repoId, manifests },
    files: parts.flatMap(({ files }) => files),
    async readFacts(paths: string[]): Promise<FileFacts[]> {
      signal.throwIfAborted();
      const found = await reader.facts(paths);
      for (const { facts, said } of found) if (said !== undefined) elsewhere.set(facts.path, saidOf(said));
      return found.map(({ facts }) => facts);
    },
    work: <Result>(work: Steps<Result>) => takeTurns(work, () => signal.throwIfAborted()),
  };
  return resolvePart({
    repository,
    most,
    known: {
      byText: textsOf(own),
      said: new Map(Array.from(stored, ([path, said]) => [path, saidOf(said)])),
      providersElsewhere: new Providers(others.map((part) => ({ files: pathsOf(part), pairs: part.pairs }))).of,
      saidElsewhere: (path) => elsewhere.get(path),
      changed: new ChangedKeys(steps),
      round,
    },
    onSettled: done,
  });
}

/** No step is later where nothing was said. */
function leastKnown(said: Iterable<StoredSaid>): number {
  let least = Number.MAX_SAFE_INTEGER;
  for (const { knows } of said) least = Math.min(least, knows);
  return least;
}

function saidOf({ knows, run, ways, inputs, shared, provides }: StoredSaid): Said {
  return { knows, run, ways, dependence: { inputs, shared, provides } };
}

/** Answers how many edges found no node at one of their ends. */
async function writeFiles({ fence, signal }: PartRun, { files, modules }: PartResolution): Promise<number> {
  // Modules that no edge leads to any more go with the end of the sync.
  await writeModules(fence, modules);
  await writeLists(fence, new Set(files.flatMap(({ dependence }) => dependence.shared)));
  const after = await readFileStates(
    fence.graph,
    fence.repoId,
    files.map(({ path }) => path),
  );
  // An earlier round, or a worker that died, may have written edges of any of them.
  const write = { files, count: files.length, after, isFresh: () => false, signal };
  return (await writeDiffering(fence, write)).edgesDropped;
}

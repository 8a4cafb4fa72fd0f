/** The files of a snapshot as facts: which are source code, and what they say, extracted by worker threads. */
import { availableParallelism } from 'node:os';
import { createEligibility, decode, type Eligibility } from '../extract/eligibility.ts';
import { createExtractorPool, type PoolOptions } from '../extract/pool.ts';
import { baseNameOf, loadRegistry } from '../extract/registry.ts';
import type { Snapshot } from '../ports.ts';
import type { SourceReader } from './source-reader.ts';

export interface OpenSources extends SourceReader {
  close(): Promise<void>;
}

/** More threads than this gain nothing: one writer follows them. */
const MAX_WORKERS = 4;

export async function openSources(snapshot: Snapshot, options: PoolOptions = {}): Promise<OpenSources> {
  const workers = options.workers ?? Math.min(MAX_WORKERS, availableParallelism());
  const eligibility = await eligibilityOf(snapshot);
  const extractor = createExtractorPool({ ...options, workers });
  return {
    concurrency: workers,
    reasonToSkip: eligibility.reasonToSkip,
    isManifest: eligibility.isManifest,
    async extract(path, bytes) {
      const read = eligibility.read(path, bytes);
      if ('skipped' in read) return read;
      return { facts: await extractor.extract({ path, ...read }), text: read.text };
    },
    close: () => extractor.close(),
  };
}

/** By the languages there are and the tree's own `.gitattributes`. */
export async function eligibilityOf(snapshot: Pick<Snapshot, 'entries' | 'read'>): Promise<Eligibility> {
  return createEligibility(loadRegistry(), await gitAttributesOf(snapshot));
}

async function gitAttributesOf(
  snapshot: Pick<Snapshot, 'entries' | 'read'>,
): Promise<{ path: string; text: string }[]> {
  const files = snapshot.entries.filter(({ kind, path }) => kind === 'file' && baseNameOf(path) === '.gitattributes');
  return Promise.all(files.map(async ({ oid, path }) => ({ path, text: decode(await snapshot.read(oid)) ?? '' })));
}

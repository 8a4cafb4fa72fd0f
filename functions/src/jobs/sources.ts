/** The files of a snapshot as facts: which are source code, and what they say, extracted by worker threads. */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { createEligibility, decode, type Eligibility } from '../extract/eligibility.ts';
import { createPool, type PoolOptions } from '../extract/pool.ts';
import { baseNameOf, loadRegistry } from '../extract/registry.ts';
import type { Snapshot } from '../ports.ts';
import { extractedFile, type ExtractedFile, type SourceRequest } from './extracted-file.ts';
import type { SourceReader } from './source-reader.ts';

export interface OpenSources extends SourceReader {
  close(): Promise<void>;
}

const WORKER = new URL(`./source-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * More threads than this gain nothing: one writer follows them. It has a core of its own, since it is as busy as a thread
 * is; a second thread beside it on two cores only adds its own start.
 */
const MAX_WORKERS = 4;

export async function openSources(snapshot: Snapshot, options: PoolOptions = {}): Promise<OpenSources> {
  const workers = options.workers ?? Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - 1));
  const eligibility = await eligibilityOf(snapshot);
  const pool = createPool<SourceRequest, ExtractedFile>(
    { module: WORKER, lost: (facts, { repoId }) => extractedFile(facts, repoId) },
    { ...options, workers },
  );
  return {
    concurrency: workers,
    reasonToSkip: eligibility.reasonToSkip,
    isManifest: eligibility.isManifest,
    expect: (files) => pool.expect(files),
    async extract(path, bytes, repoId) {
      const read = eligibility.read(path, bytes);
      if ('skipped' in read) {
        pool.skip();
        return read;
      }
      return { ...(await pool.extract({ repoId, path, ...read })), text: read.text };
    },
    close: () => pool.close(),
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

/** The files of a snapshot as facts: which are source code, and what they say, extracted by worker threads. */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { createEligibility, decode, MAX_FILE_BYTES, type Eligibility } from '../../extract/eligibility.ts';
import { baseNameOf } from '../../extract/compile/file-names.ts';
import type { AttributesFile } from '../../extract/git-attributes.ts';
import { createKeptThreads } from '../../extract/pool/kept-threads.ts';
import { createPool, type PoolOptions } from '../../extract/pool/pool.ts';
import { loadRegistry } from '../../extract/compile/registry.ts';
import type { Snapshot } from '../../ports.ts';
import { extractedFile, type ExtractedFile, type SourceRequest } from './extracted-file.ts';
import { optimiseLess } from '../work/optimise-less.ts';
import type { SourceReader } from './source-reader.ts';

export interface OpenSources extends SourceReader {
  close(): Promise<void>;
}

const WORKER = new URL(`./source-worker${extname(import.meta.url)}`, import.meta.url);

/** From one task of this process to its next. */
const KEPT = createKeptThreads();

/**
 * More threads than this gain nothing, since one writer follows them. The writer is as busy as a thread and gets a core of
 * its own: a second thread beside it on two cores only adds its own start.
 */
const MAX_WORKERS = 4;

export async function openSources(snapshot: Snapshot, options: PoolOptions = {}): Promise<OpenSources> {
  optimiseLess();
  const workers = options.workers ?? Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - 1));
  const eligibility = await eligibilityOf(snapshot);
  const pool = createPool<SourceRequest, ExtractedFile>(
    { module: WORKER, lost: (facts, { repoId }) => extractedFile(facts, repoId) },
    { ...options, workers, ...(options.stepMs === undefined ? { kept: KEPT } : {}) },
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
    rest: () => pool.endIdle(),
    close: () => pool.close(),
  };
}

/** By the languages there are and the tree's own `.gitattributes`. */
export async function eligibilityOf(snapshot: Pick<Snapshot, 'entries' | 'read'>): Promise<Eligibility> {
  return createEligibility(loadRegistry(), await gitAttributesOf(snapshot));
}

/** No honest repository has more. Reading them all would leave no memory and no time for the sources. */
const MOST_ATTRIBUTES = 1_000;
const READ_AT_ONCE = 8;

/** Those nearest to the root, which are about most files. */
async function gitAttributesOf(snapshot: Pick<Snapshot, 'entries' | 'read'>): Promise<AttributesFile[]> {
  const depthOf = (path: string) => path.split('/').length;
  const wanted = snapshot.entries
    .filter(({ kind, path }) => kind === 'file' && baseNameOf(path) === '.gitattributes')
    .filter(({ size = 0 }) => size <= MAX_FILE_BYTES)
    .sort((a, b) => depthOf(a.path) - depthOf(b.path))
    .slice(0, MOST_ATTRIBUTES);
  const files: AttributesFile[] = [];
  let bytes = 0;
  while (wanted.length > 0 && bytes <= 16 * MAX_FILE_BYTES) {
    const next = wanted.splice(0, READ_AT_ONCE);
    for (const [at, text] of (await Promise.all(next.map(({ oid }) => snapshot.read(oid)))).entries()) {
      bytes += text.length;
      if (text.length <= MAX_FILE_BYTES) files.push({ path: next[at]?.path ?? '', text: decode(text) ?? '' });
    }
  }
  return files;
}

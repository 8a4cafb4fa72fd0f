/** A graph and packed facts that earlier code stored: today's code reads them, and a sync goes on with them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { dumpGraph } from '../../local/lab/dump-graph.ts';
import { accessOf } from '../../src/graph/access.ts';
import { unpackFacts } from '../../src/graph/facts-codec.ts';
import { deleteRepository } from '../../src/graph/repository.ts';
import { codeVersions } from '../../src/jobs/sync/code-versions.ts';
import type { CodeVersions } from '../../src/jobs/sync/code-versions.ts';
import { openSources } from '../../src/jobs/sync/sources.ts';
import { syncRepository } from '../../src/jobs/sync/sync.ts';
import type { SyncResult } from '../../src/jobs/sync/sync.ts';
import type { GraphPort, Snapshot } from '../../src/ports.ts';
import { testGraph, testRepoId } from '../support/neo4j.ts';
import { snapshotOf } from '../support/plain-sources.ts';
import { readGraph, readSampleFacts, SAMPLES } from '../support/samples/read-samples.ts';
import { loadRows } from '../support/samples/stored-form.ts';
import type { StoredGraph } from '../support/samples/stored-form.ts';
import { MIXED, OWNER } from '../support/samples/world.ts';

const REPO_ID = `${OWNER}/mixed`;

/** The rows of a repository that is whole. */
function wholeGraph(sample: string): StoredGraph {
  const rows = readGraph(sample).repositories[REPO_ID];
  if (rows === undefined) throw new Error(`The sample ${sample} has no ${REPO_ID}`);
  return rows;
}

const clock = { now: () => new Date('2026-12-01T00:00:00Z') };

/** The texts with the ids that git gives them. */
function gitSnapshot(files: Record<string, string>): Snapshot {
  const snapshot = snapshotOf(files);
  const texts = new Map<string, Uint8Array>();
  const entries = snapshot.entries.map((entry) => {
    const bytes = Buffer.from(files[entry.path] ?? '');
    const oid = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
    texts.set(oid, bytes);
    return { ...entry, oid };
  });
  return { ...snapshot, entries, read: (oid) => Promise.resolve(texts.get(oid) ?? new Uint8Array()) };
}

/** Language → the version of the code that made its files. */
function versionsIn({ nodes }: StoredGraph): Map<string, string> {
  const states = nodes.filter(({ labels }) => labels.includes('FileState')).map(({ properties }) => properties);
  // `stamp` is the blob's id and the version, with a dot between them.
  return new Map(states.map(({ language, stamp }) => [String(language), String(stamp).split('.')[1] ?? '']));
}

/** Those of today's code, as if all languages but `same`, which are as they were, had another since the sample was made. */
function versionsSince(sample: StoredGraph, same: readonly string[]): CodeVersions {
  const then = versionsIn(sample);
  const now = codeVersions();
  const other = (language: string, version: string): string =>
    then.get(language) === version ? version.split('').reverse().join('') : version;
  const files = Object.entries(now.files).map(([language, version]) => {
    return [language, same.includes(language) ? (then.get(language) ?? '') : other(language, version)];
  });
  assert.ok(same.every((language) => then.get(language)));
  return { ...now, files: Object.fromEntries(files) as Record<string, string>, skipped: other('', now.skipped) };
}

/** Of a file's state, what newer code writes beside what was kept; it is not there until the file is written anew. */
const NEWER = /"(?:complexity|max_complexity)":\d+,|,"symbols":\{[^}]*\}/g;

/** Of a function and of what stands around it, likewise, and of the facts that it was made from. */
const VISIBILITY = /,\\*"(?:visibility\\*":\\*"[a-z]+\\*"|hidden_members":\[[^\]]*\])/g;

/** What was kept says of a problem what it said then: its kind is told by newer code. */
function withoutKinds(dump: { nodes: string[]; edges: string[] }): Record<string, string[]> {
  const told = (line: string): string => {
    const kept = line.startsWith('{"labels":["FileState"]') ? line.replaceAll(NEWER, '') : line;
    return kept.replaceAll(VISIBILITY, '').replaceAll(/,\\*"kind\\*":\\*"[a-z_]+\\*"/g, '');
  };
  return Object.fromEntries(Object.entries(dump).map(([part, lines]) => [part, lines.map(told).sort()]));
}

describe('upgrade: graph', function () {
  this.timeout(300_000);
  let graph: GraphPort;
  before(async () => {
    graph = await testGraph();
  });

  async function sync(repoId: string, snapshot: Snapshot, versions?: CodeVersions): Promise<SyncResult> {
    const sources = await openSources(snapshot);
    try {
      return await syncRepository({
        ports: { graph, clock },
        repoId,
        snapshot,
        access: accessOf(repoId, false),
        branch: 'main',
        sources,
        ...(versions === undefined ? {} : { versions }),
      });
    } finally {
      await sources.close();
    }
  }

  /** A sync over the sample ends as one from nothing does; the files that it kept. */
  async function reusedBy(
    sample: StoredGraph,
    files: Record<string, string>,
    versions?: CodeVersions,
  ): Promise<number> {
    const clean = testRepoId('mixed');
    try {
      await deleteRepository(graph, REPO_ID);
      await loadRows(graph, sample);
      const { stats } = await sync(REPO_ID, gitSnapshot(files), versions);
      await sync(clean, gitSnapshot(files), versions);
      assert.deepEqual(withoutKinds(await dumpGraph(graph, REPO_ID)), withoutKinds(await dumpGraph(graph, clean)));
      return stats.files_reused;
    } finally {
      for (const repoId of [REPO_ID, clean]) await deleteRepository(graph, repoId);
    }
  }

  for (const name of SAMPLES) {
    it(`of ${name} is made anew by a sync of newer code`, async () => {
      const sample = wholeGraph(name);
      assert.ok(sample.nodes.some(({ labels }) => labels.includes('Chunk')));
      assert.equal(await reusedBy(sample, MIXED, versionsSince(sample, [])), 0);
    });

    it(`of ${name} is kept where the same code made it, and changes go on from there`, async () => {
      const sample = wholeGraph(name);
      const versions = versionsSince(sample, ['python', 'go', 'swift']);
      const kept = (files: Record<string, string>) =>
        Object.entries(files).filter(([path, text]) => /\.(py|go|swift)$/.test(path) && MIXED[path] === text).length;
      assert.equal(await reusedBy(sample, MIXED, versions), kept(MIXED));

      const pushed = { ...MIXED, 'pkg/core.py': 'def run():\n    return stop()\n\n\ndef stop():\n    return 0\n' };
      assert.equal(await reusedBy(sample, pushed, versions), kept(pushed));
    });

    it(`packed facts of ${name} say what they said`, () => {
      const { files } = readSampleFacts(name);
      assert.ok(files.length >= 17, `${files.length} languages`);
      for (const { path, packed, facts } of files) {
        assert.deepEqual(JSON.parse(JSON.stringify(unpackFacts(Buffer.from(packed, 'base64')))), facts, path);
      }
    });
  }
});

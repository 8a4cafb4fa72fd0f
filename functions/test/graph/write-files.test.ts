import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { PUBLIC_ACCESS } from '../../src/graph/access.ts';
import { packFacts } from '../../src/graph/facts-codec.ts';
import { takeFence } from '../../src/graph/fence.ts';
import { readFileStates } from '../../src/graph/file-states.ts';
import { createFileWriter, type FileWrite } from '../../src/graph/write-files.ts';
import { emptyFacts } from '../../src/model/facts.ts';
import type { GraphPort } from '../../src/ports.ts';
import { testGraph, testRepoId } from '../support/neo4j.ts';

const MANY = 80;

/** Text of a mebibyte, whose batch is full after a few. */
const TEXT = `${'x'.repeat(1023)}\n`.repeat(1024);

function fileAt(at: number): FileWrite {
  const path = `f${at}.py`;
  return {
    path,
    oid: at.toString(16).padStart(40, '0'),
    language: 'python',
    known: false,
    lines: 1024,
    module: null,
    problems: [],
    facts: packFacts(emptyFacts('python', path, 1024)),
    text: TEXT,
    nodes: [],
  };
}

/** The graph, whose writes wait until `open` is called, and fail then if it is given an error. */
function gated(graph: GraphPort) {
  let open: (error?: Error) => void = () => undefined;
  const gate = new Promise<Error | undefined>((resolve) => (open = resolve));
  const write: GraphPort['write'] = async (statements) => {
    const error = await gate;
    if (error !== undefined) throw error;
    return graph.write(statements);
  };
  return { graph: { ...graph, write }, open: (error?: Error) => open(error) };
}

describe('graph/write-files', () => {
  let graph: GraphPort;
  before(async () => {
    graph = await testGraph();
  });

  async function begin(repoId: string) {
    const gate = gated(graph);
    const fence = await takeFence(graph, repoId, PUBLIC_ACCESS);
    const writer = createFileWriter({ ...fence, graph: gate.graph }, () => 'test');
    let added = 0;
    const adding = (async () => {
      for (; added < MANY; added++) await writer.add(fileAt(added));
    })();
    // Whoever adds is only ever kept waiting by the gate: a moment is as good as a minute.
    await sleep(1);
    return { writer, adding, added: () => added, open: gate.open };
  }

  it('lets reading get ahead of the graph, but not without end', async () => {
    const { writer, adding, added, open } = await begin(testRepoId());
    assert.ok(added() > 10 && added() < 40, `${added()} files of 2 MB were taken while none was written`);
    const dropped = writer.drop();
    open();
    await Promise.all([adding, dropped]);
  });

  it('forgets what waits when it is told to, and has ended what is under way', async () => {
    const repoId = testRepoId();
    const { writer, adding, open } = await begin(repoId);
    const dropped = writer.drop();
    open();
    await Promise.all([adding, dropped]);
    const written = (await readFileStates(graph, repoId)).size;
    assert.ok(written > 0 && written < 10, `${written} files are there, those of one transaction`);
    await writer.end();
    assert.equal((await readFileStates(graph, repoId)).size, written);
  });

  it('tells a failure to whoever adds, and to whoever waits for the end', async () => {
    const repoId = testRepoId();
    const { writer, adding, open } = await begin(repoId);
    open(new Error('the disk is full'));
    await assert.rejects(adding, /the disk is full/);
    await assert.rejects(writer.add(fileAt(MANY)), /the disk is full/);
    await assert.rejects(writer.end(), /the disk is full/);
    await writer.drop();
    assert.equal((await readFileStates(graph, repoId)).size, 0);
  });
});

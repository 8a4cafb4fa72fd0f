/** Parts of any number and in any division give the edges, and what they depend on, that resolving all files at once gives. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resolveInParts } from '../../../local/lab/resolve-in-parts.ts';
import { createInlineExtractor } from '../../../src/extract/pool/inline-extractor.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';
import type { FileFacts } from '../../../src/model/facts.ts';
import type { GraphNode, ResolvedFile } from '../../../src/model/graph.ts';
import { resolveGraph } from '../../../src/resolve/resolve.ts';
import { tries } from '../../support/tries.ts';
import { programNames, readProgram } from '../labelled-programs.ts';

const repoId = 'test/parts';
const registry = loadRegistry();
const extractor = createInlineExtractor(registry);

async function factsOf(texts: Record<string, string>): Promise<FileFacts[]> {
  const facts: FileFacts[] = [];
  for (const [path, text] of Object.entries(texts)) {
    const language = registry.languageOf(path, text);
    if (language !== undefined) facts.push(await extractor.extract({ path, language, text }));
  }
  return facts.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Edges in any order, and what the file depends on. */
function told({ path, edges, calls, dependence }: ResolvedFile): unknown {
  const lines = edges.map((edge) => JSON.stringify(edge)).sort();
  const shared = dependence.shared.map((keys) => [...keys].join()).sort();
  return { path, lines, calls, inputs: [...dependence.inputs], shared, provides: [...dependence.provides] };
}

function named(modules: GraphNode[]): string[] {
  return modules.map(({ id }) => id).sort();
}

async function inParts(facts: FileFacts[], parts: string[][], atOnce: number, most = Infinity) {
  const byPath = new Map(facts.map((file) => [file.path, file]));
  return resolveInParts(
    {
      repoId,
      manifests: [],
      files: facts.map(({ path, language, module }) => ({ path, language, module })),
      readFacts: (paths) => Promise.resolve(paths.flatMap((path) => byPath.get(path) ?? [])),
    },
    parts,
    { atOnce, most },
  );
}

/** Each file in a part of its own, all in one, or anything between, in any order. */
function divisionOf(paths: string[]): fc.Arbitrary<string[][]> {
  return fc.array(fc.nat(paths.length - 1), { minLength: paths.length, maxLength: paths.length }).map((numbers) => {
    const parts = new Map<number, string[]>();
    paths.forEach((path, at) => parts.set(numbers[at] ?? 0, [...(parts.get(numbers[at] ?? 0) ?? []), path]));
    return [...parts.values()];
  });
}

describe('resolve/parts/resolve-part', function () {
  this.timeout(300_000);

  for (const name of programNames().sort()) {
    it(`gives what resolving all files at once gives: ${name}`, async () => {
      const facts = await factsOf(readProgram(name));
      const whole = resolveGraph({ repoId, files: facts, manifests: [] });
      const paths = facts.map(({ path }) => path);
      const same = async (parts: string[][], atOnce: number): Promise<void> => {
        const found = await inParts(facts, parts, atOnce);
        assert.deepEqual(found.files.map(told), whole.files.map(told));
        assert.deepEqual(named(found.modules), named(whole.modules));
      };
      await same(
        paths.map((path) => [path]),
        1,
      );
      await fc.assert(fc.asyncProperty(divisionOf(paths), fc.integer({ min: 1, max: 4 }), same), {
        numRuns: tries(1, 20),
        endOnFailure: true,
      });
    });
  }

  it('leaves out the calls of a file that needs more facts than may be held, and says so', async () => {
    let cut = 0;
    for (const name of ['python', 'typescript', 'java']) {
      const facts = await factsOf(readProgram(name));
      const whole = resolveGraph({ repoId, files: facts, manifests: [] }).files.map(told) as { path: string }[];
      const found = await inParts(facts, [facts.map(({ path }) => path)], 1, 2);
      assert.ok(found.mostHeld <= 2, `${name}: held ${found.mostHeld}`);
      for (const [at, file] of found.files.entries()) {
        assert.equal(file.path, whole[at]?.path);
        if (file.problems === undefined) continue;
        cut += 1;
        assert.match(file.problems[0]?.message ?? '', /more files than one task may hold/);
        assert.ok(file.edges.every(({ type }) => type !== 'CALLS') && file.calls.resolved === 0);
      }
    }
    assert.ok(cut > 0, 'none was cut');
  });
});

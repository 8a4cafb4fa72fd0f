/** Holds one expectation of a case file (see read-cases.ts) against the graph of the case's program. */
import assert from 'node:assert/strict';
import { shortId, sitesOf, type TestGraph } from '../support/graph-of.ts';
import type { Expectation } from './read-expectation.ts';

/** `a.py#*.m` → a test for whole names. */
function matcherOf(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const whole = new RegExp(`^${parts.join('.*')}$`);
  return (name) => whole.test(name);
}

function listed(lines: string[]): string {
  return lines.length === 0 ? 'there are none' : `there are\n  ${lines.join('\n  ')}`;
}

/** The edges that a `no …` line forbids and that are there. */
function forbiddenEdges({ edges }: TestGraph, one: Extract<Expectation, { kind: 'no-edge' | 'no-edge-at' }>): string[] {
  const isFrom = matcherOf(one.kind === 'no-edge' ? one.from : one.end);
  const isTo = matcherOf(one.kind === 'no-edge' ? one.to : one.end);
  return edges.flatMap((edge) => {
    const [from, to] = [shortId(edge.from), shortId(edge.to)];
    const isOfType = one.kind === 'no-edge-at' || one.type === undefined || edge.type === one.type;
    const isAtEnds = one.kind === 'no-edge-at' ? isFrom(from) || isTo(to) : isFrom(from) && isTo(to);
    return isOfType && isAtEnds ? [`${edge.type} ${from} -> ${to}`] : [];
  });
}

/** All functions in their order, `a.f 2`. */
function functionsOf({ nodes }: TestGraph): string[] {
  return nodes.flatMap((node) => {
    if (node.label !== 'Function') return [];
    assert.equal(node.qualified_name.split('.').at(-1), node.name);
    return [`${node.qualified_name} ${node.complexity}`];
  });
}

function checkNode({ nodes }: TestGraph, { id, line, decorators }: Extract<Expectation, { kind: 'node' }>): void {
  const found = nodes.find((node) => shortId(node.id) === id);
  assert.ok(found !== undefined, `missing node ${id}; ${listed(nodes.map((node) => shortId(node.id)))}`);
  assert.deepEqual({ line: found.line_number, decorators: found.decorators ?? [] }, { line, decorators });
}

/** Throws when the graph is not as `one` says; `all` are the expectations of the same case. */
export function checkExpectation(graph: TestGraph, one: Expectation, all: readonly Expectation[]): void {
  switch (one.kind) {
    case 'call': {
      const edge = `${one.from} -> ${one.to}`;
      assert.ok(graph.calls.includes(edge), `no such call; ${listed(graph.calls)}`);
      if (one.sites !== undefined) assert.deepEqual(sitesOf(graph, edge), one.sites, 'lines of the call');
      return;
    }
    case 'edge':
      assert.ok(graph.all.includes(`${one.type} ${one.from} -> ${one.to}`), `no such edge; ${listed(graph.all)}`);
      return;
    case 'no-other-calls': {
      const calls = all.flatMap((other) => (other.kind === 'call' ? [`${other.from} -> ${other.to}`] : []));
      assert.deepEqual(graph.calls, calls.sort());
      return;
    }
    case 'no-edge':
    case 'no-edge-at':
      assert.deepEqual(forbiddenEdges(graph, one), []);
      return;
    case 'functions':
      assert.deepEqual(functionsOf(graph), one.are);
      return;
    case 'node':
      checkNode(graph, one);
      return;
    case 'counts':
      assert.deepEqual(graph.graph.files.find(({ path }) => path === one.path)?.calls, one.are);
  }
}

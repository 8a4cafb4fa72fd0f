/** Runs a table of cases: source files, edges that must be there, and edges that must not. */
import assert from 'node:assert/strict';
import { graphOf } from '../support/graph-of.ts';

export interface Case {
  it: string;
  files: Record<string, string>;
  /** CALLS edges, `from -> to`. */
  calls?: string[];
  /** Edges with their type, `INHERITS a.py#B -> a.py#A`. */
  edges?: string[];
  /** What no edge may match. */
  not?: (string | RegExp)[];
  /** Every CALLS edge is in `calls`. */
  only?: true;
}

/** Input and right answer of one kind of fault in one language. */
export type Sample = Omit<Case, 'it'>;

/** One kind of fault in many languages. */
export function casesOf(fault: string, samples: Record<string, Sample>): Case[] {
  return Object.entries(samples).map(([language, sample]) => ({ it: `${language}: ${fault}`, ...sample }));
}

export function runCases(title: string, cases: Case[]): void {
  describe(title, () => {
    for (const one of cases) {
      it(one.it, async () => {
        const graph = await graphOf(one.files);
        for (const call of one.calls ?? []) {
          assert.ok(graph.calls.includes(call), `missing ${call}; there are\n  ${graph.calls.join('\n  ')}`);
        }
        for (const edge of one.edges ?? []) {
          assert.ok(graph.all.includes(edge), `missing ${edge}; there are\n  ${graph.all.join('\n  ')}`);
        }
        for (const pattern of one.not ?? []) {
          const found = graph.all.filter((edge) =>
            typeof pattern === 'string' ? edge === pattern : pattern.test(edge),
          );
          assert.deepEqual(found, [], `must not be there: ${String(pattern)}`);
        }
        if (one.only === true) assert.deepEqual(graph.calls, [...(one.calls ?? [])].sort());
      });
    }
  });
}

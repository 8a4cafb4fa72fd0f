/** Records what a question asks the graph, and has the server explain it: does every part start from an index? */
import neo4j, { type Plan } from 'neo4j-driver';
import type { GraphParams, GraphPort } from '../../src/ports.ts';

export interface Asked {
  cypher: string;
  params: GraphParams;
}

export function recording(graph: GraphPort): { graph: GraphPort; asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    graph: {
      ...graph,
      read(cypher, params = {}) {
        asked.push({ cypher, params });
        return graph.read(cypher, params);
      },
      write(statements) {
        asked.push(...statements.map(({ cypher, params = {} }) => ({ cypher, params })));
        return graph.write(statements);
      },
    },
  };
}

export interface Operator {
  /** `NodeIndexSeek`, without `@neo4j`. */
  name: string;
  /** `RANGE INDEX n:Function(repo_id, name_lower) WHERE …` */
  details: string;
}

export interface Plans {
  /** The operators of a statement's plan. */
  operatorsOf(asked: Asked): Promise<Operator[]>;
  close(): Promise<void>;
}

/** One connection for all that is explained: the server plans what it has not run before, and that is slow enough. */
export function plansOf(uri: string): Plans {
  const driver = neo4j.driver(uri, undefined, { disableLosslessIntegers: true });
  return {
    async operatorsOf({ cypher, params }) {
      const whole = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? neo4j.int(value) : value]),
      );
      const { summary } = await driver.executeQuery(`EXPLAIN ${cypher}`, whole);
      const found: Operator[] = [];
      const visit = (plan: Plan) => {
        const { Details: details = '' } = plan.arguments as { Details?: string };
        found.push({ name: plan.operatorType.replace(/@.*/, ''), details });
        for (const child of plan.children) visit(child);
      };
      if (summary.plan !== false) visit(summary.plan);
      return found;
    },
    close: () => driver.close(),
  };
}

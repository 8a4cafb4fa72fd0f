/** Single services for a subset of the tests; the whole suite gets them from the stack. */
import { join } from 'node:path';
import { startEmulators } from '../stack/emulators.ts';
import { startNeo4j } from '../stack/neo4j.ts';
import type { Needs } from './test-groups.ts';

/** Tests only ever fill small stores, on which statements start from their indexes whatever the statistics say. */
export const REPLAN_AFTER = '1h';

/** Starts what is needed under `folder`; `env` is how tests find it. */
export async function startServices(
  needs: Needs,
  folder: string,
  log: (line: string) => void,
): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const neo4j = needs.neo4j
    ? startNeo4j({ home: join(folder, 'neo4j'), log, replanAfter: REPLAN_AFTER })
    : Promise.resolve(undefined);
  const emulators = needs.firebase
    ? startEmulators({ only: ['auth', 'firestore'], folder: join(folder, 'emulators'), log })
    : Promise.resolve(undefined);
  const stop = async (): Promise<void> => {
    for (const settled of await Promise.allSettled([neo4j, emulators])) {
      if (settled.status === 'fulfilled') await settled.value?.stop();
    }
  };
  try {
    const [graph, firebase] = await Promise.all([neo4j, emulators]);
    return { env: { ...firebase?.env, ...(graph ? { NEO4J_URI: graph.uri } : {}) }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

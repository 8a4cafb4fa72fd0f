/** Single services for a subset of the tests; the whole suite gets them from the stack. */
import { join } from 'node:path';
import { startEmulators } from './emulators.ts';
import { startNeo4j } from './neo4j.ts';
import type { Needs } from './test-groups.ts';

/** Starts what is needed under `folder`; `env` is how tests find it. */
export async function startServices(
  needs: Needs,
  folder: string,
  log: (line: string) => void,
): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const nothing = Promise.resolve(undefined);
  const starts = [
    needs.neo4j ? startNeo4j({ home: join(folder, 'neo4j'), log }) : nothing,
    needs.firebase
      ? startEmulators({ only: ['auth', 'firestore'], folder: join(folder, 'emulators'), log })
      : undefined,
  ] as const;
  await Promise.allSettled(starts);
  const stop = async (): Promise<void> => {
    for (const settled of await Promise.allSettled(starts)) {
      if (settled.status === 'fulfilled') await settled.value?.stop();
    }
  };
  try {
    const [neo4j, emulators] = await Promise.all(starts);
    return { env: { ...emulators?.env, ...(neo4j ? { NEO4J_URI: neo4j.uri } : {}) }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

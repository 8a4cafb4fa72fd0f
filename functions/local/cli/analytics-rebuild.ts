/**
 * `npm --prefix functions run analytics:rebuild [-- --project <id>] [--repo owner/name]`: counts the figures of every
 * repository again (analytics/rebuild-aggregate.ts), mends what differs and lists it. Safe beside the running service.
 *
 * With --project it works on that project's Firestore, with the credentials that the Google SDKs find by themselves
 * (GOOGLE_APPLICATION_CREDENTIALS, gcloud); without, on FIRESTORE_EMULATOR_HOST or the service that `npm start` runs.
 *
 *     ada/engine: 812 events, 431 subjects, as stored
 *     ada/notes: 40 events, 22 subjects
 *       finding-7-9a1c… had missed an event
 *       2026-11-03 posted: stored 5, counted 4
 */
import { deleteApp } from 'firebase-admin/app';
import { firebaseApp } from '../../src/adapters/firebase-app.ts';
import { firestoreStore } from '../../src/adapters/store.ts';
import { isStanding, repositories } from '../../src/documents/repositories.ts';
import { rebuildAggregate } from '../../src/analytics/rebuild-aggregate.ts';
import type { Rebuilt } from '../../src/analytics/rebuild-aggregate.ts';
import type { StorePort } from '../../src/ports.ts';
import { endWithReason, parseWords } from './arguments/command-line.ts';
import { PROJECT_ID } from '../stack/emulators.ts';
import { EMULATOR_PORTS, firstPort } from '../stack/emulator-project.ts';
import { isPortFree, LOOPBACK } from '../stack/ports.ts';

const USAGE = 'Usage: npm --prefix functions run analytics:rebuild [-- --project <id>] [--repo owner/name]';

/** Where the local service's documents are, unless the environment names another emulator. */
async function useLocalService(): Promise<void> {
  if (process.env['FIRESTORE_EMULATOR_HOST'] !== undefined) return;
  const port = firstPort() + EMULATOR_PORTS.firestore - EMULATOR_PORTS.hosting;
  if (await isPortFree(port)) {
    throw new Error(
      'No local service is running: start it with `npm --prefix functions start`, or name a project with --project <id>.',
    );
  }
  process.env['FIRESTORE_EMULATOR_HOST'] = `${LOOPBACK}:${port}`;
}

async function* wantedRepositories(
  store: StorePort,
  wanted: string | undefined,
): AsyncGenerator<[key: string, name: string]> {
  for await (const page of repositories.pages(store, {})) {
    for (const { id, doc: record } of page) {
      if (!isStanding(record)) continue;
      if (wanted === undefined || wanted.toLowerCase() === record.full_name.toLowerCase()) yield [id, record.full_name];
    }
  }
}

function report(name: string, { events, subjects, missed, differences }: Rebuilt): string[] {
  const same = missed.length + differences.length === 0;
  return [
    `${name}: ${events} events, ${subjects} subjects${same ? ', as stored' : ''}`,
    ...missed.map((subject) => `  ${subject} had missed an event`),
    ...differences.map(
      ({ date, figure, stored, counted }) => `  ${date} ${figure}: stored ${stored}, counted ${counted}`,
    ),
  ];
}

async function main(): Promise<void> {
  const { values } = parseWords({ options: { project: { type: 'string' }, repo: { type: 'string' } } });
  if (values.project === undefined) await useLocalService();
  const app = firebaseApp(values.project ?? PROJECT_ID);
  const store = firestoreStore(app, { preferRest: process.env['FIRESTORE_EMULATOR_HOST'] === undefined });
  let [found, differing] = [0, 0];
  try {
    for await (const [key, name] of wantedRepositories(store, values.repo)) {
      const rebuilt = await rebuildAggregate({ store }, key);
      found += 1;
      if (rebuilt.missed.length + rebuilt.differences.length > 0) differing += 1;
      for (const line of report(name, rebuilt)) console.log(line);
    }
  } finally {
    await deleteApp(app);
  }
  if (values.repo !== undefined && found === 0) throw new Error(`No repository ${values.repo} is indexed.`);
  console.log(`${found} repositories counted, ${differing} mended`);
}

try {
  await main();
} catch (error) {
  endWithReason(error, USAGE);
}

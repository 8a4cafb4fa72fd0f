/**
 * What reading teams' documents costs: each endpoint of repositories, tools and support, warm, on the example data and a
 * repository with 10,000 pull requests and 50,000 issues beside it. The endpoint group runs in this process on the real
 * emulators. Firestore's emulator has no indexes: it looks through all documents of a kind for each query, which the
 * deployed one never does. So `own` tells apart what passes while no answer of the emulators is being waited for.
 *
 *     GET /repos/bench/large/prs                      p50 14.2  p95 21.7  own p95 1.2 ms
 */
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { firebaseIdentity } from '../../../src/adapters/identity.ts';
import { firestoreStore } from '../../../src/adapters/store.ts';
import { figuresOf, sumDays } from '../../../src/analytics/day-figures.ts';
import type { Api } from '../../../src/api/http/api-env.ts';
import { createReposApi } from '../../../src/api/routes/repos.ts';
import { createSupportApi } from '../../../src/api/routes/support.ts';
import { createToolsApi } from '../../../src/api/routes/tools.ts';
import { aggregates } from '../../../src/documents/figures.ts';
import type { Days } from '../../../src/documents/figures.ts';
import { repositories } from '../../../src/documents/repositories.ts';
import { repoKeyOf } from '../../../src/model/repositories.ts';
import type { Ports, StorePort } from '../../../src/ports.ts';
import { livePorts } from '../../../src/wiring.ts';
import { apiClient } from '../../stack/api-client.ts';
import { PROJECT_ID } from '../../stack/emulators.ts';
import { plantDocuments } from '../../demo/plant-seed.ts';
import { seedDocuments, writesOf } from '../../demo/seed-documents.ts';
import type { SeedDocuments } from '../../demo/seed-documents.ts';
import { readSeedHistory } from '../../demo/seed-history.ts';
import type { SeedHistory, SeedPull, SeedRepository } from '../../demo/seed-history.ts';
import { recordOf } from './repository-record.ts';
import { watchWaiting, type Waiting } from './waiting.ts';

const PULLS = 10_000;
const ISSUES_PER_PULL = 5;
const BATCH = 400;
const WARM_UP = 5;
const CALLS = 60;

export interface EndpointFigures {
  endpoint: string;
  /** Milliseconds. */
  p50: number;
  p95: number;
  ownP95: number;
}

/** Pull requests like any other, spread over a year. */
function largeRepository(): SeedRepository {
  const pulls = Array.from({ length: PULLS }, (_, at): SeedPull => {
    const opened = 24 + (at % 8_700);
    const finding = (id: number) => ({
      id: `f${at}-${id}`,
      path: `src/part-${id}.py`,
      lines: [1, 3] as [number, number],
      severity: 'medium' as const,
      category: 'bug' as const,
      title: 'Wrong in one way or another',
      description: 'A description as long as such descriptions are. '.repeat(6),
      suggestion: null,
      confidence: 8,
      source: 'agent' as const,
      rule: null,
      symbol: null,
      evidence: [],
    });
    return {
      number: at + 1,
      title: `Change number ${at + 1}`,
      author: 'bench',
      branch: `change-${at + 1}`,
      opened_hours_ago: opened,
      merged_hours_ago: at % 3 === 0 ? null : opened - 20,
      closed_hours_ago: null,
      change: [],
      skipped: [],
      runs: [
        {
          hours_ago: opened - 2,
          by: 'bench',
          command: 'review',
          mode: 'normal',
          summary: 'What changed',
          positive: [],
          files_changed: 3,
          found: Array.from({ length: ISSUES_PER_PULL }, (_, id) => finding(id)),
          resolved: [],
          dismissed: [],
        },
      ],
    };
  });
  const named = { owner: 'bench', name: 'large', private: false, language: 'Python', description: 'Many reviews' };
  return { ...named, collaborators: [], pulls };
}

/** Each pull request's contribution, as its subjects would give it: the figures of the large repository. */
function daysOf({ issues, runs }: SeedDocuments): Days {
  return sumDays([
    ...issues.map(({ status, posted_at }) => {
      const change = status === 'resolved' ? { to: status, at: posted_at } : null;
      return figuresOf({ kind: 'finding', posted_at, change });
    }),
    ...runs.map(({ completed_at }) =>
      figuresOf({ kind: 'pull_request', runs: { 1: completed_at ?? '' }, merged: null }),
    ),
  ]);
}

async function plantLarge(store: StorePort): Promise<number> {
  const large = largeRepository();
  const key = { repo_key: repoKeyOf(large.owner, large.name) };
  const lines = () => ['one = 1', 'two = 2', 'three = 3'];
  const documents = { ...seedDocuments(large, new Date(), lines), events: new Map() };
  const writes = writesOf<void>(documents);
  for (let at = 0; at < writes.length; at += BATCH) {
    await store.transaction(async (tx) => {
      for (const write of writes.slice(at, at + BATCH)) write(tx);
    });
  }
  await aggregates.set(store, key, { days: daysOf(documents), folds: 1 });
  await repositories.set(store, key, recordOf(large));
  return writes.length;
}

async function plantExamples(store: StorePort, folder: string, history: SeedHistory): Promise<void> {
  for (const repository of history.repositories) {
    await repositories.set(store, { repo_key: repoKeyOf(repository.owner, repository.name) }, recordOf(repository));
  }
  await plantDocuments(store, folder, history, new Date());
}

/** The value that this share of the others does not exceed. */
function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

interface Target {
  api: Api;
  token: string;
  waiting: Waiting;
}

async function measure(
  { api, token, waiting }: Target,
  method: string,
  path: string,
  body?: object,
): Promise<EndpointFigures> {
  const times: number[] = [];
  const own: number[] = [];
  for (let call = 0; call < WARM_UP + CALLS; call++) {
    const request = new Request(`http://bench/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const [started, waited] = [performance.now(), waiting.total()];
    const answer = await api.fetch(request);
    await answer.text();
    const took = performance.now() - started;
    if (call >= WARM_UP) {
      times.push(took);
      own.push(took - (waiting.total() - waited));
    }
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  }
  return {
    endpoint: `${method} ${path}`,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    ownP95: percentile(own, 0.95),
  };
}

function portsOn(app: App, waiting: Waiting): Ports {
  return {
    ...livePorts(),
    store: waiting.watch(firestoreStore(app)),
    identity: waiting.watch(firebaseIdentity(app)),
    settings: { ...livePorts().settings, requestsPerMinute: 0 },
  };
}

/** FIRESTORE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST must name emulators that nothing else uses. */
export async function measureDocuments(
  seed: string,
  say: (line: string) => void,
): Promise<{ documents: number; endpoints: EndpointFigures[] }> {
  const app = initializeApp({ projectId: PROJECT_ID }, 'bench');
  try {
    const waiting = watchWaiting();
    const ports = portsOn(app, waiting);
    const authHost = process.env['FIREBASE_AUTH_EMULATOR_HOST'] ?? '';
    const account = { id: 1, login: 'bench', name: 'Bench', email: 'bench@example.com' };
    const token = await apiClient({ baseUrl: '', authHost, account }).token();
    say('Writing documents');
    await plantExamples(ports.store, seed, readSeedHistory(seed));
    const documents = await plantLarge(ports.store);
    say(`${documents} documents`);
    const target = (api: Api): Target => ({ api, token, waiting });
    const repos = target(createReposApi(ports));
    const endpoints: EndpointFigures[] = [];
    const add = (figures: EndpointFigures) => {
      say(
        `${figures.endpoint}: p50 ${figures.p50.toFixed(1)} ms, p95 ${figures.p95.toFixed(1)} ms, own ${figures.ownP95.toFixed(1)} ms`,
      );
      endpoints.push(figures);
    };
    for (const path of [
      '/repos/',
      '/repos/overview',
      '/repos/dashboard/stats',
      '/repos/dashboard/analytics',
      '/repos/bench/large/analytics',
      '/repos/bench/large/prs',
      '/repos/bench/large/prs/500/reviews',
      '/repos/bench/large/prs/500/reviews/1',
      '/repos/demo/atlas/prs/2/reviews/1',
    ]) {
      add(await measure(repos, 'GET', path));
    }
    add(await measure(target(createToolsApi(ports)), 'GET', '/tools/config'));
    const question = { subject: 'Why?', message: 'Because' };
    add(await measure(target(createSupportApi(ports)), 'POST', '/support/query', question));
    return { documents, endpoints };
  } finally {
    await deleteApp(app);
  }
}

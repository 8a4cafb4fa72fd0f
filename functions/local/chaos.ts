/**
 * `npm --silent --prefix functions run chaos [-- --kind ingest|review|both] [--rounds 50] [--seed n]`: ingestions and
 * reviews whose workers are killed (SIGKILL) at random moments, each until it ends. Whatever was done to the workers, the
 * result has to be that of undisturbed work: the graph node for node and edge for edge; of a review the texts on the
 * platform, the run, its issues and its events. Real Neo4j, Firestore emulator and git host.
 *
 * One line a round; the closing line of each kind says what was done to the workers and what came of it.
 */
import { parseArgs } from 'node:util';
import { startChaosSetting, type ChaosRounds, type ChaosSetting } from './chaos/chaos-setting.ts';
import { killChildren } from './processes.ts';

/** Loaded when the environment stands: their modules read settings. */
const KINDS: Record<string, (setting: ChaosSetting) => Promise<ChaosRounds>> = {
  ingest: async (setting) => (await import('./chaos/ingest-rounds.ts')).prepareIngestRounds(setting),
  review: async (setting) => (await import('./chaos/review-rounds.ts')).prepareReviewRounds(setting),
};

function wholeNumber(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${flag} takes a whole number above 0`);
  return value;
}

/** Mulberry32: a run can be repeated with its seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'both' },
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
  },
});
const kinds = values.kind === 'both' ? Object.keys(KINDS) : [values.kind];
if (kinds.some((kind) => KINDS[kind] === undefined)) throw new Error('--kind takes ingest, review or both');
const rounds = wholeNumber('rounds', values.rounds);
const seed = wholeNumber('seed', values.seed);
const random = randomFrom(seed);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Gives the number of faults. */
async function disturb(setting: ChaosSetting, kind: string): Promise<number> {
  const work = await KINDS[kind]?.(setting);
  if (work === undefined) return 0;
  say(`seed ${seed}; an undisturbed ${kind} takes ${(work.usualMs / 1000).toFixed(1)} s`);
  const total = { kills: 0, deliveries: 0, faults: 0 };
  for (let number = 1; number <= rounds; number++) {
    const { kills, deliveries, fault } = await work.round(number, random);
    total.kills += kills;
    total.deliveries += deliveries;
    if (fault !== undefined) total.faults++;
    console.log(`${kind} ${number}: ${kills} kills, ${deliveries} deliveries, ${fault ?? 'as undisturbed'}`);
  }
  console.log(
    `${rounds} rounds of ${kind}, ${total.kills} kills, ${total.deliveries} deliveries, ${total.faults} faults`,
  );
  return total.faults;
}

const starting = startChaosSetting(say);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    // Emulators have processes of their own: only they can end them.
    void starting
      .then((begun) => begun.stop())
      .finally(() => {
        killChildren('SIGKILL');
        process.exit(130);
      });
  });
}
const setting = await starting;
let faults = 0;
try {
  for (const kind of kinds) faults += await disturb(setting, kind);
} finally {
  await setting.stop();
}
process.exit(faults === 0 ? 0 : 1);

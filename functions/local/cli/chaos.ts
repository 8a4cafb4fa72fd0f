/**
 * `npm --silent --prefix functions run chaos [-- --kind ingest|divide|review|answer|all] [--by kills|outages|both] [--rounds 50]
 * [--platform github|gitea|gitlab] [--seed n]`: ingestions, divided ones, reviews and answers whose workers are killed (SIGKILL) at random moments, or whose line to
 * Neo4j, Firestore, the platform or the model fails, each until it ends. Whatever was done to the workers, the result has
 * to be that of undisturbed work: the graph node for node and edge for edge; of a review the texts on the
 * platform, the run, its issues and its events. Real Neo4j, Firestore emulator and git host.
 *
 * One line a round; the closing line of each kind says what was done to the workers and what came of it.
 */
import { counted } from '../../src/review/draft/counted.ts';
import {
  CHAOS_PLATFORMS,
  killsOf,
  outagesOf,
  startChaosSetting,
  type ChaosPlatform,
  type ChaosRounds,
  type ChaosSetting,
  type Troubles,
} from '../lab/chaos/chaos-setting.ts';
import { endWithReason, oneOf, parseWords, wholeNumber, WrongArguments } from './arguments/command-line.ts';
import { killChildren } from '../stack/processes.ts';

/** Loaded when the environment stands: their modules read settings. */
const KINDS: Record<string, (setting: ChaosSetting) => Promise<ChaosRounds>> = {
  ingest: async (setting) => (await import('../lab/chaos/ingest-rounds.ts')).prepareIngestRounds(setting),
  divide: async (setting) => (await import('../lab/chaos/ingest-rounds.ts')).prepareIngestRounds(setting, SHARD_FILES),
  review: async (setting) => (await import('../lab/chaos/review-rounds.ts')).prepareReviewRounds(setting),
  answer: async (setting) => (await import('../lab/chaos/answer-rounds.ts')).prepareAnswerRounds(setting),
};

/** Of some 150 files, so that there are several shards. */
const SHARD_FILES = 40;

const TROUBLES: Record<string, (setting: ChaosSetting, random: () => number) => Troubles> = {
  kills: (_, random) => killsOf(random),
  outages: ({ lines }, random) => outagesOf(random, lines),
};

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

const USAGE = `Usage: npm --silent --prefix functions run chaos -- [--kind ingest|divide|review|answer|all] [--by kills|outages|both]
       [--rounds 50] [--platform github|gitea|gitlab] [--seed n]`;

interface Arguments {
  kinds: string[];
  troubles: string[];
  rounds: number;
  platform: ChaosPlatform;
  seed: number;
}

function readArguments(): Arguments {
  const { values } = parseWords({
    options: {
      kind: { type: 'string', default: 'all' },
      by: { type: 'string', default: 'both' },
      rounds: { type: 'string', default: '50' },
      platform: { type: 'string', default: 'github' },
      seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
    },
  });
  const all = Object.keys(KINDS);
  const both = Object.keys(TROUBLES);
  return {
    kinds: values.kind === 'all' ? all : [oneOf('--kind', [...all, 'all'], values.kind)],
    troubles: values.by === 'both' ? both : [oneOf('--by', [...both, 'both'], values.by)],
    rounds: wholeNumber('--rounds', values.rounds, 1),
    platform: oneOf('--platform', Object.keys(CHAOS_PLATFORMS) as ChaosPlatform[], values.platform),
    seed: wholeNumber('--seed', values.seed, 1),
  };
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Gives the number of faults. With both kinds of trouble, rounds take turns. */
async function disturb(
  setting: ChaosSetting,
  kind: string,
  { troubles, rounds, seed }: Arguments,
  random: () => number,
) {
  const work = await KINDS[kind]?.(setting);
  if (work === undefined) return 0;
  say(`seed ${seed}; an undisturbed ${kind} takes ${(work.usualMs / 1000).toFixed(1)} s`);
  const counts = new Map<string, number>();
  const count = (what: string, by = 1): void => void counts.set(what, (counts.get(what) ?? 0) + by);
  let faults = 0;
  for (let number = 1; number <= rounds; number++) {
    const trouble = TROUBLES[troubles[number % troubles.length] ?? '']?.(setting, random);
    if (trouble === undefined) break;
    const round = await work.round(number, random, trouble);
    count('deliveries', round.deliveries);
    for (const each of round.troubles) count(each);
    if (round.fault !== undefined) faults++;
    const befell = round.troubles.length > 0 ? round.troubles.join(', ') : 'nothing in time';
    console.log(`${kind} ${number}: ${befell}; ${round.deliveries} deliveries; ${round.fault ?? 'as undisturbed'}`);
  }
  const all = [...counts].map(([what, times]) => `${times} ${what}`).join(', ');
  console.log(`${counted(rounds, 'round')} of ${kind}: ${all}; ${counted(faults, 'fault')}`);
  return faults;
}

/** Gives the number of faults. */
async function disturbAll(given: Arguments): Promise<number> {
  const random = randomFrom(given.seed);
  const starting = startChaosSetting(say, given.platform);
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
    for (const kind of given.kinds) faults += await disturb(setting, kind, given, random);
  } finally {
    await setting.stop();
  }
  return faults;
}

try {
  const faults = await disturbAll(readArguments());
  process.exit(faults === 0 ? 0 : 1);
} catch (error) {
  if (!(error instanceof WrongArguments)) throw error;
  endWithReason(error, USAGE);
}

/**
 * `npm test [-- [--full] [<pattern>]]`: type check, lint, format, then the tests: those that need nothing, those on the
 * real Neo4j and the emulators, and the journeys through the whole service. Every service is started once, on free ports
 * with data in a temporary folder, so the suite runs beside `npm start`.
 *
 * A pattern runs the test files whose path contains it (or, when none does, the tests whose title does) with only the
 * services these need. `--full` tries properties as often as the issues ask for, and not only a sample of them.
 *
 * The exit status is 0 only when nothing failed. The output ends so:
 *
 *     Counts: a sample of each property (npm test -- --full runs all that the issues name)
 *     CPU-seconds: 412 user, 96 system
 *     1702 passed, 0 failed
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuLine, cpuSeconds } from '../test-run/cpu-seconds.ts';
import { runChecks, type Counts } from '../test-run/run-check.ts';
import { runMocha } from '../test-run/run-mocha.ts';
import { testArguments, type TestArguments } from '../test-run/test-arguments.ts';
import { killChildren } from '../stack/processes.ts';
import { freePort } from '../stack/ports.ts';
import { anyPorts, startStack, type Stack } from '../stack/stack.ts';
import { REPLAN_AFTER, startServices } from '../test-run/test-services.ts';
import { testGroups, type TestGroups } from '../test-run/test-groups.ts';

interface Running {
  env: Record<string, string>;
  stop(): Promise<void>;
}

const say = (line: string): void => {
  console.log(line);
};
/** Files at a time on two cores: tests wait more than they work, those of services for the services, which share the cores. */
const PLAIN_JOBS = 2;
const SERVICE_JOBS = 6;
const total: Counts = { passed: 0, failed: 0, failures: '' };
const folder = mkdtempSync(join(tmpdir(), 'reviewgraph-test-'));
let starting: Promise<Running> | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killChildren('SIGTERM');
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

const { full, pattern } = askedFor();
const groups = testGroups(pattern);
// Tests read it by test/support/counts.ts.
if (full) process.env['FULL_COUNTS'] = '1';
try {
  // Meanwhile the checks and the tests that need no service run, all of them on two cores.
  starting = startWhatIsNeeded(groups);
  starting?.catch(() => undefined); // Told when it is awaited.
  const checks = pattern === undefined ? runChecks() : Promise.resolve([]);
  checks.catch(() => undefined); // Told when it is awaited.
  const grep = groups.grep;
  if (groups.plain.length > 0) add(await runMocha('tests that need no service', groups.plain, {}, grep, PLAIN_JOBS));
  for (const counts of await checks) add(counts);
  const running = await starting;
  if (groups.services.length > 0)
    add(await runMocha('tests on Neo4j and the emulators', groups.services, running?.env ?? {}, grep, SERVICE_JOBS));
  if (groups.journeys.length > 0)
    add(await runMocha('journeys through the whole service', groups.journeys, running?.env ?? {}, grep));
  if (total.passed + total.failed === 0) throw new Error(`No test matches ${pattern ?? ''}.`);
} catch (error) {
  const failures = error instanceof Error ? error.message : String(error);
  console.error(failures);
  add({ passed: 0, failed: 1, failures });
}
const running = await starting?.catch(() => undefined);
// While the services run: of a process that ends after its parent, the system tells nobody the time.
const used = cpuSeconds();
await running?.stop();
if (total.failed === 0) rmSync(folder, { recursive: true, force: true });
// Again at the end, where they are found: ten minutes of output may lie between.
else say(`\n── what failed\n${total.failures}\n\nLogs of the services: ${folder}`);
say(
  full
    ? '\nCounts: all that the issues name'
    : '\nCounts: a sample of each property (npm test -- --full runs all that the issues name)',
);
say(cpuLine(used));
say(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Ends the process with a sentence for arguments that mean nothing. */
function askedFor(): TestArguments {
  try {
    return testArguments(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

function add({ passed, failed, failures }: Counts): void {
  total.passed += passed;
  total.failed += failed;
  if (failures !== '') total.failures += `\n${failures}\n`;
}

/** The whole stack for journeys, single services for the rest, nothing for plain tests. */
async function startWhatIsNeeded({ journeys, needs }: TestGroups): Promise<Running> {
  if (journeys.length === 0) return startServices(needs, folder, say);
  // Where the tests' own process serves a scripted model.
  const modelPort = await freePort();
  const gateway = { GATEWAY_API_KEY: 'stand-in', GATEWAY_BASE_URL: `http://127.0.0.1:${modelPort}/v1` };
  // One journey has more files than these: its ingestion is divided over tasks, and resolved in parts.
  const settings = { ...gateway, SHARD_FILES: '40', RESOLVE_FILES: '90' };
  const ports = await anyPorts();
  const stack: Stack = await startStack({
    dataDir: folder,
    ports,
    importFrom: undefined,
    settings,
    replanAfter: REPLAN_AFTER,
    log: say,
  });
  return { env: { ...stack.env, MODEL_PORT: String(modelPort) }, stop: () => stack.stop() };
}

/**
 * `npm --silent --prefix functions run doctor -- [--url https://…] [--repo owner/name [--test]] [--json]`: what of a deployment is
 * reachable and permitted, which webhooks arrived and what became of them, and how each problem is mended. Without `--url` the
 * local service is asked. REVIEWGRAPH_TOKEN is an ID token or a personal access token that reads; without it only what anybody
 * may know is told. `--test` has the service send a signed delivery to its own webhook, as the platform would. The exit status is 1
 * when something is wrong.
 *
 *     ok    the service answers        https://reviews.example.com
 *     FAIL  ada/engine                 No webhook of this repository has arrived within the last 8 days.
 *           fix: In the repository’s settings on the platform, add a webhook …
 */
import { firstPort } from '../stack/emulator-project.ts';
import { endWithReason, parseWords, WrongArguments } from './arguments/command-line.ts';
import { examine } from './doctor/examine.ts';
import { doctorText } from './output/doctor-text.ts';

const USAGE =
  'Usage: REVIEWGRAPH_TOKEN=… npm --silent --prefix functions run doctor -- [--url https://…] [--repo owner/name [--test]] [--json]';

/** Where `npm start` serves, unless it was told another port. */
function localUrl(): string {
  return `http://127.0.0.1:${firstPort()}`;
}

function urlOf(given: string | undefined): string {
  const url = given ?? localUrl();
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isHttp) throw new WrongArguments(`--url takes an address such as https://reviews.example.com, not "${url}".`);
  return new URL(url).origin;
}

function repositoryOf(given: string | undefined): { owner: string; name: string } | undefined {
  if (given === undefined) return undefined;
  const slash = given.lastIndexOf('/');
  if (slash < 1 || slash === given.length - 1) throw new WrongArguments(`--repo takes owner/name, not "${given}".`);
  return { owner: given.slice(0, slash), name: given.slice(slash + 1) };
}

async function printDoctor(): Promise<void> {
  const { values } = parseWords({
    options: {
      ...{ url: { type: 'string' }, repo: { type: 'string' } },
      ...{ json: { type: 'boolean' }, help: { type: 'boolean' }, test: { type: 'boolean' } },
    },
  });
  if (values.help === true) return void process.stdout.write(`${USAGE}\n`);
  const token = process.env['REVIEWGRAPH_TOKEN'] ?? '';
  const repository = repositoryOf(values.repo);
  const test = values.test === true;
  if (test && (repository === undefined || token === ''))
    throw new WrongArguments('--test needs --repo owner/name, and REVIEWGRAPH_TOKEN.');
  const found = await examine({ url: urlOf(values.url), repository, token, test });
  process.stdout.write(values.json === true ? `${JSON.stringify(found)}\n` : doctorText(found));
  process.exitCode = found.checks.every(({ ok }) => ok) ? 0 : 1;
}

try {
  await printDoctor();
} catch (error) {
  endWithReason(error, USAGE);
}

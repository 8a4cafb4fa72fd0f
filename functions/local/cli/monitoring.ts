/**
 * `npm --prefix functions run monitoring -- --project <id> [--channel projects/<id>/notificationChannels/<n>]… [--dry-run]`:
 * makes a project's dashboard and alert policies in Google Cloud Monitoring what the files of `monitoring/` say, as whoever
 * `gcloud auth application-default login` signed in. It can be repeated; `--dry-run` only says what would be done.
 *
 *     created     dashboard      Reviewgraph
 *     unchanged   alert policy   failed-jobs
 */
import { join } from 'node:path';
import { GoogleAuth } from 'google-auth-library';
import { applyMonitoring, readMonitoring } from '../monitoring/apply-monitoring.ts';
import { PACKAGE } from '../stack/toolchain.ts';
import { endWithReason, parseWords, WrongArguments } from './arguments/command-line.ts';

const USAGE =
  'Usage: npm --prefix functions run monitoring -- --project <id> [--channel projects/<id>/notificationChannels/<n>]… [--dry-run]';
const SCOPE = 'https://www.googleapis.com/auth/monitoring';

async function printMonitoring(): Promise<void> {
  const { values } = parseWords({
    options: {
      ...{ project: { type: 'string' }, channel: { type: 'string', multiple: true } },
      ...{ 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
    },
  });
  if (values.help === true) return void process.stdout.write(`${USAGE}\n`);
  const { project, channel: channels = [], 'dry-run': dryRun = false } = values;
  if (project === undefined || !/^[a-z][a-z0-9.:-]+$/.test(project)) throw new WrongArguments('--project takes an id.');
  const odd = channels.find((channel) => !/^projects\/[^/]+\/notificationChannels\/\d+$/.test(channel));
  if (odd !== undefined)
    throw new WrongArguments(`--channel takes projects/<id>/notificationChannels/<n>, not "${odd}".`);
  const auth = new GoogleAuth({ scopes: SCOPE });
  const token = async () => (await auth.getAccessToken()) ?? '';
  const api = { url: 'https://monitoring.googleapis.com', token };
  const files = readMonitoring(join(PACKAGE, 'monitoring'));
  const applied = await applyMonitoring(api, files, { project, channels, dryRun });
  const would = dryRun ? 'would be ' : '';
  for (const { done, what, name } of applied) {
    const said = done === 'unchanged' ? done : `${would}${done}`;
    process.stdout.write(`${said.padEnd(17)} ${what.padEnd(13)} ${name}\n`);
  }
}

try {
  await printMonitoring();
} catch (error) {
  endWithReason(error, USAGE);
}

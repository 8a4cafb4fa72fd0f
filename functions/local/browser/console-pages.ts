/** Every page of the console on the stage of console-stage.ts, by an address that shows much of what it can. */
import { symbolIdOf } from '../../src/model/ids.ts';
import { LOGIN, OWN_REPOSITORY, REVIEWED_REPOSITORY } from './console-stage.ts';
import type { Pictured } from './screenshots.ts';

const at = ({ owner, name }: { owner: string; name: string }, page = ''): string => `/app/r/${owner}/${name}/${page}`;
const ATLAS = { owner: LOGIN, name: 'atlas' };
const ATLAS_ID = `${LOGIN}/atlas`;
const OWN_ID = `${OWN_REPOSITORY.owner}/${OWN_REPOSITORY.name}`;

const symbol = (path: string, name: string): string =>
  at(
    OWN_REPOSITORY,
    `symbol?${new URLSearchParams({ id: symbolIdOf(OWN_ID, `functions/src/${path}`, name) }).toString()}`,
  );
const path = (from: string, to: string): string => at(ATLAS, `path?${new URLSearchParams({ from, to }).toString()}`);

export const SIGN_IN: Pictured = { name: 'sign-in', address: '/app/', shows: '.sign-in .button' };

export const CONSOLE_PAGES: readonly Pictured[] = [
  { name: 'repositories', address: '/app/', shows: '.card' },
  { name: 'connect', address: '/app/', shows: '.card', click: '.button-strong' },
  { name: 'overview', address: at(OWN_REPOSITORY), shows: '.table' },
  { name: 'search', address: '/app/search?q=read+diff', shows: '.results li' },
  { name: 'file', address: at(OWN_REPOSITORY, 'files/functions/src/review/diff/hunks.ts'), shows: '.source .line' },
  { name: 'symbol', address: symbol('review/fold-issues.ts', 'issueChanges'), shows: '.zones' },
  {
    name: 'path',
    address: path(
      symbolIdOf(ATLAS_ID, 'atlas/cli.py', 'main'),
      symbolIdOf(ATLAS_ID, 'atlas/graph.py', 'Place.distance_to'),
    ),
    shows: '.path li',
  },
  { name: 'map', address: at(OWN_REPOSITORY, 'map?path=functions%2Fsrc&by=lines'), shows: '.treemap' },
  { name: 'pull-requests', address: at(ATLAS, 'prs'), shows: '.table' },
  { name: 'run', address: at(ATLAS, 'prs/1/runs/1'), shows: '.finding' },
  { name: 'run-reviewed', address: at(REVIEWED_REPOSITORY, 'prs/1'), shows: '.diff-frame' },
  { name: 'doctor', address: at(REVIEWED_REPOSITORY, 'doctor'), shows: '.table' },
  { name: 'analytics', address: '/app/analytics', shows: '.chart' },
  { name: 'settings', address: '/app/settings', shows: '.setting' },
  { name: 'configuration', address: '/app/settings/configuration', shows: '.config-problems' },
  { name: 'account', address: '/app/settings/account', shows: '.danger' },
  { name: 'tokens', address: '/app/settings/tokens', shows: 'form' },
  { name: 'not-found', address: '/app/nowhere', shows: '.empty' },
];

/**
 * `npm --silent --prefix functions run mcp -- [folder] [--tools all]`: an MCP server over standard input and output that
 * answers about a folder, this one by default. It needs neither services nor a key, and writes nothing but the protocol to
 * standard output. With `--url https://…` it hands everything to a deployment, with the token in REVIEWGRAPH_TOKEN.
 *
 *     claude mcp add reviewgraph -- npm --silent --prefix /path/to/functions run mcp -- "$PWD"
 */
import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { AppError } from '../../src/model/errors.ts';
import { createServer } from '../../src/mcp/create-server.ts';
import { bridge } from '../agent/bridge.ts';
import { openFactsCache } from '../folder/facts-cache.ts';
import { openFolderCode } from '../folder/folder-code.ts';
import { endWithReason, parseWords, typedIn, WrongArguments } from './arguments/command-line.ts';

const USAGE = 'Usage: npm --silent --prefix functions run mcp -- [folder] [--tools all] | --url <deployment>';

interface Arguments {
  folder: string;
  all: boolean;
  /** Of `/mcp` of a deployment. */
  url: URL | undefined;
}

function readArguments(): Arguments {
  const { values, positionals } = parseWords({
    options: { tools: { type: 'string' }, url: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder = '.', more] = positionals;
  if (more !== undefined) throw new WrongArguments(`"${more}" is one word too many.`);
  if (values.tools !== undefined && values.tools !== 'all') throw new WrongArguments('--tools can only be all.');
  const all = values.tools === 'all';
  return {
    folder: resolve(typedIn(), folder),
    all,
    url: values.url === undefined ? undefined : endpointOf(values.url, all),
  };
}

function endpointOf(text: string, all: boolean): URL {
  if (!URL.canParse(text)) throw new WrongArguments(`--url ${text} is no address.`);
  const url = new URL(text);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !isHere)
    throw new WrongArguments('--url begins with https://, since a token is sent there.');
  if (!url.pathname.endsWith('/mcp')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/mcp`;
  if (all) url.searchParams.set('tools', 'all');
  return url;
}

async function serveFolder(folder: string, all: boolean): Promise<void> {
  const code = openFolderCode(folder, openFactsCache());
  const failed = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  const options = { code, clock: { now: () => new Date() }, version: versionOfPackage(), all, failed };
  const server = serveStdio(() => createServer(options), { onerror: failed });
  process.stdin.on('end', () => {
    code.close();
    void server.close().finally(() => process.exit(0));
  });
  await code.ready;
}

async function serveDeployment(url: URL): Promise<void> {
  const token = process.env['REVIEWGRAPH_TOKEN'] ?? '';
  if (token === '') throw new WrongArguments('Set REVIEWGRAPH_TOKEN to a personal access token of the deployment.');
  await bridge({ url, token, input: process.stdin, output: process.stdout });
}

function versionOfPackage(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.looseObject({ version: z.string() }).parse(JSON.parse(text)).version;
}

try {
  const { folder, all, url } = readArguments();
  // Whatever a library prints goes to standard error.
  globalThis.console = new Console(process.stderr, process.stderr);
  await (url === undefined ? serveFolder(folder, all) : serveDeployment(url));
} catch (error) {
  // Words, and a folder that is missing or unreadable, are the caller's to mend: a sentence. The rest is a fault of ours.
  if (!(error instanceof AppError || error instanceof WrongArguments)) throw error;
  endWithReason(error, USAGE);
}

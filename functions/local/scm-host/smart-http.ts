/**
 * git over HTTP for reading: `GET /{owner}/{name}.git/info/refs?service=git-upload-pack` and
 * `POST /{owner}/{name}.git/git-upload-pack`, answered by the git binary, protocol versions 0 to 2. Who may not see a
 * repository is asked for credentials (401) or, having given good ones, told that it is not there (404).
 */
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { authenticate, permissionOn } from './access.ts';
import { git, spawnGit, type GitOptions } from './git-command.ts';
import type { Host, Reply } from './routing.ts';
import type { Repository } from './state.ts';

const PATH =
  /^\/((?:[^/]+\/)*?[^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack|HEAD|objects\/.+)$/;

/** Settings of the served side: clients may ask for any commit by id and for partial clones, as on the platform. */
const SERVED = ['-c', 'uploadpack.allowAnySHA1InWant=true', '-c', 'uploadpack.allowFilter=true'];

/** undefined when the request is not git's. */
export async function answerGit(host: Host, request: IncomingMessage, url: URL): Promise<Reply | undefined> {
  const found = PATH.exec(url.pathname);
  if (found === null) return undefined;
  const [, owner = '', name = '', action = ''] = found;
  const principal = authenticate(host.file.state, request.headers.authorization, new Date());
  if (principal === undefined) {
    return unauthorized('Invalid username or token. Password authentication is not supported for Git operations.');
  }
  const repository = find(host, owner, name);
  if (repository === undefined || permissionOn(principal, repository) === undefined) {
    return principal.kind === 'anonymous' ? unauthorized('Repository not found.') : text(404, 'Repository not found.');
  }
  const service = action === 'info/refs' ? url.searchParams.get('service') : action;
  if (service !== 'git-upload-pack') {
    return text(403, service === null ? 'Please upgrade your git client.' : 'This host is read-only.');
  }

  const protocol = protocolOf(request);
  if (action === 'info/refs') {
    if (request.method !== 'GET') return text(405, 'Method not allowed');
    await host.repositories.follow(repository);
    return advertise(host.repositories.gitOptions(repository), protocol);
  }
  if (request.method !== 'POST') return text(405, 'Method not allowed');
  return uploadPack(host.repositories.gitOptions(repository), protocol, request);
}

/** `version=2` */
function protocolOf(request: IncomingMessage): string | undefined {
  const header = request.headers['git-protocol'];
  return typeof header === 'string' && /^[a-z0-9=:.]{1,64}$/i.test(header) ? header : undefined;
}

type ServedOptions = GitOptions & { gitDir: string };
const UPLOAD_PACK = [...SERVED, 'upload-pack', '--stateless-rpc'];

async function advertise({ gitDir, ...options }: ServedOptions, protocol: string | undefined): Promise<Reply> {
  const refs = await git([...UPLOAD_PACK, '--advertise-refs', gitDir], { ...options, protocol });
  const announced = /version=2/.test(protocol ?? '') ? '' : '001e# service=git-upload-pack\n0000';
  return { status: 200, headers: headersFor('advertisement'), bytes: Buffer.concat([Buffer.from(announced), refs]) };
}

function uploadPack(
  { gitDir, ...options }: ServedOptions,
  protocol: string | undefined,
  request: IncomingMessage,
): Reply {
  const child = spawnGit([...UPLOAD_PACK, gitDir], { ...options, protocol });
  child.stderr.resume();
  const gzipped = request.headers['content-encoding'] === 'gzip' || request.headers['content-encoding'] === 'x-gzip';
  // A client that goes away, or sends bytes that do not unzip, ends git too; the answer then ends early by itself.
  const done = (error: NodeJS.ErrnoException | null) => {
    if (error) child.kill(); // null or undefined after a success
  };
  if (gzipped) pipeline(request, createGunzip(), child.stdin, done);
  else pipeline(request, child.stdin, done);
  child.stdout.once('close', () => child.kill());
  return { status: 200, headers: headersFor('result'), stream: child.stdout };
}

function find(host: Host, owner: string, name: string): Repository | undefined {
  const { accounts, repositories } = host.file.state;
  const account = accounts.find((each) => each.login.toLowerCase() === owner.toLowerCase());
  return repositories.find((each) => each.ownerId === account?.id && each.name.toLowerCase() === name.toLowerCase());
}

function headersFor(kind: 'advertisement' | 'result'): Record<string, string> {
  return { 'Content-Type': `application/x-git-upload-pack-${kind}`, 'Cache-Control': 'no-cache' };
}

function text(status: number, message: string): Reply {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, bytes: Buffer.from(`${message}\n`) };
}

function unauthorized(message: string): Reply {
  const reply = text(401, message);
  return { ...reply, headers: { ...reply.headers, 'WWW-Authenticate': 'Basic realm="GitHub"' } };
}

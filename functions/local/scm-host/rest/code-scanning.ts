/**
 * Uploads to code scanning: an installation sends SARIF, gzipped and in base64, for a commit of a pull request or branch.
 *
 *     POST …/code-scanning/sarifs   {"commit_sha": "9ab…", "ref": "refs/pull/7/head", "sarif": "H4sI…"}   202 {"id": "6c2f…"}
 *
 * https://docs.github.com/rest/code-scanning/code-scanning#upload-an-analysis-as-sarif-data
 */
import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { type Call, RestError, route, type Route } from '../routing.ts';
import type { SarifUpload } from '../state.ts';
import { pullsOf } from '../pulls.ts';
import { writerOf } from './authors.ts';
import { bodyAs } from './bodies.ts';
import { repositoryOf } from './repository-of.ts';

/** Of the packed text. */
const LARGEST = 10 * 1024 * 1024;
const MOST_UNPACKED = 100 * 1024 * 1024;

const upload = z.object({
  commit_sha: z.string().regex(/^[0-9a-fA-F]{40}$/),
  ref: z.string().regex(/^refs\/(heads|tags|pull)\/.+$/),
  sarif: z.string().min(1),
});

const sarifShape = z.object({
  version: z.literal('2.1.0'),
  runs: z
    .array(
      z.object({
        tool: z.object({ driver: z.object({ name: z.string().min(1) }) }),
        automationDetails: z.object({ id: z.string().optional() }).optional(),
        results: z.array(z.unknown()),
      }),
    )
    .min(1)
    .max(20),
});

function sarifOf(packed: string): SarifUpload['sarif'] {
  if (packed.length > LARGEST) throw new RestError(413, 'The SARIF file is too large');
  let sent: unknown;
  try {
    const text = gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_UNPACKED }).toString('utf8');
    sent = JSON.parse(text);
  } catch {
    throw new RestError(422, 'sarif is not JSON that was gzipped and put into base64');
  }
  const parsed = sarifShape.safeParse(sent);
  if (!parsed.success) throw new RestError(422, `Invalid SARIF: ${parsed.error.issues[0]?.message ?? ''}`);
  return parsed.data;
}

async function create(call: Call) {
  const repository = await repositoryOf(call);
  if (call.principal.kind !== 'installation' || writerOf(call, repository) !== 0) {
    throw new RestError(403, 'Resource not accessible by personal access token');
  }
  if (repository.codeScanning === false) {
    throw new RestError(403, 'Code scanning is not enabled for this repository.');
  }
  const { commit_sha: sha, ref, sarif } = bodyAs(call, upload);
  const number = /^refs\/pull\/(\d+)\/(?:head|merge)$/.exec(ref)?.[1];
  const isThere = number === undefined || pullsOf(call.host, repository).some((each) => String(each.number) === number);
  if (!isThere || (await call.host.repositories.commitOf(repository, sha)) === undefined) {
    throw new RestError(404, 'commit not found');
  }
  const id = randomUUID();
  call.host.file.state.sarifs.push({ id, repositoryId: repository.id, sha, ref, sarif: sarifOf(sarif) });
  call.host.file.save();
  return { status: 202, json: { id, url: `${call.host.apiUrl}/repositories/${repository.id}/sarifs/${id}` } };
}

export const codeScanningRoutes: Route[] = [route('POST', '/repos/{owner}/{repo}/code-scanning/sarifs', create)];

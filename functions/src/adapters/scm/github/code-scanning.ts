/**
 * Uploads to GitHub's code scanning: SARIF, gzipped and in base64, at the head of a pull request. The category, which keeps
 * one tool's results of several pull requests apart, stands in the SARIF itself.
 *
 *     POST /repos/ada/engine/code-scanning/sarifs   {"commit_sha": "9ab…", "ref": "refs/pull/7/head", "sarif": "H4sI…"}
 *
 * https://docs.github.com/rest/code-scanning/code-scanning#upload-an-analysis-as-sarif-data
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { z } from 'zod';
import type { ScmPort } from '../../../ports.ts';
import type { ScmClient } from '../client.ts';

const acceptedShape = z.object({ id: z.string() });

export function codeScanningOf(client: ScmClient): Required<Pick<ScmPort, 'uploadSarif'>> {
  return {
    async uploadSarif(token, owner, name, { commitSha, number, sarif }) {
      const packed = (await promisify(gzip)(sarif)).toString('base64');
      const ref = `refs/pull/${number}/head`;
      const route = 'POST /repos/{owner}/{repo}/code-scanning/sarifs';
      await client.send(token, acceptedShape, route, { owner, repo: name, commit_sha: commitSha, ref, sarif: packed });
    },
  };
}

/**
 * What somebody dismissed in a repository, and taking it back; and who did what to it, for those who administer it.
 *
 *     GET /api/v1/repos/ada/engine/dismissals
 *     {"dismissals": [{"kind": "finding", "fingerprint": "9a…", "title": "…", "dismissed_by": "ada", …}]}
 *     DELETE /api/v1/repos/ada/engine/dismissals/9a…        {"message": "…", "taken_back": 1}
 *     GET /api/v1/repos/ada/engine/audit                    {"entries": [{"at": "…", "actor": "ada", "action": "…"}]}
 */
import { createRoute, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { auditEntrySchema } from '../../documents/audit.ts';
import { dismissals, dismissalSchema } from '../../documents/dismissals.ts';
import { repositoryStands } from '../../documents/repositories.ts';
import { auditOf, writeAudit } from '../../jobs/work/audit.ts';
import { AppError } from '../../model/errors.ts';
import { repoKeyOf } from '../../model/repositories.ts';
import type { Ports } from '../../ports.ts';
import { accessOfUser, readableKey, readableRepository } from '../access/access.ts';
import { existingUser } from '../access/users.ts';
import { requireWriteAccess, type WritePorts } from '../access/write-access.ts';
import type { Api, ApiEnv } from '../http/api-env.ts';
import { queryInteger, repositoryParams } from '../http/inputs.ts';
import { failures, jsonResponse } from '../http/route-parts.ts';

type DismissalPorts = WritePorts & Pick<Ports, 'store' | 'clock'>;

/** Listed at most; beyond, the list says that it is cut. */
const MOST_LISTED = 500;
/** One finding may be dismissed in so many pull requests, one by one. */
const MOST_OF_ONE = 300;

const listSchema = z
  .object({ dismissals: z.array(dismissalSchema), truncated: z.literal(true).optional() })
  .openapi('Dismissals');
const takenBackSchema = z.object({ message: z.string(), taken_back: z.int() }).openapi('DismissalTakenBack');
const auditSchema = z
  .object({ entries: z.array(auditEntrySchema), truncated: z.literal(true).optional() })
  .openapi('Audit');

const fingerprint = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'Not a fingerprint')
  .openapi({ example: 'Zl0zB8cVbTQy1fYwq0mXhA' });

async function listOf({ store }: DismissalPorts, repoKey: string): Promise<z.infer<typeof listSchema>> {
  const limit = MOST_LISTED + 1;
  const found = await dismissals.query(store, { repo_key: repoKey }, { orderBy: [['dismissed_at', 'desc']], limit });
  const shown = found.slice(0, MOST_LISTED).map(({ doc }) => dismissalSchema.parse(doc));
  return { dismissals: shown, ...(found.length > MOST_LISTED ? { truncated: true as const } : {}) };
}

/** `not_found` when nothing of this name is dismissed. Saying it again is saying it of nothing. */
async function takeBack(ports: DismissalPorts, repoKey: string, name: string, actor: string): Promise<number> {
  return ports.store.transaction(async (tx) => {
    const stands = await repositoryStands(tx, repoKey);
    const where: [['fingerprint', '==', string]] = [['fingerprint', '==', name]];
    const found = stands ? await dismissals.query(tx, { repo_key: repoKey }, { where, limit: MOST_OF_ONE }) : [];
    if (found.length === 0) throw new AppError('not_found', 'Nothing of this fingerprint is dismissed');
    for (const { id } of found) dismissals.delete(tx, { repo_key: repoKey, dismissal: id });
    const entry = { actor, action: 'dismissal_taken_back', subject: name } as const;
    writeAudit(tx, repoKey, entry, ports.clock.now());
    return found.length;
  });
}

export function addDismissals(api: Api, ports: DismissalPorts, signedIn: MiddlewareHandler<ApiEnv>): void {
  const list = createRoute({
    method: 'get',
    path: '/api/v1/repos/{owner}/{repo}/dismissals',
    operationId: 'list_dismissals',
    summary: 'Findings and rules that somebody dismissed, newest first',
    middleware: [signedIn],
    request: { params: repositoryParams },
    responses: { ...jsonResponse(listSchema, `At most ${MOST_LISTED}`), ...failures(401, 404, 422) },
  });
  api.openapi(list, async (c) => {
    const { owner, repo } = c.req.valid('param');
    return c.json(await listOf(ports, await readableKey(ports, c.get('identity'), owner, repo)), 200);
  });

  const remove = createRoute({
    method: 'delete',
    path: '/api/v1/repos/{owner}/{repo}/dismissals/{fingerprint}',
    operationId: 'take_back_dismissal',
    summary: 'Take a dismissal back, wherever it holds; needs push permission, or to have indexed the repository',
    middleware: [signedIn],
    request: { params: repositoryParams.extend({ fingerprint }) },
    responses: {
      ...jsonResponse(takenBackSchema, 'From the next review on it is said again'),
      ...failures(401, 403, 404, 422, 502),
    },
  });
  api.openapi(remove, async (c) => {
    const { uid } = c.get('identity');
    const { owner, repo, fingerprint: name } = c.req.valid('param');
    const record = await readableRepository(ports, await accessOfUser(ports, c.get('identity')), owner, repo);
    await requireWriteAccess(ports, uid, record);
    const { scmUsername } = await existingUser(ports, uid);
    const number = await takeBack(ports, repoKeyOf(owner, repo), name, scmUsername);
    return c.json({ message: 'Taken back: the next review says it again', taken_back: number }, 200);
  });

  const audit = createRoute({
    method: 'get',
    path: '/api/v1/repos/{owner}/{repo}/audit',
    operationId: 'list_audit',
    summary: 'Who removed, dismissed, started and granted, newest first; needs push permission, or to have indexed it',
    middleware: [signedIn],
    request: { params: repositoryParams, query: z.object({ limit: queryInteger({ min: 1, max: 100, default: 50 }) }) },
    responses: { ...jsonResponse(auditSchema, 'Of the last 180 days'), ...failures(401, 403, 404, 422, 502) },
  });
  api.openapi(audit, async (c) => {
    const { uid } = c.get('identity');
    const { owner, repo } = c.req.valid('param');
    const record = await readableRepository(ports, await accessOfUser(ports, c.get('identity')), owner, repo);
    await requireWriteAccess(ports, uid, record);
    const { entries, truncated } = await auditOf(ports, repoKeyOf(owner, repo), c.req.valid('query').limit);
    const shown = entries.map((entry) => auditEntrySchema.parse(entry));
    return c.json({ entries: shown, ...(truncated ? { truncated: true as const } : {}) }, 200);
  });
}

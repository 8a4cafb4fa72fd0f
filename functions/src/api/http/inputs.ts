/**
 * Inputs that several endpoints take, strict about what can reach an URL, a document's path or the graph. Query strings
 * carry text only: numbers and booleans are read from it here, by an exact spelling.
 */
import { z } from '@hono/zod-openapi';

const OWNER_PART = '[A-Za-z0-9][A-Za-z0-9_.-]{0,99}';

/** An account's own name, of which documents are named. */
export const loginSchema = z
  .string()
  .regex(new RegExp(`^${OWNER_PART}$`), 'Not an account name')
  .refine((name) => !name.includes('..'), 'Not an account name');

/**
 * GitHub's rule is narrower (single hyphens, 39 characters); Gitea allows `_` and `.` too, and GitLab groups within groups
 * (`group/sub`), which api/http/app.ts refuses on the other platforms. Never a path that leads upwards.
 */
export const ownerSchema = z
  .string()
  .max(255)
  .regex(new RegExp(`^${OWNER_PART}(?:/${OWNER_PART})*$`), 'Not an account name')
  .refine((name) => !name.includes('..'), 'Not an account name')
  .openapi({ example: 'octocat' });

/** The names under which endpoints take an owner. */
const OWNER_FIELDS = ['owner', 'repo_owner', 'repoOwner'];

/** The field of a validated input that names a group within a group; undefined when none does. */
export function nestedOwnerIn(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const fields: Record<string, unknown> = { ...input };
  return OWNER_FIELDS.find((name) => typeof fields[name] === 'string' && fields[name].includes('/'));
}

export const repoNameSchema = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9._-]+$/, 'Not a repository name')
  .refine((name) => !/^\.{1,2}$/.test(name) && !/\.(git|wiki)$/i.test(name), 'Not a repository name')
  .openapi({ example: 'hello-world' });

/** Of addresses below a repository. */
export const repositoryParams = z.object({ owner: ownerSchema, repo: repoNameSchema });

/** A number in a path, `7`, of at most nine digits. */
export function pathNumber() {
  return z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Expected a whole number from 1 to 999999999')
    .transform(Number)
    .openapi({ type: 'integer', minimum: 1, maximum: 999_999_999 });
}

// What `git check-ref-format --branch` refuses, besides control characters (below).
const NOT_IN_BRANCH = /[ ~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|^[./-]|[./]$|^@$/;

function isBranchName(name: string): boolean {
  const controls = Array.from(name).some((c) => c < ' ' || c === '\x7f');
  return !controls && isWellFormed(name) && !NOT_IN_BRANCH.test(name) && name !== 'HEAD';
}

export const branchSchema = z
  .string()
  .min(1)
  .max(255)
  .refine(isBranchName, 'Not a branch name')
  .openapi({ example: 'main' });

/**
 * Text that documents, URLs and other services can hold. A JSON body can write half of a surrogate pair (`"\ud800"`),
 * which is no character and which all of them refuse.
 */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** A whole number in a query string, `20`; neither `1e3` nor `` nor ` 5`. */
export function queryInteger(range: { min: number; max: number; default: number }) {
  return z
    .string()
    .regex(/^-?\d{1,9}$/, 'Expected a whole number')
    .transform(Number)
    .pipe(z.number().int().min(range.min).max(range.max))
    .default(range.default)
    .openapi({ type: 'integer', minimum: range.min, maximum: range.max, default: range.default });
}

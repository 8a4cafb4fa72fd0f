/**
 * Who may read what, as tokens inside the graph: every searchable node carries `access`, which is `public` or the key
 * of its (private) repository, and every index that is searched can filter by it.
 *
 * A `Scope` is the only way to ask a question, and `scopeOf` the only way to make one, so a query cannot be written
 * that forgets whose question it is.
 *
 *   scopeOf({ privateRepoIds: ['ada/engine'], hiddenRepoIds: [] }, 'ada/engine')
 *   → { repoId: 'ada/engine', access: ['public', 'mkbdjgenoafclhip…'], without: [] }
 */
import { createHash } from 'node:crypto';
import type { GraphParams } from '../ports.ts';

export const PUBLIC_ACCESS = 'public';

/** Not exported, so no other file can make a Scope. */
const built = Symbol('scope');

export interface Scope {
  readonly [built]: true;
  /** The one repository that is asked about; null for all that the caller may read. */
  readonly repoId: string | null;
  readonly access: readonly string[];
  /** Repositories that are being deleted: gone for every reader although their nodes are still there. */
  readonly without: readonly string[];
}

/** What a caller may read besides public repositories, all as `owner/name`. */
export interface Visibility {
  privateRepoIds: readonly string[];
  hiddenRepoIds: readonly string[];
}

export function scopeOf(visibility: Visibility, repoId?: string): Scope {
  return {
    [built]: true,
    repoId: repoId ?? null,
    access: [PUBLIC_ACCESS, ...visibility.privateRepoIds.map(repositoryTokenOf)],
    without: [...visibility.hiddenRepoIds],
  };
}

/** One repository of a scope: whoever may not read it finds nothing in it. */
export function narrowed(scope: Scope, repoId: string): Scope {
  return { ...scope, repoId };
}

/**
 * A repository as one word that every full-text analyzer keeps whole: 128 bits of SHA-256 in the letters a-p. (`owner/name`
 * is split by all of them, hexadecimal by those that stop at digits.)
 */
export function repositoryTokenOf(repoId: string): string {
  const digest = createHash('sha256').update(repoId).digest('hex').slice(0, 32);
  return Array.from(digest, (digit) => String.fromCharCode(97 + parseInt(digit, 16))).join('');
}

/** The access token that a repository's nodes carry. */
export function accessOf(repoId: string, isPrivate: boolean): string {
  return isPrivate ? repositoryTokenOf(repoId) : PUBLIC_ACCESS;
}

/** The parameters that `within` speaks of. */
export function scopeParams(scope: Scope): GraphParams {
  return { access: scope.access, repo_id: scope.repoId, without: scope.without };
}

/** The condition that keeps a node variable inside the scope; constant text, its values are `scopeParams`. */
export function within(scope: Scope, node: string): string {
  const visible = `${node}.access IN $access AND NOT ${node}.repo_id IN $without`;
  return scope.repoId === null ? visible : `${node}.repo_id = $repo_id AND ${visible}`;
}

/**
 * What stands behind `MATCH (n:Function)` where names are looked for: in one repository its own index is gone through. Left
 * to itself the server may take the index of all names, which costs more the more others have stored, since it knows how many
 * names there are and not how often one is used (docs/measurements.md, "Large stores").
 */
export function byNameIn(scope: Scope, node: string, label: string): string {
  return scope.repoId === null ? '' : `USING INDEX ${node}:${label}(repo_id, name_lower) `;
}

/** More clauses than this in one full-text query make Lucene refuse it (its limit is 1,024 for the whole query). */
const TOKENS_PER_QUERY = 300;

/** The same condition as Lucene clauses for the full-text indexes; each is one query, their results are merged. */
export function fullTextFilters(scope: Scope): string[] {
  const hidden = scope.without
    .slice(0, TOKENS_PER_QUERY / 2)
    .map((repoId) => `-repo_token:${repositoryTokenOf(repoId)}`);
  if (scope.repoId !== null) return [[`+repo_token:${repositoryTokenOf(scope.repoId)}`, ...hidden].join(' ')];
  const filters: string[] = [];
  for (let at = 0; at < scope.access.length; at += TOKENS_PER_QUERY) {
    filters.push([`+access:(${scope.access.slice(at, at + TOKENS_PER_QUERY).join(' ')})`, ...hidden].join(' '));
  }
  return filters;
}

/**
 * What a person wants to see of a graph that was just made: how much there is, how well calls were resolved, where to
 * look first, and how long it took.
 *
 *   languages    typescript 141 files, 12,034 lines; …
 *   calls        8,120 sites: 5,331 resolved (66%), 2,600 external, 189 unresolved
 *   most complex src/extract/walk.ts:40 walk  27 (critical)
 */
import neo4j from 'neo4j-driver';
import { z } from 'zod';
import type { Gaps } from '../../../src/jobs/sync/gaps.ts';
import { syncStatsSchema } from '../../../src/jobs/sync/stats.ts';
import type { ApiClient } from '../../stack/api-client.ts';

const complexitySchema = z.object({
  results: z.array(
    z.looseObject({
      name: z.string(),
      path: z.string(),
      line_number: z.number(),
      complexity: z.number(),
      risk_level: z.string(),
    }),
  ),
});

/** A job's stats, of which any may be missing. */
const statsSchema = syncStatsSchema.partial();
type Stats = z.infer<typeof statsSchema>;

const SHOWN = 5;

export interface Place {
  name: string;
  path: string;
  line: number;
  value: string;
}

/** The `SHOWN` functions of highest complexity, by the API. */
export async function mostComplex(client: ApiClient, owner: string, name: string): Promise<Place[]> {
  const filter = new URLSearchParams({ limit: String(SHOWN), repo_owner: owner, repo_name: name });
  const answer = complexitySchema.parse(
    await client.get(`/api/v1/query/code-finder/complexity/top?${filter.toString()}`),
  );
  return answer.results.map((each) => ({
    name: each.name,
    path: each.path,
    line: each.line_number,
    value: `${each.complexity} (${each.risk_level})`,
  }));
}

/** The functions and classes with the most distinct callers, from the graph itself. */
export async function mostCalled(neo4jUri: string, repoId: string): Promise<Place[]> {
  const password = process.env['NEO4J_PASSWORD'] ?? '';
  const auth = password === '' ? undefined : neo4j.auth.basic(process.env['NEO4J_USERNAME'] ?? 'neo4j', password);
  const driver = neo4j.driver(neo4jUri, auth, { disableLosslessIntegers: true });
  try {
    const { records } = await driver.executeQuery(
      `MATCH (s:Symbol {repo_id: $repoId})<-[:CALLS]-(caller)
       WITH s, count(DISTINCT caller) AS callers ORDER BY callers DESC, s.path, s.line_number LIMIT toInteger($limit)
       RETURN s.qualified_name AS name, s.path AS path, s.line_number AS line, callers`,
      { repoId, limit: SHOWN },
      { routing: neo4j.routing.READ },
    );
    return records.map((record) => ({
      name: String(record.get('name')),
      path: String(record.get('path')),
      line: Number(record.get('line')),
      value: `${count(Number(record.get('callers')))} callers`,
    }));
  } finally {
    await driver.close();
  }
}

/** The lines of the summary. `stats` is a job's, read leniently: what is missing is left out. */
export function summaryLines(stats: unknown, complex: Place[], called: Place[]): string[] {
  const parsed = statsSchema.safeParse(stats);
  const known = parsed.success ? parsed.data : {};
  const rows: [string, string][] = [];
  const languages = Object.entries(known.languages ?? {}).sort(([, a], [, b]) => b.lines - a.lines);
  languages.forEach(([name, { files, lines }], i) => {
    rows.push([i === 0 ? 'languages' : '', `${name} ${plural(files, 'file')}, ${plural(lines, 'line')}`]);
  });
  rows.push(['files', filesText(known)]);
  rows.push(['symbols', symbolsText(known)]);
  if (known.calls) rows.push(['calls', callsText(known.calls)]);
  complex.forEach((place, i) => rows.push([i === 0 ? 'most complex' : '', placeText(place)]));
  called.forEach((place, i) => rows.push([i === 0 ? 'most called' : '', placeText(place)]));
  rows.push(...gapRows(known.gaps), ...problemRows(known));
  if (known.phase_ms) rows.push(['time', timesText(known.phase_ms)]);
  return rows.map(([label, text]) => `  ${label.padEnd(13)}${text}`);
}

/** What is not known, so that "nobody calls this" can be trusted or not; the job's `stats.gaps` has it by file. */
export function gapRows(gaps: Gaps | undefined): [string, string][] {
  const kinds = Object.entries(gaps?.kinds ?? {});
  const lines = kinds.map(([kind, { files, count: times }]) => {
    const [one, many] = NAMES_OF_GAPS[kind as keyof Gaps['kinds']];
    return `${plural(times, one, many)} in ${plural(files, 'file')}`;
  });
  const [worst] = gaps?.files ?? [];
  if (worst !== undefined) lines.push(`most in ${worst.path}`);
  return lines.length === 0 ? [] : [['not known', lines.join(', ')]];
}

const NAMES_OF_GAPS = {
  not_extracted: ['file that was not read', 'files that were not read'],
  partly_extracted: ['file read in part', 'files read in part'],
  not_resolved: ['failure of resolution', 'failures of resolution'],
  syntax: ['syntax error', 'syntax errors'],
  unresolved_calls: ['unresolved call', 'unresolved calls'],
  ambiguous_calls: ['ambiguous call', 'ambiguous calls'],
} as const satisfies Record<keyof Gaps['kinds'], [string, string]>;

/** The first of them, since one can be looked at; the job's `stats.errors` has more. */
function problemRows({ errors = [], errors_total: total = 0 }: Stats): [string, string][] {
  const shown = errors.slice(0, SHOWN).map(({ path, line, message }) => `${path}:${line ?? 0} ${message}`);
  const more = total - shown.length;
  if (more > 0) shown.push(`and ${count(more)} more (stats.errors of the job)`);
  return shown.map((text, i) => [i === 0 ? 'problems' : '', text]);
}

function filesText({ files_processed: files, files_reused: reused, files_skipped: skipped }: Stats): string {
  const parts = [
    `${count(files)} in the graph`,
    `${count(reused)} reused without parsing`,
    `${count(skipped)} skipped`,
  ];
  return parts.join(', ');
}

function symbolsText(stats: Stats): string {
  const parts = [plural(stats.functions_found, 'function'), plural(stats.classes_found, 'class', 'classes')];
  return [...parts, plural(stats.variables_found, 'variable'), plural(stats.imports_found, 'import')].join(', ');
}

function callsText(calls: NonNullable<Stats['calls']>): string {
  const sum = { sites: 0, resolved: 0, external: 0, ambiguous: 0, unresolved: 0 };
  for (const each of Object.values(calls)) {
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += each[key];
  }
  const share = sum.sites === 0 ? 0 : Math.round((100 * sum.resolved) / sum.sites);
  return (
    `${plural(sum.sites, 'site')}: ${count(sum.resolved)} resolved (${share}%), ${count(sum.external)} external, ` +
    `${count(sum.ambiguous)} ambiguous, ${count(sum.unresolved)} unresolved`
  );
}

function timesText(phases: Record<string, number>): string {
  return Object.entries(phases)
    .map(([phase, ms]) => `${phase} ${(ms / 1000).toFixed(1)} s`)
    .join(', ');
}

function placeText({ name, path, line, value }: Place): string {
  return `${value.padEnd(16)} ${name}  ${path}:${line}`;
}

function plural(n: number | undefined, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

function count(n: number | undefined): string {
  return (n ?? 0).toLocaleString('en-US');
}

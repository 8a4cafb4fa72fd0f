/**
 * The linters' part of a run, as the settings of the one who wrote the command say, and the secrets that were found when the
 * change was masked. Remembered by the run.
 */
import { z } from 'zod';
import { toolsConfigs, users } from '../../documents/users.ts';
import type { ReviewRun } from '../../documents/reviews.ts';
import { viewSchema, type View } from '../../model/coverage.ts';
import { sourcedFindingSchema } from '../../model/findings.ts';
import { redact } from '../../model/redact.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import { DEFAULT_TOOLS, TOOL_NAMES } from '../../model/tools.ts';
import type { ToolsConfig } from '../../model/tools.ts';
import type { Ports } from '../../ports.ts';
import { counted } from '../../review/draft/counted.ts';
import { lintChanges } from '../../review/lint/lint-changes.ts';
import type { LintSummary } from '../../review/lint/lint-changes.ts';
import { readsFile } from '../../review/lint/tools.ts';
import { tellSecrets, withoutMasks } from '../../review/secrets/tell-secrets.ts';
import type { Change } from './change/change.ts';
import type { Gathered } from './gather.ts';

export const lintedSchema = z.object({
  findings: z.array(sourcedFindingSchema),
  /** What each linter has read. */
  views: z.array(viewSchema).default([]),
  notes: z.array(z.string()),
});
export type Linted = z.infer<typeof lintedSchema>;

const MAX_NOTES = 20;
/** Files that a linter did not read, by name. */
const NAMED_FILES = 3;

/** Those of the user who wrote the command, else of who indexed the repository, else the defaults. */
async function toolSettings(
  { store }: Pick<Ports, 'store'>,
  run: ReviewRun,
  repository: RepositoryRecord,
): Promise<ToolsConfig> {
  const where: [['scmUsername', '==', string]] = [['scmUsername', '==', run.triggered_by]];
  const [commander] = await users.query(store, {}, { where, limit: 1 });
  // Who signed in and never set anything has the defaults, as their settings show them.
  return (await toolsConfigs.get(store, { uid: commander?.id ?? repository.indexed_by })) ?? DEFAULT_TOOLS;
}

/** A repository can switch linters off, and none on. */
export function withoutOff(settings: ToolsConfig, off: ReadonlySet<string>): ToolsConfig {
  const kept = { ...settings };
  for (const tool of TOOL_NAMES)
    if (off.has(tool.replace('_linter', ''))) kept[tool] = { ...kept[tool], enabled: false };
  return kept;
}

export async function runLinters(
  ports: Pick<Ports, 'linters' | 'store'>,
  run: ReviewRun,
  repository: RepositoryRecord,
  gathered: Gathered,
  signal: AbortSignal,
): Promise<Linted> {
  const settings = withoutOff(
    await toolSettings(ports, run, repository),
    gathered.configuration?.config.lintersOff ?? new Set(),
  );
  const tellsSecrets = gathered.configuration?.config.tellsSecrets ?? true;
  return (await lintChange(ports.linters, gathered, { settings, tellsSecrets, signal })).linted;
}

export interface LintChoice {
  settings: ToolsConfig;
  tellsSecrets: boolean;
  signal?: AbortSignal;
}

/** The linters, and what was found when the change's secrets were masked. */
export async function lintChange(
  linters: Ports['linters'],
  { selected, readHead, secrets }: Change,
  { settings, tellsSecrets, signal }: LintChoice,
): Promise<{ linted: Linted; summaries: LintSummary[] }> {
  const files = selected.reviewed.flatMap(({ diff, hunks }) =>
    diff.newText === null ? [] : [{ path: diff.path, text: diff.newText, hunks }],
  );
  const stoppable = signal === undefined ? {} : { signal };
  const { findings, summaries } = await lintChanges({ linters, files, settings, readHead, ...stoppable });
  const ran = summaries.filter((summary) => summary.enabled && summary.files + summary.unlinted.length > 0);
  const notes = ran.flatMap(({ title, files: read, unlinted, notes: said, onChangedLines }) => [
    `${title} read ${counted(read, 'changed file')}: ${counted(onChangedLines, 'finding')} on added lines.`,
    ...said.map((note) => `${title}: ${note}.`),
    ...unlinted.slice(0, NAMED_FILES).map(({ path, reason }) => `${title} did not read ${path}: ${reason}.`),
    ...(unlinted.length > NAMED_FILES ? [`${title} did not read ${unlinted.length - NAMED_FILES} more files.`] : []),
  ]);
  const told = tellSecrets(selected.reviewed, secrets, tellsSecrets);
  const linted = {
    findings: [...told.findings, ...withoutMasks(findings)],
    views: [...told.views, ...ran.map((summary) => lintView(summary, files))],
    notes: [...told.notes, ...notes].slice(0, MAX_NOTES).map((note) => redact(note, secrets.values)),
  };
  return { linted, summaries };
}

function lintView({ tool, unlinted }: LintSummary, files: readonly { path: string; text: string }[]): View {
  const left = new Set(unlinted.map(({ path }) => path));
  const read = files.filter(({ path }) => readsFile(tool, path) && !left.has(path));
  return {
    by: tool,
    requests: 1,
    answered: true,
    files: read.map(({ path, text }) => ({ path, right: [[1, text.split('\n').length]], left: [] })),
  };
}

/**
 * How a repository wants to be reviewed: `.reviewgraph.yml` and the guidelines that it names, as the head of the base branch
 * has them when the run starts. Never the pull request's own: it would choose its judge. Remembered by the run, so that every
 * worker goes by the same.
 *
 *     steps/config   { "commit": "9ab…", "file": { "mode": "facts" }, "notes": [".reviewgraph.yml:2 …"], "guidelines": [] }
 */
import { z } from 'zod';
import { redact } from '../../model/redact.ts';
import type { Settings, Snapshot } from '../../ports.ts';
import { configSchema } from '../../review/config/config-schema.ts';
import { CONFIG_PATH, parseConfig, type ParsedConfig } from '../../review/config/parse-config.ts';
import { LONGEST_CONFIG } from '../../review/config/read-yaml.ts';
import { reviewConfig, type ConfigCeilings, type ReviewConfig } from '../../review/config/review-config.ts';
import { isBinary } from '../../review/diff/detect-renames.ts';
import { counted } from '../../review/draft/counted.ts';
import type { RunSteps } from './run-steps.ts';

/** Characters of all guidelines together; what is behind them is left out, and said. */
const GUIDELINES = 24_000;
/** Bytes of a file; a character has at most four. */
const LARGEST_GUIDELINE = 4 * GUIDELINES;

export const configuredSchema = z.object({
  file: configSchema,
  notes: z.array(z.string()),
  guidelines: z.array(z.object({ path: z.string(), text: z.string() })),
});
type Configured = z.infer<typeof configuredSchema>;

export interface Configuration {
  config: ReviewConfig;
  /** What of the file does not hold, for the walkthrough. */
  notes: string[];
  guidelines: Configured['guidelines'];
}

export interface ConfigSettings extends Pick<Settings, 'maxComments' | 'repositoryConfigAllows' | 'reviewMode'> {
  automatic: Pick<Settings['automatic'], 'reviews'>;
}

/** `snapshot` is of `commit`, the base branch's head; undefined when the platform has it no longer, which is said. */
export async function configurationOf(
  settings: ConfigSettings,
  steps: Pick<RunSteps, 'remembered'>,
  commit: string | null,
  snapshot: Snapshot | undefined,
): Promise<Configuration> {
  const configured = await steps.remembered('config', configuredSchema, () => readConfiguration(commit, snapshot));
  return withCeilings(settings, configured);
}

export async function readConfiguration(commit: string | null, snapshot: Snapshot | undefined): Promise<Configured> {
  const nothing: Configured = { file: {}, notes: [], guidelines: [] };
  if (snapshot === undefined)
    return commit === null
      ? nothing
      : { ...nothing, notes: [`\`${CONFIG_PATH}\` was not read: ${commit.slice(0, 12)} is gone from the platform.`] };
  const text = await textOf(snapshot, CONFIG_PATH, 4 * LONGEST_CONFIG);
  if (text === undefined) return nothing;
  if ('reason' in text) return { ...nothing, notes: [`\`${CONFIG_PATH}\` was not read: ${text.reason}.`] };
  const parsed = parseConfig(text.text);
  const { guidelines, notes } = await readGuidelines(snapshot, parsed.config.guidelines ?? []);
  return { file: parsed.config, notes: [...mistakes(parsed), ...notes], guidelines };
}

function mistakes({ problems, more }: ParsedConfig): string[] {
  const told = problems.map(
    ({ line, message }) => `\`${CONFIG_PATH}\`${line === null ? '' : ` line ${line}`}: ${message}.`,
  );
  return more === 0 ? told : [...told, `\`${CONFIG_PATH}\` has ${counted(more, 'more problem')}.`];
}

/** The deployment's side of every repository's configuration. */
export function ceilingsOf({
  automatic,
  maxComments,
  repositoryConfigAllows,
  reviewMode,
}: ConfigSettings): ConfigCeilings {
  return { allows: repositoryConfigAllows, mode: reviewMode, auto: automatic.reviews, maxComments };
}

/** What of it holds below the deployment's settings. */
export function withCeilings(settings: ConfigSettings, { file, notes, guidelines }: Configured): Configuration {
  const { config, problems } = reviewConfig(file, ceilingsOf(settings));
  const kept = problems.map(({ message }) => `\`${CONFIG_PATH}\`: ${message}.`);
  return { config, notes: [...notes, ...kept].map((note) => redact(note)), guidelines };
}

async function readGuidelines(
  snapshot: Snapshot,
  paths: readonly string[],
): Promise<Pick<Configured, 'guidelines' | 'notes'>> {
  const guidelines: Configured['guidelines'] = [];
  const notes: string[] = [];
  let left = GUIDELINES;
  for (const path of paths) {
    const found = (await textOf(snapshot, path, LARGEST_GUIDELINE)) ?? { reason: 'there is no such file' };
    if ('reason' in found) notes.push(`The guideline \`${path}\` was not read: ${found.reason}.`);
    else if (left === 0)
      notes.push(`The guideline \`${path}\` was left out: together they have at most ${GUIDELINES} characters.`);
    else {
      const text = found.text.slice(0, left);
      if (text.length < found.text.length)
        notes.push(`The guideline \`${path}\` was read as far as its character ${left}.`);
      guidelines.push({ path, text });
      left -= text.length;
    }
  }
  return { guidelines, notes };
}

/** undefined when there is no such entry; a reason for what is no text. */
async function textOf(
  snapshot: Snapshot,
  path: string,
  mostBytes: number,
): Promise<{ text: string } | { reason: string } | undefined> {
  const entry = snapshot.entries.find((each) => each.path === path);
  if (entry === undefined) return undefined;
  if (entry.kind !== 'file') return { reason: 'it is no file' };
  if ((entry.size ?? 0) > mostBytes) return { reason: 'it is too large' };
  const bytes = await snapshot.read(entry.oid);
  if (bytes.length > mostBytes) return { reason: 'it is too large' };
  return isBinary(bytes) ? { reason: 'it is no text' } : { text: new TextDecoder().decode(bytes) };
}

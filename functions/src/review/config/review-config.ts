/**
 * What holds for a run: the repository's configuration below the deployment's ceilings, defaults where neither speaks. What
 * a ceiling keeps back is a problem like a mistake, so that nobody waits for what does not come.
 *
 *     .reviewgraph.yml  mode: deep            →   mode 'normal',
 *     REPOSITORY_CONFIG_ALLOWS without deep       problems ['mode: deep reviews are not allowed on this deployment…']
 */
import { AUTO_LEVELS, autoEventsOf, LINTER_KEYS } from './config-schema.ts';
import type { AutoEvent, AutoLevel, ConfigFile } from './config-schema.ts';
import { pathMatcher } from './config-paths.ts';
import type { ConfigProblem } from './read-yaml.ts';

export type Severity = NonNullable<ConfigFile['min_severity']>;

/** The deployment's side: its defaults, and what it allows. */
export interface ConfigCeilings {
  /** Of REPOSITORY_CONFIG_ALLOWS. */
  allows: readonly string[];
  mode: 'normal' | 'deep';
  /** Of REVIEW_AUTO: what holds where the repository says nothing. */
  auto: AutoLevel;
  maxComments: number;
}

export interface ReviewConfig {
  mode: 'normal' | 'deep' | 'facts';
  /** What starts a review without a command. */
  auto: ReadonlySet<AutoEvent>;
  /** The least severity that the check on a head fails with, `neutral` for one that never fails; null for no check. */
  check: Severity | 'neutral' | null;
  codeScanning: boolean;
  /** Whether a changed file is reviewed at all. */
  includes(path: string): boolean;
  /** Whether text in no language of the graph is reviewed too. */
  otherFiles: boolean;
  /** What reviewers are told of these files: instructions for all of them, and those whose patterns match one. */
  instructionsFor(paths: readonly string[]): { text: string; paths: readonly string[] | null }[];
  /** null: whatever the model writes. */
  language: string | null;
  minSeverity: Severity;
  maxComments: number;
  /** Replies and questions are answered. */
  conversation: boolean;
  /** Linters that the repository switches off. */
  lintersOff: ReadonlySet<(typeof LINTER_KEYS)[number]>;
  /** Whether secrets on added lines are told of; they are masked either way. */
  tellsSecrets: boolean;
}

export function reviewConfig(
  file: ConfigFile,
  ceilings: ConfigCeilings,
): { config: ReviewConfig; problems: ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const maxComments = file.max_comments ?? ceilings.maxComments;
  if (maxComments > ceilings.maxComments) {
    const message = `max_comments: this deployment posts at most ${ceilings.maxComments}`;
    problems.push({ line: null, message });
  }
  const config: ReviewConfig = {
    mode: modeOf(file, ceilings, problems),
    auto: autoOf(file, ceilings, problems),
    check: file.check === undefined || file.check === 'off' ? null : file.check,
    codeScanning: file.code_scanning === true,
    ...pathsOf(file),
    otherFiles: allowed('other_files', file, ceilings, problems),
    language: file.language ?? null,
    minSeverity: file.min_severity ?? 'low',
    maxComments: Math.min(maxComments, ceilings.maxComments),
    tellsSecrets: file.linters?.secrets !== false,
    conversation: allowed('conversation', file, ceilings, problems),
    lintersOff: new Set(LINTER_KEYS.filter((key) => file.linters?.[key] === false)),
  };
  return { config, problems };
}

/** Fewer models, and less of the code to them, is always allowed. */
function modeOf({ mode }: ConfigFile, ceilings: ConfigCeilings, problems: ConfigProblem[]): ReviewConfig['mode'] {
  if (mode !== 'deep' || ceilings.mode === 'deep' || ceilings.allows.includes('deep')) return mode ?? ceilings.mode;
  const message = 'mode: the settings of this deployment do not allow deep reviews (REPOSITORY_CONFIG_ALLOWS)';
  problems.push({ line: null, message });
  return ceilings.mode;
}

/** A key that the deployment has to allow before `true` holds. */
function allowed(
  key: 'other_files' | 'conversation',
  { [key]: asked = false }: ConfigFile,
  { allows }: ConfigCeilings,
  problems: ConfigProblem[],
): boolean {
  if (!asked || allows.includes(key)) return asked;
  const message = `${key}: the settings of this deployment do not allow it (REPOSITORY_CONFIG_ALLOWS)`;
  problems.push({ line: null, message });
  return false;
}

/** What the deployment does by itself, or lets repositories ask for. */
export function autoCeiling({ auto, allows }: Pick<ConfigCeilings, 'auto' | 'allows'>): AutoLevel {
  return AUTO_LEVELS.findLast((level) => level === auto || allows.includes(level)) ?? 'off';
}

function autoOf(
  { auto }: Pick<ConfigFile, 'auto'>,
  ceilings: Pick<ConfigCeilings, 'auto' | 'allows'>,
  problems: ConfigProblem[],
): ReviewConfig['auto'] {
  const ceiling = autoEventsOf(autoCeiling(ceilings));
  const asked = new Set(auto ?? autoEventsOf(ceilings.auto));
  const kept = [...asked].filter((event) => !ceiling.includes(event));
  if (kept.length > 0) {
    const message = `auto: the settings of this deployment start no review for ${kept.join(', ')} (REPOSITORY_CONFIG_ALLOWS)`;
    problems.push({ line: null, message });
  }
  return new Set([...asked].filter((event) => ceiling.includes(event)));
}

function pathsOf({ paths, instructions = [] }: ConfigFile): Pick<ReviewConfig, 'includes' | 'instructionsFor'> {
  const included = paths?.include === undefined ? () => true : pathMatcher(paths.include);
  const excluded = pathMatcher(paths?.exclude ?? []);
  const told = instructions.map(({ text, paths: about }) => ({
    text,
    paths: about ?? null,
    isAbout: about === undefined ? () => true : pathMatcher(about),
  }));
  return {
    includes: (path) => included(path) && !excluded(path),
    instructionsFor: (changed) =>
      told
        .filter(({ isAbout, paths: about }) => about === null || changed.some((path) => isAbout(path)))
        .map(({ text, paths: about }) => ({ text, paths: about })),
  };
}

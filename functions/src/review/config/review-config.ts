/**
 * What holds for a run: the repository's configuration below the deployment's ceilings, defaults where neither speaks. What
 * a ceiling keeps back is a problem like a mistake, so that nobody waits for what does not come.
 *
 *     .reviewgraph.yml  mode: deep            →   mode 'normal',
 *     REPOSITORY_CONFIG_ALLOWS without deep       problems ['mode: deep reviews are not allowed on this deployment…']
 */
import { AUTO_EVENTS, LINTER_KEYS, type ConfigFile } from './config-schema.ts';
import { pathMatcher } from './config-paths.ts';
import type { ConfigProblem } from './read-yaml.ts';

/** What a deployment may let repositories decide; REPOSITORY_CONFIG_ALLOWS lists those that it does. */
export const CONFIG_POWERS = ['auto', 'deep', 'other_files', 'check', 'conversation', 'code_scanning'] as const;
export type ConfigPower = (typeof CONFIG_POWERS)[number];

export type AutoEvent = (typeof AUTO_EVENTS)[number];
export type Severity = NonNullable<ConfigFile['min_severity']>;

/** The deployment's side: its defaults, and what it allows. */
export interface ConfigCeilings {
  allows: ReadonlySet<ConfigPower>;
  auto: readonly AutoEvent[];
  mode: 'normal' | 'deep';
  maxComments: number;
}

export interface ReviewConfig {
  auto: ReadonlySet<AutoEvent>;
  mode: 'normal' | 'deep' | 'facts';
  /** Whether a changed file is reviewed at all. */
  includes(path: string): boolean;
  /** What reviewers are told of these files: instructions for all of them, and those whose patterns match one. */
  instructionsFor(paths: readonly string[]): { text: string; paths: readonly string[] | null }[];
  guidelines: readonly string[];
  /** null: whatever the model writes. */
  language: string | null;
  minSeverity: Severity;
  maxComments: number;
  otherFiles: boolean;
  /** Linters that the repository switches off. */
  lintersOff: ReadonlySet<(typeof LINTER_KEYS)[number]>;
  check: NonNullable<ConfigFile['check']>;
  conversation: boolean;
  codeScanning: boolean;
}

export function reviewConfig(
  file: ConfigFile,
  ceilings: ConfigCeilings,
): { config: ReviewConfig; problems: ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const allowed = <T>(power: ConfigPower, key: keyof ConfigFile, wanted: T, otherwise: T): T => {
    if (wanted === otherwise || ceilings.allows.has(power)) return wanted;
    const message = `${key}: the settings of this deployment do not allow it (REPOSITORY_CONFIG_ALLOWS)`;
    problems.push({ line: null, message });
    return otherwise;
  };
  const maxComments = file.max_comments ?? ceilings.maxComments;
  if (maxComments > ceilings.maxComments) {
    const message = `max_comments: this deployment posts at most ${ceilings.maxComments}`;
    problems.push({ line: null, message });
  }
  const config: ReviewConfig = {
    auto: autoOf(file, ceilings, problems),
    // Fewer models, and less of the code to them, is always allowed.
    mode:
      file.mode === 'deep' && ceilings.mode !== 'deep'
        ? allowed('deep', 'mode', file.mode, ceilings.mode)
        : (file.mode ?? ceilings.mode),
    ...pathsOf(file),
    guidelines: file.guidelines ?? [],
    language: file.language ?? null,
    minSeverity: file.min_severity ?? 'low',
    maxComments: Math.min(maxComments, ceilings.maxComments),
    otherFiles: allowed('other_files', 'other_files', file.other_files ?? false, false),
    lintersOff: new Set(LINTER_KEYS.filter((key) => file.linters?.[key] === false)),
    check: allowed('check', 'check', file.check ?? 'off', 'off'),
    conversation: allowed('conversation', 'conversation', file.conversation ?? false, false),
    codeScanning: allowed('code_scanning', 'code_scanning', file.code_scanning ?? false, false),
  };
  return { config, problems };
}

/** A repository may always ask for fewer automatic reviews than the deployment's default. */
function autoOf(file: ConfigFile, ceilings: ConfigCeilings, problems: ConfigProblem[]): Set<AutoEvent> {
  const wanted = new Set(file.auto ?? ceilings.auto);
  const more = [...wanted].filter((event) => !ceilings.auto.includes(event));
  if (more.length === 0 || ceilings.allows.has('auto')) return wanted;
  const message = `auto: the settings of this deployment do not allow ${more.join(', ')} (REPOSITORY_CONFIG_ALLOWS)`;
  problems.push({ line: null, message });
  return new Set([...wanted].filter((event) => ceilings.auto.includes(event)));
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

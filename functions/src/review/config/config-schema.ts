/**
 * What a repository may say about its reviews, `.reviewgraph.yml` in its root. Each key has a description, from which the
 * JSON schema for editors is made. Nothing in it names a host, a command, a model or another repository.
 *
 *     mode: normal                        instructions:
 *     paths: { exclude: [gen/**] }          - text: Every endpoint checks who asks.
 *     min_severity: medium                    paths: [api/**]
 *     auto: pushed                        check: high
 */
import { z } from 'zod';
import { compileGlob } from '../../model/glob.ts';
import { SEVERITIES } from '../../model/reviews.ts';
import { isRepositoryPath } from '../../model/tools.ts';
import { isRefusedPath } from '../../model/tree-entries.ts';

export const LINTER_KEYS = ['python', 'javascript', 'go'] as const;
/** What starts a review by itself; a pull request that is opened again counts as opened. */
export const AUTO_EVENTS = ['opened', 'ready', 'pushed'] as const;
export type AutoEvent = (typeof AUTO_EVENTS)[number];
/** As REVIEW_AUTO has them: each contains those before it. */
export const AUTO_LEVELS = ['off', 'opened', 'pushed'] as const;
export type AutoLevel = (typeof AUTO_LEVELS)[number];
const EVENTS_OF: Record<AutoLevel, readonly AutoEvent[]> = {
  off: [],
  opened: ['opened', 'ready'],
  pushed: AUTO_EVENTS,
};

export function autoEventsOf(level: AutoLevel): readonly AutoEvent[] {
  return EVENTS_OF[level];
}

/** `off` is no check; the others are what it fails from on, but for `neutral`, which never fails. */
const CHECKS = ['off', 'neutral', ...SEVERITIES] as const;

/** Of a list; what is behind it is left out, and that is said. */
const MOST_PATTERNS = 100;
const MOST_INSTRUCTIONS = 20;
const MOST_GUIDELINES = 10;
/** Characters. */
const LONGEST_PATTERN = 200;
const LONGEST_INSTRUCTION = 4_000;
const LONGEST_PATH = 500;
/** The platform's limits on a review are far above what somebody reads. */
const MOST_COMMENTS = 100;

const pattern = z
  .string({ error: 'Expected a path pattern, such as "src/**"' })
  .min(1, 'An empty pattern matches nothing')
  .max(LONGEST_PATTERN, `A pattern has at most ${LONGEST_PATTERN} characters`)
  .refine((text) => compileGlob(text, { braces: true }) !== undefined, 'The pattern has too many alternatives');
const patterns = z
  .array(pattern, { error: 'Expected a list of path patterns, such as ["src/**"]' })
  .max(MOST_PATTERNS, `Only the first ${MOST_PATTERNS} patterns are read`);

const instruction = z.strictObject(
  {
    text: z
      .string({ error: 'Expected the text of the instruction under "text"' })
      .trim()
      .min(1, 'The text of the instruction is empty')
      .max(LONGEST_INSTRUCTION, `An instruction has at most ${LONGEST_INSTRUCTION} characters`),
    paths: patterns.optional().describe('changed files that it is about; all of them when absent'),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'Expected a text, or { text, paths }' : undefined) },
);

const guideline = z
  .string({ error: 'Expected the path of a text file in this repository' })
  .max(LONGEST_PATH, `A path has at most ${LONGEST_PATH} characters`)
  .refine(
    (path) => isRepositoryPath(path) && !isRefusedPath(path),
    'Expected a path inside this repository, such as docs/style.md',
  );

const flag = (meaning: string) => z.boolean({ error: 'Expected true or false' }).optional().describe(meaning);

/** BCP 47 as far as languages, scripts and regions go: `de`, `pt-BR`, `zh-Hant-TW`. */
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

export const configSchema = z.strictObject({
  auto: z
    .array(z.enum(AUTO_EVENTS, { error: 'Expected off, or some of opened, ready, pushed' }), {
      error: 'Expected off, opened, pushed, or a list such as [opened, ready]',
    })
    .max(2 * AUTO_EVENTS.length, 'Expected each of opened, ready, pushed once')
    .optional()
    .describe('what starts a review without a command, as far as the deployment lets it'),
  mode: z
    .enum(['normal', 'deep', 'facts'], { error: 'Expected normal, deep or facts' })
    .optional()
    .describe('facts sends no code to a model'),
  paths: z
    .strictObject(
      {
        include: patterns.optional().describe('files that are reviewed; all when absent'),
        exclude: patterns.optional().describe('files that are not reviewed'),
      },
      { error: (issue) => (issue.code === 'invalid_type' ? 'Expected { include, exclude }' : undefined) },
    )
    .optional()
    .describe('which changed files are reviewed'),
  check: z
    .enum(CHECKS, { error: `Expected one of ${CHECKS.join(', ')}` })
    .optional()
    .describe('a check on the head commit: neutral, or one that fails from a severity on; off when absent'),
  code_scanning: flag("whether findings are uploaded to the platform's code scanning, where it has one"),
  instructions: z
    .array(instruction, { error: 'Expected a text, or a list of { text, paths }' })
    .max(MOST_INSTRUCTIONS, `Only the first ${MOST_INSTRUCTIONS} instructions are read`)
    .optional()
    .describe('what a review should look at, for all files or for some'),
  guidelines: z
    .array(guideline, { error: 'Expected a list of paths, such as [AGENTS.md]' })
    .max(MOST_GUIDELINES, `Only the first ${MOST_GUIDELINES} files are read`)
    .optional()
    .describe('text files of this repository that a review goes by, such as AGENTS.md'),
  language: z
    .string({ error: 'Expected a language tag, such as de or pt-BR' })
    .regex(LANGUAGE_TAG, 'Expected a language tag, such as de or pt-BR')
    .optional()
    .describe('language of comments, as a BCP 47 tag'),
  min_severity: z
    .enum(SEVERITIES, { error: `Expected one of ${SEVERITIES.join(', ')}` })
    .optional()
    .describe('findings below it are counted, not posted'),
  max_comments: z
    .int({ error: 'Expected a whole number' })
    .min(0, 'Expected 0 or more')
    .max(MOST_COMMENTS, `Expected at most ${MOST_COMMENTS}`)
    .optional()
    .describe('comments on lines; further findings stand in the walkthrough'),
  other_files: flag(
    'text files in no language of the graph are reviewed by their diff alone: YAML, SQL, Dockerfile, Markdown, …',
  ),
  linters: z
    .strictObject(
      {
        python: flag('the Python linter'),
        javascript: flag('the JavaScript linter'),
        go: flag('the Go linter'),
        secrets: flag('the search for secrets on added lines; "linters: false" leaves it on'),
      },
      {
        error: (issue) => (issue.code === 'invalid_type' ? 'Expected { python, javascript, go, secrets }' : undefined),
      },
    )
    .optional()
    .describe('false switches a linter off; none can be switched on that its user has off'),
  conversation: flag('answers to replies and questions, and commands in threads'),
});
export type ConfigFile = z.infer<typeof configSchema>;

/** Short ways to write a key, as the schema wants them: `instructions: text`, `linters: false`, `auto: opened`. */
export function inLongForm(file: Record<string, unknown>): Record<string, unknown> {
  const { auto, check, instructions, linters } = file;
  const long = { ...file };
  if (typeof instructions === 'string') long['instructions'] = [{ text: instructions }];
  if (Array.isArray(instructions))
    long['instructions'] = instructions.map((each: unknown) => (typeof each === 'string' ? { text: each } : each));
  if (isLevel(auto)) long['auto'] = [...EVENTS_OF[auto]];
  else if (typeof auto === 'string') long['auto'] = [auto];
  if (auto === false) long['auto'] = [];
  if (check === false) long['check'] = 'off';
  if (typeof linters === 'boolean') long['linters'] = Object.fromEntries(LINTER_KEYS.map((key) => [key, linters]));
  return long;
}

function isLevel(value: unknown): value is AutoLevel {
  return AUTO_LEVELS.some((level) => level === value);
}

/** For editors and for the docs: JSON Schema, draft 2020-12, of every form that a key may have. */
export function configJsonSchema(): object {
  const { properties, ...rest } = z.toJSONSchema(configSchema, { target: 'draft-2020-12', io: 'input' });
  const also = (key: string, ...forms: object[]): object => {
    const { description, ...long } = properties?.[key] as { description?: string };
    return { description, anyOf: [...forms, long] };
  };
  const text = { type: 'string' };
  return {
    ...rest,
    $id: 'reviewgraph.schema.json',
    title: '.reviewgraph.yml',
    properties: {
      ...properties,
      instructions: also('instructions', text, {
        type: 'array',
        items: { anyOf: [text, (properties?.['instructions'] as { items?: object } | undefined)?.items ?? {}] },
      }),
      auto: also('auto', { enum: [...AUTO_LEVELS, false] }),
      check: also('check', { const: false }),
      linters: also('linters', { type: 'boolean' }),
    },
  };
}

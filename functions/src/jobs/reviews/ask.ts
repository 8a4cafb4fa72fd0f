/**
 * Who looks for faults: the linters, as the settings of the one who wrote the command say, and the model with the code
 * around the change. Both results are remembered by the run. What could not be asked is said; it never looks as if
 * nothing had been found.
 */
import { z } from 'zod';
import { scopeOf } from '../../graph/access.ts';
import type { Scope } from '../../graph/access.ts';
import { QUESTIONS } from '../../graph/queries/questions.ts';
import { semanticSearch } from '../../graph/queries/semantic-search.ts';
import { readRepository } from '../../graph/repository.ts';
import type { ReviewRun } from '../../documents/reviews.ts';
import { toolsConfigs, users } from '../../documents/users.ts';
import { viewSchema, type View } from '../../model/coverage.ts';
import { AppError } from '../../model/errors.ts';
import { sourcedFindingSchema } from '../../model/findings.ts';
import { repoIdOf } from '../../model/ids.ts';
import { redact } from '../../model/redact.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import { usageSchema } from '../../model/reviews.ts';
import type { IssueRecord, RunUsage } from '../../model/reviews.ts';
import { DEFAULT_TOOLS, TOOL_NAMES } from '../../model/tools.ts';
import type { ToolsConfig } from '../../model/tools.ts';
import type { Ports, Settings } from '../../ports.ts';
import { reviewWithModels } from '../../review/agent/agent.ts';
import { gatherContext } from '../../review/context/context.ts';
import type { ContextPack } from '../../review/context/context.ts';
import type { SelectedFiles } from '../../review/diff/changed-files.ts';
import { counted } from '../../review/draft/counted.ts';
import { lintChanges } from '../../review/lint/lint-changes.ts';
import type { LintSummary } from '../../review/lint/lint-changes.ts';
import { readsFile } from '../../review/lint/tools.ts';
import { materialFiles } from '../../review/agent/material-files.ts';
import type { ReviewMaterial } from '../../review/agent/prompts-material.ts';
import { fileTools } from '../../review/agent/tools-files.ts';
import { graphTools } from '../../review/agent/tools-graph.ts';
import type { AgentTool } from '../../review/agent/tools.ts';
import type { Configuration } from './configuration.ts';
import type { Change, Gathered } from './gather.ts';
import type { ReviewParser } from './parsing.ts';

export const lintedSchema = z.object({
  findings: z.array(sourcedFindingSchema),
  /** What each linter has read. */
  views: z.array(viewSchema).default([]),
  notes: z.array(z.string()),
});
export type Linted = z.infer<typeof lintedSchema>;

export const askedSchema = z.object({
  /** False when no model was asked at all. */
  asked: z.boolean(),
  findings: z.array(sourcedFindingSchema),
  positive_findings: z.array(z.string()),
  summary: z.string().nullable(),
  incomplete: z.array(z.string()),
  dropped: z.record(z.string(), z.int()),
  /** What the model was shown. */
  views: z.array(viewSchema).default([]),
  usage: usageSchema,
});
export type Asked = z.infer<typeof askedSchema>;

const MAX_NOTES = 20;
/** Files that a linter did not read, by name. */
const NAMED_FILES = 3;
/** Agents are told to report few findings; more than these are left out, and counted. */
const MAX_FINDINGS = 200;
/** Tokens of code around the change. */
const CONTEXT_BUDGET = 24_000;
const NOBODY: RunUsage = { model: null, tool_rounds: 0, prompt_tokens: 0, completion_tokens: 0 };

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
  return (await lintChange(ports.linters, gathered, settings, signal)).linted;
}

export async function lintChange(
  linters: Ports['linters'],
  { selected, readHead }: Change,
  settings: ToolsConfig,
  signal?: AbortSignal,
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
  const linted = {
    findings,
    views: ran.map((summary) => lintView(summary, files)),
    notes: notes.slice(0, MAX_NOTES).map((note) => redact(note)),
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

/** What a review has to know of its repository. */
export type ReviewedRepository = Pick<RepositoryRecord, 'owner' | 'repo_name' | 'private'>;

/** Of the one repository: its own code, whoever wrote the command. */
export function reviewScope(repository: ReviewedRepository): Scope {
  const repoId = repoIdOf(repository.owner, repository.repo_name);
  return scopeOf({ privateRepoIds: repository.private ? [repoId] : [], hiddenRepoIds: [] }, repoId);
}

/** Failures: `graph_unavailable`. */
export async function contextOf(
  ports: Pick<Ports, 'graph'>,
  repository: ReviewedRepository,
  { selected, pins }: Pick<Gathered, 'selected'> & { pins: Pick<Gathered['pins'], 'head'> },
  parser: ReviewParser,
): Promise<ContextPack> {
  const indexed = await readRepository(ports.graph, repoIdOf(repository.owner, repository.repo_name));
  return gatherContext({
    graph: ports.graph,
    scope: reviewScope(repository),
    files: selected.reviewed,
    symbolsOf: parser.symbolsOf,
    indexedCommit: indexed?.commit ?? null,
    headCommit: pins.head,
    budget: CONTEXT_BUDGET,
  });
}

export interface Question {
  run: Pick<ReviewRun, 'pr_number' | 'mode'>;
  repository: ReviewedRepository;
  gathered: Omit<Gathered, 'close'>;
  context: ContextPack;
  linted: Linted;
  /** In place of those that ask the database. */
  codeTools?: readonly AgentTool[];
  /** Found by earlier runs and still open. */
  earlier: readonly IssueRecord[];
  /** There will be no other try: what fails now makes the review incomplete instead of failing the run. */
  lastTry: boolean;
  signal: AbortSignal;
}

export interface AskPorts extends Pick<Ports, 'gateway'> {
  /** Null where there is no database: then only the tools of the question are asked. */
  graph: Ports['graph'] | null;
  settings: Pick<Settings, 'gatewayConfigured' | 'reviewModel' | 'synthesisModel' | 'maxToolRounds'>;
}

/** Failures that may pass are thrown unless this is the last try. */
export async function askModel(ports: AskPorts, question: Question): Promise<Asked> {
  const { settings } = ports;
  if (!settings.gatewayConfigured)
    return nobodyAsked('no model is configured on this server, so only linters looked at it');
  const { configuration, selected } = question.gathered;
  if (configuration?.config.mode === 'facts')
    return nobodyAsked('`.reviewgraph.yml` says `mode: facts`, so no code was sent to a model');
  if (selected.reviewed.length === 0) return nobodyAsked('');
  try {
    return await ask(ports, question);
  } catch (error) {
    if (!(error instanceof AppError) || (error.retryable && !question.lastTry)) throw error;
    return nobodyAsked(`the model could not be asked (${error.message})`);
  }
}

async function ask(
  { gateway, graph, settings }: AskPorts,
  { run, repository, gathered, context, linted, codeTools = [], earlier, signal }: Question,
): Promise<Asked> {
  const { pins, diffs, selected, patches, head, configuration } = gathered;
  const known = [...linted.findings, ...earlier].map(({ path, line_start: line, title }) => `${path}:${line} ${title}`);
  const indexed =
    graph === null ? undefined : await readRepository(graph, repoIdOf(repository.owner, repository.repo_name));
  // Without a database the graph is made of the merge base.
  const graphCommit = graph === null ? pins.base : (indexed?.commit ?? null);
  const questions = [...QUESTIONS, semanticSearch((texts) => gateway.embed(texts, signal))];
  const outcome = await reviewWithModels({
    gateway,
    material: {
      repoId: repoIdOf(repository.owner, repository.repo_name),
      number: run.pr_number,
      title: pins.title,
      body: pins.body,
      author: pins.author,
      files: materialFiles(diffs, selected, patches),
      context: context.items,
      known,
      ...teamRules(configuration, selected),
      remarks: [
        ...context.remarks,
        ...(pins.previous === null
          ? []
          : ['An earlier review has seen the rest: the diff holds only what is new since.']),
      ],
    },
    tools: [
      ...(graph === null ? codeTools : graphTools(graph, reviewScope(repository), questions)),
      ...fileTools(head),
    ],
    graphCommit,
    mode: run.mode,
    reviewModel: settings.reviewModel,
    synthesisModel: settings.synthesisModel,
    maxToolRounds: settings.maxToolRounds,
    signal,
  });
  const { dropped, findings } = outcome;
  return {
    asked: true,
    findings: findings.slice(0, MAX_FINDINGS),
    positive_findings: outcome.positive_findings.slice(0, 20),
    summary: outcome.summary === '' ? null : outcome.summary,
    incomplete: outcome.incomplete,
    dropped: {
      'confidence below 7': dropped.lowConfidence,
      'not in the form that was asked for': dropped.unreadable,
      'rejected by the synthesis': dropped.rejected,
      'more than one review holds': Math.max(0, findings.length - MAX_FINDINGS),
    },
    views: outcome.views,
    usage: outcome.usage,
  };
}

/** What the repository asks of its reviewers. */
function teamRules(
  configuration: Configuration | undefined,
  { reviewed }: SelectedFiles,
): Pick<ReviewMaterial, 'instructions' | 'guidelines' | 'language'> {
  if (configuration === undefined) return { instructions: [], guidelines: [], language: null };
  const { config, guidelines } = configuration;
  const instructions = config.instructionsFor(reviewed.map(({ diff }) => diff.path));
  return { instructions, guidelines, language: config.language };
}

/** `why` is what makes the review incomplete; '' for a lint run, which needs no model. */
export function nobodyAsked(why: string): Asked {
  return {
    asked: false,
    findings: [],
    positive_findings: [],
    summary: null,
    incomplete: why === '' ? [] : [why],
    dropped: {},
    views: [],
    usage: NOBODY,
  };
}

/**
 * The model looks for faults, with the code around the change. Its answer is remembered by the run. What could not be asked
 * is said; it never looks as if nothing had been found.
 */
import { z } from 'zod';
import { scopeOf } from '../../graph/access.ts';
import type { Scope } from '../../graph/access.ts';
import { QUESTIONS } from '../../graph/queries/questions.ts';
import { semanticSearch } from '../../graph/queries/semantic-search.ts';
import { readRepository } from '../../graph/repository.ts';
import type { ReviewRun } from '../../documents/reviews.ts';
import { viewSchema } from '../../model/coverage.ts';
import { AppError } from '../../model/errors.ts';
import { sourcedFindingSchema } from '../../model/findings.ts';
import { repoIdOf } from '../../model/ids.ts';
import type { RepositoryRecord } from '../../model/repositories.ts';
import { usageSchema } from '../../model/reviews.ts';
import type { IssueRecord, RunUsage } from '../../model/reviews.ts';
import type { Ports, Settings } from '../../ports.ts';
import { reviewWithModels } from '../../review/agent/agent.ts';
import { gatherContext } from '../../review/context/context.ts';
import type { ContextPack } from '../../review/context/context.ts';
import type { SelectedFiles } from '../../review/diff/changed-files.ts';
import { materialFiles } from '../../review/agent/material-files.ts';
import type { ReviewMaterial } from '../../review/agent/prompts-material.ts';
import { fileTools } from '../../review/agent/tools-files.ts';
import { graphTools } from '../../review/agent/tools-graph.ts';
import type { AgentTool } from '../../review/agent/tools.ts';
import { maskTexts } from '../../review/secrets/mask-texts.ts';
import { guardedGateway, guardOf, valueGuardOf, type Guard } from '../../review/secrets/guard.ts';
import type { Configuration } from './configuration.ts';
import type { Gathered } from './gather.ts';
import type { ReviewParser } from './parsing.ts';
import type { Linted } from './run-linters.ts';

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

/** Agents are told to report few findings; more than these are left out, and counted. */
const MAX_FINDINGS = 200;
/** Tokens of code around the change. */
const CONTEXT_BUDGET = 24_000;
const NOBODY: RunUsage = { model: null, tool_rounds: 0, prompt_tokens: 0, completion_tokens: 0 };

/** What a review has to know of its repository. */
export type ReviewedRepository = Pick<RepositoryRecord, 'owner' | 'repo_name' | 'private'>;

/** Of the one repository: its own code, whoever wrote the command. */
export function reviewScope(repository: ReviewedRepository): Scope {
  const repoId = repoIdOf(repository.owner, repository.repo_name);
  return scopeOf({ privateRepoIds: repository.private ? [repoId] : [], hiddenRepoIds: [] }, repoId);
}

/** Failures: `graph_unavailable`. */
export async function contextOf(
  ports: Pick<Ports, 'graph' | 'linters'>,
  repository: ReviewedRepository,
  {
    selected,
    pins,
    head,
    secrets,
  }: Pick<Gathered, 'selected' | 'head' | 'secrets'> & { pins: Pick<Gathered['pins'], 'head'> },
  parser: ReviewParser,
  /** Nobody reads it when no model is asked: then what takes longest to find is left out. */
  isRead: boolean,
): Promise<ContextPack> {
  const indexed = await readRepository(ports.graph, repoIdOf(repository.owner, repository.repo_name));
  const pack = await gatherContext({
    graph: ports.graph,
    scope: reviewScope(repository),
    files: selected.reviewed,
    symbolsOf: parser.symbolsOf,
    indexedCommit: indexed?.commit ?? null,
    headCommit: pins.head,
    budget: CONTEXT_BUDGET,
    tree: isRead ? head : undefined,
  });
  if (!isRead) return pack;
  // Code that nobody changes may hold secrets too.
  const texts = await maskTexts({ linters: ports.linters, texts: pack.items, values: secrets.values });
  return { ...pack, items: pack.items.map((item, at) => ({ ...item, text: texts[at] ?? '' })) };
}

export interface Question {
  run: Pick<ReviewRun, 'pr_number' | 'mode'>;
  repository: ReviewedRepository;
  gathered: Omit<Gathered, 'close'>;
  context: ContextPack;
  linted: Linted;
  /** In place of those that ask the database. */
  codeTools?: readonly AgentTool[];
  /** Found by earlier runs and still open, or dismissed. */
  earlier: readonly Pick<IssueRecord, 'path' | 'line_start' | 'title'>[];
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
  const { pins, diffs, selected, patches, head, configuration, secrets } = gathered;
  const guard = guardOf(secrets.values);
  const guarded = guardedGateway(gateway, secrets.values);
  const known = [...linted.findings, ...earlier].map(({ path, line_start: line, title }) => `${path}:${line} ${title}`);
  const indexed =
    graph === null ? undefined : await readRepository(graph, repoIdOf(repository.owner, repository.repo_name));
  // Without a database the graph is made of the merge base.
  const graphCommit = graph === null ? pins.base : (indexed?.commit ?? null);
  const questions = [...QUESTIONS, semanticSearch((texts) => guarded.embed(texts, signal))];
  const outcome = await reviewWithModels({
    gateway: guarded,
    material: {
      repoId: repoIdOf(repository.owner, repository.repo_name),
      number: run.pr_number,
      title: guard(pins.title),
      body: guard(pins.body),
      author: pins.author,
      files: materialFiles(diffs, selected, patches),
      context: guard(context.items),
      known: guard(known),
      ...guard(teamRules(configuration, selected)),
      remarks: [
        ...context.remarks,
        ...(pins.previous === null
          ? []
          : ['An earlier review has seen the rest: the diff holds only what is new since.']),
      ],
    },
    tools: guardedTools(
      [...(graph === null ? codeTools : graphTools(graph, reviewScope(repository), questions)), ...fileTools(head)],
      guard,
    ),
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
    findings: valueGuardOf(secrets.values)(findings.slice(0, MAX_FINDINGS)),
    positive_findings: guard(outcome.positive_findings.slice(0, 20)),
    summary: outcome.summary === '' ? null : guard(outcome.summary),
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

/** What they answer is guarded; the change's own files are masked before they are read. */
export function guardedTools(tools: readonly AgentTool[], guard: Guard): AgentTool[] {
  return tools.map((tool) => ({ ...tool, run: async (input, note) => guard(await tool.run(input, note)) }));
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

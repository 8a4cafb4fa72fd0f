/**
 * Joins the findings of several agents by one call to the synthesis model: it reads them with the change, and says of each
 * by its number whether it stands and how much. A finding that it does not mention stays as it was; when it cannot
 * be asked or read, all stay and the review says so.
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { AgentAnswer, AttributedFinding } from '../../model/findings.ts';
import { SEVERITIES } from '../../model/reviews.ts';
import type { ChatAnswer } from '../../ports.ts';
import { LEAST_BUDGET } from './conversation.ts';
import { jsonValuesIn } from './json.ts';
import type { AgentResult } from './loop.ts';
import { patiently } from './patience.ts';
import { strictSchema, synthesisInstructions } from './prompts.ts';
import { createMark, fenced, writeMaterial } from './prompts-material.ts';
import type { ReviewRequest } from './review-request.ts';

const verdictSchema = z.object({
  number: z.int(),
  keep: z.boolean(),
  /** Number of the finding that says the same better. */
  duplicate_of: z.int().nullable().catch(null),
  confidence: z.number().min(0).max(10),
  severity: z.enum(SEVERITIES),
});

const synthesisSchema = z.object({
  verdicts: z.array(verdictSchema),
  positive_findings: z.array(z.string()),
  summary: z.string(),
});

export interface Synthesis extends Omit<AgentAnswer, 'findings'> {
  findings: AttributedFinding[];
  incomplete: string[];
  rejected: number;
  /** What the call cost; absent when it failed. */
  call?: Pick<AgentResult, 'usage' | 'model'>;
}

/** What one agent handed in, with what the graph has said to it. */
export type AgentReport = Omit<AgentResult, 'findings'> & { findings: AttributedFinding[] };

const DEFAULT_BUDGET = 300_000;
const ANSWER_TOKENS = 16_000;
const BUDGET_SHARE = 0.6;
const MAX_POSITIVES = 8;

/** Never fails for what the model or the gateway does. */
export async function synthesise(request: ReviewRequest, results: readonly AgentReport[]): Promise<Synthesis> {
  const findings = results.flatMap((result) => result.findings);
  const unjoined: Synthesis = {
    findings,
    positive_findings: [...new Set(results.flatMap((result) => result.positive_findings))].slice(0, MAX_POSITIVES),
    summary: results.map(({ summary }) => summary).find((summary) => summary !== '') ?? '',
    incomplete: [...new Set(results.flatMap(({ incomplete }) => incomplete))],
    rejected: 0,
  };
  const failed = (why: string): Synthesis => ({ ...unjoined, incomplete: [...unjoined.incomplete, why] });
  try {
    const { content, usage, model } = await askWithin(request, results);
    const read = readVerdicts(content ?? '');
    const call = { usage, model };
    if (read === undefined) return { ...failed('the joined findings of the specialists could not be read'), call };
    return { ...apply(unjoined, read), call };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failed('the findings of the specialists could not be joined');
  }
}

/** With less of the pull request each time that the gateway finds the question too long. */
async function askWithin(request: ReviewRequest, results: readonly AgentReport[]): Promise<ChatAnswer> {
  const { gateway, found, patience, signal } = request;
  for (let budget = Math.min(request.budget ?? DEFAULT_BUDGET, found?.budget ?? Infinity); ; budget /= 2) {
    try {
      return await patiently(() => gateway.chat(questionOf({ ...request, budget }, results)), patience, signal);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'context_overflow' || budget < LEAST_BUDGET) throw error;
    }
  }
}

function questionOf(
  { material, budget = DEFAULT_BUDGET, synthesisModel, signal }: ReviewRequest,
  results: readonly AgentReport[],
) {
  const mark = createMark();
  const findings = results
    .flatMap((result) => result.findings)
    .map((finding, number) => JSON.stringify({ number, ...finding }));
  const reports = results.map(({ summary, positive_findings: positives }) => JSON.stringify({ summary, positives }));
  const text = [
    writeMaterial({ ...material, context: [] }, mark, budget * BUDGET_SHARE).text,
    'Findings of the reviewers:',
    fenced(mark, 'findings', findings.join('\n')),
    'What else they wrote:',
    fenced(mark, 'reports', reports.join('\n')),
  ].join('\n\n');
  return {
    model: synthesisModel,
    messages: [
      { role: 'system' as const, content: synthesisInstructions(mark, material.language) },
      { role: 'user' as const, content: text },
    ],
    answer: { name: 'synthesis', schema: strictSchema(synthesisSchema) },
    maxTokens: ANSWER_TOKENS,
    ...(signal === undefined ? {} : { signal }),
  };
}

interface Verdicts {
  verdicts: z.infer<typeof verdictSchema>[];
  positives: string[] | undefined;
  summary: string | undefined;
}

const looseSchema = z.object({
  verdicts: z.array(z.unknown()),
  positive_findings: z.array(z.string()).optional().catch(undefined),
  summary: z.string().optional().catch(undefined),
});

function readVerdicts(text: string): Verdicts | undefined {
  const reads = jsonValuesIn(text).values.flatMap((value) => looseSchema.safeParse(value).data ?? []);
  if (reads.length === 0) return undefined;
  const all = reads.flatMap(({ verdicts }) => verdicts.flatMap((each) => verdictSchema.safeParse(each).data ?? []));
  return {
    verdicts: all,
    positives: reads.map((read) => read.positive_findings).findLast((list) => list !== undefined),
    summary: reads.map((read) => read.summary).findLast((words) => words !== undefined),
  };
}

function apply(unjoined: Synthesis, { verdicts, positives, summary }: Verdicts): Synthesis {
  const byNumber = new Map<number, Verdicts['verdicts'][number]>();
  // Of several words on one finding those that keep it count: no answer says less than it did anywhere.
  for (const verdict of verdicts) {
    const before = byNumber.get(verdict.number);
    if (before === undefined || verdict.keep || !before.keep) byNumber.set(verdict.number, verdict);
  }
  const kept: AttributedFinding[] = [];
  unjoined.findings.forEach((finding, number) => {
    const verdict = byNumber.get(number);
    if (verdict === undefined) kept.push(finding);
    else if (verdict.keep && !isRepeated(verdict, byNumber, unjoined.findings.length)) {
      kept.push({ ...finding, confidence: verdict.confidence, severity: verdict.severity });
    }
  });
  return {
    ...unjoined,
    findings: kept,
    positive_findings: (positives ?? unjoined.positive_findings).slice(0, MAX_POSITIVES),
    summary: summary ?? unjoined.summary,
    rejected: unjoined.findings.length - kept.length,
  };
}

/** A finding goes for the sake of another only when that one is there and stays: never both of a pair. */
function isRepeated(
  { number, duplicate_of: other }: z.infer<typeof verdictSchema>,
  byNumber: ReadonlyMap<number, z.infer<typeof verdictSchema>>,
  count: number,
): boolean {
  if (other === null || other === number || other < 0 || other >= count) return false;
  const better = byNumber.get(other);
  if (better === undefined) return true;
  return better.keep && better.duplicate_of === null;
}

/**
 * Asks models for a review: one generalist in normal mode; in deep mode three specialists in parallel whose findings a
 * fourth call judges. That call can keep, drop and weigh findings but has no words of its own to add to them, so what is
 * posted was always written by an agent that had the code before it.
 */
import type { View } from '../../model/coverage.ts';
import type { AttributedFinding, SourcedFinding } from '../../model/findings.ts';
import { redact } from '../../model/redact.ts';
import { CONFIDENCE_THRESHOLD, type RunUsage } from '../../model/reviews.ts';
import { citedEvidence } from '../evidence/cited-evidence.ts';
import { runAgent } from './loop.ts';
import { synthesise, type AgentReport, type Synthesis } from './synthesis.ts';
import { reviewInstructions, type Specialist } from './prompts.ts';
import { createMark, writeMaterial } from './prompts-material.ts';
import type { ReviewRequest } from './review-request.ts';

export interface AgentOutcome {
  /** Of CONFIDENCE_THRESHOLD and above. */
  findings: SourcedFinding[];
  positive_findings: string[];
  summary: string;
  /** Why this is not a whole review, in words that can be shown; empty when it is one. */
  incomplete: string[];
  dropped: {
    lowConfidence: number;
    /** Not in the form that was asked for, even when asked again. */
    unreadable: number;
    /** By the synthesis of a deep review. */
    rejected: number;
  };
  /** Files whose diff did not fit into any conversation in full. */
  unseenFiles: string[];
  /** What each agent was shown in the requests that were accepted. */
  views: View[];
  usage: RunUsage;
}

interface SpecialistResult extends AgentReport {
  by: Specialist;
}

const DEFAULT_BUDGET = 300_000;
const DEFAULT_TIME_MS = 8 * 60_000;

/** Failures: those of GatewayPort.chat when no agent could answer; what fails in part is `incomplete`. */
export async function reviewWithModels(given: ReviewRequest): Promise<AgentOutcome> {
  const request = { ...given, found: given.found ?? { budget: Infinity } };
  if (request.mode === 'normal') {
    const result = await ask(request, 'generalist');
    return outcomeOf([result], { ...result, rejected: 0 });
  }
  const specialists: Specialist[] = ['correctness', 'security', 'design'];
  const asked = await Promise.allSettled(specialists.map((specialist) => ask(request, specialist)));
  const results = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failures = asked.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
  if (results.length === 0) throw failures[0];
  const synthesis = await synthesise(request, results);
  const missing =
    failures.length === 0 ? [] : [`${failures.length} of ${specialists.length} specialists could not be asked`];
  return outcomeOf(results, { ...synthesis, incomplete: [...missing, ...synthesis.incomplete] });
}

async function ask(request: ReviewRequest, specialist: Specialist): Promise<SpecialistResult> {
  const { gateway, material, tools, reviewModel, maxToolRounds, patience, signal } = request;
  const mark = createMark();
  const result = await runAgent({
    gateway,
    model: reviewModel,
    instructions: reviewInstructions(specialist, mark, tools.length > 0, material.language),
    mark,
    write: (budget) => writeMaterial(material, mark, budget),
    tools,
    maxRounds: tools.length === 0 ? 0 : maxToolRounds,
    timeMs: request.timeMs ?? DEFAULT_TIME_MS,
    budget: request.budget ?? DEFAULT_BUDGET,
    ...(request.found === undefined ? {} : { found: request.found }),
    ...(patience === undefined ? {} : { patience }),
    ...(signal === undefined ? {} : { signal }),
  });
  // Only what this one was told can have led it to what it says.
  const { graphCommit: commit } = request;
  const findings = result.findings.map((finding): AttributedFinding => {
    const evidence = commit === null ? [] : citedEvidence(finding, result.statements, commit);
    return { ...finding, by: specialist, evidence };
  });
  return { ...result, findings, by: specialist };
}

function outcomeOf(
  results: readonly SpecialistResult[],
  joined: Pick<Synthesis, 'findings' | 'positive_findings' | 'summary' | 'incomplete'> & Partial<Synthesis>,
): AgentOutcome {
  const shown = joined.findings.filter(({ confidence }) => confidence >= CONFIDENCE_THRESHOLD);
  const all = [...results, ...(joined.call === undefined ? [] : [joined.call])];
  const models = [...new Set(all.map(({ model }) => model))];
  const sum = (of: (result: SpecialistResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  return {
    findings: shown.map(sourced),
    positive_findings: joined.positive_findings.map((text) => redact(text)),
    summary: redact(joined.summary),
    incomplete: joined.incomplete,
    dropped: {
      lowConfidence: joined.findings.length - shown.length,
      unreadable: sum(({ unreadable }) => unreadable),
      rejected: joined.rejected ?? 0,
    },
    unseenFiles: [...new Set(results.flatMap(({ unseenFiles }) => unseenFiles))],
    views: results.flatMap(({ by, views }) =>
      // A later request never holds more than the one before it, so the last is what the whole answer rests on.
      views.map((view, at): View => ({ ...view, by, answered: at === views.length - 1 })),
    ),
    usage: {
      model: models.join(', '),
      tool_rounds: sum(({ rounds }) => rounds),
      prompt_tokens: all.reduce((total, { usage }) => total + usage.prompt, 0),
      completion_tokens: all.reduce((total, { usage }) => total + usage.completion, 0),
    },
  };
}

/** A suggestion that holds a secret would put it into a comment, and one without it would break the code. */
function sourced(finding: AttributedFinding): SourcedFinding {
  const { title, description, suggestion } = finding;
  const clean = suggestion === null ? null : redact(suggestion);
  return {
    ...finding,
    title: redact(title),
    description: redact(description),
    suggestion: clean === suggestion ? suggestion : null,
    source: 'agent',
    rule: null,
  };
}

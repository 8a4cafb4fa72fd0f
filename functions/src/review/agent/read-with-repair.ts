/**
 * A model's answer as findings, asked for again where it could not be read: what was cut off, and findings that are not in
 * the form that was asked for.
 */
import type { AgentAnswer } from '../../model/findings.ts';
import type { ChatAnswer } from '../../ports.ts';
import { joinedFindings, readAnswer, type ReadAnswer } from './answer.ts';
import type { Conversation } from './conversation.ts';
import { repairRequest } from './prompts.ts';

const UNREAD_SUMMARY = 3_000;
/** Findings that are asked for again in one question. */
const MAX_PROBLEMS = 20;

export interface Reading extends AgentAnswer {
  /** Why this is not all; empty when it is. */
  incomplete: string[];
  /** Findings that could not be understood, even when asked again. */
  unreadable: number;
}

export async function readWithRepair(conversation: Conversation, answer: ChatAnswer): Promise<Reading> {
  const first = readAnswer(answer.content ?? '');
  if (answer.finish === 'content_filter')
    return incompleteReading(first, answer, 'the model’s provider withheld its answer');
  const cutOff = first !== undefined && isCutOff(first, answer);
  const problems = problemsOf(first);
  if (first !== undefined && !cutOff && problems.length === 0) return { ...first, incomplete: [], unreadable: 0 };

  conversation.heard(answer.content ?? '');
  conversation.say(repairRequest(problems, cutOff));
  const again = await conversation.ask(false);
  const second = readAnswer(again.content ?? '');
  if (first !== undefined) return joined(first, second, cutOff, problems.length);
  if (second === undefined) return incompleteReading(undefined, answer, 'the model’s answer could not be read');
  return closed(second, second.unreadable.length, isCutOff(second, again));
}

function isCutOff({ cutOff }: ReadAnswer, { finish }: ChatAnswer): boolean {
  return cutOff || finish === 'length';
}

/** What is wrong with findings, as it is told to the model. */
function problemsOf(read: ReadAnswer | undefined): string[] {
  return (read?.unreadable ?? [])
    .slice(0, MAX_PROBLEMS)
    .map(({ problem, item }) => `${JSON.stringify(item).slice(0, 500)}\n→ ${problem.slice(0, 1_000)}`);
}

/** `asked`: findings that were asked for again. */
function joined(first: ReadAnswer, second: ReadAnswer | undefined, cutOff: boolean, asked: number): Reading {
  const findings = joinedFindings([first.findings, second?.findings ?? []]);
  const missed = first.unreadable.length - asked;
  const left = missed + (second === undefined ? asked : second.unreadable.length);
  return closed({ ...first, findings }, left, cutOff && (second === undefined || second.cutOff));
}

function closed(answer: AgentAnswer, unreadable: number, cutOff: boolean): Reading {
  const incomplete = [
    ...(cutOff ? ['the model’s answer was cut off'] : []),
    ...(unreadable > 0 ? [`${unreadable} of the model’s findings could not be read`] : []),
  ];
  const { findings, positive_findings, summary } = answer;
  return { findings, positive_findings, summary, incomplete, unreadable };
}

function incompleteReading(read: ReadAnswer | undefined, answer: ChatAnswer, reason: string): Reading {
  const summary = read?.summary ?? (answer.content ?? '').trim().slice(0, UNREAD_SUMMARY);
  return {
    findings: read?.findings ?? [],
    positive_findings: read?.positive_findings ?? [],
    summary,
    incomplete: [reason],
    unreadable: read?.unreadable.length ?? 0,
  };
}

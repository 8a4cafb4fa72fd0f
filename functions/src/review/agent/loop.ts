/**
 * One agent: the model asks tools until it answers, for a bounded number of rounds. When they are used up, one last
 * question without tools must be answered. Whatever kept the agent from a full answer is said in `incomplete`; an empty
 * list of findings beside it means "not known", never "nothing there".
 */
import type { AgentAnswer, Finding } from '../../model/findings.ts';
import { AppError } from '../../model/errors.ts';
import type { ChatAnswer, ChatMessage, ChatRequest, GatewayPort } from '../../ports.ts';
import { readAnswer, type ReadAnswer } from './answer.ts';
import { asPlainText, keptCalls, keptText, shortenResults } from './history.ts';
import { patiently, type Patience } from './patience.ts';
import { ANSWER_FORMAT, LAST_ROUND, repairRequest } from './prompts.ts';
import { fenced, type WrittenMaterial } from './prompts-material.ts';
import { answerCall, declarationOf, type AgentTool } from './tools.ts';

export interface Agent {
  gateway: GatewayPort;
  model: string;
  instructions: string;
  /** The random word around data. */
  mark: string;
  /** The pull request within so many characters. */
  write(budget: number): WrittenMaterial;
  tools: readonly AgentTool[];
  maxRounds: number;
  /** Milliseconds after which no further round begins. */
  timeMs: number;
  /** Characters of the whole conversation; halved when the gateway says that it is too much. */
  budget: number;
  patience?: Patience;
  signal?: AbortSignal;
}

export interface AgentResult extends AgentAnswer {
  /** Why this is not all; empty when it is. */
  incomplete: string[];
  /** Findings that could not be understood, even when asked again. */
  unreadable: number;
  unseenFiles: string[];
  rounds: number;
  usage: { prompt: number; completion: number };
  model: string;
}

const MATERIAL_SHARE = 0.75;
const MAX_CALLS = 12;
const TOO_MANY_CALLS = `Only ${MAX_CALLS} calls are answered in one round. Ask again.`;
/** Below this there is no review: instructions alone take a third of it. */
const LEAST_BUDGET = 12_000;
/** Reasoning counts as well. */
const ANSWER_TOKENS = 32_000;
const UNREAD_SUMMARY = 3_000;
/** Findings that are asked for again in one question. */
const MAX_PROBLEMS = 20;

/** Failures: those of GatewayPort.chat, once asking again and asking for less has not helped. */
export async function runAgent(agent: Agent): Promise<AgentResult> {
  const conversation = startConversation(agent);
  const endsAt = performance.now() + agent.timeMs;
  const incomplete: string[] = [];
  let rounds = 0;
  let answer = await conversation.ask(rounds < agent.maxRounds);
  while (answer.toolCalls.length > 0 && rounds < agent.maxRounds) {
    rounds++;
    await conversation.run(answer);
    const late = performance.now() > endsAt;
    const last = late || rounds >= agent.maxRounds;
    if (last) conversation.say(LAST_ROUND);
    answer = await conversation.ask(!last);
    // Nobody knows what it would have asked next, so an answer that was forced is not taken for a whole one.
    if (last)
      incomplete.push(late ? 'the time for it was over' : `the ${agent.maxRounds} rounds of tool calls were used up`);
    if (last) break;
  }
  const read = await readWithRepair(conversation, answer);
  const { unanswered, ...totals } = conversation.totals();
  if (unanswered > 0) incomplete.push(`${unanswered} of the model’s questions about the code could not be answered`);
  return { ...read, incomplete: [...incomplete, ...read.incomplete], rounds, ...totals };
}

interface Conversation {
  ask(withTools: boolean): Promise<ChatAnswer>;
  /** Answers the calls, all at once. */
  run(answer: ChatAnswer): Promise<void>;
  say(text: string): void;
  /** What the model said, without calls. */
  heard(content: string): void;
  /** `unanswered`: calls that stayed without an answer, since what they ask was away. */
  totals(): Pick<AgentResult, 'usage' | 'model' | 'unseenFiles'> & { unanswered: number };
}

function startConversation(agent: Agent): Conversation {
  const { gateway, mark, model, patience, signal, tools } = agent;
  const declared = tools.map(declarationOf);
  let { budget } = agent;
  let material = agent.write(budget * MATERIAL_SHARE);
  let plain = false;
  let answeredBy = model;
  const later: ChatMessage[] = [];
  const callIds = new Set<string>();
  const usage = { prompt: 0, completion: 0 };
  let unanswered = 0;

  function request(withTools: boolean): ChatRequest {
    const messages: ChatMessage[] = [
      { role: 'system', content: agent.instructions },
      { role: 'user', content: material.text },
      ...later,
    ];
    const fitting = shortenResults(messages, budget);
    return {
      model,
      messages: plain && !withTools ? asPlainText(fitting) : fitting,
      ...(withTools ? { tools: declared } : {}),
      answer: ANSWER_FORMAT,
      maxTokens: ANSWER_TOKENS,
      ...(signal === undefined ? {} : { signal }),
    };
  }

  async function ask(withTools: boolean): Promise<ChatAnswer> {
    for (;;) {
      try {
        const answer = await patiently(() => gateway.chat(request(withTools && declared.length > 0)), patience, signal);
        usage.prompt += answer.usage.prompt;
        usage.completion += answer.usage.completion;
        answeredBy = answer.model;
        return answer;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const smaller = Math.floor(budget / 2);
        if (error.code === 'context_overflow' && smaller >= LEAST_BUDGET) {
          budget = smaller;
          material = agent.write(budget * MATERIAL_SHARE);
        } else if (
          error.code === 'gateway_refused' &&
          !withTools &&
          !plain &&
          later.some(({ role }) => role === 'tool')
        ) {
          plain = true;
        } else throw error;
      }
    }
  }

  return {
    ask,
    async run(answer) {
      const calls = keptCalls(answer.toolCalls, callIds);
      later.push({ role: 'assistant', content: answer.content && keptText(answer.content), toolCalls: calls });
      const results = await Promise.all(
        answer.toolCalls.slice(0, calls.length).map(async (call, at) => {
          if (at >= MAX_CALLS) return TOO_MANY_CALLS;
          const { text, unavailable } = await answerCall(tools, call, patience, signal);
          if (unavailable) unanswered++;
          return text;
        }),
      );
      calls.forEach(({ id }, at) => {
        later.push({ role: 'tool', toolCallId: id, content: fenced(mark, 'result', results[at] ?? '') });
      });
    },
    say: (text) => void later.push({ role: 'user', content: text }),
    heard: (content) => void later.push({ role: 'assistant', content: keptText(content) }),
    totals: () => ({ usage, model: answeredBy, unseenFiles: material.unseenFiles, unanswered }),
  };
}

type Reading = AgentAnswer & Pick<AgentResult, 'incomplete' | 'unreadable'>;

async function readWithRepair(conversation: Conversation, answer: ChatAnswer): Promise<Reading> {
  const first = readAnswer(answer.content ?? '');
  const cutOff = first !== undefined && (first.cutOff || answer.finish === 'length');
  const unreadable = first?.unreadable ?? [];
  const problems = unreadable
    .slice(0, MAX_PROBLEMS)
    .map(({ problem, item }) => `${JSON.stringify(item).slice(0, 500)}\n→ ${problem.slice(0, 1_000)}`);
  if (answer.finish === 'content_filter')
    return incompleteReading(first, answer, 'the model’s provider withheld its answer');
  if (first !== undefined && !cutOff && problems.length === 0) return { ...first, incomplete: [], unreadable: 0 };

  conversation.heard(answer.content ?? '');
  conversation.say(repairRequest(problems, cutOff));
  const again = await conversation.ask(false);
  const second = readAnswer(again.content ?? '');
  if (first === undefined) {
    if (second === undefined) return incompleteReading(undefined, answer, 'the model’s answer could not be read');
    return closed(second, second.unreadable.length, second.cutOff || again.finish === 'length');
  }
  const joined = { ...first, findings: withoutRepeated([...first.findings, ...(second?.findings ?? [])]) };
  const missed = unreadable.length - problems.length;
  const left = missed + (second === undefined ? problems.length : second.unreadable.length);
  return closed(joined, left, cutOff && (second === undefined || second.cutOff));
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

function withoutRepeated(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ path, line_start: line, title }) => {
    const key = JSON.stringify([path, line, title]);
    return !seen.has(key) && seen.add(key).size > 0;
  });
}

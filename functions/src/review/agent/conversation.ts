/**
 * The conversation of one agent with its model: what was said so far, and how it is said again in less when the gateway
 * finds it too long, or without tools when it refuses them.
 *
 *     system: instructions · user: the pull request · assistant: calls · tool: results · … · assistant: the answer
 */
import { AppError } from '../../model/errors.ts';
import type { View } from '../../model/coverage.ts';
import type { ChatAnswer, ChatMessage, ChatRequest, GatewayPort } from '../../ports.ts';
import type { Statement } from '../evidence/statements.ts';
import { asPlainText, keptCalls, keptText, shortenResults } from './history.ts';
import { patiently, type Patience } from './patience.ts';
import { ANSWER_FORMAT } from './prompts.ts';
import { fenced, type WrittenMaterial } from './prompts-material.ts';
import type { FoundLimits } from './review-request.ts';
import { answerCall, declarationOf, type AgentTool } from './tools.ts';

export interface Speaker {
  gateway: GatewayPort;
  model: string;
  instructions: string;
  /** The random word around data. */
  mark: string;
  /** The pull request within so many characters. */
  write(budget: number): WrittenMaterial;
  tools: readonly AgentTool[];
  /** The form of the answer; a review's unless given. */
  format?: NonNullable<ChatRequest['answer']>;
  /** Characters of the whole conversation; halved when the gateway says that it is too much. */
  budget: number;
  /** Shared by the conversations of a review: what one has found out the others need not try. */
  found?: FoundLimits;
  patience?: Patience;
  signal?: AbortSignal;
}

export interface Totals {
  usage: { prompt: number; completion: number };
  model: string;
  unseenFiles: string[];
  /** What the accepted requests held, in their order; those that held the same are one. */
  views: Pick<View, 'requests' | 'files'>[];
  /** What the graph said in answers to its tools. */
  statements: Statement[];
  /** Calls that stayed without an answer, since what they ask was away. */
  unanswered: number;
}

const MATERIAL_SHARE = 0.75;
const MAX_CALLS = 12;
const TOO_MANY_CALLS = `Only ${MAX_CALLS} calls are answered in one round. Ask again.`;
/** Below this there is no review: instructions alone take a third of it. */
export const LEAST_BUDGET = 12_000;
/** Reasoning counts as well. */
const ANSWER_TOKENS = 32_000;

export class Conversation {
  private readonly speaker: Speaker;
  private budget: number;
  private material: WrittenMaterial;
  /** Tool calls and results are written as text, for a gateway that refuses them without tools. */
  private plain = false;
  private answeredBy: string;
  private readonly later: ChatMessage[] = [];
  private readonly callIds = new Set<string>();
  private readonly views: Totals['views'] = [];
  private readonly usage = { prompt: 0, completion: 0 };
  private unanswered = 0;
  private readonly statements: Statement[] = [];

  constructor(speaker: Speaker) {
    this.speaker = speaker;
    this.budget = Math.min(speaker.budget, speaker.found?.budget ?? Infinity);
    this.material = speaker.write(this.budget * MATERIAL_SHARE);
    this.answeredBy = speaker.model;
  }

  async ask(withTools: boolean): Promise<ChatAnswer> {
    const { gateway, patience, signal, tools } = this.speaker;
    for (;;) {
      try {
        const asking = () => gateway.chat(this.request(withTools && tools.length > 0));
        const answer = await patiently(asking, patience, signal);
        this.usage.prompt += answer.usage.prompt;
        this.usage.completion += answer.usage.completion;
        this.answeredBy = answer.model;
        this.noteShown();
        return answer;
      } catch (error) {
        if (!(error instanceof AppError) || !this.canAskForLess(error, withTools)) throw error;
      }
    }
  }

  /** The request as it stands was accepted. */
  private noteShown(): void {
    const { shown: files } = this.material;
    const last = this.views.at(-1);
    if (last?.files === files) last.requests++;
    else this.views.push({ requests: 1, files });
  }

  /** Answers the calls, all at once. */
  async run(answer: ChatAnswer): Promise<void> {
    const { mark, patience, signal, tools } = this.speaker;
    const calls = keptCalls(answer.toolCalls, this.callIds);
    this.later.push({ role: 'assistant', content: answer.content && keptText(answer.content), toolCalls: calls });
    const results = await Promise.all(
      answer.toolCalls.slice(0, calls.length).map(async (call, at) => {
        if (at >= MAX_CALLS) return TOO_MANY_CALLS;
        const { text, unavailable, statements } = await answerCall(tools, call, patience, signal);
        if (unavailable) this.unanswered++;
        this.statements.push(...statements);
        return text;
      }),
    );
    calls.forEach(({ id }, at) => {
      this.later.push({ role: 'tool', toolCallId: id, content: fenced(mark, 'result', results[at] ?? '') });
    });
  }

  say(text: string): void {
    this.later.push({ role: 'user', content: text });
  }

  /** What the model said, without calls. */
  heard(content: string): void {
    this.later.push({ role: 'assistant', content: keptText(content) });
  }

  totals(): Totals {
    const { answeredBy: model, material, statements, unanswered, usage, views } = this;
    return { usage, model, unseenFiles: material.unseenFiles, views, statements, unanswered };
  }

  private request(withTools: boolean): ChatRequest {
    const { format = ANSWER_FORMAT, instructions, model, signal, tools } = this.speaker;
    const messages: ChatMessage[] = [
      { role: 'system', content: instructions },
      { role: 'user', content: this.material.text },
      ...this.later,
    ];
    const fitting = shortenResults(messages, this.budget);
    return {
      model,
      messages: this.plain && !withTools ? asPlainText(fitting) : fitting,
      ...(withTools ? { tools: tools.map(declarationOf) } : {}),
      answer: format,
      maxTokens: ANSWER_TOKENS,
      ...(signal === undefined ? {} : { signal }),
    };
  }

  /** Whether there is another way to ask after a refusal, which is taken from then on. */
  private canAskForLess({ code }: AppError, withTools: boolean): boolean {
    const smaller = Math.floor(this.budget / 2);
    if (code === 'context_overflow' && smaller >= LEAST_BUDGET) {
      this.budget = smaller;
      if (this.speaker.found !== undefined) this.speaker.found.budget = Math.min(this.speaker.found.budget, smaller);
      this.material = this.speaker.write(smaller * MATERIAL_SHARE);
      return true;
    }
    if (code !== 'gateway_refused' || withTools || this.plain) return false;
    this.plain = this.later.some(({ role }) => role === 'tool');
    return this.plain;
  }
}

/** A small pull request to review, and how the stand-in answers about it. */
import type { ChatBody, LlmStandIn, StandInReply } from '../../local/demo/llm-stand-in.ts';
import { openaiGateway } from '../../src/adapters/gateway/gateway.ts';
import type { Finding } from '../../src/model/findings.ts';
import { type AgentOutcome, reviewWithModels } from '../../src/review/agent/agent.ts';
import type { ReviewRequest } from '../../src/review/agent/review-request.ts';
import type { ReviewMaterial } from '../../src/review/agent/prompts-material.ts';

export const MATERIAL: ReviewMaterial = {
  repoId: 'ada/shop',
  number: 7,
  title: 'Count items',
  body: 'Sums up prices.',
  author: 'ada',
  files: [{ path: 'src/cart.ts', status: 'modified', patch: '@@ -1,2 +1,2 @@\n a\n-b\n+c\n' }],
  context: [],
  known: [],
  instructions: [],
  guidelines: [],
  language: null,
  remarks: [],
};

export function finding(over: Partial<Finding> = {}): Finding {
  return {
    path: 'src/cart.ts',
    side: 'RIGHT',
    line_start: 2,
    line_end: 2,
    quote: 'c',
    title: 'Wrong sum',
    description: 'The sum leaves the last item out.',
    suggestion: null,
    confidence: 9,
    category: 'bug',
    severity: 'high',
    evidence: [],
    ...over,
  };
}

export function answer(...findings: unknown[]): StandInReply {
  return { content: JSON.stringify({ findings, positive_findings: ['Short functions'], summary: 'Adds a sum.' }) };
}

/** Texts of the messages with this role. */
export function said({ messages }: ChatBody, role: string): string[] {
  return messages.filter((message) => message.role === role).map(({ content }) => content ?? '');
}

/** Asks over HTTP, with short waits between tries. */
export function review(model: LlmStandIn, options: Partial<ReviewRequest> = {}): Promise<AgentOutcome> {
  return reviewWithModels({
    gateway: openaiGateway({ apiKey: 'k', baseUrl: model.url, embeddingModel: 'e' }),
    material: MATERIAL,
    tools: [],
    graphCommit: 'c0ffee',
    mode: 'normal',
    reviewModel: 'reviewer',
    synthesisModel: 'judge',
    maxToolRounds: 3,
    patience: { retries: 2, firstWaitMs: 5 },
    ...options,
  });
}

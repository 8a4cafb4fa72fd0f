/** What a review is asked with: the change, the tools, the models and the limits. */
import type { GatewayPort } from '../../ports.ts';
import type { Patience } from './patience.ts';
import type { ReviewMaterial } from './prompts-material.ts';
import type { AgentTool } from './tools.ts';

export interface ReviewRequest {
  gateway: GatewayPort;
  material: ReviewMaterial;
  /** graphTools and fileTools. There may be none. */
  tools: readonly AgentTool[];
  /** Of the graph that they ask; null when it holds none of the repository, and nothing that it says is evidence. */
  graphCommit: string | null;
  mode: 'normal' | 'deep';
  reviewModel: string;
  /** Judges the specialists' findings in deep mode. */
  synthesisModel: string;
  /** Rounds of tool calls of each agent. */
  maxToolRounds: number;
  /** Characters of one conversation; about 3.5 are a token. */
  budget?: number;
  /** What of it the gateway was found to take, for all that follows; made by the review when it is not given. */
  found?: FoundLimits;
  timeMs?: number;
  patience?: Patience;
  signal?: AbortSignal;
}

/** Limits that show while a review asks. */
export interface FoundLimits {
  /** Characters of a conversation that was not too long, at most. */
  budget: number;
}

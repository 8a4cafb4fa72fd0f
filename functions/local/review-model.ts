/** Asks the model of GATEWAY_API_KEY for the findings of `npm run review`, with the tools that a deployed review has. */
import { openaiGateway } from '../src/adapters/gateway.ts';
import type { Scope } from '../src/graph/access.ts';
import { QUESTIONS } from '../src/graph/queries/questions.ts';
import type { GraphPort, Snapshot } from '../src/ports.ts';
import { reviewWithModels, type AgentOutcome } from '../src/review/agent.ts';
import type { BudgetedPatch, SelectedFiles } from '../src/review/changed-files.ts';
import type { ContextPack } from '../src/review/context.ts';
import type { FileDiff } from '../src/review/diff-trees.ts';
import { materialFiles } from '../src/review/material-files.ts';
import { fileTools } from '../src/review/tools-files.ts';
import { graphTools } from '../src/review/tools-graph.ts';

export interface ModelQuestion {
  repoId: string;
  /** The commit, and its tree. */
  head: string;
  snapshot: Snapshot;
  graph: GraphPort;
  scope: Scope;
  diffs: readonly FileDiff[];
  selected: SelectedFiles;
  patches: readonly BudgetedPatch[];
  context: ContextPack;
}

/** undefined when no model is configured. */
export async function askModel(question: ModelQuestion): Promise<AgentOutcome | undefined> {
  const { repoId, head, graph, scope, snapshot, diffs, selected, patches, context } = question;
  const apiKey = process.env['GATEWAY_API_KEY'] ?? '';
  if (apiKey === '') return undefined;
  const model = process.env['REVIEW_MODEL'] ?? 'gpt-5';
  return reviewWithModels({
    gateway: openaiGateway({
      apiKey,
      baseUrl: process.env['GATEWAY_BASE_URL'] ?? 'https://api.openai.com/v1',
      embeddingModel: '',
    }),
    material: {
      repoId,
      number: 1,
      title: `Changes up to ${head.slice(0, 12)}`,
      body: '',
      author: 'local',
      files: materialFiles(diffs, selected, patches),
      context: context.items,
      known: [],
      remarks: context.remarks,
    },
    tools: [...graphTools(graph, scope, QUESTIONS), ...fileTools(snapshot)],
    mode: 'normal',
    reviewModel: model,
    synthesisModel: process.env['SYNTHESIS_MODEL'] ?? model,
    maxToolRounds: Number(process.env['MAX_TOOL_ROUNDS'] ?? 8),
  });
}

/** Counts by reason, as the ledger has them. */
export function droppedBy({ dropped }: AgentOutcome): Record<string, number> {
  return {
    'confidence below 7': dropped.lowConfidence,
    'not in the form that was asked for': dropped.unreadable,
    'rejected by the synthesis': dropped.rejected,
  };
}

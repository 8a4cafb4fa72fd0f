/** The parts of answers that pages hand on to each other, by names. */
import type { operations } from './schema.ts';

type AnswerTo<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

export type Neighbours = AnswerTo<'neighbours'>;
export type GraphSymbol = Neighbours['symbol'];
export type Neighbour = Neighbours['nodes'][number];
export type GraphEdge = Neighbours['edges'][number];
export type Changes = AnswerTo<'changes'>;
export type UnresolvedCalls = AnswerTo<'unresolved_calls'>;
export type GraphPath = AnswerTo<'path_between'>;
export type FileView = AnswerTo<'view_file'>;
export type OutlineEntry = FileView['outline'][number];
export type CallSite = FileView['calls'][number];
export type FolderMap = AnswerTo<'code_map'>;
export type MapNode = FolderMap['nodes'][number];

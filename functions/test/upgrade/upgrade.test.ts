/** Upgrades of documents and of graphs, one after the other: both fill the graph with the same sample repositories. */
export * from './documents.ts';
export * from './graph.ts';

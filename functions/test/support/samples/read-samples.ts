/** The stored samples as tests use them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts } from '../../../src/model/facts.ts';
import type { StoredDocuments, StoredGraph } from './stored-form.ts';

/** Folders under `stored/`, oldest first. */
export const SAMPLES = ['2026-11-29', '2026-11-30'];

interface Head {
  /** Commit whose code made it. */
  made_by: string;
  made_at: string;
}

export interface SampleDocuments extends Head {
  /** Of the owner of all repositories, and of somebody else. */
  uid: string;
  visitor: string;
  /** A personal access token of the owner, where there were any. */
  token?: string;
  documents: StoredDocuments;
}

export interface SampleGraph extends Head {
  /** By `owner/name`. */
  repositories: Record<string, StoredGraph>;
}

export interface SampleFacts extends Head {
  files: { path: string; language: string; packed: string; facts: FileFacts }[];
}

function read(sample: string, name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'stored', sample, `${name}.json`), 'utf8'));
}

export const readDocuments = (sample: string) => read(sample, 'documents') as SampleDocuments;
export const readGraph = (sample: string) => read(sample, 'graph') as SampleGraph;
export const readSampleFacts = (sample: string) => read(sample, 'facts') as SampleFacts;

/**
 * A folder as the code base of an MCP server: indexed when the server starts, brought up to date before each answer where
 * the watcher heard of a change, and meanwhile too, so that an answer seldom waits. A change of a file that most others
 * depend on takes seconds to resolve. An answer waits for a part of that, and then says of how many files the calls are
 * still those of before.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneAtATime } from '../../src/api/http/one-at-a-time.ts';
import { memoryReader } from '../../src/graph/reader/memory-reader.ts';
import type { CodeBase, OpenedCode } from '../../src/mcp/ask-tool.ts';
import type { GraphReader } from '../../src/ports.ts';
import type { FactsCache } from './facts-cache.ts';
import { editedFiles } from './folder-head.ts';
import { createFolderIndex } from './folder-index.ts';
import { watchFolder } from './watch-folder.ts';

/** Editors write a file in several steps. */
const SETTLE_MS = 100;
/** For which an answer waits for edges. */
const PATIENCE_MS = 600;
/** A file may vanish while the folder is read. */
const ATTEMPTS = 3;

export interface FolderCode extends CodeBase {
  /** Resolves when everything is indexed for the first time. */
  ready: Promise<void>;
  close(): void;
}

export function openFolderCode(folder: string, cache?: FactsCache): FolderCode {
  const root = resolve(folder);
  const index = createFolderIndex(root, cache);
  let reader: GraphReader | undefined;
  let edited = 0;
  let dirty = true;
  let settling: NodeJS.Timeout | undefined;
  const inTurn = oneAtATime();

  const watcher = watchFolder(root, () => {
    dirty = true;
    clearTimeout(settling);
    settling = setTimeout(() => void bringUp().catch(() => undefined), SETTLE_MS);
    settling.unref();
  });

  /** What the folder holds, and then its edges. */
  async function bringUp(): Promise<void> {
    await readUp();
    if (await index.settle()) publish();
  }

  /** Readings wait for each other, so that none reports as done what another is still reading. */
  function readUp(): Promise<void> {
    return inTurn('read', readChanges);
  }

  async function readChanges(): Promise<void> {
    await attempted(async () => {
      if (!dirty) return;
      dirty = !watcher.isComplete();
      const isNew = await index.read();
      edited = await editedFiles(root);
      // Before the first edges there is nothing to answer from.
      if (isNew && reader !== undefined) publish();
    }, () => (dirty = true)); // prettier-ignore
  }

  function publish(): void {
    const graph = index.graph();
    watcher.follow(index.paths());
    reader = memoryReader(graph);
  }

  async function open(): Promise<OpenedCode> {
    if (reader === undefined) await bringUp();
    else {
      await readUp();
      await withinPatience(bringUp());
    }
    if (reader === undefined) throw new Error('The folder was not indexed');
    return { reader, moved: moved(edited, index.unsettled()) };
  }

  const ready = bringUp();
  // Whoever asks hears of a failure; until then it is no unhandled one.
  ready.then(() => index.warm()).catch(() => undefined);
  return { several: false, open, ready, close: () => watcher.close() };
}

async function attempted(work: () => Promise<void>, failed: () => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      failed();
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function withinPatience(work: Promise<void>): Promise<void> {
  const patience = new AbortController();
  try {
    await Promise.race([work, sleep(PATIENCE_MS, undefined, { signal: patience.signal, ref: false })]);
  } finally {
    patience.abort();
    work.catch(() => undefined);
  }
}

function moved(edited: number, unsettled: number): string | null {
  const parts = [
    ...(edited === 0 ? [] : [`${edited} files differ from that commit, and are answered as they are now`]),
    ...(unsettled === 0 ? [] : [`calls and imports are still those before the last edit of ${unsettled} files: ask again in some seconds`]),
  ]; // prettier-ignore
  return parts.length === 0 ? null : parts.join('; ');
}

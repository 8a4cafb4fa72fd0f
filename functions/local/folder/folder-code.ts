/**
 * A folder as the code base of an MCP server: indexed when the server starts, brought up to date before each answer where
 * the watcher heard of a change, and meanwhile too, so that an answer seldom waits.
 */
import { resolve } from 'node:path';
import { memoryReader } from '../../src/graph/reader/memory-reader.ts';
import type { CodeBase, OpenedCode } from '../../src/mcp/ask-tool.ts';
import type { GraphReader } from '../../src/ports.ts';
import type { FactsCache } from './facts-cache.ts';
import { editedFiles } from './folder-head.ts';
import { createFolderIndex } from './folder-index.ts';
import { watchFolder } from './watch-folder.ts';

/** Editors write a file in several steps. */
const SETTLE_MS = 100;
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
  let updating: Promise<void> = Promise.resolve();

  const watcher = watchFolder(root, () => {
    dirty = true;
    clearTimeout(settling);
    settling = setTimeout(() => void bringUp().catch(() => undefined), SETTLE_MS);
    settling.unref();
  });

  /** Updates wait for each other, so that none reports as done what another is still reading. */
  function bringUp(): Promise<void> {
    updating = updating.catch(() => undefined).then(update);
    return updating;
  }

  async function update(): Promise<void> {
    for (let attempt = 1; dirty || reader === undefined; attempt++) {
      dirty = !watcher.isComplete();
      try {
        const isNew = await index.update();
        edited = await editedFiles(root);
        if (isNew || reader === undefined) {
          const graph = index.graph();
          watcher.follow(graph.graph.files.map(({ path }) => path));
          reader = memoryReader(graph);
        }
        return;
      } catch (error) {
        dirty = true;
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  async function open(): Promise<OpenedCode> {
    await bringUp();
    if (reader === undefined) throw new Error('The folder was not indexed');
    const moved = edited === 0 ? null : `${edited} files differ from that commit, and are answered as they are now`;
    return { reader, moved };
  }

  const ready = bringUp();
  // Whoever asks hears of a failure; until then it is no unhandled one.
  ready.catch(() => undefined);
  return { several: false, open, ready, close: () => watcher.close() };
}

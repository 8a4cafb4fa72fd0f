/**
 * Tells when something in a folder may have changed. Only folders that hold files which answers are made from are watched, each by itself: a
 * recursive watch would take every folder below `node_modules`. A folder that is made meanwhile is watched from then on: it
 * may get its first file later.
 */
import { lstatSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Systems allow some thousands; where there are more folders, or none can be watched, whoever asks looks again each time. */
const MOST_FOLDERS = 4_000;

/** New folders of these names hold nothing that is indexed, and thousands of others. */
const NEVER = new Set(['.git', 'node_modules']);

export interface FolderWatch {
  /** The folders of these paths, relative to the root, from now on. */
  follow(paths: Iterable<string>): void;
  /** False where changes are not told. */
  isComplete(): boolean;
  close(): void;
}

export function watchFolder(root: string, changed: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  const made = new Set<string>();
  let complete = true;

  function add(folder: string): void {
    if (watchers.has(folder) || !complete) return;
    if (watchers.size >= MOST_FOLDERS) {
      complete = false;
      return;
    }
    try {
      const watcher = watch(join(root, folder), { persistent: false }, (_, name) => {
        if (name !== null) addMade(join(folder, name));
        changed();
      });
      // A folder that is removed tells so to the folder above it, too.
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(folder);
        made.delete(folder);
        changed();
      });
      watchers.set(folder, watcher);
    } catch {
      complete = false;
    }
  }

  function addMade(folder: string): void {
    if (watchers.has(folder) || NEVER.has(basename(folder))) return;
    if (lstatSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() !== true) return;
    made.add(folder);
    add(folder);
  }

  return {
    follow(paths) {
      const folders = new Set(['.', ...made]);
      for (const path of paths) {
        for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
      }
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of folders) add(folder);
    },
    isComplete: () => complete,
    close() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

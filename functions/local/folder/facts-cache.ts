/**
 * What extraction made of a file, kept on disk between runs of the local commands: a folder whose files did not change is
 * indexed without parsing one. An entry is named by the code that made it, the path and the content, so it never goes stale.
 *
 *     ~/.cache/reviewgraph/facts/<code>/<2 digits>/<hash of path and blob id>     F and packed facts, or S and why it was skipped
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { codeVersions } from '../../src/jobs/sync/code-versions.ts';

export type Extracted = { facts: Uint8Array } | { skipped: string };

export interface FactsCache {
  read(path: string, oid: string): Extracted | undefined;
  write(path: string, oid: string, extracted: Extracted): void;
}

/** Entries of code that no run has used for so long are removed. */
const KEPT_DAYS = 14;
const DAY_MS = 24 * 3_600_000;
/** The first byte of an entry says what follows. */
const FACTS = 'F';
const SKIPPED = 'S';

/** `root`: a folder of its own. A cache that cannot be written is no reason to fail: files are then parsed again. */
export function openFactsCache(root = defaultRoot()): FactsCache {
  const { files, skipped } = codeVersions();
  const version = createHash('sha256')
    .update(JSON.stringify([files, skipped]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(root, version);
  tolerated(() => {
    mkdirSync(folder, { recursive: true });
    utimesSync(folder, new Date(), new Date());
    removeOld(root, version);
  });
  const fileOf = (path: string, oid: string): string => {
    const name = createHash('sha256').update(`${oid} ${path}`).digest('hex');
    return join(folder, name.slice(0, 2), name.slice(2, 34));
  };
  return {
    read(path, oid) {
      const bytes = tolerated(() => readFileSync(fileOf(path, oid)));
      if (bytes === undefined || bytes.length === 0) return undefined;
      const rest = bytes.subarray(1);
      return bytes.toString('latin1', 0, 1) === SKIPPED ? { skipped: rest.toString('utf8') } : { facts: rest };
    },
    write(path, oid, extracted) {
      tolerated(() => {
        const file = fileOf(path, oid);
        mkdirSync(dirname(file), { recursive: true });
        // Another run may be writing the same entry.
        const own = `${file}.${process.pid}`;
        const [kind, rest] =
          'facts' in extracted ? [FACTS, extracted.facts] : [SKIPPED, Buffer.from(extracted.skipped)];
        writeFileSync(own, Buffer.concat([Buffer.from(kind), rest]));
        renameSync(own, file);
      });
    },
  };
}

function defaultRoot(): string {
  const cache = process.env['XDG_CACHE_HOME'];
  return join(cache === undefined || cache === '' ? join(homedir(), '.cache') : cache, 'reviewgraph', 'facts');
}

function removeOld(root: string, version: string): void {
  for (const name of readdirSync(root)) {
    const folder = join(root, name);
    if (name !== version && Date.now() - statSync(folder).mtimeMs > KEPT_DAYS * DAY_MS) rmSync(folder, { recursive: true, force: true }); // prettier-ignore
  }
}

function tolerated<T>(attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch {
    return undefined;
  }
}

/**
 * Words of a folder's texts that are no source. Few questions need them, so they are read when one asks, and those of files
 * that did not change since are kept.
 */
import { oneAtATime } from '../../src/api/http/one-at-a-time.ts';
import type { TextWords } from '../../src/graph/kept/text-words.ts';
import { readTexts, textEntriesOf, type TextEntries } from '../../src/jobs/sync/text-files.ts';
import type { Snapshot } from '../../src/ports.ts';

export interface FolderTexts {
  /** From now on the words are those of this snapshot, which is read later. */
  follow(snapshot: Snapshot, reasonToSkip: Parameters<typeof textEntriesOf>[1]): void;
  paths(): string[];
  words(): Promise<TextWords>;
}

export function createFolderTexts(): FolderTexts {
  let known: TextWords | undefined;
  let texts: TextEntries = { chosen: [], left: 0, complete: true };
  let source: Pick<Snapshot, 'read'> = { read: () => Promise.resolve(Buffer.of()) };
  const inTurn = oneAtATime();

  return {
    follow(snapshot, reasonToSkip) {
      texts = textEntriesOf(snapshot.entries, reasonToSkip);
      source = snapshot;
    },
    paths: () => texts.chosen.map(({ path }) => path),
    words: () => inTurn('words', async () => (known = await readTexts(source, texts, known))),
  };
}

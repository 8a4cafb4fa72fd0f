/**
 * How often each word stands in each file of a repository: in its text, and in the names that it declares. Kept in numbers
 * (a million lines are some 10 MB), so that a question counts its words in milliseconds, and file by file, so that a change
 * makes only what changed anew.
 *
 *     words   merg → 0, branch → 1, …
 *     files   src/merge.ts → text { 0: 12, 1: 4 }, names { 0: 3 }
 */
import { generatedMark } from '../../model/generated.ts';
import type { FileCounts } from '../../ports.ts';
import { wordsOf } from './words.ts';

/** What a file's words are made from. */
export interface WordSource {
  path: string;
  text: string;
  /** Of its functions, classes and variables. */
  names: readonly string[];
}

interface Bag {
  /** Numbers of words, each once. */
  words: Uint32Array;
  /** How often each stands there. */
  times: Uint16Array;
  size: number;
}

interface FileWords {
  /** Says which content these were made from. */
  stamp: string;
  generated: boolean;
  text: Bag;
  names: Bag;
}

const MOST_TIMES = 65_535;

export interface WordTable {
  /** Paths among these that are not there, or with another stamp; what is not named any more is forgotten. */
  outdated(stamps: ReadonlyMap<string, string>): string[];
  add(source: WordSource, stamp: string): void;
  /** Of each file, by path. */
  count(asked: readonly string[]): FileCounts[];
  /** Numbers that are held, for whoever has to bound memory. */
  readonly size: number;
}

export function createWordTable(): WordTable {
  const numbers = new Map<string, number>();
  const files = new Map<string, FileWords>();

  function bagOf(words: readonly string[]): Bag {
    const times = new Map<number, number>();
    for (const word of words) {
      let number = numbers.get(word);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(word, number);
      }
      times.set(number, (times.get(number) ?? 0) + 1);
    }
    return {
      words: Uint32Array.from(times.keys()),
      times: Uint16Array.from(times.values(), (count) => Math.min(count, MOST_TIMES)),
      size: words.length,
    };
  }

  return {
    outdated(stamps) {
      for (const path of files.keys()) if (!stamps.has(path)) files.delete(path);
      return [...stamps].filter(([path, stamp]) => files.get(path)?.stamp !== stamp).map(([path]) => path);
    },
    add({ path, text, names }, stamp) {
      const generated = generatedMark(text) !== undefined;
      files.set(path, { stamp, generated, text: bagOf(wordsOf(text)), names: bagOf(names.flatMap(wordsOf)) });
    },
    count(asked) {
      const placeOf = new Int32Array(numbers.size).fill(-1);
      asked.forEach((word, place) => {
        const number = numbers.get(word);
        if (number !== undefined) placeOf[number] = place;
      });
      return countIn(files, placeOf);
    },
    get size() {
      let held = numbers.size;
      for (const { text, names } of files.values()) held += text.words.length + names.words.length;
      return held;
    },
  };
}

/** `placeOf`: of a number of a word, its place among those asked for; -1 for others. */
function countIn(files: ReadonlyMap<string, FileWords>, placeOf: Int32Array): FileCounts[] {
  const timesIn = ({ words, times }: Bag): number[] => {
    const found: number[] = [];
    for (let at = 0; at < words.length; at++) {
      const place = placeOf[words[at] ?? 0] ?? -1;
      if (place >= 0) found.push(place, times[at] ?? 0);
    }
    return byPlace(found);
  };
  const counted = [...files].map(([path, { generated, text, names }]) => ({
    path,
    generated,
    inText: timesIn(text),
    inNames: timesIn(names),
    textSize: text.size,
    nameSize: names.size,
  }));
  return counted.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Pairs of a place and a count. Numbers of words, and with them the order in a bag, differ from table to table. */
function byPlace(pairs: readonly number[]): number[] {
  const starts = pairs.flatMap((_, at) => (at % 2 === 0 ? [at] : []));
  starts.sort((a, b) => (pairs[a] ?? 0) - (pairs[b] ?? 0));
  return starts.flatMap((at) => [pairs[at] ?? 0, pairs[at + 1] ?? 0]);
}

/**
 * Which files does a request speak of? BM25 over two fields, what a file's text says and which names it declares, with the
 * path as a third (Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009, section 3.3).
 * Files that the request names come before what its words alone suggest.
 */
import { posix } from 'node:path';
import { isTestPath } from '../../model/test-paths.ts';
import type { FileCounts, NearFile } from '../../ports.ts';
import { pathWordsOf, type PathWords } from './path-words.ts';
import { isNamed, liesIn, type LocateRequest, type NamedPlace } from './read-request.ts';
import { isStopWord } from './stop-words.ts';

export interface RankedFile {
  path: string;
  generated: boolean;
  score: number;
  /** Of the request, those that say most for this file first. */
  words: string[];
  /** Where the request names it. */
  places: NamedPlace[];
  /** Folders that the request names, and that it lies in; parts of its path that stand side by side in the request. */
  folders: string[];
  /** The symbol of it that is near in meaning, or its path. */
  near: string | null;
  /** Files that call it and that the request speaks of too. */
  from: string[];
  /** The file of its folder that the request speaks of most, where that counts. */
  beside: string | null;
}

/** Which words of the request say how much, over all files. */
export interface Weights {
  of: Map<string, number>;
}

const SATURATION = 8;
const TEXT_LENGTH = 0.3;
const NAMES_LENGTH = 0.3;
const NAME_WEIGHT = 8;
const PATH_WEIGHT = 12;
/** Of the score by words of what is not written to change with the rest. */
const ASIDE_WEIGHT = 0.7;
/** Of the best score by words, for a file whose own name the subject says: the less the more files have such a name. */
const CALLED_WEIGHT = 0.4;
/** The same for the file that stands for its folder, whose name that of the folder is. */
const FOLDER_CALLED_WEIGHT = 0.3;
/** Of that, for a word that stands further down in the text. */
const CALLED_LATER = 0.5;
/** Of the best score by words, for a file that is named with a folder, and for one of several of the same name. */
const NAMED_WEIGHT = 0.6;
/** Of the best score by words, for the file that is nearest in meaning. */
const MEANING_WEIGHT = 0.4;
/** Of the best score by words, for each file of a folder that is named: the less the more files there are. */
const NAMED_FOLDER_WEIGHT = 0.4;
const FOLDER_SIZE = 0.3;
/** Of the best score by words, for a file of whose path two parts stand side by side in the text: the less the more files do. */
const STEP_WEIGHT = 0.4;
/** A name that more of all files fit says nothing. */
const MOST_OF_FILES = 0.5;
/** Of the best score among the other files of a folder: whoever changes one file of a folder often changes another. */
const FOLDER_WEIGHT = 0.3;
/** A file says whom it stands beside from this part of its score on. */
const SHOWN_SHARE = 0.1;

export function weightsOf(request: LocateRequest, counts: readonly FileCounts[]): Weights {
  const asked = [...request.words];
  const placeOf = new Map(asked.map(([word], at) => [word, at]));
  const inFiles = asked.map(() => 0);
  for (const file of counts) {
    const found = new Set(file.inText.filter((_, at) => at % 2 === 0));
    for (const word of pathWordsOf(file.path).all) found.add(placeOf.get(word) ?? -1);
    for (const at of found) if (at >= 0) inFiles[at] = (inFiles[at] ?? 0) + 1;
  }
  const rarity = (files: number) => Math.log(1 + (counts.length - files + 0.5) / (files + 0.5));
  return { of: new Map(asked.map(([word, weight], at) => [word, weight * rarity(inFiles[at] ?? 0)])) };
}

/** Of the files that are near in meaning, 0..1 by path: the nearest is 1, the last among them 0. */
export type Nearness = ReadonlyMap<string, { share: number; symbol: string | null }>;

/** `least` and `most`: the similarities of the last and of the nearest in all that is looked through. */
export function nearnessOf(near: readonly NearFile[], least: number, most: number): Nearness {
  const width = most - least || 1;
  return new Map(near.map(({ path, similarity, symbol }) => [path, { share: (similarity - least) / width, symbol }]));
}

/** All files with a score, the best first; those of one score by path. `counts` is of the request's words in their order. */
export function rankFiles(
  request: LocateRequest,
  counts: readonly FileCounts[],
  weights: Weights,
  near: Nearness = new Map(),
): RankedFile[] {
  const words = [...request.words.keys()];
  const placeOf = new Map(words.map((word, at) => [word, at]));
  const meanText = mean(counts.map(({ textSize }) => textSize));
  const meanNames = mean(counts.map(({ nameSize }) => nameSize));
  const ranked = counts.map((file): RankedFile => {
    const shares = sharesOf(file, { words, placeOf }, weights, meanText, meanNames);
    const weight = pathWordsOf(file.path).aside ? ASIDE_WEIGHT : 1;
    const score = weight * shares.reduce((sum, { share }) => sum + share, 0);
    const places = request.places.filter((place) => isNamed(place, file.path));
    return {
      path: file.path,
      generated: file.generated,
      score,
      words: bestWords(shares),
      places,
      folders: [],
      near: null,
      from: [],
      beside: null,
    };
  });
  const best = ranked.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  raiseNear(ranked, near, best);
  raiseInFolders(ranked, request.folders, best);
  raiseBySteps(ranked, request.steps, best);
  raiseCalled(ranked, request, ({ own }) => own, CALLED_WEIGHT * best);
  raiseCalled(ranked, request, ({ folder }) => folder, FOLDER_CALLED_WEIGHT * best);
  raiseNamed(ranked, best);
  return raiseNeighbours(ranked.filter(({ score }) => score > 0)).sort(byScore);
}

function byScore(a: RankedFile, b: RankedFile): number {
  return b.score - a.score || (a.path < b.path ? -1 : 1);
}

function mean(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length) || 1;
}

interface Share {
  word: string;
  share: number;
}

function sharesOf(
  file: FileCounts,
  { words, placeOf }: { words: readonly string[]; placeOf: ReadonlyMap<string, number> },
  weights: Weights,
  meanText: number,
  meanNames: number,
): Share[] {
  const inText = 1 - TEXT_LENGTH + (TEXT_LENGTH * file.textSize) / meanText;
  const inNames = 1 - NAMES_LENGTH + (NAMES_LENGTH * file.nameSize) / meanNames;
  const times = new Map<number, number>();
  const add = (place: number | undefined, count: number): void => {
    if (place !== undefined) times.set(place, (times.get(place) ?? 0) + count);
  };
  for (let at = 0; at < file.inText.length; at += 2) add(file.inText[at], (file.inText[at + 1] ?? 0) / inText);
  for (let at = 0; at < file.inNames.length; at += 2) add(file.inNames[at], (NAME_WEIGHT * (file.inNames[at + 1] ?? 0)) / inNames); // prettier-ignore
  for (const word of pathWordsOf(file.path).all) add(placeOf.get(word), PATH_WEIGHT);
  return [...times].map(([place, count]) => {
    const word = words[place] ?? '';
    return { word, share: ((weights.of.get(word) ?? 0) * count * (SATURATION + 1)) / (count + SATURATION) };
  });
}

const SHOWN_WORDS = 6;
/** Shorter ones, such as `in`, tell people nothing. */
const SHORTEST_SHOWN = 3;

function bestWords(shares: readonly Share[]): string[] {
  const shown = shares.filter(({ word }) => word.length >= SHORTEST_SHOWN);
  return shown.sort((a, b) => b.share - a.share || (a.word < b.word ? -1 : 1)).slice(0, SHOWN_WORDS).map(({ word }) => word); // prettier-ignore
}

function raiseNear(ranked: RankedFile[], near: Nearness, best: number): void {
  for (const file of ranked) {
    const { share = 0, symbol = null } = near.get(file.path) ?? {};
    if (share <= 0) continue;
    file.score += MEANING_WEIGHT * best * share;
    file.near = symbol ?? file.path;
  }
}

/** By the folder that says most, where several are named. */
function raiseInFolders(ranked: RankedFile[], folders: readonly string[], best: number): void {
  const gifts = new Map<RankedFile, number>();
  for (const folder of folders) {
    const inside = ranked.filter(({ path }) => liesIn(folder, path));
    if (inside.length > ranked.length * MOST_OF_FILES) continue;
    const gift = (NAMED_FOLDER_WEIGHT * best) / (1 + FOLDER_SIZE * Math.log(inside.length));
    for (const file of inside) {
      file.folders.push(folder);
      gifts.set(file, Math.max(gifts.get(file) ?? 0, gift));
    }
  }
  for (const [file, gift] of gifts) file.score += gift;
}

/** By the step that says most. */
function raiseBySteps(ranked: readonly RankedFile[], steps: LocateRequest['steps'], best: number): void {
  const raised = ranked.flatMap((file) => {
    const said = pathWordsOf(file.path).steps.filter(({ key }) => steps.has(key));
    return said.length === 0 ? [] : [{ file, said, most: Math.max(...said.map(({ key }) => steps.get(key) ?? 0)) }];
  });
  for (const { file, said, most } of raised) {
    file.score += (STEP_WEIGHT * best * most) / (1 + Math.log(raised.length));
    file.folders.push(...said.map(({ shown }) => shown).filter((shown) => !file.folders.includes(shown)));
  }
}

/** A text that says every word of a file's name speaks of that file, whatever else stands in others. */
function raiseCalled(
  ranked: readonly RankedFile[],
  { words, subject }: LocateRequest,
  nameOf: (path: PathWords) => readonly string[],
  most: number,
): void {
  const called = ranked.flatMap((file) => {
    const name = nameOf(pathWordsOf(file.path));
    if (name.length === 0 || !name.every((word) => words.has(word) && !isStopWord(word))) return [];
    const said = name.reduce((sum, word) => sum + (subject.has(word) ? 1 : CALLED_LATER), 0) / name.length;
    return [{ file, said }];
  });
  for (const { file, said } of called) file.score += (most * said) / (1 + Math.log(called.length));
}

/** A name that many files have says little of each. */
function raiseNamed(ranked: RankedFile[], best: number): void {
  const files = new Map<string, number>();
  for (const { places } of ranked) {
    for (const path of new Set(places.map((place) => place.path))) files.set(path, (files.get(path) ?? 0) + 1);
  }
  for (const file of ranked) {
    const fewest = Math.min(...file.places.map(({ path }) => files.get(path) ?? 1));
    if (file.places.length > 0) file.score += (best * NAMED_WEIGHT) / fewest;
  }
}

/**
 * A part of the best score in a folder for the others in it, the less the more there are: a folder of a hundred files is
 * about many things. Tests say what others are about, so they raise nobody.
 */
function raiseNeighbours(ranked: readonly RankedFile[]): RankedFile[] {
  const speaking = ranked.filter(({ path }) => !isTestPath(path)).sort(byScore);
  const folders = Map.groupBy(speaking, ({ path }) => posix.dirname(path));
  return ranked.map((file) => {
    const files = folders.get(posix.dirname(file.path)) ?? [];
    const best = files.slice(0, 2).find(({ path }) => path !== file.path);
    if (best === undefined) return file;
    const gift = (FOLDER_WEIGHT * best.score) / (1 + Math.log(files.length));
    const score = file.score + gift;
    return { ...file, score, beside: gift >= SHOWN_SHARE * score ? best.path : null };
  });
}

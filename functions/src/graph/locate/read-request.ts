/**
 * A free text, such as an issue or an error with its stack, as what can be looked for: its words with their weights, and
 * the files and folders that it names.
 *
 *     "Crash in `parseConfig` of pkg/config\n  at load (src/config.ts:12:3)"
 *     → words { crash: …, parseconfig: …, … }, places [{ path: 'src/config.ts', line: 12 }], folders ['pkg/config']
 */
import { isStopWord } from './stop-words.ts';
import { identifiersIn, stemOf, wordsOf, writtenWords } from './words.ts';

export interface NamedPlace {
  /** With `/`; may be relative to any folder, or absolute on another machine. */
  path: string;
  /** 1-based; null where only the file is named. */
  line: number | null;
}

export interface LocateRequest {
  /** The more often, the higher, more for words of the first line and of identifiers, and less for stop words. */
  words: Map<string, number>;
  /** Those of the first line, which is the subject of what people write. */
  subject: ReadonlySet<string>;
  /** Words as they stand in the text, for people: `merg` → merging. */
  written: Map<string, string>;
  /** Each once, in the order of the text. */
  places: NamedPlace[];
  /** With `/` between their parts, in lower case; whether there are such ones is not known yet. */
  folders: string[];
  /** Words side by side, as two parts of a path may be: `run list` → `run/list`. 1 of the first line, .5 of others. */
  steps: Map<string, number>;
}

/** A word that is repeated says little more. */
const MOST_REPEATS = 3;
/** Of a word with all that raises it. */
const MOST_WEIGHT = 12;
const FIRST_LINE = 2;
const IDENTIFIER = 2;
const STOP_WORD = 0.4;
/** `fix(client): …`, `cmd/gh: …`: the part of the code that a subject names before a colon. */
const AREA = 3;
const AREA_OF_SUBJECT = /^[^\s:(]{0,40}\((?<inner>[^)\n]{1,60})\)!?:|^(?<before>[^\s:]{2,60}):/;
/** The rarest say most; a long text is cut here before anything is counted. */
const MOST_WORDS = 400;
const MOST_PLACES = 100;
const MOST_FOLDERS = 50;
/** Of words that are two of the text in one. */
const MOST_JOINED = 400;
const FIRST_LINE_STEP = 1;
const LATER_STEP = 0.5;

const FOLDER = /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]+(?:\/[\p{L}\p{N}_.-]+)+/gu;
const QUOTED = /`([^`\n]+)`/g;
const WORD = /[\p{L}\p{N}_$]+(\()?/gu;
const CAMEL_OR_SNAKE = /\p{Ll}\p{Lu}|[^_]_[^_]/u;

/** `src/a.ts:12:3`, `File "a/b.py", line 12`, `(Bar.java:42)`, `in C:\x\File.cs:line 12`. It begins where no name goes on. */
const PLACE =
  /(?<![\p{L}\p{N}_@.+\\/-])(?<path>[\p{L}\p{N}_@.+-]*(?:[\\/]+[\p{L}\p{N}_@.+-]+)*\.[A-Za-z][A-Za-z0-9]{0,9})(?![\p{L}\p{N}_(]|\.\p{L})(?:"?,? line |:(?:line )?)?(?<line>\d{1,7})?/gu;

export function readRequest(text: string): LocateRequest {
  const words = new Map<string, number>();
  const written = new Map<string, string>();
  for (const [part, word] of writtenWords(text)) {
    const repeats = words.get(word) ?? 0;
    if (repeats === 0) written.set(word, part);
    if (repeats < MOST_REPEATS && (repeats > 0 || words.size < MOST_WORDS)) words.set(word, repeats + 1);
  }
  const [firstLine = ''] = text.trim().split('\n', 1);
  const subject = new Set(wordsOf(firstLine));
  raise(words, subject, FIRST_LINE);
  const { inner, before = '' } = AREA_OF_SUBJECT.exec(firstLine)?.groups ?? {};
  raise(words, wordsOf(inner ?? before), AREA);
  raise(words, wordsOf(fromCode(text).join(' ')), IDENTIFIER);
  for (const [word, weight] of words) if (isStopWord(word)) words.set(word, weight * STOP_WORD);
  addJoined(words, written, text);
  return { words, subject, written, places: placesIn(text), folders: foldersIn(text), steps: stepsIn(text) };
}

/** Two words that stand side by side in prose may be one in code: `program name`, `programName`, `program_name`. */
function addJoined(words: Map<string, number>, written: Map<string, string>, text: string): void {
  const most = words.size + MOST_JOINED;
  for (const line of text.split('\n')) {
    const inLine = identifiersIn(line);
    inLine.slice(1).forEach((second, at) => {
      const first = inLine[at] ?? '';
      for (const joined of [first + second, `${first}_${second}`].map((word) => word.toLowerCase())) {
        if (words.has(joined) || words.size >= most) continue;
        words.set(joined, 1);
        written.set(joined, `${first} ${second}`);
      }
    });
  }
}

/** What code is called by people may be where it lies: `gh pr view` in `pr/view.go`. */
function stepsIn(text: string): Map<string, number> {
  const steps = new Map<string, number>();
  for (const [at, line] of text.trim().split('\n').entries()) {
    const inLine = identifiersIn(line).map((word) => stemOf(word.toLowerCase()));
    for (const [next, word] of inLine.slice(1).entries()) {
      const step = `${inLine[next] ?? ''}/${word}`;
      if (!steps.has(step)) steps.set(step, at === 0 ? FIRST_LINE_STEP : LATER_STEP);
    }
  }
  return steps;
}

function foldersIn(text: string): string[] {
  const named = [...text.matchAll(FOLDER)].map(([folder]) => folder.toLowerCase().replace(/\.+$/, ''));
  return [...new Set(named)].slice(0, MOST_FOLDERS);
}

/** What stands between backticks, in camelCase or snake_case, or is called: what somebody copied from code. */
function fromCode(text: string): string[] {
  const quoted = [...text.matchAll(QUOTED)].map(([, code = '']) => code);
  const words = [...text.matchAll(WORD)].filter(([word, called]) => called !== undefined || CAMEL_OR_SNAKE.test(word));
  return [...quoted, ...words.map(([word]) => word)];
}

function raise(words: Map<string, number>, some: Iterable<string>, factor: number): void {
  for (const word of new Set(some)) {
    const weight = words.get(word);
    if (weight !== undefined) words.set(word, Math.min(MOST_WEIGHT, weight * factor));
  }
}

function placesIn(text: string): NamedPlace[] {
  const places = new Map<string, NamedPlace>();
  for (const { groups = {} } of text.matchAll(PLACE)) {
    const path = (groups['path'] ?? '').replace(/[\\/]+/g, '/').replace(/^(?:\.{0,2}\/)+/, '');
    const line = groups['line'] === undefined ? null : Number(groups['line']);
    if (path !== '' && places.size < MOST_PLACES) places.set(`${path}:${line ?? ''}`, { path, line });
  }
  return [...places.values()];
}

/** Whether a file of the repository is the named one. Without a folder in the name, any file called so is. */
export function isNamed(place: NamedPlace, path: string): boolean {
  const [named, own] = [place.path.toLowerCase(), path.toLowerCase()];
  return own === named || own.endsWith(`/${named}`) || named.endsWith(`/${own}`);
}

/** Whether a file lies there: the parts of the name are parts of its path without an ending, in their order. */
export function liesIn(folder: string, path: string): boolean {
  const parts = folder.split('/');
  let next = 0;
  for (const part of path
    .toLowerCase()
    .replace(/\.[^./]*$/, '')
    .split('/'))
    if (part === parts[next]) next += 1;
  return next === parts.length;
}

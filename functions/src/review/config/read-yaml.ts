/**
 * A stranger's YAML as plain data, with the line of each part. What YAML offers beyond JSON's data is refused, since it can
 * grow (aliases), name types (tags) or merge: those parts are left out, and said.
 *
 *     mode: normal                 →   { mode: 'normal', paths: { include: ['src'] } }
 *     paths: { include: [src] }        lineOf(['paths', 'include', 0]) = 2
 */
import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';

/** Of the text, in UTF-16 units: what people write has a hundredth of it. */
export const LONGEST_CONFIG = 65_536;
/** Levels of lists and maps within each other; the deepest key has four. */
const DEEPEST = 10;
/** A parser recurses as deep as a text nests. */
const DEEPEST_TEXT = 100;

export interface ConfigProblem {
  /** 1-based; null when the file as a whole is meant. */
  line: number | null;
  message: string;
}

export type DataPath = readonly (string | number)[];

export interface YamlData {
  data: unknown;
  problems: ConfigProblem[];
  /** Line of a part, or of the nearest part around it that has one. */
  lineOf(path: DataPath): number | null;
}

const nothing = (problem: ConfigProblem): YamlData => ({ data: undefined, problems: [problem], lineOf: () => null });

/** `data` is {} of a file that says nothing, and undefined when the text is no YAML at all; never throws. */
export function readYaml(text: string): YamlData {
  if (text.length > LONGEST_CONFIG)
    return nothing({ line: null, message: `The file is longer than ${LONGEST_CONFIG} characters: shorten it` });
  if (nests(text) > DEEPEST_TEXT)
    return nothing({ line: null, message: 'The file nests deeper than any configuration needs' });
  const lines = new LineCounter();
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      ...{ version: '1.2', schema: 'core', merge: false, strict: true, uniqueKeys: false },
      ...{ lineCounter: lines, prettyErrors: false, logLevel: 'error' },
    });
  } catch {
    return nothing({ line: null, message: 'The file cannot be read as YAML' });
  }
  const [error] = document.errors;
  if (error !== undefined) return nothing({ line: lines.linePos(error.pos[0]).line, message: whyNot(error) });
  const reader = new Reader(lines);
  const data = reader.read(document.contents, []) ?? (reader.problems.length === 0 ? {} : undefined);
  return { data, problems: reader.problems, lineOf: (path) => reader.lineOf(path) };
}

function whyNot({ code, message }: { code: string; message: string }): string {
  return code === 'MULTIPLE_DOCS'
    ? 'The file holds several documents: one is expected'
    : `Not YAML: ${firstLine(message)}`;
}

/** At most how deep brackets stand within each other, or lists begin in each other on one line; those in texts count too. */
function nests(text: string): number {
  let brackets = 0;
  let lists = 0;
  let deepest = 0;
  for (const [found] of text.matchAll(/[[\]{}\n]|[-?] /g)) {
    if (found === '\n') lists = 0;
    else if (found === '[' || found === '{') brackets++;
    else if (found === ']' || found === '}') brackets = Math.max(0, brackets - 1);
    else lists++;
    deepest = Math.max(deepest, brackets + lists);
  }
  return deepest;
}

class Reader {
  readonly problems: ConfigProblem[] = [];
  private readonly lines = new Map<string, number>();
  private readonly counter: LineCounter;

  constructor(counter: LineCounter) {
    this.counter = counter;
  }

  /** What is refused is undefined, and named. */
  read(node: Node | null, path: DataPath): unknown {
    if (node === null) return null;
    const line = this.lineAt(node);
    if (line !== null && !this.lines.has(keyOf(path))) this.lines.set(keyOf(path), line);
    const reason = path.length > DEEPEST ? 'Nothing is read at this depth' : refusalOf(node);
    if (reason !== undefined) return void this.problems.push({ line, message: reason });
    if (isScalar(node)) return node.value;
    if (isSeq(node)) return node.items.map((item, at) => this.read(item as Node, [...path, at]));
    return isMap(node) ? this.readMap(node, path) : undefined;
  }

  private readMap(node: YAMLMap, path: DataPath): object {
    const map = Object.create(null) as Record<string, unknown>;
    for (const { key, value } of node.items) {
      const line = this.lineAt(key as Node | null) ?? this.lineAt(node);
      if (!isScalar(key)) {
        this.problems.push({ line, message: 'A key has to be plain text' });
        continue;
      }
      const name = String(key.value);
      if (Object.hasOwn(map, name)) {
        this.problems.push({ line, message: `"${name.slice(0, 40)}" is written twice: the first one counts` });
        continue;
      }
      if (line !== null) this.lines.set(keyOf([...path, name]), line);
      map[name] = this.read(value as Node | null, [...path, name]);
    }
    return map;
  }

  private lineAt(node: Node | null): number | null {
    const place = node?.range?.[0];
    return place === undefined ? null : this.counter.linePos(place).line;
  }

  lineOf(path: DataPath): number | null {
    for (let length = path.length; length >= 0; length--) {
      const line = this.lines.get(keyOf(path.slice(0, length)));
      if (line !== undefined && length > 0) return line;
    }
    return null;
  }
}

/** Why a part is not read; undefined for plain data. */
function refusalOf(node: Node): string | undefined {
  if (isAlias(node)) return `Aliases are not read: write "*${node.source.slice(0, 40)}" out`;
  if (!isScalar(node) && !isCollection(node)) return 'Expected text, a number, a list or a map';
  if (node.tag === undefined || isPlain(node.tag)) return undefined;
  return `Tags are not read: remove "${node.tag.slice(0, 40)}"`;
}

const keyOf = (path: DataPath): string => JSON.stringify(path);

/** Tags that the data itself has, written out. */
const isPlain = (tag: string): boolean => /^tag:yaml\.org,2002:(str|int|float|bool|null|seq|map)$/.test(tag);

const firstLine = (text: string): string => text.split('\n', 1)[0]?.slice(0, 200) ?? '';

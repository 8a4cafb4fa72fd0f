/**
 * Names that code puts together while it runs, so that no line mentions them whole.
 *
 *     send("parse_#{type}")     this["get" + key]()     `read_${kind}`
 */
import { fileIdOf } from '../../model/ids.ts';
import type { GraphReader } from '../../ports.ts';

/** Lines with a part of a name that are read. */
const MOST_PARTS = 10;
/** Places at which a name may be put together. */
const MOST_JOINTS = 8;

/** Whether a line joins a part of the name with another text. */
export async function isBuilt(reader: GraphReader, name: string): Promise<boolean> {
  // `define_method("#{field}=")`: its name is in nobody's text.
  if (/[#$]\{/.test(name)) return true;
  return (
    (await isJoined(reader, name)) ||
    (await isNumbered(reader, name)) ||
    (await isPrefixed(reader, name)) ||
    isJoinedByCase(reader, name)
  );
}

/** Texts that put an underscore before another one, and what a line has beside it where that makes a name to call. */
const PREFIXES: readonly [part: string, beside: RegExp][] = [
  ['"_${', /./],
  ['`_${', /\[\s*`_\$/],
  ['"_#{', /\b(?:public_)?send\b|\bmethod\b|respond_to/],
  ...['"_{', "'_{", '"_%s', "'_%s", '"_" +', "'_' +"].map((part): [string, RegExp] => [part, /attr\(|(?:globals|locals|vars)\(|\[/]), // prettier-ignore
  ...['"_" .', "'_' ."].map((part): [string, RegExp] => [part, /->|::|call_user_func|method_exists/]),
];

/** `"_${command}"` makes `_add`. */
async function isPrefixed(reader: GraphReader, name: string): Promise<boolean> {
  if (!/^_[^_]/.test(name)) return false;
  const { repoId = '' } = (await reader.repository()) ?? {};
  const found = await Promise.all(
    PREFIXES.map(([part, beside]) => isOnLine(reader, repoId, part, (text) => beside.test(text))),
  );
  return found.includes(true);
}

async function isJoined(reader: GraphReader, name: string): Promise<boolean> {
  const joints = [...name.matchAll(/(?<=[^_])_(?=[^_=])/g)].map(({ index }) => index);
  const parts = joints.slice(0, MOST_JOINTS).flatMap((at) => [name.slice(0, at + 1), name.slice(at)]);
  const found = await Promise.all(parts.map((part) => reader.wordLines(part, 1)));
  return found.some(({ lines }) => lines.length > 0);
}

/** `method + "2"` and `"compare" + n` make `compare2`. */
async function isNumbered(reader: GraphReader, name: string): Promise<boolean> {
  const [, head, tail] = /^(.*\p{L})(\d+)$/u.exec(name) ?? [];
  if (head === undefined || tail === undefined) return false;
  const joined = ['"', "'"].flatMap((quote) => [
    ...['+ ', '+', '. ', '& '].map((sign) => `${sign}${quote}${tail}${quote}`),
    ...[' +', '+', ' .', ' &'].map((sign) => `${quote}${head}${quote}${sign}`),
  ]);
  const templates = [`}${tail}`, `%s${tail}`, `${head}\${`, `${head}#{`, `${head}{`, `${head}%`];
  const found = await Promise.all([...joined, ...templates].map((part) => reader.wordLines(part, 1)));
  return found.some(({ lines }) => lines.length > 0);
}

/** Of `onKeyDown` the parts `on` and `Down`, where a line puts another text to them. */
async function isJoinedByCase(reader: GraphReader, name: string): Promise<boolean> {
  const joints = [...name.matchAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu)].map(({ index }) => index);
  const [first, last] = [joints[0], joints.at(-1)];
  if (first === undefined || last === undefined) return false;
  const [head, tail] = [name.slice(0, first).replace(/^_+/, ''), name.slice(last)];
  const templates = [`${head}\${`, `${head}#{`, `${head}{`, `${head}%s`, `}${tail}`, `%s${tail}`];
  const found = await Promise.all(templates.map((part) => reader.wordLines(part, 1)));
  if (found.some(({ lines }) => lines.length > 0)) return true;
  const { repoId = '' } = (await reader.repository()) ?? {};
  const behind = /["']\s*(?:\+|\.(?!\w)|&|%)/;
  const before = /(?:\+|(?<!\w)\.|&)\s*["']/;
  const quoted = await Promise.all(
    ['"', "'"].flatMap((quote) => [
      isOnLine(reader, repoId, `${quote}${head}${quote}`, (text, at) => behind.test(text.slice(at + head.length + 1))),
      isOnLine(reader, repoId, `${quote}${tail}${quote}`, (text, at) => before.test(text.slice(0, at + 1))),
    ]),
  );
  return quoted.includes(true);
}

/** Whether one of the first lines with a part is such, by where the part stands in it. */
async function isOnLine(
  reader: GraphReader,
  repoId: string,
  part: string,
  isSuch: (text: string, at: number) => boolean,
): Promise<boolean> {
  const { lines } = await reader.wordLines(part, MOST_PARTS);
  const texts = await Promise.all(
    lines.map(({ path, line }) => reader.lines(fileIdOf(repoId, path), { from: line, to: line })),
  );
  return texts.some(([text = '']) => isSuch(text, text.indexOf(part)));
}

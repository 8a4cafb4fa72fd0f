/**
 * Definitions that a reference lists beside ours. One is the same when name and kind are, and it begins where ours does
 * or, where annotations, templates and types stand on lines of their own, within ours. What we do not have is explained
 * when a rule of `differences/<reference>.json` says what really stands there.
 *
 *     UV_EXTERN int uv_run(uv_loop_t*);      ctags lists a function; to us it is the prototype of another definition
 */
import type { Definition } from '../../../src/model/facts.ts';
import { addReasons, groupBy, type Comparison, type Explained, type Source } from './compare.ts';
import { constructFinder, type Construct, type FileConstructs } from './constructs.ts';
import type { ListRule, Reason } from './differences.ts';
import type { Tagged } from './installed-tools.ts';

const CLASSES = new Set(['class', 'interface', 'enum', 'module']);

/** Expected is all that the reference lists; what it does not see is no extra, since no reference knows every form. */
export async function definitionRow(
  { language, folder, files }: Source,
  what: 'functions' | 'classes',
  reference: string,
  tags: Tagged[],
  rules: ListRule[],
): Promise<Comparison> {
  const explained: Explained = { count: 0, reasons: [] };
  const label = what === 'classes' ? 'Class' : 'Function';
  const row: Comparison = {
    name: `${what} ${language}`,
    reference,
    expected: 0,
    matched: 0,
    misses: [],
    extras: [],
    explained,
  };
  const find = constructFinder(language, rules);
  const byPath = groupBy(
    tags.filter((tag) => tag.label === label),
    ({ path }) => path,
  );
  for (const facts of files) {
    const theirs = byPath.get(facts.path) ?? [];
    const missed = unmatched(theirs, facts.definitions, label);
    row.expected += theirs.length;
    row.matched += theirs.length - missed.length;
    if (missed.length === 0) continue;
    const found = await find(folder, facts.path);
    for (const tag of missed) {
      const shown = `${tag.path}:${tag.line} ${tag.name}: ${(found.lines[tag.line - 1] ?? '').trim().slice(0, 90)}`;
      const reason = reasonFor(tag, facts.definitions, found, rules, language);
      if (reason === undefined) row.misses.push(shown);
      else addReasons(explained, [reason], shown);
    }
  }
  return row;
}

function labelOf({ declaration, kind }: Definition): string {
  if (declaration === 'prototype' || declaration === 'overload') return 'Prototype';
  if (kind === 'function' || kind === 'method') return 'Function';
  return CLASSES.has(kind) ? 'Class' : kind === 'type' ? 'type' : 'Variable';
}

/** `Outer.inner` → `inner`; `operator ==`, in C++ `operator==`, in C# `==`, are one. */
function lastName(name: string): string {
  const operator = /^operator(?:\s+|(?=\W))(.+)$/.exec(name)?.[1];
  return operator === undefined ? name.slice(name.lastIndexOf('.') + 1) : operator.replace(/\s+/g, '');
}

/** Each of ours answers for one of theirs; the nearest are paired first. */
function unmatched(theirs: Tagged[], definitions: Definition[], label: string): Tagged[] {
  const ours = definitions.filter((one) => labelOf(one) === label || (label === 'Class' && one.kind === 'type'));
  const byName = groupBy(ours, ({ name }) => lastName(name));
  const taken = new Set<Definition>();
  let left = theirs;
  const passes: ((tag: Tagged, one: Definition) => boolean)[] = [
    (tag, one) => one.line === tag.line,
    (tag, one) => Math.abs(one.line - tag.line) === 1,
    (tag, one) => one.line < tag.line && tag.line <= one.endLine,
  ];
  for (const fits of passes) {
    left = left.filter((tag) => {
      const found = (byName.get(lastName(tag.name)) ?? []).filter((one) => !taken.has(one) && fits(tag, one)).at(-1);
      if (found !== undefined) taken.add(found);
      return found === undefined;
    });
  }
  return left;
}

function reasonFor(
  tag: Tagged,
  definitions: Definition[],
  found: FileConstructs,
  rules: ListRule[],
  language: string,
): Reason | undefined {
  const line = found.lines[tag.line - 1] ?? '';
  return rules.find((rule, index) => {
    if (!rule.languages.includes(language) && !rule.languages.includes('*')) return false;
    if (rule.label !== undefined && rule.label !== tag.label) return false;
    const { kept, nodes, text, within } = rule;
    if (kept === undefined && nodes === undefined && text === undefined) return isLiteral(tag, line, found);
    return (
      (kept === undefined ||
        definitions.some((one) => isKept(one, { ...tag, name: rule.name ?? tag.name }, new Set(kept), found))) &&
      (within !== true || definitions.some((one) => isAround(one, tag))) &&
      (nodes === undefined || found.constructs.some((one) => isThere(one, tag, index))) &&
      (text === undefined || new RegExp(text.replaceAll('NAME', literally(tag.name)), 'u').test(line))
    );
  });
}

function literally(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function isAround(one: Definition, { line, name }: Tagged): boolean {
  return lastName(one.name) === lastName(name) && one.line <= line && line <= one.endLine;
}

/** A declaration whose end the grammar had to guess was not read right. */
function isKept(one: Definition, tag: Tagged, kept: Set<string>, { errors }: FileConstructs): boolean {
  const label = labelOf(one);
  const isWhole = label !== 'Prototype' || !errors.some(({ start, end }) => start <= one.end && one.end <= end);
  return one.line === tag.line && lastName(one.name) === lastName(tag.name) && kept.has(label) && isWhole;
}

function isThere({ rule, line, name }: Construct, tag: Tagged, index: number): boolean {
  return rule === index && line === tag.line && name === tag.name;
}

function isLiteral({ line: number, name }: Tagged, line: string, { literals, starts }: FileConstructs): boolean {
  const start = starts[number - 1] ?? 0;
  const places = [...line.matchAll(new RegExp(literally(name), 'gu'))].map(({ index }) => start + index);
  return places.length > 0 && places.every((at) => literals.some((range) => range.start <= at && at < range.end));
}

/**
 * From where a function can be called, as far as its language says so by words, by names, or by saying nothing at all.
 *
 *     func deadGo() {}                 →   'package'   "visibility": [{ "is": "package", "names": "^[^\\p{Lu}]" }]
 *     class A { int a() { … } };       →   'class'     [{ "is": "class", "sections": ["private", ""], "in": ["class"] }]
 *     function a() {} export { b };    →   'file'      [{ "is": "file", "in": ["file"], "exported": false, "text": "^export" }]
 */
import type { Node } from 'web-tree-sitter';
import { FILE_SCOPE, type Definition, type FileFacts } from '../../model/facts.ts';
import { isClass, isFunction } from '../compile/definition-kinds.ts';
import type { VisibilityRule } from '../compile/visibility-rules.ts';
import type { Placed } from './place-definitions.ts';

/** Characters of a section's head. */
const MOST_SECTION = 80;

/** Characters of a node's text in which its brace is looked for. */
const MOST_HEAD = 1_000;
/** Characters of a word that a macro puts others to. */
const LEAST_PART = 3;

interface File {
  path: string;
  text: string;
}

/** Gives each named function of `facts` that a rule fits the visibility of the first such rule. */
export function sayVisibility(
  facts: FileFacts,
  placed: readonly Placed[],
  rules: readonly VisibilityRule[],
  file: File,
) {
  if (rules.length === 0) return;
  const around = new Surroundings(facts, file);
  placed.forEach(({ draft: { node } }, index) => {
    const definition = facts.definitions[index];
    if (definition === undefined || !isFunction(definition.kind) || definition.anonymous) return;
    const outer = placed[definition.parent]?.draft.node;
    const rule = rules.find((one) => around.fits(one, definition, node, outer));
    if (rule === undefined) return;
    // Whoever may call what is merely declared, nothing follows from it.
    if (definition.declaration === undefined || rule.is !== 'open') definition.visibility = rule.is;
  });
  keepToFile(facts);
}

/** `static int f(void);` keeps `int f(void) { … }` below it to the file as well. */
function keepToFile({ definitions }: FileFacts): void {
  const kept = definitions.filter(
    ({ declaration, visibility }) => declaration === 'prototype' && visibility === 'file',
  );
  if (kept.length === 0) return;
  const names = new Map(kept.map((one) => [one.name, one.parent]));
  for (const definition of definitions) {
    const { name, parent, owner, declaration, complexity } = definition;
    if (complexity === undefined || declaration !== undefined || owner !== undefined) continue;
    if (names.get(name) === parent) definition.visibility = 'file';
  }
}

/** What rules ask of a file and of its classes, each found out once. */
class Surroundings {
  private readonly facts: FileFacts;
  private readonly file: File;
  private readonly texts = new Map<RegExp, string[]>();
  private readonly parts = new Map<RegExp, Set<string>>();
  private readonly sectionsOf = new Map<number, { at: number; name: string }[]>();
  private exported: Set<string> | undefined;
  private derived: Set<string> | undefined;

  constructor(facts: FileFacts, file: File) {
    this.facts = facts;
    this.file = file;
  }

  fits(rule: VisibilityRule, definition: Definition, node: Node, outer: Node | undefined): boolean {
    return (
      this.fitsWords(rule, definition) &&
      this.fitsPlace(rule, definition) &&
      this.fitsFile(rule) &&
      this.fitsLists(rule, definition.name) &&
      this.fitsHead(rule, definition) &&
      this.fitsTree(rule, node, outer)
    );
  }

  private fitsWords({ words, without, names }: VisibilityRule, definition: Definition): boolean {
    const { name, kind, modifiers = [], variant } = definition;
    const said = [...modifiers, variant ?? kind];
    if (words !== undefined && !words.some((word) => said.includes(word))) return false;
    return !without.some((word) => said.includes(word)) && (names === undefined || names.test(name));
  }

  private fitsPlace({ in: places, derived }: VisibilityRule, definition: Definition): boolean {
    const { parent, owner, implementing, declaration } = definition;
    // What implements a member of a type is called through that, and what is abstract through what implements it.
    if (implementing !== undefined || (declaration !== undefined && declaration !== 'prototype')) return false;
    const outer = parent === FILE_SCOPE ? undefined : this.facts.definitions[parent];
    if (places?.includes(owner === undefined ? placeOf(outer) : 'owner') === false) return false;
    return derived !== false || !this.isDerived(owner?.name, outer);
  }

  /** The type of a member inherits from something, as far as the file says. */
  private isDerived(owner: string | undefined, outer: Definition | undefined): boolean {
    const around = outer !== undefined && isClass(outer.kind) ? outer : undefined;
    const type = owner ?? around?.name;
    if (type === undefined) return false;
    const { definitions, conformances = [] } = this.facts;
    this.derived ??= new Set([
      ...definitions.flatMap(({ name, bases }) => (bases === undefined ? [] : [name])),
      ...conformances.map(({ type: { name } }) => name),
    ]);
    return this.derived.has(type) || around?.bases !== undefined || around?.anonymous === true;
  }

  private fitsFile({ paths, text, unless, runs }: VisibilityRule): boolean {
    if (runs === true && !this.runsItself()) return false;
    if (paths?.test(this.file.path) === false) return false;
    if (text !== undefined && this.matches(text).length === 0) return false;
    return unless === undefined || this.matches(unless).length === 0;
  }

  /** What the file says of the name elsewhere. */
  private fitsLists({ exported, listed, pasted, unlisted }: VisibilityRule, name: string): boolean {
    if (exported === false && this.isExported(name)) return false;
    if (listed !== undefined && !this.isAmong(listed, name)) return false;
    if (pasted !== undefined && !this.isPasted(pasted, name)) return false;
    return unlisted === undefined || (this.matches(unlisted).length > 0 && !this.isAmong(unlisted, name));
  }

  /** It is a program, in which what nothing calls is called by nobody, rather than a library. */
  private runsItself(): boolean {
    const { definitions, calls } = this.facts;
    const own = new Set(definitions.flatMap(({ kind, name }) => (isFunction(kind) ? [name] : [])));
    return calls.some(({ scope, callee }) => scope === FILE_SCOPE && callee.is === 'name' && own.has(callee.name));
  }

  /** What is written before its parameters, from the start of its line: macros too, which are parsed as blanks. */
  private fitsHead({ head }: VisibilityRule, { start, end }: Definition): boolean {
    if (head === undefined) return true;
    const { text } = this.file;
    return head.test(text.slice(text.lastIndexOf('\n', start) + 1, end).split('(', 1)[0] ?? '');
  }

  private matches(pattern: RegExp): string[] {
    const known = this.texts.get(pattern) ?? [...this.file.text.matchAll(pattern)].map(([whole]) => whole);
    this.texts.set(pattern, known);
    return known;
  }

  private isAmong(pattern: RegExp, name: string): boolean {
    return this.matches(pattern).some((list) => wordsOf(list).has(name));
  }

  /** A word of some match is the beginning or the end of the name. */
  private isPasted(pattern: RegExp, name: string): boolean {
    let words = this.parts.get(pattern);
    if (words === undefined) {
      words = wordsOf(this.matches(pattern).join(' '));
      this.parts.set(pattern, words);
    }
    for (let at = LEAST_PART; at < name.length; at++) {
      if (words.has(name.slice(0, at)) || words.has(name.slice(-at))) return true;
    }
    return false;
  }

  /** Some export says the name, whatever it makes of it. */
  private isExported(name: string): boolean {
    this.exported ??= wordsOf(JSON.stringify(this.facts.exports.map(({ value }) => value)));
    return this.exported.has(name);
  }

  private fitsTree({ sections, inside }: VisibilityRule, node: Node, outer: Node | undefined): boolean {
    if (inside !== undefined && !isInside(node, inside)) return false;
    return sections === undefined || sections.names.includes(this.sectionAt(node, outer, sections.node));
  }

  /** The section of its class's body that a node stands in, in an `#if` or not; '' before the first. */
  private sectionAt(node: Node, outer: Node | undefined, type: string): string {
    for (let at = node; at.parent !== null && at.id !== outer?.id; at = at.parent) {
      const { startIndex } = at;
      const section = this.sectionsIn(at.parent, type).findLast((one) => one.at < startIndex);
      if (section !== undefined) return section.name;
    }
    return '';
  }

  private sectionsIn(body: Node, type: string): { at: number; name: string }[] {
    let all = this.sectionsOf.get(body.id);
    if (all === undefined) {
      const nodes = body.namedChildren.filter((child) => child.type === type);
      // As written: `private slots:` is parsed without its `slots`.
      const written = ({ startIndex }: Node) => this.file.text.slice(startIndex, startIndex + MOST_SECTION);
      all = nodes.map((child) => ({ at: child.startIndex, name: written(child).split(/\s*[:\r\n]/, 1)[0] ?? '' }));
      this.sectionsOf.set(body.id, all);
    }
    return all;
  }
}

function placeOf(outer: Definition | undefined): string {
  return outer?.variant ?? outer?.kind ?? 'file';
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/[\p{L}\p{N}_$#]+[!?=]?/gu));
}

/** Some node around is of the type, has no such field, and is written so before its brace. */
function isInside(node: Node, { node: type, without, head }: NonNullable<VisibilityRule['inside']>): boolean {
  for (let at = node.parent; at !== null; at = at.parent) {
    if (at.type !== type || (without !== undefined && at.childForFieldName(without) !== null)) continue;
    if (head === undefined || head.test(at.text.slice(0, MOST_HEAD).split('{', 1)[0] ?? '')) return true;
  }
  return false;
}

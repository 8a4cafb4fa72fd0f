/**
 * Types that stand in doc comments, where a language leaves them to those: `docTypes` in language.json says how.
 *
 *     @param Dog|null $dog          the parameter's type            { "parameter": "@param\\s+(?<type>…)\\s+(?<name>…)" }
 *     @return Dog[]                 what the function gives
 *     @var Dog                      the type of the variable or field that follows; with a name, of that variable
 *     @property Dog $pet            members that a class has without declaring them
 *     @method Dog find(int $id)
 *
 * A type that is written in the code itself is the one that counts.
 */
import type { BindingFact, Definition, TypeRef } from '../../model/facts.ts';
import type { Comment } from './docs.ts';
import type { Lines, ScopeAt } from './scopes.ts';
import type { DocTypePatterns } from '../compile/language-schema.ts';

const MAX_TAGS = 200;

interface Tag {
  name: string | undefined;
  type: string;
}

export class DocTypes {
  private readonly patterns: Map<keyof DocTypePatterns, RegExp>;
  private readonly read: (text: string) => TypeRef | undefined;

  constructor(patterns: DocTypePatterns, read: (text: string) => TypeRef | undefined) {
    this.patterns = new Map(
      Object.entries(patterns).flatMap(([key, pattern]) =>
        pattern === undefined ? [] : [[key as keyof DocTypePatterns, new RegExp(pattern, 'gmu')] as const],
      ),
    );
    this.read = read;
  }

  /** Gives a definition the types its comment tells; members that a class's comment tells of are returned. */
  apply(definition: Definition, index: number): Definition[] {
    const { doc, kind } = definition;
    if (doc === undefined || !doc.includes('@')) return [];
    switch (kind) {
      case 'function':
      case 'method': {
        for (const { name, type } of this.tags('parameter', doc)) {
          const parameter = definition.parameters?.find((one) => one.name === name);
          if (parameter !== undefined) this.refine(parameter, 'type', type);
        }
        const [result] = this.tags('result', doc);
        if (result !== undefined) this.refine(definition, 'returns', result.type);
        return [];
      }
      case 'field':
      case 'variable':
      case 'constant': {
        const tag = this.tags('variable', doc).find(({ name }) => name === undefined || name.endsWith(definition.name));
        if (tag !== undefined) this.refine(definition, 'type', tag.type);
        return [];
      }
      case 'class':
      case 'interface':
        return [...this.members('property', definition, index), ...this.members('method', definition, index)];
      default:
        return [];
    }
  }

  /** `/** @var Dog $dog *\/` beside an assignment. */
  binding(text: string, comment: Comment, lines: Lines, scopeAt: ScopeAt): BindingFact | undefined {
    const [tag] = this.tags('variable', text.slice(comment.start, comment.end));
    const type = tag?.name === undefined ? undefined : this.read(tag.type);
    if (tag?.name === undefined || type === undefined) return undefined;
    const at = comment.start;
    return { scope: scopeAt(at), line: lines.lineOf(at), at, target: { is: 'name', name: tag.name }, type };
  }

  /**
   * A comment may say what a bare container holds, `array $dogs` with `@param Dog[] $dogs`, and which class of a supertype is
   * meant: `Animal $dog` with `@param Dog $dog`.
   */
  private refine<K extends 'type' | 'returns'>(of: { [key in K]?: TypeRef }, key: K, text: string): void {
    const written = of[key];
    if (written?.args !== undefined) return;
    const read = this.read(text);
    if (read === undefined) return;
    const isNarrower = key === 'type' && written !== undefined && isClassName(read.name) && isClassName(written.name);
    if (written === undefined || read.args !== undefined || isNarrower) of[key] = read;
  }

  /** They have no node of their own: nothing declares them. */
  private members(what: 'property' | 'method', cls: Definition, parent: number): Definition[] {
    return this.tags(what, cls.doc ?? '').flatMap(({ name, type }): Definition[] => {
      const read = this.read(type);
      if (name === undefined || read === undefined) return [];
      const { line, start } = cls;
      const place = { name, parent, line, endLine: line, start, end: start, declaration: 'prototype' as const };
      return what === 'property'
        ? [{ kind: 'field', ...place, type: read }]
        : [{ kind: 'method', ...place, returns: read, complexity: 1 }];
    });
  }

  private tags(what: keyof DocTypePatterns, text: string): Tag[] {
    const pattern = this.patterns.get(what);
    if (pattern === undefined) return [];
    return [...text.matchAll(pattern)].slice(0, MAX_TAGS).flatMap(({ groups }) => {
      const type = groups?.['type'];
      return type === undefined ? [] : [{ type, name: groups?.['name'] }];
    });
  }
}

/** A name that looks like that of a class, and not of a type parameter (`T`, `TValue`). */
function isClassName(name: string): boolean {
  return /^\\?\p{Lu}\p{L}{2}/u.test(name) && !/^T\p{Lu}/u.test(name);
}

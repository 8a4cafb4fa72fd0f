/**
 * The members of classes by name, wherever they are written: in the class, in a definition elsewhere that names it as its
 * owner, as a value given to a member of self.
 */
import { classObjects } from '../program/class-objects.ts';
import { definitionKey, definitionOf, fileOfScope } from '../program/program.ts';
import type { Program } from '../program/program.ts';
import { isClassLike } from '../program/qualified-names.ts';
import type { Vertex } from '../tracking/trace.ts';
import type { Member } from './contract.ts';

export interface MemberTable {
  /** The member of that name, made when there is none. */
  memberAt(cls: number, name: string): Member;
  own(cls: number, name: string): Member | undefined;
  hasAny(cls: number): boolean;
  /** The file at hand says that a class, in any file, has a member. */
  provideMember(cls: number): void;
}

export function createMemberTable(program: Program): MemberTable {
  const { trace } = program;
  const members = new Map<number, Map<string, Member>>();
  const vertices: Vertex[] = [];
  /** Answers about a class's members depend on its file, and on the members that are written elsewhere. */
  const vertexOfMembers = (cls: number): Vertex => {
    let vertex = vertices[cls];
    if (vertex === undefined) {
      vertices[cls] = vertex = trace.newVertex();
      trace.addDependency(vertex, trace.fileInput(fileOfScope(program, cls).index));
      trace.addDependency(vertex, trace.entriesInput(definitionKey(program, 'm', cls)));
    }
    return vertex;
  };
  return {
    memberAt(cls, name) {
      let table = members.get(cls);
      if (table === undefined) members.set(cls, (table = new Map<string, Member>()));
      let member = table.get(name);
      if (member === undefined) table.set(name, (member = { cls, defs: [], writes: [], parameters: [] }));
      return member;
    },
    own(cls, name) {
      trace.dependOn(vertexOfMembers(cls));
      return members.get(cls)?.get(name);
    },
    hasAny(cls) {
      trace.dependOn(vertexOfMembers(cls));
      return (members.get(cls)?.size ?? 0) > 0;
    },
    provideMember(cls) {
      trace.addDependency(vertexOfMembers(cls), trace.current);
      trace.addTo(fileOfScope(program, cls).index, () => definitionKey(program, 'm', cls));
    },
  };
}

/** Key of a class method in languages where those are a set of names apart from instance methods. */
export function classKey(name: string): string {
  return `.${name}`;
}

/** PHP writes variables with a `$` that members do not have: `$logger` declares the field `logger`. */
export function withoutSigil(name: string): string {
  return name.startsWith('$') ? name.slice(1) : name;
}

/** Under which a definition is a member: class methods have keys of their own where they are a set apart. */
export function memberKey(program: Program, def: number): string {
  const { name, kind, modifiers } = definitionOf(program, def);
  const apart = kind === 'method' && modifiers?.includes('static') === true;
  return apart && classObjects.of(fileOfScope(program, def).rules).classMembersApart ? classKey(name) : name;
}

/** Members that stand inside their classes. */
export function addDeclaredMembers(program: Program, { memberAt }: MemberTable): void {
  const addFieldsOf = (fn: number, cls: number): void => {
    definitionOf(program, fn).parameters?.forEach(({ name, field }, index) => {
      if (field === true) memberAt(cls, withoutSigil(name)).parameters.push({ fn, index });
    });
  };
  program.defs.forEach((def, cls) => {
    if (!isClassLike(def)) return;
    // A primary constructor's parameters may stand at the class itself.
    addFieldsOf(cls, cls);
    for (const child of program.children[cls] ?? []) {
      const { anonymous, declaration } = definitionOf(program, child);
      if (anonymous !== true && declaration !== 'overload') memberAt(cls, memberKey(program, child)).defs.push(child);
      addFieldsOf(child, cls);
    }
  });
}

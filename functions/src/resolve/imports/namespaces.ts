/**
 * Namespaces that span files: packages, C++ and C# namespaces, PHP namespaces, Ruby's constant tree. A file's own
 * (`package a.b;`) is `facts.module`; those inside it are module definitions, and their names add up.
 *
 *     x.cs: namespace A { class C {} }    y.cs: namespace A.B { class D {} }
 *     member('A', 'C') is C; member('A', 'B') is the namespace A.B; member('A.B', 'D') is D
 *
 * Top-level names are answered with the file that offers them, so that whatever else is known of the name there (types,
 * assignments, decorators) still counts.
 */
import { definitionOf, fileScope, namesIn } from '../program/program.ts';
import type { Program, SourceFile } from '../program/program.ts';
import { ofSources, sharedFolders } from '../program/folders.ts';
import type { Ref } from './refs.ts';

interface Offer {
  file: number;
  ref: Ref;
}

export class Namespaces {
  private readonly prefix: string;
  private readonly program: Program;
  private readonly tables = new Map<string, Map<string, Offer[]>>();
  /** Namespaces that a file is known to declare, by file. */
  private readonly opened: Set<string>[] = [];

  /** `prefix` keeps the keys of different strategies and families apart. */
  constructor(prefix: string, program: Program) {
    this.prefix = prefix;
    this.program = program;
  }

  key(namespace: string): string {
    return `${this.prefix}:${namespace}`;
  }

  /** Namespace of one of this index's keys; undefined for others'. */
  nameOf(key: string): string | undefined {
    return key.startsWith(`${this.prefix}:`) ? key.slice(this.prefix.length + 1) : undefined;
  }

  has(namespace: string): boolean {
    return this.program.trace.isProvided(this.key(namespace)) || this.tables.has(namespace);
  }

  /** Adds what a file declares, the file's own names under `namespace`. */
  addFile(file: SourceFile, namespace: string): void {
    this.open(namespace, file.index);
    for (const [name, entries] of namesIn(this.program, fileScope(file)) ?? []) {
      for (const entry of entries) {
        if (entry.kind !== 'def') continue;
        const def = definitionOf(this.program, entry.def);
        if (def.kind === 'module') this.addModule(file, entry.def, namespace);
        else this.offer(namespace, name, { file: file.index, ref: { to: 'name', file: file.index, name } });
        // What stands in the object of a package is the package's own: `package object os { … }`.
        if (def.variant === 'package_object') this.addModule(file, entry.def, namespace);
      }
    }
  }

  private addModule(file: SourceFile, number: number, around: string): void {
    const namespace = this.qualify(around, definitionOf(this.program, number).name);
    this.open(namespace, file.index);
    for (const [name, entries] of namesIn(this.program, number) ?? []) {
      for (const entry of entries) {
        if (entry.kind !== 'def') continue;
        if (definitionOf(this.program, entry.def).kind === 'module') this.addModule(file, entry.def, namespace);
        else this.offer(namespace, name, { file: file.index, ref: { to: 'def', def: entry.def } });
      }
    }
  }

  /** Everything offered under a name; `except` leaves out a file. What stands nearest to `near` comes first. */
  member(namespace: string, name: string, options: { except?: number; near?: SourceFile } = {}): Ref[] {
    const { trace } = this.program;
    trace.dependOnEntries(this.nameKey(namespace, name));
    const all = (this.tables.get(namespace)?.get(name) ?? []).filter((offer) => offer.file !== options.except);
    for (const { file } of all) trace.dependOnFile(file);
    const offers = this.seenFrom(all, options.near);
    const inner = this.qualify(namespace, name);
    const isPackageToo = this.has(inner) && offers.every(({ ref }) => this.isPackageObject(ref));
    const whole: Ref[] = isPackageToo ? [{ to: 'namespace', key: this.key(inner) }] : [];
    if (offers.length === 0 || isPackageToo) return [...whole, ...offers.map((offer) => offer.ref)];
    const { near } = options;
    if (near === undefined || offers.length < 2) return offers.map((offer) => offer.ref);
    const paths = offers.map(({ file }) => sharedFolders(near.dir, this.program.files[file]?.dir ?? ''));
    const best = Math.max(...paths);
    // Overloads of one name all count; of several types, and of functions that take the same, the nearest is meant.
    const nearest = new Set(offers.flatMap((offer, i) => (paths[i] === best ? [this.signature(offer, name)] : [])));
    return offers.flatMap((offer, i) =>
      paths[i] === best || !nearest.has(this.signature(offer, name)) ? [offer.ref] : [],
    );
  }

  /** Without copies that tests read, where what is built offers the name. */
  private seenFrom(offers: Offer[], near: SourceFile | undefined): Offer[] {
    if (near === undefined || offers.length < 2) return offers;
    const placed = offers.map((offer) => ({ offer, dir: this.program.files[offer.file]?.dir ?? '' }));
    return ofSources(placed, near.dir).map(({ offer }) => offer);
  }

  private isPackageObject(ref: Ref): boolean {
    const entries = ref.to === 'name' ? (this.program.fileNames[ref.file]?.get(ref.name) ?? []) : [];
    return entries.some((e) => e.kind === 'def' && definitionOf(this.program, e.def).variant === 'package_object');
  }

  /** Walks a dotted path as far as namespaces go; the rest is members. */
  resolve(path: string, near?: SourceFile): Ref[] {
    const parts = path.split('.').filter((part) => part !== '');
    if (this.has(path)) return [{ to: 'namespace', key: this.key(path) }];
    for (let length = parts.length - 1; length >= 0; length--) {
      const namespace = parts.slice(0, length).join('.');
      if (!this.has(namespace)) continue;
      const found = this.member(namespace, parts[length] ?? '', near === undefined ? {} : { near });
      const rest = parts.slice(length + 1);
      if (found.length > 0) return rest.reduce((refs, part) => refs.flatMap((ref) => this.inside(ref, part)), found);
    }
    return [];
  }

  /** Member of a class or namespace that a ref leads to. */
  inside(ref: Ref, name: string): Ref[] {
    const namespace = ref.to === 'namespace' ? this.nameOf(ref.key) : undefined;
    if (namespace !== undefined) return this.member(namespace, name);
    const defs =
      ref.to === 'def'
        ? [ref.def]
        : ref.to === 'name'
          ? (this.namesOf(ref.file)?.get(ref.name) ?? []).flatMap((e) => (e.kind === 'def' ? [e.def] : []))
          : [];
    return defs.flatMap((def) =>
      (namesIn(this.program, def)?.get(name) ?? []).flatMap((e): Ref[] =>
        e.kind === 'def' ? [{ to: 'def', def: e.def }] : [],
      ),
    );
  }

  /** What a function takes, where functions of one name are told apart by it; the same for all types. */
  private signature({ file, ref }: Offer, name: string): string {
    const entries = ref.to === 'name' ? (this.namesOf(ref.file)?.get(name) ?? []) : [];
    const def = ref.to === 'def' ? ref.def : entries.flatMap((e) => (e.kind === 'def' ? [e.def] : []))[0];
    if (def === undefined) return `${file}`;
    const { kind, modifiers, parameters = [] } = definitionOf(this.program, def);
    if (modifiers?.includes('partial') === true) return `${file}`;
    if (kind !== 'function' && kind !== 'method') return 'type';
    if (this.program.files[file]?.rules.overloads !== true) return 'function';
    return JSON.stringify(parameters.map(({ type }) => type ?? null));
  }

  private qualify(namespace: string, name: string): string {
    return namespace === '' ? name : `${namespace}.${name}`;
  }

  private namesOf(file: number): Program['fileNames'][number] | undefined {
    this.program.trace.dependOnFile(file);
    return this.program.fileNames[file];
  }

  private nameKey(namespace: string, name: string): string {
    return `${this.key(namespace)} ${name}`;
  }

  private open(namespace: string, file: number): void {
    // Of a file whose facts are not there nobody asks what it opens.
    const opened = this.program.files[file]?.outline === true ? undefined : (this.opened[file] ??= new Set<string>());
    // What stands around it was opened with it: of namespaces within each other each is walked once.
    const isOpen = (name: string): boolean => opened?.has(name) ?? this.tables.has(name);
    for (let name = namespace; !isOpen(name); name = name.slice(0, name.lastIndexOf('.'))) {
      opened?.add(name);
      this.program.trace.provide(file, this.key(name));
      if (!this.tables.has(name)) this.tables.set(name, new Map<string, Offer[]>());
      // a.b.c makes a.b and a known too.
      if (name.lastIndexOf('.') <= 0) break;
    }
  }

  private offer(namespace: string, name: string, offer: Offer): void {
    this.program.trace.provide(offer.file, this.nameKey(namespace, name));
    const table = this.tables.get(namespace);
    const known = table?.get(name);
    if (known === undefined) table?.set(name, [offer]);
    else if (!known.some((one) => one.file === offer.file && one.ref.to === 'name')) known.push(offer);
  }
}

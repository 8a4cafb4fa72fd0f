/**
 * Members that may stand in for one of a base: whoever calls that runs them instead.
 *
 *     class Cat extends Animal { speak() {} }           the base names it, or may
 *     class Users < Devise::SessionsController           Ruby: also what is private
 *     class Hooks: …   class View(Hooks, other.View)     a base of its subclass may call what Hooks has
 */
import type { EdgeRecord, GraphReader, SymbolRecord } from '../../ports.ts';
import { ownersOf } from './owners.ts';

/** Steps up and down from a class, and classes that are looked at. */
const MOST_STEPS = 4;
const MOST_CLASSES = 500;
const MOST_BASES = 20;

const RUBY = /\.(?:rb|rake|ru)$/;
const PYTHON = /\.pyi?$/;
/** Bases that call nothing by a name that is private. */
const QUIET = /^(?:[Oo]bject|BasicObject|Struct|ABC|Protocol|Generic|NamedTuple|TypedDict|\w*(?:Error|Exception))$/;

/** Its language lets subclasses replace what is private. */
export function isReplacedThoughPrivate({ path }: Pick<SymbolRecord, 'path'>): boolean {
  return RUBY.test(path);
}

/**
 * Those whose class inherits from something, in the repository or outside it, as far as the class's first line says: a
 * member of the base may be called, and it runs instead.
 */
export async function overridingAmong(
  reader: GraphReader,
  symbols: readonly SymbolRecord[],
): Promise<ReadonlySet<string>> {
  const members = symbols.filter(({ className }) => className !== null);
  const classOf = await ownersOf(reader, members);
  const classes = [...new Set(classOf.values())];
  const isPrivateOfRuby = ({ path, visibility }: SymbolRecord) => RUBY.test(path) && visibility === 'class';
  const isSeenBelow = ({ path, visibility, name }: SymbolRecord) =>
    PYTHON.test(path) && visibility === 'class' && !name.startsWith('__');
  const asked = members.filter((one) => isPrivateOfRuby(one) || isSeenBelow(one));
  const [bases, texts, outside, continuing] = await Promise.all([
    reader.edges(classes, { types: ['INHERITS'], direction: 'out' }, { limit: 1 }),
    reader.texts(classes),
    besideOutside(reader, [...new Set(asked.flatMap(({ id }) => classOf.get(id) ?? []))]),
    continuingAmong(reader, asked),
  ]);
  const derived = new Set(texts.filter(({ source }) => namesBase(source)).map(({ id }) => id));
  const overriding = members.filter((member) => {
    const { id, visibility } = member;
    const owner = classOf.get(id);
    if (continuing.has(id)) return true;
    // What is private by its name alone may replace a member of a class that is not in the repository.
    if (owner === undefined) return visibility === null;
    if (isPrivateOfRuby(member)) return outside.has(owner);
    return derived.has(owner) || (bases.get(owner)?.total ?? 0) > 0 || (isSeenBelow(member) && outside.has(owner));
  });
  return new Set(overriding.map(({ id }) => id));
}

/** `class A(B):`, `class A extends B {`, `class A : B`, `class A < B` */
export function namesBase(source: string): boolean {
  const head = source.slice(0, Math.max(0, source.search(/[\r\n{]|$/)));
  return /\b(extends|implements|with|inherits|is)\b|[(<:]\s*[\p{L}_]/u.test(head);
}

/** Those that call what they replace: `super`, `super()._own()` */
async function continuingAmong(reader: GraphReader, members: readonly SymbolRecord[]): Promise<Set<string>> {
  const texts = new Map((await reader.texts(members.map(({ id }) => id))).map(({ id, source }) => [id, source]));
  const continues = ({ id, path, name }: SymbolRecord): boolean => {
    const text = texts.get(id) ?? '';
    if (RUBY.test(path)) return /(?<![\w.:@$])super(?![\w:?!])/.test(text.replace(/#.*/g, ''));
    return new RegExp(String.raw`\bsuper\([^()\n]*\)\.${name}\b`).test(text);
  };
  return new Set(members.filter(continues).map(({ id }) => id));
}

/** Classes that are above, below or beside one that inherits from something outside the repository. */
async function besideOutside(reader: GraphReader, classes: readonly string[]): Promise<Set<string>> {
  const below = await reached(reader, classes, 'in');
  const above = await reached(reader, [...new Set([...below.values()].flatMap((all) => [...all]))], 'out');
  const known = [...new Set([...above.values()].flatMap((all) => [...all]))].slice(0, MOST_CLASSES);
  const [edges, texts, symbols] = await Promise.all([
    reader.edges(known, { types: ['INHERITS'], direction: 'out' }, { limit: MOST_BASES }),
    reader.texts(known),
    reader.symbols(known),
  ]);
  const pathOf = new Map(symbols.map(({ id, path }) => [id, path]));
  const leaving = new Set(
    texts.flatMap(({ id, source }) => {
      const found = edges.get(id)?.items.filter(isExtended).length ?? 0;
      return basesWritten(source, pathOf.get(id) ?? '') > found ? [id] : [];
    }),
  );
  const leaves = (id: string): boolean => [...(above.get(id) ?? [])].some((one) => leaving.has(one));
  return new Set(classes.filter((id) => [...(below.get(id) ?? [])].some(leaves)));
}

function isExtended({ how }: EdgeRecord): boolean {
  return how !== 'mixes_in';
}

/** Each class with those that it leads to by inheritance, itself among them. */
async function reached(
  reader: GraphReader,
  classes: readonly string[],
  direction: 'in' | 'out',
): Promise<Map<string, Set<string>>> {
  const sets = new Map(classes.map((id) => [id, new Set([id])]));
  const next = new Map<string, string[]>();
  let front = [...classes];
  for (let step = 0; step < MOST_STEPS && front.length > 0 && next.size < MOST_CLASSES; step++) {
    const edges = await reader.edges(front, { types: ['INHERITS'], direction }, { limit: MOST_BASES });
    for (const id of front) {
      next.set(id, edges.get(id)?.items.map(({ from, to }) => (direction === 'in' ? from : to)) ?? []);
    }
    front = [...new Set(front.flatMap((id) => next.get(id) ?? []))].filter((id) => !next.has(id));
  }
  for (const set of sets.values()) for (const id of set) for (const one of next.get(id) ?? []) set.add(one);
  return sets;
}

/** How many bases the head of a class writes after its name, but for those that call nothing. */
function basesWritten(source: string, path: string): number {
  if (RUBY.test(path)) {
    const [, base] = /^\s*class\s+[\w:]+\s*<(?!<)\s*([\w:]*)/.exec(source) ?? [];
    return base === undefined || isQuiet(base.slice(base.lastIndexOf(':') + 1)) ? 0 : 1;
  }
  if (!PYTHON.test(path)) return 0;
  const [, list = ''] = /^\s*class\s+\w+\s*(?:\[[^\]]*\])?\(((?:[^()]|\([^()]*\))*)\)/.exec(source) ?? [];
  const bases = list.replace(/#.*|\[[^[\]]*\]|\([^()]*\)/g, '').split(',').map((base) => base.trim()); // prettier-ignore
  return bases.filter((base) => base !== '' && !base.includes('=') && !isQuiet(base.slice(base.lastIndexOf('.') + 1)))
    .length;
}

function isQuiet(base: string): boolean {
  return QUIET.test(base);
}

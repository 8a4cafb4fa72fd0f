/**
 * Which functions does nothing use? In tiers, the surest first, each with what makes it uncertain:
 *
 *   never_called   nothing calls it, it cannot be called from outside, and no line elsewhere mentions its name
 *   tests_only     only tests call it
 *   exported       nothing here calls it, but something may: from outside, by its name, or through a framework
 *
 * A graph of calls knows nothing of calls by reflection, by configuration, or from other repositories. So a function is
 * never_called only where its language keeps others from calling it: by a word, by its name, or since it is not marked
 * (`visibility` in languages/README.md).
 */
import { dirname, extname } from 'node:path';
import { z } from 'zod';
import { fileIdOf } from '../../model/ids.ts';
import type { GraphReader, SymbolRecord } from '../../ports.ts';
import { escaped, wordPattern } from '../reader/word-pattern.ts';
import { isBuilt } from './built-names.ts';
import { readerQuestion } from './declare.ts';
import { hiddenAmong, type Place } from './owners.ts';
import { isReplacedThoughPrivate, overridingAmong } from './overriding.ts';
import { cursorSchema, nextCursorSchema, pageOf, skipOf } from './page.ts';
import { isTest } from './reaching-tests.ts';
import { mayCallUnnamed, saidInOtherCapitals, setWithoutCall } from './unnamed-calls.ts';
import { doubtedByTexts } from './text-doubts.ts';
import { symbolElementOf, symbolElementSchema } from './symbol-element.ts';

const tierSchema = z.enum(['never_called', 'tests_only', 'exported']);
const reasonSchema = z.enum([
  'may_be_public',
  'decorated',
  'overrides',
  'runtime_calls_it',
  'name_is_mentioned',
  'name_may_be_built',
  'handed_on',
  'packed_text',
  'files_left_out',
  'text_names_it',
  'text_not_read',
  'is_a_test',
]);
type Reason = z.infer<typeof reasonSchema>;

/** Lines with a name that are looked at; the declaration is one of them. */
const MOST_MENTIONS = 20;
/** A line that is longer was put together by a program, and what calls it may be as well. */
const LONGEST_LINE = 300;
/** Names that are looked for at a time. */
const AT_ONCE = 5;

const elementSchema = symbolElementSchema.extend({
  tier: tierSchema,
  /** Why it may be used all the same; empty in the first tier. */
  uncertain: z.array(reasonSchema),
  /** The first line outside it that mentions its name; `line` is null in a text that is no source. */
  mentioned_at: z.object({ path: z.string(), line: z.number().int().nullable() }).nullable(),
});

export const deadCode = readerQuestion({
  name: 'dead_code',
  summary: 'Functions that nothing outside of tests calls, in tiers (never_called, tests_only, exported) with doubts',
  input: z.object({
    path: z.string().max(4_096).default('').describe('A folder; empty for the whole repository'),
    limit: z.number().int().min(1).max(100).default(50),
    cursor: cursorSchema,
  }),
  output: z.object({
    /** Of this page, by tier and place. */
    results: z.array(elementSchema),
    /** Functions in all tiers, over all pages. */
    total: z.number().int(),
    /** Texts that are no source (templates, build files, …) and were not looked through; null when none was. */
    texts_not_read: z.number().int().nullable(),
    next_cursor: nextCursorSchema,
  }),
  async answer(reader, { path, limit, cursor }) {
    const skip = skipOf(cursor);
    const { items, total } = await reader.unused(path.replace(/\/+$/, ''), { skip, limit });
    const [declared, leftOut, overriding, tested, nested] = await Promise.all([
      hiddenAmong(reader, items),
      reader.leftOut(),
      overridingAmong(reader, items),
      calledAmong(reader, items),
      nestedAmong(reader, items),
    ]);
    const judged: z.infer<typeof elementSchema>[] = [];
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const some = items.slice(at, at + AT_ONCE);
      judged.push(
        ...(await Promise.all(
          some.map((symbol) => {
            const { id } = symbol;
            return judge(reader, symbol, {
              overrides: overriding.has(id),
              tested: tested.has(id),
              nested: nested.has(id),
              declaredAt: declared.get(id) ?? [],
              leftOut,
            });
          }),
        )),
      );
    }
    const { doubted, unread } = await doubtedByTexts(reader, judged);
    const page = pageOf({ items: doubted, total }, skip, (element) => element);
    const order = tierSchema.options;
    const results = page.results.sort((a, b) => order.indexOf(a.tier) - order.indexOf(b.tier));
    return { ...page, texts_not_read: unread, results };
  },
});

/** What is known of a function beside what its own declaration says. */
interface Known {
  overrides: boolean;
  tested: boolean;
  nested: boolean;
  /** Where its class or file declares it for itself alone, when it is defined elsewhere. */
  declaredAt: readonly Place[];
  /** Source files that are not in the graph. */
  leftOut: readonly string[];
}

async function judge(
  reader: GraphReader,
  symbol: SymbolRecord,
  { overrides, tested, nested, declaredAt, leftOut }: Known,
): Promise<z.infer<typeof elementSchema>> {
  const isHidden = declaredAt.length > 0;
  const uncertain = doubtsOf(symbol, overrides && !isHidden, nested || isHidden);
  // Of what may be public, or what tests call, a line that mentions it says nothing more.
  const isAsked = !tested && !uncertain.includes('may_be_public');
  const mention = isAsked ? await mentionOf(reader, symbol, declaredAt) : undefined;
  if (mention !== undefined) uncertain.push('name_is_mentioned');
  if (isAsked && uncertain.length === 0) uncertain.push(...(await doubtsOfText(reader, symbol, declaredAt)));
  if (!tested && uncertain.length === 0 && isSeenFrom(leftOut, symbol, nested)) uncertain.push('files_left_out');
  const tier = tested ? 'tests_only' : uncertain.length === 0 ? 'never_called' : 'exported';
  return { ...symbolElementOf(symbol), tier, uncertain, mentioned_at: mention ?? null };
}

/** What these say of a function, its declaration tells. */
type Declared = Pick<
  SymbolRecord,
  'name' | 'kind' | 'qualifiedName' | 'modifiers' | 'visibility' | 'decorators' | 'className' | 'path'
>;

/** What its declaration alone says. */
export function doubtsOf(symbol: Declared, overrides: boolean, nested = false): Reason[] {
  const doubts: Record<string, boolean> = {
    may_be_public: !(nested && symbol.visibility !== 'open') && !isPrivate(symbol),
    decorated: symbol.decorators.length > 0,
    // What no other class sees, none can replace, in most languages.
    overrides:
      (overrides && (!isOwn(symbol) || isReplacedThoughPrivate(symbol))) || symbol.modifiers.includes('override'),
    runtime_calls_it: isRuntimes(symbol),
    is_a_test: isTest(symbol),
  };
  return reasonSchema.options.filter((reason) => doubts[reason] === true);
}

/** Words with which a declaration belongs to a class, a file or a function. */
const OWN = new Set(['private', 'fileprivate', 'pub(self)', 'local']);

/** Its own declaration keeps others from calling it: a modifier, a leading underscore, or a function around it. */
export function isPrivate({ name, kind, qualifiedName, modifiers, visibility, className }: Declared): boolean {
  if (visibility !== null) return visibility !== 'open';
  // What older code wrote says nothing of it, and of some languages there is nothing to say.
  if (isOwn({ name, modifiers, visibility })) return true;
  // Who says that others may call it means it, whatever it is called.
  if (modifiers.some((word) => ['exported', 'public', 'pub', 'open', 'protected'].includes(word))) return false;
  // A static function of no class is its file's.
  if (modifiers.includes('static') && className === null && !qualifiedName.includes('.')) return true;
  // An object's members go where the object goes.
  if (kind === 'method' && className === null) return false;
  return name.startsWith('_') && !name.startsWith('__');
}

/** By a word, or a sign, that the language itself holds callers to. */
function isOwn({ name, modifiers, visibility }: Pick<Declared, 'name' | 'modifiers' | 'visibility'>): boolean {
  return visibility === 'file' || modifiers.some((word) => OWN.has(word)) || name.startsWith('#');
}

/** Functions within functions, but for those of an object, which may go anywhere. */
async function nestedAmong(reader: GraphReader, symbols: readonly SymbolRecord[]): Promise<Set<string>> {
  const around = new Map(
    symbols.flatMap(({ id, className, kind, qualifiedName }) =>
      className === null && kind === 'function' && qualifiedName.includes('.')
        ? [[id, id.slice(0, id.lastIndexOf('.'))]]
        : [],
    ),
  );
  const functions = (await reader.symbols([...new Set(around.values())])).filter(({ label }) => label === 'Function');
  const known = new Set(functions.map(({ id }) => id));
  return new Set([...around].filter(([, id]) => known.has(id)).map(([id]) => id));
}

/** Constructors, entry points, and names that a language gives a meaning. */
function isRuntimes({ name, kind, className }: Declared): boolean {
  if (
    /constructor|destructor|getter|setter|operator|initializer|deinit|accessor|property|indexer|subscript/i.test(kind)
  )
    return true;
  return (
    /^(?:(?:__\w+__|main|init|Main|initialize)$|operator\b|~)/.test(name) ||
    name === className ||
    name === `_${className}` ||
    !/\p{L}/u.test(name)
  );
}

async function mentionOf(
  reader: GraphReader,
  symbol: SymbolRecord,
  declaredAt: readonly Place[],
): Promise<Place | undefined> {
  const { name, path, line, endLine } = symbol;
  const plain = await reader.wordLines(name, MOST_MENTIONS);
  // Scala's `s"… $name"` calls it.
  const inTexts = /\.(?:scala|sc)$/.test(path) ? await reader.wordLines(`$${name}`, MOST_MENTIONS) : undefined;
  const lines = [...plain.lines, ...(inTexts?.lines ?? [])];
  const isDeclaration = (one: Place) => declaredAt.some((place) => place.path === one.path && place.line === one.line);
  const written = lines.find(
    (one) => (one.path !== path || one.line < line || one.line > endLine) && !isDeclaration(one),
  );
  return written ?? (await saidInOtherCapitals(reader, symbol)) ?? setWithoutCall(reader, symbol);
}

/** `wrap(function work() {…})`: a value that has a name. Whoever it is given to calls it without the name. */
const NAMED_EXPRESSION = /(?:[(=,[?:&|!]|=>|\breturn)\s*(?:async\s+)?function\b\s*\*?\s*$/;

/** Some place of the line gives the function on; `const work = function work() {…}` does not. */
function isExpression(name: string, line: string, before: string): boolean {
  const places = [...line.matchAll(new RegExp(wordPattern(name) ?? /$^/, 'gu'))];
  const isKept = new RegExp(`(?<![\\w$])${escaped(name)}\\s*=\\s*(?:async\\s+)?function\\b\\s*\\*?\\s*$`, 'u');
  return places.some(({ index }) => {
    const start = line.slice(0, index);
    return NAMED_EXPRESSION.test(`${before}\n${start}`) && !isKept.test(start);
  });
}

/** C: what a loader, a linker or an interrupt calls. */
const LOADED =
  /(?:__attribute__\s*\(\(|\[\[gnu::)[^;]*\b_*(?:constructor|destructor|used|section|interrupt|weak|alias|ifunc)_*\b/;

/** What lines say that do not write its name: its own first one, and those that call by other means. */
async function doubtsOfText(
  reader: GraphReader,
  symbol: SymbolRecord,
  declaredAt: readonly Place[],
): Promise<Reason[]> {
  const { repoId, path, line, name } = symbol;
  if ((await mayCallUnnamed(reader, symbol)) || (await isBuilt(reader, name))) return ['name_may_be_built'];
  const first = Math.max(1, line - 1);
  const [lines, ...heads] = await Promise.all([
    reader.lines(fileIdOf(repoId, path), { from: first, to: line + 1 }),
    ...declaredAt.map((at) => reader.lines(fileIdOf(repoId, at.path), { from: at.line, to: at.line + 1 })),
  ]);
  if ([lines, ...heads].flat().some((text) => LOADED.test(text))) return ['runtime_calls_it'];
  const own = lines[line - first] ?? '';
  if (own.length > LONGEST_LINE) return ['packed_text'];
  const before = line > 1 ? (lines[0] ?? '').trimEnd() : '';
  // `onmessage = function …`: a name that stands for something already.
  if (new RegExp(`^\\s*${escaped(name)}\\s*=(?![=>])`, 'u').test(own)) return ['handed_on'];
  return isExpression(name, own, before) ? ['handed_on'] : [];
}

/** A file that was not read may call it: one of its folder, and of its package wherever it stands. */
function isSeenFrom(leftOut: readonly string[], { path, visibility, kind }: SymbolRecord, nested: boolean): boolean {
  if (visibility === 'file' || (nested && kind === 'function')) return false;
  const alike = leftOut.filter((one) => extname(one) === extname(path));
  return alike.some((one) => visibility === 'package' || dirname(one) === dirname(path));
}

/** Those that something calls beside themselves. */
async function calledAmong(reader: GraphReader, symbols: readonly SymbolRecord[]): Promise<Set<string>> {
  const called = symbols.filter(({ callers }) => callers > 0).map(({ id }) => id);
  const edges = await reader.edges(called, { types: ['CALLS'], direction: 'in' }, { limit: 2 });
  return new Set(called.filter((id) => edges.get(id)?.items.some(({ from }) => from !== id)));
}

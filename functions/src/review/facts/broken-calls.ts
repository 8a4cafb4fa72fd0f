/**
 * Calls outside a change that no longer fit what it has made of the called: it is gone, has another name, takes other
 * arguments or other types, waits, or may not be called from there.
 */
import type { BrokenCall, CallerFact } from '../../model/change-facts.ts';
import type { GraphNode } from '../../model/graph.ts';
import { argumentsGiven, arityOf, fits, mismatch } from './arity.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import type { BaseCode } from './base-code.ts';
import { declarationsIn, isPrototype, isSignature } from './declarations-in.ts';
import { otherKindGiven } from './literal-kinds.ts';
import type { SymbolChange, SymbolChanges } from './symbol-changes.ts';
import { unawaitedIn } from './unawaited.ts';

/** A call may have been meant for another: what is said to break has to be sure. */
const SURE = 0.8;
/** Lines that one call may take. */
const LONGEST_CALL = 12;

/** In the order of the callers. */
export async function brokenCalls(
  base: BaseCode,
  { changes, atHead }: SymbolChanges,
  callers: readonly CallerFact[],
  diffs: readonly FileDiff[],
): Promise<BrokenCall[]> {
  const texts = diffs.flatMap(({ newText }) => newText ?? []);
  const atPath = new Map(diffs.map((diff) => [diff.path, diff.status === 'deleted' ? null : diff.newText]));
  const byName = Map.groupBy(
    changes.filter(({ before }) => before !== null),
    ({ before }) => before?.qualified_name ?? '',
  );
  const broken: Promise<BrokenCall[]>[] = [];
  for (const caller of callers) {
    const [symbol, ...others] = byName.get(caller.of) ?? [];
    // Of two symbols with one name nobody can say which is called.
    if (symbol === undefined || others.length > 0 || caller.distance > 1 || caller.confidence < SURE) continue;
    const gone = await reasonGone(base, symbol, atHead, atPath.get(symbol.before?.path ?? '') ?? null);
    if (gone !== undefined) broken.push(Promise.resolve([brokenAt(caller, caller.line, gone)]));
    else if (symbol.how !== 'removed' && !isOverloaded(symbol, atHead, texts)) {
      broken.push(misfits(base, symbol, caller));
    }
  }
  return (await Promise.all(broken)).flat();
}

function brokenAt({ of, path, qualified_name }: CallerFact, line: number, reason: string): BrokenCall {
  return { of, path, qualified_name, line, reason };
}

/**
 * Undefined where the name still leads somewhere: it was moved and is handed on, or a base class has it. `textLeft`: of the
 * file that had it, after the change.
 */
async function reasonGone(
  base: BaseCode,
  change: SymbolChange,
  atHead: readonly GraphNode[],
  textLeft: string | null,
): Promise<string | undefined> {
  const { how, before } = change;
  if (before === null || (how !== 'removed' && how !== 'renamed')) return undefined;
  if (isMentioned(before, textLeft)) return undefined;
  if (before.class_name !== undefined && (await mayInherit(base, before, atHead))) return undefined;
  if (how === 'renamed') return whereNow(before, change.node);
  // Something of its name in another changed file may be what is called now.
  return atHead.some(({ name, label }) => name === before.name && label === before.label) ? undefined : 'it is removed';
}

function whereNow(before: GraphNode, now: GraphNode): string | undefined {
  if (now.name !== before.name) return `it is called ${now.qualified_name} now`;
  return now.path === before.path ? undefined : `it is in ${now.path} now`;
}

/** A file that no longer defines it may hand it on from where it is now; what only calls it does not. */
function isMentioned({ name }: GraphNode, text: string | null): boolean {
  return text !== null && new RegExp(`(?<![\\w$.])${escaped(name)}(?![\\w$]|\\s*\\()`).test(text);
}

/** Whether a base of its class has the member too, or is not known. */
async function mayInherit({ reader }: BaseCode, { id }: GraphNode, atHead: readonly GraphNode[]): Promise<boolean> {
  const member = (await reader.symbols([id]))[0];
  const owner = (await reader.edges([id], { types: ['CONTAINS'], direction: 'in' }, { limit: 1 })).get(id)?.items[0];
  if (member === undefined || owner === undefined) return true;
  const bases = (await reader.edges([owner.from], { types: ['INHERITS'], direction: 'out' }, { limit: 1 })).get(owner.from); // prettier-ignore
  if ((bases?.total ?? 0) > 0) return true;
  const [{ source } = { source: '' }] = await reader.texts([owner.from]);
  if (/\b(?:extends|implements|with)\b|^[^\n{]*\w\s*[(<:]\s*[\p{L}_]/u.test(source.split(/[\r\n{]/, 1)[0] ?? '')) return true; // prettier-ignore
  return atHead.some(({ name, class_name: other }) => name === member.name && other === member.className);
}

async function misfits(base: BaseCode, symbol: SymbolChange, caller: CallerFact): Promise<BrokenCall[]> {
  const hidden = reasonHidden(symbol, caller);
  if (hidden !== undefined) return [brokenAt(caller, caller.line, hidden)];
  const lines = await base.linesOf(caller.path);
  return caller.lines.flatMap((line) => {
    const reason = reasonAt(symbol, lines.slice(line - 1, line - 1 + LONGEST_CALL));
    return reason === undefined ? [] : [brokenAt(caller, line, reason)];
  });
}

/** Why the call that begins on the first of the lines does not fit any more. */
function reasonAt(change: SymbolChange, lines: readonly string[]): string | undefined {
  const { before, after, textAfter } = change;
  if (before === null || after === null || before.label !== 'Function' || after.label !== 'Function') return undefined;
  const called = before.kind === 'constructor' ? (before.class_name ?? before.name) : before.name;
  const reason = argumentsMisfit(change, lines, [called, before.name, after.name]);
  if (reason !== undefined) return reason;
  // In Kotlin who calls what is suspended waits without a word.
  const waits = !isAsync(before) && isAsync(after) && !/\bsuspend\b/.test(textAfter);
  return waits && unawaitedIn(lines, called) ? 'it is async now, and nothing waits for it here' : undefined;
}

function argumentsMisfit(
  { textBefore, textAfter }: SymbolChange,
  lines: readonly string[],
  [called, was, is]: readonly [called: string, was: string, is: string],
): string | undefined {
  const [then, now] = [arityOf(textBefore, was), arityOf(textAfter, is)];
  const given = argumentsGiven(lines, called);
  if (then === undefined || now === undefined || given === undefined || !fits(given, then)) return undefined;
  return fits(given, now) ? otherKindGiven(given, then, now) : mismatch(given, now);
}

function isAsync({ modifiers = [] }: GraphNode): boolean {
  return modifiers.includes('async');
}

/** Another class or file calls what only its own may call now. */
function reasonHidden(
  { before, after }: SymbolChange,
  { path, qualified_name: caller }: CallerFact,
): string | undefined {
  const isPrivate = (node: GraphNode | null) => node?.modifiers?.some((word) => word === 'private' || word === 'fileprivate') === true; // prettier-ignore
  if (before === null || after === null || isPrivate(before) || !isPrivate(after) || path === after.path) return undefined; // prettier-ignore
  const owner = after.class_name;
  return owner !== undefined && caller.split('.').includes(owner) ? undefined : 'it is private now';
}

/** Another declaration of the name may be what is called: an overload, or a prototype with defaults. */
function isOverloaded({ after, file }: SymbolChange, atHead: readonly GraphNode[], texts: readonly string[]): boolean {
  if (after === null) return true;
  const same = atHead.filter(({ path, qualified_name: name }) => path === after.path && name === after.qualified_name);
  if (same.length > 1) return true;
  const functions = (file.diff.newText ?? '').match(new RegExp(`\\bfunction\\s+${escaped(after.name)}\\s*[<(]`, 'g'));
  const declared = declarationsIn(file.diff.newText ?? '', after.name);
  if (declared === undefined || (functions?.length ?? 0) + declared.filter(isSignature).length > 1) return true;
  return texts.some((text) => declarationsIn(text, after.name)?.some(isPrototype) !== false);
}

function escaped(name: string): string {
  return name.replace(/[^\w]/g, '\\$&');
}

/**
 * What a change does, as people read it in the walkthrough: the most that follows from it first, each with how sure it is.
 * Kinds of which there is nothing to say are not mentioned.
 *
 *     ### Facts
 *     - **Calls that no longer fit:** `shop/cart.py:9` (`total_of`): gives 1 argument, and 2 are needed now (95 % sure)
 *     - **Called from outside the change:** `total_of` by `Cart.total` (`shop/cart.py:9`, 95 % sure) and 3 more
 */
import type { CallerFact, ChangeFacts } from '../../model/change-facts.ts';
import type { Redact } from './comments.ts';
import { counted } from './counted.ts';
import type { Section } from './fit-sections.ts';
import { codeSpan, oneLine } from './safe-markdown.ts';

/** Of each kind that are named; the others are counted. */
const NAMED = 8;
const NAMED_CALLERS = 3;
/** Complexity that rises by less is no news. */
const LEAST_RISE = 4;

/** No section where there is nothing to say. */
export function factsSection(facts: ChangeFacts | null, redact: Redact): Section[] {
  if (facts === null) return [];
  const code = (text: string) => codeSpan(redact(text));
  const entries = [
    ...brokenLines(facts, code, redact),
    ...callerLines(facts, code),
    ...listed('Tests to run', facts.tests, ({ path }) => code(path), cutIn(facts, 'tests')),
    ...listed('More complex now', risen(facts), ({ path, qualified_name: name, complexity: { before, after } }) => `${code(name)} (${code(path)}), ${String(before)} → ${String(after)}`), // prettier-ignore
    ...apiLines(facts, code),
    ...deadLines(facts, code),
    ...listed(
      'Copies that were not changed with it',
      facts.siblings,
      ({ of, path, line_start: from, line_end: to, similarity }) =>
        `${code(`${path}:${from}-${to}`)} is like ${code(of)} (${percent(similarity)} the same)`,
      cutIn(facts, 'siblings'),
    ),
    ...listed('Silences linters', facts.suppressions, ({ path, line }) => code(`${path}:${line}`), cutIn(facts, 'suppressions')), // prettier-ignore
  ];
  if (entries.length === 0) return [];
  const head = '### Facts\n\n_From the call graph, without a model. A percentage says how sure a call is._';
  return [{ head, entries, worth: 7, noun: 'kinds of facts' }];
}

type Code = (text: string) => string;

function listed<T>(title: string, items: readonly T[], say: (item: T) => string, cut = false): string[] {
  if (items.length === 0) return [];
  const named = items.slice(0, NAMED).map(say);
  return [`- **${title}:** ${named.join(', ')}${more(items.length - named.length, cut)}`];
}

/** `, and 12 more`; of a list that was cut nobody knows how many. */
function more(left: number, cut: boolean): string {
  if (left <= 0 && !cut) return '';
  return cut ? `, and at least ${Math.max(1, left)} more` : `, and ${left} more`;
}

function cutIn({ truncated }: ChangeFacts, list: string): boolean {
  return truncated.includes(list);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function brokenLines(facts: ChangeFacts, code: Code, redact: Redact): string[] {
  const sure = new Map(facts.callers.map((one) => [`${one.of} ${one.path} ${one.qualified_name}`, one.confidence]));
  return listed(
    'No longer fits',
    facts.broken,
    ({ of, path, line, qualified_name: name, reason }) => {
      const confidence = sure.get(`${of} ${path} ${name}`);
      const known = confidence === undefined ? '' : `, ${percent(confidence)} sure`;
      return `${code(`${path}:${line}`)} (${code(of)}): ${oneLine(redact(reason))}${known}`;
    },
    cutIn(facts, 'broken'),
  );
}

/** By what is called, what most call first. */
function callerLines(facts: ChangeFacts, code: Code): string[] {
  const groups = [...Map.groupBy(facts.callers, ({ of }) => of)].sort(([, a], [, b]) => b.length - a.length);
  if (groups.length === 0) return [];
  const lines = groups.slice(0, NAMED).map(([of, callers]) => `  - ${code(of)} by ${calledBy(callers, code)}`);
  const files = new Set(facts.callers.map(({ path }) => path)).size;
  const least = cutIn(facts, 'callers') ? 'at least ' : '';
  const total = `${least}${counted(facts.callers.length, 'caller')} in ${counted(files, 'file')}`;
  const left = groups.length - lines.length;
  const rest = left > 0 ? [`  - and ${counted(left, 'more symbol')} of the change`] : [];
  return [[`- **Called from outside the change**, ${total}:`, ...lines, ...rest].join('\n')];
}

function calledBy(callers: readonly CallerFact[], code: Code): string {
  const direct = callers.filter(({ distance }) => distance === 1);
  const shown = (direct.length > 0 ? direct : callers).slice(0, NAMED_CALLERS);
  const named = shown.map(({ path, line, qualified_name: name, confidence }) => `${code(name)} (${code(`${path}:${line}`)}, ${percent(confidence)})`); // prettier-ignore
  const left = direct.length - named.length;
  const farther = callers.length - direct.length;
  const others = [
    ...(left > 0 ? [`${left} more directly`] : []),
    ...(farther > 0 && direct.length > 0 ? [`${farther} through those`] : []),
  ];
  return [named.join(', '), ...others].join('; ');
}

function risen({ changed }: ChangeFacts): ChangeFacts['changed'] {
  const rise = ({ complexity: { before, after } }: ChangeFacts['changed'][number]) =>
    before === null || after === null ? 0 : after - before;
  return changed.filter((one) => rise(one) >= LEAST_RISE).sort((a, b) => rise(b) - rise(a));
}

function apiLines(facts: ChangeFacts, code: Code): string[] {
  const { added, removed, changed } = facts.public_api;
  const say = ({ path, qualified_name: name }: (typeof added)[number]) => `${code(name)} (${code(path)})`;
  return [
    ...listed('Public, removed', removed, say),
    ...listed('Public, with another signature', changed, say),
    ...listed('Public, added', added, say),
  ];
}

/** What may be called from outside the repository is left to the list of the API. */
function deadLines(facts: ChangeFacts, code: Code): string[] {
  const say = ({ path, qualified_name: name }: ChangeFacts['dead'][number]) => `${code(name)} (${code(path)})`;
  const of = (tier: string) => facts.dead.filter((one) => one.tier === tier);
  return [
    ...listed('Nothing calls it', of('never_called'), say),
    ...listed('Only tests call it', of('tests_only'), say),
  ];
}

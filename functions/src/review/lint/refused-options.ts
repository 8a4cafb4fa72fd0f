/**
 * Options without what a linter has refused. Configurations are written for some version of a tool, with rules that this
 * one does not have; one of them must not cost all the others. The tools name what they refuse:
 *
 *   Rule 'nope' not found in plugin 'eslint'        Unknown rule selector `NOPE` in `select`
 *   cannot find rule: nope                          unknown field `bogus`, expected one of …
 */
type Kind = 'rule' | 'plugin' | 'key' | 'value' | 'dotted';

const REFUSALS: [pattern: RegExp, kind: Kind][] = [
  [/Rule '([^']+)' not found in plugin/g, 'rule'],
  [/Invalid configuration for rule `([^`]+)`/g, 'rule'],
  [/cannot find rule: (\S+)/g, 'rule'],
  [/cannot configure rule: "([^"]+)"/g, 'rule'],
  [/Plugin '([^']+)' not found/g, 'plugin'],
  [/[Uu]nknown plugin: '([^']+)'/g, 'plugin'],
  [/unknown field `([^`]+)`/g, 'key'],
  [/[Uu]nknown rule selector:? `([^`]+)`/g, 'value'],
  [/unknown variant `([^`]+)`/g, 'value'],
  [/last key "([^"]+)"/g, 'dotted'],
];

export interface ReducedOptions {
  options: Record<string, unknown>;
  leftOut: string[];
}

/** undefined when the refusal names nothing that is there. */
export function withoutRefused(options: Record<string, unknown>, detail: string): ReducedOptions | undefined {
  const named = REFUSALS.flatMap(([pattern, kind]) =>
    [...detail.matchAll(pattern)].map(([, name = '']) => ({ name: kind === 'dotted' ? lastPart(name) : name, kind })),
  );
  const leftOut = new Set<string>();
  const isRefused = (text: string, as: 'key' | 'value'): boolean => {
    const found = named.find(({ name, kind }) =>
      as === 'value'
        ? (kind === 'value' || kind === 'plugin') && text === name
        : kind === 'plugin'
          ? text.startsWith(`${name}/`)
          : kind !== 'value' && (text === name || (kind === 'rule' && text.endsWith(`/${name}`))),
    );
    if (found !== undefined) leftOut.add(found.name);
    return found !== undefined;
  };
  const reduced = reduce(options, isRefused);
  return leftOut.size === 0 ? undefined : { options: reduced, leftOut: [...leftOut] };
}

/** `rule.cyclomatic.arguments` → `arguments` */
function lastPart(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf('.') + 1);
}

function reduce(
  table: Record<string, unknown>,
  isRefused: (text: string, as: 'key' | 'value') => boolean,
): Record<string, unknown> {
  const keep = (value: unknown): boolean => typeof value !== 'string' || !isRefused(value, 'value');
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter(keep).map(inner);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return reduce(Object.fromEntries(Object.entries(value)), isRefused);
  };
  return Object.fromEntries(
    Object.entries(table)
      .filter(([key, value]) => !isRefused(key, 'key') && keep(value))
      .map(([key, value]) => [key, inner(value)]),
  );
}

/**
 * Which extensions a call reaches, where they are imported or held by objects (Kotlin).
 *
 *     import acme.text.shout                      "a".shout() is that extension, not the one of another package
 *     object Words { fun String.shout() = … }     seen in Words alone, and where Words is the object of a lambda
 */
import type { CallFact } from '../../model/facts.ts';
import type { Evidence } from '../../model/graph.ts';
import { companionIn } from '../classes/companions.ts';
import { hasToBeSeen, isSeen } from '../classes/seen-extensions.ts';
import type { Flow } from '../flow/contract.ts';
import { fullName } from '../program/class-parts.ts';
import { definitionOf, fileOfScope, isClassScope } from '../program/program.ts';
import type { Program, ScopeId } from '../program/program.ts';

type Candidates = Map<number, Evidence>;

/**
 * Without extensions that the call's file does not see, where something else is found; and of those that classes hold and those
 * that stand outside of classes the former where one of these classes is an object here, and else the latter.
 */
export function seenExtensions(flow: Flow, found: Candidates, scope: ScopeId): Candidates {
  const { program } = flow;
  if (found.size < 2) return found;
  const apart = [...found.keys()].filter((def) => hasToBeSeen(program, def));
  if (apart.length === 0) return found;
  const unseen = apart.filter((def) => !isSeen(program, def, scope));
  if (unseen.length === found.size) return found;
  const held = [...found.keys()].filter((def) => holderOf(program, def) !== undefined);
  const reached = held.filter((def) => isObjectHere(flow, holderOf(program, def) ?? -1, scope));
  const left = reached.length > 0 ? apart : unseen.length < apart.length ? [...unseen, ...held] : unseen;
  return left.length === 0 ? found : new Map([...found].filter(([def]) => !left.includes(def)));
}

/** The class that holds an extension. */
function holderOf(program: Program, def: number): number | undefined {
  const outer = program.outer[def] ?? -1;
  return definitionOf(program, def).extension === true && isClassScope(program, outer) ? outer : undefined;
}

/** Where the file imports extensions of that name, those alone are meant. */
function importedExtensions(
  flow: Flow,
  found: Candidates,
  { callee }: CallFact,
  scope: ScopeId,
): Candidates | undefined {
  const { program } = flow.resolver;
  if (callee.is !== 'member' || found.size < 2) return undefined;
  const named = fileOfScope(program, scope).facts.imports.filter((one) => (one.alias ?? one.name) === callee.name);
  if (named.length === 0) return undefined;
  const homeOf = (def: number): string | undefined => {
    const outer = program.outer[def] ?? -1;
    return outer < 0 ? program.fileOf[def]?.facts.module : fullName(program, outer);
  };
  const isExtension = (def: number): boolean => definitionOf(program, def).extension === true;
  const imported = [...found.keys()].filter(
    (def) => isExtension(def) && named.some(({ source }) => source === homeOf(def)),
  );
  if (imported.length === 0) return undefined;
  return new Map([...found].filter(([def]) => !isExtension(def) || imported.includes(def)));
}

/** Extensions that classes hold are seen in those alone: of several the one whose class is an object here. */
export function withinReach(flow: Flow, found: Candidates, fact: CallFact, scope: ScopeId): Candidates | undefined {
  const { program } = flow.resolver;
  if (found.size === 0 || !fileOfScope(program, scope).rules.lambdaObjects) return found;
  const imported = importedExtensions(flow, found, fact, scope);
  if (imported !== undefined) return imported;
  const held = [...found.keys()].filter((def) => holderOf(program, def) !== undefined);
  const [first] = held;
  if (first === undefined) return found;
  const isReached = (def: number): boolean => isObjectHere(flow, holderOf(program, def) ?? -1, scope);
  const owner = flow.classes.ownerOf(first);
  if (owner === undefined) return withoutOthers(flow, found, held, held.filter(isReached));
  const { name } = definitionOf(program, first);
  const all = (flow.classes.own(owner, name)?.defs ?? []).filter((def) => holderOf(program, def) !== undefined);
  if (new Set(all.map((def) => holderOf(program, def))).size < 2) return found;
  const [only, ...others] = all.filter(isReached);
  return only === undefined || others.length > 0 ? undefined : new Map([[only, 'receiver']]);
}

/** Of a type from elsewhere those that are reached, and what overrides them. */
function withoutOthers(flow: Flow, found: Candidates, held: number[], reached: number[]): Candidates {
  if (reached.length === 0 || reached.length === held.length) return found;
  const holders = reached.map((def) => holderOf(flow.program, def) ?? -1);
  const isOther = (def: number): boolean => {
    const order = flow.classes.order(holderOf(flow.program, def) ?? -1);
    return held.includes(def) && !holders.some((holder) => order.includes(holder));
  };
  return new Map([...found].filter(([def]) => !isOther(def)));
}

/** Whether code has an object of a class: in the class, beside its companion, and where it is the object of a lambda. */
function isObjectHere(flow: Flow, cls: number, scope: ScopeId): boolean {
  const { classes, program } = flow;
  const isOne = (other: number): boolean => classes.order(other).includes(cls) || companionIn(program, other) === cls;
  if (flow.objectsAround(scope).some(isOne)) return true;
  for (let at = scope; at >= 0; at = program.outer[at] ?? -1) if (isClassScope(program, at) && isOne(at)) return true;
  return false;
}

/**
 * Traced calls as pairs of nodes of the graph, each pair once, with the first place where it was seen.
 *
 *     { from: '…a.py#run', to: '…a.py#A.q', way: 'direct', path: 'a.py', line: 32, fact: { callee: member(b, 'q') } }
 *
 * What no pair of nodes can say is counted: calls of functions without a name, calls that code outside the repository
 * makes, and calls that belong to a decorator's wrapper.
 */
import type { CallFact } from '../../../../src/model/facts.ts';
import { callerNode, callFactAt, definitionOf, type LocatedFile, type LocatedGraph } from './located-graph.ts';
import { ownerOf, reached } from './member-family.ts';
import type { Trace, TracedCall, TracedFunction, TracedSite, Way } from './trace-records.ts';

export interface ObservedCall {
  from: string;
  to: string;
  way: Way;
  detail: string;
  language: string;
  path: string;
  line: number;
  fact: CallFact | undefined;
  /** Nodes that an edge may name instead: a class's constructors, the class of a constructor, and what derives from it. */
  equal: string[];
}

export interface ExecutedSite {
  from: string;
  path: string;
  line: number;
  fact: CallFact | undefined;
  left: boolean;
  /** Nodes that were called here, with their equals. */
  targets: Set<string>;
}

export interface Apart {
  /** Pairs that code outside the repository calls: a callback of a library, a test that a runner starts. */
  outside: number;
  runtime: number;
  wrappers: number;
  generated: number;
  /** Pairs of a hook that stands for any member: a trap of a Proxy, `__getattr__`, a descriptor. */
  hooks: number;
  /** Of functions without a name, which are no nodes. */
  anonymous: number;
  /** Of functions that the graph has no node for. */
  unknown: string[];
}

export interface Observed {
  calls: ObservedCall[];
  sites: ExecutedSite[];
  apart: Apart;
  /** `from to` of everything seen, in whatever way. */
  seen: Set<string>;
}

export function observedCalls(graph: LocatedGraph, trace: Trace): Observed {
  const collected = new Collected(graph, trace.sites);
  for (const call of trace.calls) collected.add(call);
  return collected.observed();
}

type Group = 'outside' | 'runtime' | 'wrappers' | 'generated' | 'hooks' | 'anonymous' | 'unknown';

class Collected {
  private readonly pairs = new Map<string, ObservedCall>();
  private readonly sites = new Map<TracedSite, ExecutedSite>();
  private readonly seen = new Set<string>();
  private readonly groups = new Map<Group, Set<string>>();
  private readonly graph: LocatedGraph;

  constructor(graph: LocatedGraph, sites: readonly TracedSite[]) {
    this.graph = graph;
    for (const site of sites) {
      const executed = executedSite(graph, site);
      if (executed !== undefined) this.sites.set(site, executed);
    }
  }

  add(call: TracedCall): void {
    const { callee, caller, site, way } = call;
    const to = calleeNode(this.graph, callee);
    const targets = site === undefined ? undefined : this.sites.get(site)?.targets;
    if (to === undefined || to === 'anonymous') {
      this.group(to ?? 'unknown', `${callee.path}:${callee.line} ${callee.name}`);
      // Something runs there, whatever it is: the site is not one that leads elsewhere.
      targets?.add(to ?? 'unknown');
      return;
    }
    const equal = equalNodes(this.graph, to, call);
    const from = nodeOfCaller(this.graph, caller);
    for (const id of [to, ...equal]) {
      if (way !== 'outside') targets?.add(id);
      this.seen.add(`${from} ${id}`);
    }
    const apart = isHook(this.graph, call, to) ? 'hooks' : groupOf(call);
    if (apart !== undefined || from === undefined) this.group(apart ?? 'runtime', `${from} ${to}`);
    else this.pair(observe(this.graph, call, from, to, equal));
  }

  /** Written calls tell more of a pair than implicit ones. */
  private pair(call: ObservedCall): void {
    const key = `${call.from} ${call.to}`;
    const known = this.pairs.get(key);
    if (known === undefined || (known.fact === undefined && call.fact !== undefined)) this.pairs.set(key, call);
  }

  private group(name: Group, item: string): void {
    const known = this.groups.get(name);
    if (known === undefined) this.groups.set(name, new Set([item]));
    else known.add(item);
  }

  observed(): Observed {
    const size = (name: Group): number => this.groups.get(name)?.size ?? 0;
    return {
      calls: [...this.pairs.values()],
      sites: [...this.sites.values()],
      seen: this.seen,
      apart: {
        outside: size('outside'),
        runtime: size('runtime'),
        wrappers: size('wrappers'),
        generated: size('generated'),
        hooks: size('hooks'),
        anonymous: size('anonymous'),
        unknown: [...(this.groups.get('unknown') ?? [])].sort(),
      },
    };
  }
}

function groupOf({ way, detail }: TracedCall): Group | undefined {
  if (detail === 'generated') return 'generated';
  if (way === 'outside' || way === 'runtime') return way;
  return way === 'wrapper' ? 'wrappers' : undefined;
}

const TRAPS =
  /^(get|set|has|deleteProperty|ownKeys|getOwnPropertyDescriptor|defineProperty|getPrototypeOf|apply|construct)$/;
const ATTRIBUTE_HOOKS = /^__(get|set|del)(attr|attribute)__$|^__(get|set|delete)__$/;

function isHook(graph: LocatedGraph, { way }: TracedCall, to: string): boolean {
  const { kind = '', name = '' } = graph.nodes.get(to) ?? {};
  if (way !== 'implicit' || kind === 'getter' || kind === 'setter') return false;
  return TRAPS.test(name) || ATTRIBUTE_HOOKS.test(name);
}

function observe(graph: LocatedGraph, call: TracedCall, from: string, to: string, equal: string[]): ObservedCall {
  const { site, way, detail, caller, callee } = call;
  const path = caller?.path ?? '';
  const file = graph.files.get(path);
  const language = graph.nodes.get(to)?.language ?? '';
  const line = site?.line ?? caller?.line ?? callee.line;
  const fact = site === undefined || file === undefined ? undefined : callFactAt(file, site.line, site.column);
  return { from, to, way, detail, language, path, line, fact, equal };
}

function executedSite(graph: LocatedGraph, site: TracedSite): ExecutedSite | undefined {
  const { caller, line, column, left } = site;
  const file = graph.files.get(caller.path);
  const from = nodeOfCaller(graph, caller);
  if (file === undefined || from === undefined) return undefined;
  return { from, path: caller.path, line, fact: callFactAt(file, line, column), left, targets: new Set() };
}

function nodeOfCaller(graph: LocatedGraph, caller: TracedFunction | undefined): string | undefined {
  const file = graph.files.get(caller?.path ?? '');
  return file === undefined || caller === undefined ? undefined : callerNode(file, definitionOf(file, caller));
}

function calleeNode(graph: LocatedGraph, callee: TracedFunction): string | undefined {
  const file = graph.files.get(callee.path);
  const index = file === undefined ? -1 : definitionOf(file, callee);
  const def = file?.facts.definitions[index];
  if (file === undefined || def === undefined) {
    if (callee.name.endsWith('>')) return 'anonymous';
    return callee.line === 0 ? onlyClass(graph, callee.name) : undefined;
  }
  const lambda = /<\w+>$/.test(callee.name);
  // Tools make a function of an enum.
  if (
    def.anonymous === true ||
    def.kind === 'enum' ||
    def.kind === 'interface' ||
    (lambda && !isLambdaAt(file, index, callee.line))
  )
    return 'anonymous';
  return file.ids[index];
}

/** A class that says it is of another module: the only one of its name. */
function onlyClass(graph: LocatedGraph, name: string): string | undefined {
  const wanted = name.replaceAll('.<locals>', '');
  const found = [...graph.nodes.values()].filter((node) => node.label === 'Class' && node.qualified_name === wanted);
  return wanted !== '' && found.length === 1 ? found[0]?.id : undefined;
}

function isLambdaAt({ facts }: LocatedFile, index: number, line: number): boolean {
  const def = facts.definitions[index];
  return def !== undefined && def.line === line && def.variant === 'lambda';
}

function equalNodes(graph: LocatedGraph, to: string, { callee, initializer, site, way }: TracedCall): string[] {
  const node = graph.nodes.get(to);
  if (node === undefined) return [];
  if (node.label === 'Class') {
    const built = initializer === undefined ? undefined : calleeNode(graph, initializer);
    // JavaScript tells the base that begins, where neither it nor the class that is meant writes a constructor.
    if (callee.column >= 0 && site !== undefined) return reached(graph.derived, to);
    return [...constructorsOf(graph, to), ...(built === undefined || built === 'anonymous' ? [] : [built])];
  }
  if (node.kind !== 'constructor') return [];
  const owner = ownerOf(graph, to);
  // The constructor of a base runs for whatever derives from it; only what is written tells which was meant.
  if (owner === undefined || way === 'implicit') return [];
  return site === undefined ? [owner] : [owner, ...reached(graph.derived, owner)];
}

function constructorsOf(graph: LocatedGraph, cls: string): string[] {
  const { path, qualified_name: name } = graph.nodes.get(cls) ?? { path: '', qualified_name: '' };
  const file = graph.files.get(path);
  if (file === undefined) return [];
  return file.ids.flatMap((id, index) => {
    const def = file.facts.definitions[index];
    const parent = def === undefined ? undefined : file.qualified[def.parent];
    const constructs = id !== undefined && graph.nodes.get(id)?.kind === 'constructor';
    return constructs && parent === name ? [id] : [];
  });
}

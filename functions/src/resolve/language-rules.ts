/**
 * How a language's names work, as data. `languages/<lang>/language.json` says what extraction and resolution both need
 * (family, import strategy, constructors, builtins); `languages/<lang>/resolution.json` beside it holds the fields that
 * only resolution reads. What data cannot say is a strategy that a field names.
 *
 *     { "implicitSelf": false, "inheritedConstructors": true, "callMember": "__call__", "linearization": "c3", … }
 *
 * A language without them is resolved by the defaults: lexical scopes and nothing across files. A language that
 * `extends` another starts from the other's rules.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { OutsideRun } from './outside-runs.ts';
import type { PairPart } from './pairs.ts';
import {
  DEFAULT_RULES,
  type CaseMember,
  type FunctionForm,
  type LanguageRules,
  type ScopeFunction,
} from './rules-format.ts';

/** Are maps below. */
type CompiledTable =
  | 'addingMembers'
  | 'caseMembers'
  | 'containerFunctions'
  | 'valueFunctions'
  | 'pairMembers'
  | 'pairFunctions'
  | 'outsideRuns'
  | 'scopeMembers'
  | 'scopeFunctions'
  | 'functionTypes';

/** Tables that are asked for names in code are maps here: an object would answer for `constructor` and `toString`. */
export interface CompiledRules extends Omit<LanguageRules, CompiledTable> {
  builtinNames: ReadonlySet<string>;
  transparentNames: ReadonlySet<string>;
  classTypeNames: ReadonlySet<string>;
  openTypeNames: ReadonlySet<string>;
  elementNames: ReadonlySet<string>;
  containerNames: ReadonlySet<string>;
  callbackNames: ReadonlySet<string>;
  adding: ReadonlyMap<string, number>;
  ofCases: ReadonlyMap<string, CaseMember>;
  gathering: ReadonlyMap<string, number>;
  mapNames: ReadonlySet<string>;
  foldNames: ReadonlySet<string>;
  pairTypeNames: ReadonlySet<string>;
  pairs: ReadonlyMap<string, PairPart[]>;
  pairing: ReadonlyMap<string, PairPart[] | 'arguments'>;
  valuing: ReadonlyMap<string, number>;
  running: ReadonlyMap<string, OutsideRun>;
  scopingMembers: ReadonlyMap<string, ScopeFunction>;
  scopingFunctions: ReadonlyMap<string, ScopeFunction>;
  functionForms: ReadonlyMap<string, FunctionForm>;
}

const FOLDER = new URL('../../languages/', import.meta.url);
let loaded: Map<string, CompiledRules> | undefined;

/** The part of language.json that is read here. */
interface LanguageHead {
  family?: string;
  extends?: string;
  imports?: { strategy?: string };
  constructors?: string[];
  builtins?: string[];
}

function readJson<T>(file: URL): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

function rulesOf(language: string, depth = 0): LanguageRules {
  const head = readJson<LanguageHead>(new URL(`${language}/language.json`, FOLDER)) ?? {};
  const own = readJson<Partial<LanguageRules>>(new URL(`${language}/resolution.json`, FOLDER)) ?? {};
  const start = head.extends !== undefined && depth < 5 ? rulesOf(head.extends, depth + 1) : DEFAULT_RULES;
  return {
    ...start,
    family: head.family ?? language,
    imports: head.imports?.strategy ?? start.imports,
    constructors: head.constructors ?? start.constructors,
    builtins: [...start.builtins, ...(head.builtins ?? [])],
    ...own,
  };
}

function load(): Map<string, CompiledRules> {
  return new Map(readdirSync(FOLDER).map((language) => [language, compile(rulesOf(language))]));
}

function compile(rules: LanguageRules): CompiledRules {
  return {
    ...rules,
    builtinNames: new Set(rules.builtins),
    transparentNames: new Set(rules.transparent),
    classTypeNames: new Set(rules.classTypes),
    openTypeNames: new Set(rules.openTypes),
    elementNames: new Set(rules.elementMembers),
    containerNames: new Set(rules.containerMembers),
    callbackNames: new Set(rules.callbackMembers),
    adding: new Map(Object.entries(rules.addingMembers)),
    ofCases: new Map(Object.entries(rules.caseMembers)),
    gathering: new Map(Object.entries(rules.containerFunctions)),
    mapNames: new Set(rules.mapMembers),
    foldNames: new Set(rules.foldingMembers),
    pairTypeNames: new Set(rules.pairTypes),
    pairs: new Map(Object.entries(rules.pairMembers)),
    pairing: new Map(Object.entries(rules.pairFunctions)),
    valuing: new Map(Object.entries(rules.valueFunctions)),
    running: new Map(Object.entries(rules.outsideRuns)),
    scopingMembers: new Map(Object.entries(rules.scopeMembers)),
    scopingFunctions: new Map(Object.entries(rules.scopeFunctions)),
    functionForms: new Map(Object.entries(rules.functionTypes)),
  };
}

/** Rules of a language by its folder's name. */
export function languageRules(language: string): CompiledRules {
  loaded ??= load();
  return loaded.get(language) ?? compile({ ...DEFAULT_RULES, family: language });
}

/** All idioms, in the order in which they are asked. */
import { extensionMembers } from '../../classes/extensions.ts';
import { hiddenOverloads } from '../../classes/find-members.ts';
import { relativeImports } from '../../imports/relative-imports.ts';
import { moduleNames } from '../../names/places.ts';
import { classBodies } from '../../program/class-bodies.ts';
import { openClasses } from '../../program/class-parts.ts';
import { genericArity } from '../../program/generic-arity.ts';
import { openTypes } from '../../program/open-types.ts';
import { sharedBlocks } from '../../program/shared-blocks.ts';
import type { RuleSet } from '../../rules/rule-set.ts';
import { protocolRules } from '../../rules/protocol-rules.ts';
import { aliasVariables, classTypes, derivedTypes, guardTypes, typeVariables } from '../../types/types.ts';
import type { Idiom } from '../contract.ts';
import { arrows } from './arrows.ts';
import { bareCalls } from './bare-calls.ts';
import { blocks } from './blocks.ts';
import { boundFunctions } from './bound-functions.ts';
import { bracketInstances } from './bracket-instances.ts';
import { calledMethods } from './called-methods.ts';
import { classLibraries } from './class-libraries.ts';
import { classObjects } from './class-objects.ts';
import { containerCalls } from './container-calls.ts';
import { contexts } from './contexts.ts';
import { declaredMembers } from './declared-members.ts';
import { dispatches } from './dispatches.ts';
import { elementFields } from './element-fields.ts';
import { fieldsApart } from './fields-apart.ts';
import { folding } from './folding.ts';
import { initialValues } from './initial-values.ts';
import { listFunctions } from './list-functions.ts';
import { macros } from './macros.ts';
import { loadedModules } from './loaded-modules.ts';
import { injectedParameters } from './injected-parameters.ts';
import { managers } from './managers.ts';
import { memberCalls } from './member-calls.ts';
import { metatables } from './metatables.ts';
import { mixedIn } from './mixed-in.ts';
import { objectMembers } from './object-members.ts';
import { objectsOfVariables } from './objects-of-variables.ts';
import { namedCallbacks } from './named-callbacks.ts';
import { outsideRuns } from './outside-runs.ts';
import { ownClasses } from './own-class.ts';
import { pairMaps, valueCallbacks } from './pairs.ts';
import { passFields } from './pass-fields.ts';
import { recordAccessors } from './record-accessors.ts';
import { repeatedConstants } from './repeated-constants.ts';
import { rowsOfTables } from './rows-of-tables.ts';
import { scopeFunctions } from './scope-functions.ts';
import { superMethods } from './super-methods.ts';
import { typedTables } from './typed-tables.ts';
import { unknownReceivers } from './unknown-receivers.ts';
import { variantPatterns } from './variant-patterns.ts';
import { wrappers } from './wrappers.ts';

export const IDIOMS: readonly Idiom[] = [
  bareCalls,
  memberCalls,
  superMethods,
  classObjects,
  blocks,
  contexts,
  classLibraries,
  ownClasses,
  passFields,
  boundFunctions,
  elementFields,
  variantPatterns,
  bracketInstances,
  typedTables,
  declaredMembers,
  fieldsApart,
  calledMethods,
  recordAccessors,
  arrows,
  macros,
  namedCallbacks,
  unknownReceivers,
  initialValues,
  injectedParameters,
  rowsOfTables,
  dispatches,
  mixedIn,
  objectsOfVariables,
  loadedModules,
  managers,
  // What a function from outside gives is asked in this order.
  scopeFunctions,
  listFunctions,
  containerCalls,
  pairMaps,
  valueCallbacks,
  folding,
  wrappers,
  outsideRuns,
  metatables,
];

/** Keys of constructs that other rooms read, before any value flows. */
const STATIC_SETS: readonly RuleSet<unknown>[] = [
  openTypes,
  sharedBlocks,
  openClasses,
  genericArity,
  moduleNames,
  relativeImports,
  classTypes,
  typeVariables,
  guardTypes,
  derivedTypes,
  aliasVariables,
  classBodies,
  protocolRules,
  hiddenOverloads,
  extensionMembers,
  objectMembers,
  repeatedConstants,
];

/** All keys of resolution.json that one construct owns. */
export const RULE_SETS: readonly RuleSet<unknown>[] = [...STATIC_SETS, ...IDIOMS.flatMap(({ keys }) => keys ?? [])];

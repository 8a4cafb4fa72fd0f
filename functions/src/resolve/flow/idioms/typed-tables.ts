/**
 * Tables whose type says what is in them (TypeScript): `table[key]()` with a key that is not known runs no function of the
 * literal, where elsewhere it may run any.
 */
import { z } from 'zod';
import { ruleSet } from '../../rules/rule-set.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  tablesRunAny: z
    .boolean()
    .default(true)
    .describe(
      "`table[key]()` may run any function of the table; where this is false, the table's type says what it runs.",
    ),
});

export const typedTables: Idiom = {
  keys,
  isIn: (rules) => !keys.of(rules).tablesRunAny,
  hidesUnknownKeys: true,
};

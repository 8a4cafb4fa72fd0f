/** The table of keys in languages/README.md, and where each key stands. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { README, settersOfKeys, withRulesTable } from '../../../local/build/rules-table.ts';
import { RULE_SETS } from '../../../src/resolve/flow/idioms/index.ts';
import { rulesSchema } from '../../../src/resolve/rules/rules-format.ts';

/** Keys that language.json says too. */
const OF_LANGUAGE_JSON = ['family', 'imports', 'builtins', 'constructors'];

describe('local/build/rules-table', () => {
  const shared = Object.entries(rulesSchema.shape);
  const owned = RULE_SETS.flatMap(({ shape }) => Object.entries(shape));

  it('is in README as it is made', () => {
    const readme = readFileSync(README, 'utf8');
    assert.equal(withRulesTable(readme), readme, 'run npm run rules-table');
    assert.match(readme, /\| `callMember` \|/);
    assert.match(readme, /\| `metatables` \|/);
  });

  it('has every key in exactly one place, and described', () => {
    const keys = [...shared, ...owned].map(([key]) => key);
    assert.deepEqual(
      keys.filter((key, at) => keys.indexOf(key) !== at),
      [],
    );
    const silent = [...shared, ...owned].filter(([, type]) => (type.description ?? '') === '');
    assert.deepEqual(
      silent.map(([key]) => key),
      [],
    );
  });

  it('shares only what several languages set', () => {
    const setters = settersOfKeys();
    const single = shared.map(([key]) => key).filter((key) => (setters.get(key)?.length ?? 0) < 2);
    assert.deepEqual(
      single.filter((key) => !OF_LANGUAGE_JSON.includes(key)),
      [],
    );
    const known = new Set([...shared, ...owned].map(([key]) => key));
    assert.deepEqual(
      [...setters.keys()].filter((key) => !known.has(key)),
      [],
    );
  });
});

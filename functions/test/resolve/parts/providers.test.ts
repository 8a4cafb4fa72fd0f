/** Providers of all parts in one array give what a map of lists would. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { offersOf, providedBy, Providers } from '../../../src/resolve/parts/providers.ts';
import { tries } from '../../support/tries.ts';

const key = fc.oneof(fc.nat(5), fc.constantFrom(0xffff_ffff, 0xffff_fffe, 0x8000_0000));
const provided = fc
  .uniqueArray(fc.tuple(fc.string({ maxLength: 3 }), fc.uniqueArray(key, { maxLength: 4 })), {
    selector: ([path]) => path,
  })
  .map((files) => new Map(files.map(([path, keys]) => [path, Uint32Array.from(keys)])));

describe('resolve/parts/providers', () => {
  it('names the files of any part that provide a key, the highest keys too', () => {
    fc.assert(
      fc.property(fc.array(provided, { maxLength: 4 }), key, (parts, asked) => {
        const found = new Providers(parts.map(offersOf)).of(asked);
        const wanted = parts.flatMap((files) =>
          [...files].filter(([, keys]) => keys.includes(asked)).map(([path]) => path),
        );
        assert.deepEqual(found.sort(), wanted.sort());
      }),
      { numRuns: tries(200, 5_000) },
    );
  });

  it('tells of each file what it was given, files without a key too', () => {
    fc.assert(
      fc.property(provided, (files) => {
        assert.deepEqual(providedBy(offersOf(files)), files);
      }),
      { numRuns: tries(100, 2_000) },
    );
  });
});

/**
 * Where the random inputs of property tests come from: the same ones on every run, so that a suite that fails says
 * something about what was changed. `PROPERTY_SEED=<n> npm test -- <file>` tries others, and is how to look for faults.
 */
import fc from 'fast-check';

const SEED = 20_261_128;

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? SEED) });

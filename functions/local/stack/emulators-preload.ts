/** `node --import` of the emulators' process (emulators.ts): changes firebase-tools before it starts. */
import { shareWorkers } from './shared-workers.ts';
import { steadyEmulators } from './steady-emulators.ts';

shareWorkers();
steadyEmulators();

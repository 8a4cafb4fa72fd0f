/** `node --import` of the emulators' process (emulators.ts): applies shared-workers.ts before firebase-tools starts. */
import { shareWorkers } from './shared-workers.ts';

shareWorkers();

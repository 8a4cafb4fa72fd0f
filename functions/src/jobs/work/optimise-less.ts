/**
 * Keeps V8's optimising compiler, which works beside the program, to what a job is long enough to earn back. A fresh
 * process that ingests 264 Java files runs each part of extraction, resolution and writing for a second or two; as V8 is
 * set for programs that stay, a third of the CPU time went into optimising them, most of it for callees copied into
 * their callers.
 *
 * The settings are the whole process', threads included, and hold for what is optimised after them.
 */
import { setFlagsFromString } from 'node:v8';

const OPTIMISER_FLAGS = [
  // Bytes of bytecode that calls within one function are replaced with, 920 as it comes.
  '--max-inlined-bytecode-size-cumulative=150',
];

export function optimiseLess(): void {
  for (const flag of OPTIMISER_FLAGS) setFlagsFromString(flag);
}

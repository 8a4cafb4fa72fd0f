import type { Definition } from '../facts.ts';

/** Of definitions and files: what nodes show and no edge rests on. */
export const SHOWN_ONLY: ReadonlySet<string> = new Set([
  'doc',
  'complexity',
  'visibility',
] satisfies (keyof Definition)[]);

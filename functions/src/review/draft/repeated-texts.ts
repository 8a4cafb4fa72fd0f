/** Sentences of which some say what others have said: specialists praise the same thing, each in its own words. */
import { saysNothingNew } from '../place/merge-findings.ts';

/** Each once, in their order. */
export function withoutRepeats(texts: readonly string[]): string[] {
  const kept: string[] = [];
  for (const text of texts) if (!kept.some((before) => saysNothingNew(text, before))) kept.push(text);
  return kept;
}

/** Texts that stand around a change, each secret in them masked; one that could not be looked through is not shown. */
import type { ScannedText } from '../../model/secrets.ts';
import type { LinterPort } from '../../ports.ts';
import { findSecretsIn } from './find-secrets.ts';
import { maskedSide } from './masked-side.ts';

export interface MaskTextsRequest {
  linters: Pick<LinterPort, 'findSecrets'>;
  texts: readonly ScannedText[];
  /** Secrets that are known. */
  values: readonly string[];
  signal?: AbortSignal | undefined;
}

const WITHHELD = '(not shown: secrets could not be looked for in it)';

/** In their order. */
export async function maskTexts({ linters, texts, values, signal }: MaskTextsRequest): Promise<string[]> {
  if (texts.length === 0) return [];
  const { found, unread } = await findSecretsIn(linters, { texts, ...(signal === undefined ? {} : { signal }) });
  const byText = Map.groupBy(found, ({ text }) => text);
  const withheld = new Set(unread.map(({ text }) => text));
  return texts.map(({ text }, at) =>
    withheld.has(at) ? WITHHELD : maskedSide(text, byText.get(at) ?? [], values).text,
  );
}

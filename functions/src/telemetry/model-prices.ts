/**
 * What models cost, as MODEL_PRICES says it: USD per million tokens read and written.
 *
 *     gpt-5-mini=0.25/2, text-embedding-3-small=0.02     →  { 'gpt-5-mini' → { read: 0.25, written: 2 }, … }
 */
export interface ModelPrice {
  read: number;
  written: number;
}

/** An entry that cannot be read is left out: a wrong price is worse than none. */
export function modelPrices(text: string): Map<string, ModelPrice> {
  const prices = new Map<string, ModelPrice>();
  for (const entry of text.split(',')) {
    const found = /^\s*(\S+)\s*=\s*(\d+(?:\.\d+)?)(?:\s*\/\s*(\d+(?:\.\d+)?))?\s*$/.exec(entry);
    const [, model, read, written] = found ?? [];
    if (model !== undefined) prices.set(model, { read: Number(read), written: Number(written ?? 0) });
  }
  return prices;
}

/** In USD; undefined for a model without a price. */
export function costOf(
  prices: Map<string, ModelPrice>,
  model: string,
  usage: { prompt: number; completion: number },
): number | undefined {
  const price = prices.get(model);
  return price && (usage.prompt * price.read + usage.completion * price.written) / 1_000_000;
}

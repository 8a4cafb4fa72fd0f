/**
 * How many tokens a text is to a model. Tokenizers differ from model to model and are megabytes large, and a budget needs
 * no more than a bound: source code runs at 3 to 4 characters a token, other scripts than Latin at one or more a character.
 */
const CHARACTERS_PER_TOKEN = 3.5;

export function tokensOf(text: string): number {
  // Bytes, not characters: three bytes of Chinese are one token, not a third.
  return Math.ceil(Buffer.byteLength(text) / CHARACTERS_PER_TOKEN);
}

export interface CutText {
  text: string;
  tokens: number;
  cut: boolean;
}

/** Whole lines within a number of tokens; the line that says how many are missing is counted too. '' when none fits. */
export function cutToTokens(text: string, budget: number): CutText {
  const whole = tokensOf(text);
  if (whole <= budget) return { text, tokens: whole, cut: false };
  const lines = text.split('\n');
  const shortened = (count: number) => `${lines.slice(0, count).join('\n')}\n… ${lines.length - count} more lines`;
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokensOf(shortened(middle)) <= budget) low = middle;
    else high = middle - 1;
  }
  if (low === 0) return { text: '', tokens: 0, cut: true };
  return { text: shortened(low), tokens: tokensOf(shortened(low)), cut: true };
}

/**
 * Whether a finding tells of a secret in the code: such a one is never muted, whoever asks. Linters say it by their rule; a
 * model says it in words, where a false alarm costs no more than that the finding is said again.
 */
import { redact } from '../model/redact.ts';
import type { Issue } from '../model/reviews.ts';

/** Ruff's (bandit's) S105 to S107, gosec's G101, and ESLint's no-secrets, by which linters name secrets in code. */
const RULES = /^(?:S10[567]|G101|no-secrets\/.+)$/i;
const WORDS =
  /\b(?:secrets?|passwords?|passphrases?|credentials?|private keys?|api[ _-]?keys?|access[ _-]?keys?|(?:access|auth|bearer|api) tokens?|tokens?)\b/i;

export function isSecretFinding({
  source,
  rule,
  category,
  title,
  code_snippet: code,
}: Pick<Issue, 'rule' | 'category' | 'title' | 'code_snippet'> & { source: string }): boolean {
  if (source === 'secrets' || (rule !== null && RULES.test(rule))) return true;
  if (code.includes('[redacted]') || redact(code) !== code) return true;
  return category === 'security' && WORDS.test(title);
}

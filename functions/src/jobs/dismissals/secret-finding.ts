/**
 * Whether a finding tells of a secret in the code: such a one is never muted, whoever asks. The scanner and linters say it by
 * their rule; a model says it in words, where a false alarm costs no more than that the finding is said again.
 */
import { redact } from '../../model/redact.ts';
import type { Issue } from '../../model/reviews.ts';
import { speaksOfSecrets } from '../../review/lint/rule-topics.ts';

type Told = Pick<Issue, 'source' | 'rule' | 'category' | 'title' | 'description' | 'code_snippet'>;

export function isSecretFinding({ source, rule, category, title, description, code_snippet: code }: Told): boolean {
  if (source === 'secrets' || (rule !== null && speaksOfSecrets(rule, ''))) return true;
  if (code.includes('[redacted') || redact(code) !== code) return true;
  return category === 'security' && speaksOfSecrets(null, `${title}. ${description}`);
}

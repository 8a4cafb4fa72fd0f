/**
 * What a scanner finds in texts as they are, and in the literals of each as what they are joined to (joined-literals.ts):
 * such a secret has its parts as places, and is told once.
 */
import type { FoundSecret, ScannedText, SecretReport, SecretRequest } from '../../model/secrets.ts';
import type { LinterPort } from '../../ports.ts';
import { joinedLiterals, type JoinedLiterals } from './joined-literals.ts';
import type { Piece } from './literals.ts';

interface View {
  /** Which of the texts it is of. */
  of: number;
  joined: JoinedLiterals;
}

export async function findSecretsIn(
  { findSecrets }: Pick<LinterPort, 'findSecrets'>,
  { texts, signal }: SecretRequest,
): Promise<SecretReport> {
  const views = texts.flatMap(({ path, text, lines }, of): View[] => {
    const joined = joinedLiterals(path, text, lines === undefined ? undefined : rangesOf(text, lines));
    return joined === undefined ? [] : [{ of, joined }];
  });
  const seen = views.map(({ of, joined }): ScannedText => ({ path: texts[of]?.path ?? '', text: joined.text }));
  const request = { texts: [...texts, ...seen] };
  const { found, unread } = await findSecrets(signal === undefined ? request : { ...request, signal });
  const report: SecretReport = { found: [], unread: [] };
  for (const each of found) {
    const view = views[each.text - texts.length];
    const here = view === undefined ? each : dividedIn(view, each);
    if (here !== undefined) report.found.push(here);
  }
  for (const each of unread) {
    const text = views[each.text - texts.length]?.of ?? each.text;
    if (!report.unread.some((known) => known.text === text)) report.unread.push({ ...each, text });
  }
  return report;
}

/** Undefined for what stands in one literal: it is found there. */
function dividedIn({ of, joined }: View, found: FoundSecret): FoundSecret | undefined {
  const parts = joined.partsOf(found.start, found.end);
  if (parts.length < 2) return undefined;
  const start = Math.min(...parts.map((part) => part.start));
  const end = Math.max(...parts.map((part) => part.end));
  return { ...found, text: of, start, end, parts };
}

function rangesOf(text: string, lines: NonNullable<ScannedText['lines']>): Piece[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return lines.map(([from, to]) => [starts[from - 1] ?? text.length, starts[to] ?? text.length]);
}

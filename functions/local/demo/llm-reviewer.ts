/**
 * What the stand-in answers when no script is given: a reviewer that knows a handful of patterns, so that the road from a
 * comment to a posted review can be walked without a key. It is no model and judges nothing; each of its summaries says
 * so. It does use the tools it is offered, one round of them, as a model would.
 *
 * It reads the diffs as review/agent/prompts-material.ts writes them:
 *
 *     <data-x7Kd09Qm kind="diff">
 *     src/cart.ts (modified)
 *     @@ -11,3 +11,3 @@ total
 *            12 + for (let i = 0; i <= items.length; i++) {
 */
import type { ChatBody, StandInReply } from './llm-stand-in.ts';

export const STAND_IN_NOTICE =
  'Written by the scripted stand-in, which is no model: it knows a few patterns and has not understood this change. Set GATEWAY_API_KEY for a review.';

interface AddedLine {
  path: string;
  line: number;
  text: string;
}

interface Pattern {
  finds: RegExp;
  title: string;
  description: string;
  category: string;
  severity: string;
  fix?: (text: string) => string;
}

const PATTERNS: Pattern[] = [
  {
    finds: /\b(select|insert|update|delete)\b.*(\$\{|["'] ?\+|\{\w+\}|%s["'] ?%)/i,
    title: 'A query is put together from values',
    description:
      'The value becomes a part of the statement, so whoever chooses it can change what the query does. Pass it as a parameter.',
    category: 'security',
    severity: 'critical',
  },
  {
    finds: /for \(.*<= ?\w+(\.\w+)*\.length/,
    title: 'The loop runs one step too far',
    description: 'The last index is one less than the length: the last round reads an element that does not exist.',
    category: 'bug',
    severity: 'high',
    fix: (text) => text.replace(/<=( ?\w+(\.\w+)*\.length)/, '<$1'),
  },
  {
    finds: /^\s*except\s*:|catch\s*(\(\w*\))?\s*\{\s*\}/,
    title: 'Every error is swallowed here',
    description: 'Programming errors and interrupts disappear as well, and the caller goes on as if all were well.',
    category: 'bug',
    severity: 'medium',
  },
  {
    finds: /\b(password|secret|token|api_?key)\b\s*[:=]\s*["'][^"'\s]{6,}/i,
    title: 'A secret stands in the code',
    description:
      'Whoever can read the repository can use it, also after it has been removed. Read it from the settings.',
    category: 'security',
    severity: 'high',
  },
];

export function reviewLikeAScript(body: ChatBody): StandInReply {
  const [system = '', user = ''] = body.messages.map(({ content }) => content ?? '');
  if (system.includes('"verdicts"')) {
    return { content: JSON.stringify({ verdicts: [], positive_findings: [], summary: STAND_IN_NOTICE }) };
  }
  const names = (body.tools ?? []).map((tool) => tool.function.name);
  const asked = body.messages.some(({ role }) => role === 'tool');
  if (names.includes('find_callers') && !asked) {
    const [definition] = definedIn(user);
    if (definition !== undefined) {
      const toolCalls = [{ name: 'find_callers', arguments: JSON.stringify({ symbol_name: definition }) }];
      return { content: null, toolCalls };
    }
  }
  const findings = addedLines(user).flatMap((line) => findingsOn(line));
  return { content: JSON.stringify({ findings, positive_findings: [], summary: STAND_IN_NOTICE }) };
}

function findingsOn({ path, line, text }: AddedLine): unknown[] {
  return PATTERNS.filter(({ finds }) => finds.test(text)).map(({ finds: _, fix, ...what }) => ({
    path,
    side: 'RIGHT',
    line_start: line,
    line_end: line,
    quote: text,
    ...what,
    suggestion: fix?.(text) ?? null,
    confidence: 9,
  }));
}

function addedLines(prompt: string): AddedLine[] {
  const lines: AddedLine[] = [];
  for (const [, path = '', diff = ''] of prompt.matchAll(/ kind="diff">\n(.+) \(\w+\)\n([^]*?)\n<\/data-/g)) {
    for (const [, line, text = ''] of diff.matchAll(/^ {2} *(\d+) \+ ?(.*)$/gm))
      lines.push({ path, line: Number(line), text });
  }
  return lines;
}

/** Names of functions whose definition the diff shows. */
function definedIn(prompt: string): string[] {
  return [...prompt.matchAll(/\b(?:function|def|func)\s+([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
}

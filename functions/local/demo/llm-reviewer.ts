/**
 * What the stand-in answers when no script is given: a reviewer that knows a handful of patterns, so that the road from a
 * comment to a posted review can be walked without a key. It is no model and judges nothing; each of its summaries says
 * so. It does use the tools it is offered, one round of them, as a model would, and cites the callers that they name.
 *
 * It reads the diffs as review/agent/prompts-material.ts writes them:
 *
 *     <data-x7Kd09Qm kind="diff">
 *     src/cart.ts (modified)
 *     @@ -11,3 +11,3 @@ total
 *            12 + for (let i = 0; i <= items.length; i++) {
 */
import { z } from 'zod';
import type { ChatBody, StandInReply } from './llm-stand-in.ts';

export const STAND_IN_NOTICE =
  'Written by the scripted stand-in, which is no model: it knows a few patterns and has not understood this change. Set GATEWAY_API_KEY for a review.';

interface AddedLine {
  path: string;
  line: number;
  text: string;
  /** Name of the function whose definition the diff shows above it. */
  within: string | undefined;
}

interface Caller {
  path: string;
  line: number;
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
  if (JSON.stringify(body.response_format ?? {}).includes('"answer"'))
    return { content: JSON.stringify({ answer: STAND_IN_NOTICE }) };
  const lines = addedLines(user);
  const names = (body.tools ?? []).map((tool) => tool.function.name);
  const asked = body.messages.some(({ role }) => role === 'tool');
  const definitions = [...new Set(lines.filter(isFault).flatMap(({ within }) => within ?? []))];
  const wanted = definitions.length > 0 ? definitions : definedIn(user).slice(0, 1);
  if (names.includes('find_callers') && !asked && wanted.length > 0) {
    const callOf = (name: string) => ({ name: 'find_callers', arguments: JSON.stringify({ symbol_name: name }) });
    return { content: null, toolCalls: wanted.slice(0, MOST_CALLS).map(callOf) };
  }
  const callers = callersIn(body);
  const findings = lines.flatMap((line) => findingsOn(line, callers.get(line.within ?? '') ?? []));
  return { content: JSON.stringify({ findings, positive_findings: [], summary: STAND_IN_NOTICE }) };
}

const MOST_CALLS = 5;
const MOST_CITED = 3;

function isFault({ text }: AddedLine): boolean {
  return PATTERNS.some(({ finds }) => finds.test(text));
}

function findingsOn({ path, line, text }: AddedLine, callers: readonly Caller[]): unknown[] {
  return PATTERNS.filter(({ finds }) => finds.test(text)).map(({ finds: _, fix, ...what }) => ({
    path,
    side: 'RIGHT',
    line_start: line,
    line_end: line,
    quote: text,
    ...what,
    suggestion: fix?.(text) ?? null,
    confidence: 9,
    evidence: callers.slice(0, MOST_CITED),
  }));
}

const answerSchema = z.object({
  symbol: z.string(),
  callers: z.array(z.object({ path: z.string(), line: z.int() })),
});

/** What `find_callers` has answered, by the name that was asked for. */
function callersIn({ messages }: ChatBody): Map<string, Caller[]> {
  const callers = new Map<string, Caller[]>();
  for (const { role, content } of messages) {
    const text = content ?? '';
    if (role !== 'tool' || !text.includes('{')) continue;
    const answer = answerSchema.safeParse(jsonOf(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
    if (answer.success) callers.set(answer.data.symbol, answer.data.callers);
  }
  return callers;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function addedLines(prompt: string): AddedLine[] {
  const lines: AddedLine[] = [];
  for (const [, path = '', diff = ''] of prompt.matchAll(/ kind="diff">\n(.+) \(\w+\)\n([^]*?)\n<\/data-/g)) {
    let within: string | undefined;
    for (const row of diff.split('\n')) {
      if (!/^ {2} *\d* -/.test(row)) within = definedIn(row)[0] ?? within;
      const [, line, text = ''] = /^ {2} *(\d+) \+ ?(.*)$/.exec(row) ?? [];
      if (line !== undefined) lines.push({ path, line: Number(line), text, within });
    }
  }
  return lines;
}

/** Names of functions whose definition the diff shows. */
function definedIn(prompt: string): string[] {
  return [...prompt.matchAll(/\b(?:function|def|func)\s+([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
}

/**
 * A linter's diagnostic as a finding, where it stands on a line that the pull request adds.
 *
 *     { rule: 'F401', line: 3, message: '`os` imported but unused' }
 *       →   { title: '`os` imported but unused', description: 'Python linter, rule F401.', line_start: 3, … }
 */
import { LINT_CONFIDENCE, type SourcedFinding } from '../../model/findings.ts';
import type { LintDiagnostic } from '../../model/lint.ts';
import type { ToolName } from '../../model/tools.ts';
import type { LintedFile } from './linted-file.ts';
import { kindOf } from './rule-kinds.ts';
import { LINT_TOOLS } from './tools.ts';

/** Lines that a finding may span. Of longer ranges (a whole function) the first line says where. */
const MAX_SPAN = 5;
const MAX_FIX_LINES = 12;
const LONGEST_FIX = 6_000;

interface Place {
  first: number;
  last: number;
  /** The fix replaces exactly these lines. */
  isFix: boolean;
}

/** Undefined for a line that the pull request does not add. */
export function findingOf(tool: ToolName, diagnostic: LintDiagnostic, file: LintedFile): SourcedFinding | undefined {
  const place = placeOf(diagnostic, addedLines(file));
  if (place === undefined) return undefined;
  const { rule, fix } = diagnostic;
  const lines = file.text.split('\n').slice(place.first - 1, place.last);
  return {
    path: file.path,
    side: 'RIGHT',
    line_start: place.first,
    line_end: place.last,
    quote: lines
      .map((each) => each.replace(/\r$/, ''))
      .join('\n')
      .slice(0, 4_000),
    ...wordsOf(tool, diagnostic),
    suggestion: place.isFix && fix !== undefined && fix.text.length <= LONGEST_FIX ? fix.text : null,
    confidence: LINT_CONFIDENCE,
    ...kindOf(tool, diagnostic),
    source: tool,
    rule,
  };
}

function addedLines({ hunks }: LintedFile): Set<number> {
  return new Set(
    hunks.flatMap(({ lines }) => lines.flatMap(({ kind, new: at }) => (kind === 'added' && at !== null ? [at] : []))),
  );
}

/** Where the finding stands: on the lines of its fix, on its own, or on its first line. */
function placeOf({ line, endLine, fix }: LintDiagnostic, added: ReadonlySet<number>): Place | undefined {
  if (!added.has(line)) return undefined;
  const allAdded = (from: number, to: number): boolean =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at).every((each) => added.has(each));
  if (fix !== undefined && fix.line <= line && fix.endLine >= line && fix.endLine - fix.line < MAX_FIX_LINES) {
    if (allAdded(fix.line, fix.endLine)) return { first: fix.line, last: fix.endLine, isFix: true };
  }
  const spans = endLine - line < MAX_SPAN && allAdded(line, endLine);
  return { first: line, last: spans ? endLine : line, isFix: false };
}

function wordsOf(tool: ToolName, { rule, message }: LintDiagnostic): Pick<SourcedFinding, 'title' | 'description'> {
  const said = message.trim().slice(0, 2_000) || 'No message';
  // What follows the first sentence is advice.
  const [, sentence = said, advice = ''] = /^(.+?)(?:\. |\n)([^]+)$/.exec(said) ?? [];
  const tip = advice.trim().replace(/[\p{L}\p{N})`]$/u, '$&.');
  const by = `${LINT_TOOLS[tool].title}${rule === null ? '' : `, rule ${rule}`}.`;
  return {
    title: (rule === null ? `Syntax error: ${sentence}` : asSentence(sentence)).slice(0, 200),
    description: tip === '' ? by : `${tip}\n\n${by}`,
  };
}

/** Some tools begin in lower case; a first word that may be a name stays as it is. */
function asSentence(text: string): string {
  return text.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
}

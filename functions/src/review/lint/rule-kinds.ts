/**
 * What a linter's rule is about and how much it matters, in the words of reviews. Rules are sorted by their tool's own
 * groups and code families: `F` of the Python linter are its checks for real errors, `S` those for security.
 */
import type { Issue } from '../../model/reviews.ts';
import type { ToolName } from '../../model/tools.ts';
import type { LintDiagnostic } from '../../model/lint.ts';

export type RuleKind = Pick<Issue, 'category' | 'severity'>;

const SYNTAX_ERROR: RuleKind = { category: 'bug', severity: 'high' };
const OTHER: RuleKind = { category: 'maintainability', severity: 'low' };

type Row = [pattern: RegExp, category: Issue['category'], severity: Issue['severity']];

/** The first that fits counts; `rule group` is what is looked at. */
const KINDS: Record<ToolName, Row[]> = {
  python_linter: [
    [/^(F401|F841|F811)/, 'maintainability', 'low'],
    [/^(F821|F822|F823|F70|F50[1-9]|F52|PLE|E9)/, 'bug', 'high'],
    [/^(S3|S5|S6|S7)/, 'security', 'high'],
    [/^(S\d|DJ\d)/, 'security', 'medium'],
    [/^(F|B\d|ASYNC|PLW|RUF006|BLE|E711|E722|E741|PT|DTZ|LOG|G\d)/, 'bug', 'medium'],
    [/^(PERF|C4|FURB)/, 'performance', 'low'],
    [/^(C90|PLR|SIM|RET|ARG|TRY|ERA|FBT|N8)/, 'maintainability', 'low'],
    [/^(E|W|I\d|D\d|Q|COM|UP|ANN|ISC|INP|TD|FIX|EM|TID)/, 'style', 'low'],
  ],
  javascript_linter: [
    [/eval|script-url|unsafe|danger|target-blank|no-new-func|child-process/, 'security', 'medium'],
    [/^(no-unused|no-useless|no-empty|typescript\/no-explicit-any|unicorn\/no-useless)/, 'maintainability', 'low'],
    [/ correctness$/, 'bug', 'medium'],
    [/ suspicious$/, 'bug', 'low'],
    [/ perf$/, 'performance', 'low'],
    [/ style$/, 'style', 'low'],
  ],
  go_linter: [
    [/^(unused-|unnecessary-|redundant-)/, 'maintainability', 'low'],
    [/ validity$/, 'bug', 'high'],
    [
      /^(atomic|datarace|defer|range-val-|unhandled-error|waitgroup|identical-|constant-logical|time-|call-to-gc|deep-exit|optimize-operands|string-of-int|unconditional-recursion|context-as|errorf)/,
      'bug',
      'medium',
    ],
    [/ (bad practice|logic|errors)$/, 'bug', 'low'],
    [/ optimization$/, 'performance', 'low'],
    [/ (style|naming|comments|code-style|imports)$/, 'style', 'low'],
  ],
};

export function kindOf(tool: ToolName, { rule, group }: Pick<LintDiagnostic, 'rule' | 'group'>): RuleKind {
  if (rule === null) return SYNTAX_ERROR;
  const text = `${rule} ${group ?? ''}`.trimEnd();
  const [, category, severity] = KINDS[tool].find(([pattern]) => pattern.test(text)) ?? [];
  return category === undefined || severity === undefined ? OTHER : { category, severity };
}

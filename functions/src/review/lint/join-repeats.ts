/**
 * One finding of what one rule says several times about one line: `import os, sys` has two unused imports and needs one
 * comment.
 *
 *     `os` imported but unused, and 1 more like it
 *
 *     - `sys` imported but unused
 */
import type { SourcedFinding } from '../../model/findings.ts';

const MOST_NAMED = 10;

/** Sorted by line. Of different fixes none is kept: each was made as if it were the only one. */
export function joinRepeats(findings: readonly SourcedFinding[]): SourcedFinding[] {
  const groups = new Map<string, [SourcedFinding, ...SourcedFinding[]]>();
  // A tool gives them in no order that it promises.
  const ordered = [...findings].sort((a, b) => a.line_start - b.line_start || (a.title < b.title ? -1 : 1));
  for (const finding of ordered) {
    const key = [finding.path, finding.line_start, finding.rule].join('\n');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()].map(([first, ...others]) => (others.length === 0 ? first : joined(first, others)));
}

function joined(first: SourcedFinding, others: readonly SourcedFinding[]): SourcedFinding {
  const said = [...new Set(others.map(({ title }) => title))].filter((title) => title !== first.title);
  const sameFix = others.every(
    ({ suggestion, line_end: end }) => suggestion === first.suggestion && end === first.line_end,
  );
  const more = said.length === 0 ? '' : `, and ${said.length} more like it`;
  const named = said.slice(0, MOST_NAMED).map((title) => `- ${title}`);
  return {
    ...first,
    title: `${first.title.slice(0, 250)}${more}`,
    description: named.length === 0 ? first.description : `${named.join('\n')}\n\n${first.description}`,
    suggestion: sameFix ? first.suggestion : null,
  };
}

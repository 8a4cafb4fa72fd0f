/** What tells the three linters apart besides how they run: the files they read and what people call them. */
import type { Issue } from '../../model/reviews.ts';
import type { ToolName } from '../../model/tools.ts';

export interface LintToolFacts {
  title: string;
  extensions: readonly string[];
}

export const LINT_TOOLS: Record<ToolName, LintToolFacts> = {
  python_linter: { title: 'Python linter', extensions: ['.py', '.pyi'] },
  javascript_linter: {
    title: 'JavaScript linter',
    extensions: ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts'],
  },
  go_linter: { title: 'Go linter', extensions: ['.go'] },
};

/** What people call whoever found something. */
export function sourceTitle(source: Issue['source']): string {
  if (source === 'agent') return 'model';
  return source === 'secrets' ? 'secret scanner' : LINT_TOOLS[source].title;
}

export function readsFile(tool: ToolName, path: string): boolean {
  const dot = path.lastIndexOf('.');
  return dot > 0 && LINT_TOOLS[tool].extensions.includes(path.slice(dot).toLowerCase());
}

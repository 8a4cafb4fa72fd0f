/**
 * The three linters, and the scanner for secrets, as the LinterPort. When a run fails, one of its files broke the tool: the files are halved until it
 * stands alone, so that a hostile file costs its own diagnostics and no other's.
 */
import type { ToolName } from '../../model/tools.ts';
import type { LintReport, LintRequest } from '../../model/lint.ts';
import type { LinterPort } from '../../ports.ts';
import { findSecrets } from './find-secrets.ts';
import { lintGo } from './lint-go.ts';
import { lintJavascript } from './lint-javascript.ts';
import { lintPython } from './lint-python.ts';
import { isSafePath, type LintTool } from './lint-tool.ts';

const TOOLS: Record<ToolName, LintTool> = {
  python_linter: lintPython,
  javascript_linter: lintJavascript,
  go_linter: lintGo,
};

export interface LinterLimits {
  /** Milliseconds of one run. */
  runMs?: number;
  /** Milliseconds of a request with all its runs. */
  totalMs?: number;
}

const RUN_MS = 30_000;
const TOTAL_MS = 120_000;

export function createLinters({ runMs = RUN_MS, totalMs = TOTAL_MS }: LinterLimits = {}): LinterPort {
  return {
    async lint(request) {
      const endsAt = performance.now() + totalMs;
      const safe = request.files.filter(({ path }) => isSafePath(path));
      const report = await lintFiles(request, safe, runMs, endsAt);
      if (report.status === 'refused') return report;
      const odd = request.files.filter(({ path }) => !isSafePath(path));
      const unlinted = odd.map(({ path }) => ({ path, reason: 'its path cannot be written to a disk' }));
      return { ...report, unlinted: [...report.unlinted, ...unlinted] };
    },
    findSecrets: (request) => findSecrets(request, { runMs, totalMs }),
  };
}

async function lintFiles(
  request: LintRequest,
  files: LintRequest['files'],
  runMs: number,
  endsAt: number,
): Promise<LintReport> {
  if (files.length === 0) return { status: 'done', diagnostics: [], unlinted: [] };
  const timeoutMs = Math.min(runMs, endsAt - performance.now());
  const unlinted = (reason: string): LintReport => ({
    status: 'done',
    diagnostics: [],
    unlinted: files.map(({ path }) => ({ path, reason })),
  });
  if (timeoutMs <= 0) return unlinted('the time for it was over');
  const result = await TOOLS[request.tool]({ ...request, files, timeoutMs });
  if (result.status === 'done') return { ...result, unlinted: [] };
  if (result.status === 'refused') return result;
  if (files.length === 1 || request.signal?.aborted === true) return unlinted(`the linter failed: ${result.reason}`);
  const middle = Math.ceil(files.length / 2);
  const first = await lintFiles(request, files.slice(0, middle), runMs, endsAt);
  if (first.status === 'refused') return first;
  const second = await lintFiles(request, files.slice(middle), runMs, endsAt);
  if (second.status === 'refused') return second;
  return {
    status: 'done',
    diagnostics: [...first.diagnostics, ...second.diagnostics],
    unlinted: [...first.unlinted, ...second.unlinted],
  };
}

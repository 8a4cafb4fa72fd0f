/**
 * What a linter is asked and what it says, for all of them alike: the tools' own formats end in the adapters.
 *
 *   { path: 'a.py', line: 6, endLine: 6, rule: 'F632', group: null, message: 'Use `==` to compare constant literals',
 *     severity: 'warning', fix: { line: 6, endLine: 6, text: '    return x == "y"' } }
 */
import type { ToolName } from './tools.ts';

export interface LintRequest {
  tool: ToolName;
  /** Whole texts. Paths are the repository's, and name no file on this machine. */
  files: { path: string; text: string }[];
  /** The tool's own options as data; absent for its defaults. What could name code to run has been taken out. */
  options?: Record<string, unknown>;
  /** Folder that paths within the options are relative to; '' for the repository's root. */
  optionsFolder?: string;
  signal?: AbortSignal;
}

export interface LintDiagnostic {
  path: string;
  /** 1-based, inclusive. */
  line: number;
  endLine: number;
  /** The tool's name for it; null for a syntax error. */
  rule: string | null;
  /** The tool's word for what kind of rule it is (`correctness`, `naming`), where it has one. */
  group: string | null;
  message: string;
  severity: 'error' | 'warning';
  /** Whole lines and the text that takes their place; '' deletes them. */
  fix?: { line: number; endLine: number; text: string };
}

export type LintReport =
  | { status: 'done'; diagnostics: LintDiagnostic[]; unlinted: { path: string; reason: string }[] }
  /** The tool does not take these options; `detail` is what it says about them. */
  | { status: 'refused'; detail: string };

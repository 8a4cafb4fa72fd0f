/**
 * The linters' part of a review: only changed files are read, and only what stands on lines that the pull request adds is
 * a finding. Everything else is counted, so that the review can say what was looked at and what was not.
 */
import type { SourcedFinding } from '../../model/findings.ts';
import { SEVERITIES } from '../../model/reviews.ts';
import { TOOL_NAMES, type ToolName, type ToolsConfig } from '../../model/tools.ts';
import type { LintReport } from '../../model/lint.ts';
import type { LinterPort } from '../../ports.ts';
import { configGroups } from './config-groups.ts';
import { findingOf } from './finding-of.ts';
import { joinRepeats } from './join-repeats.ts';
import type { LintedFile } from './linted-file.ts';
import type { LintOptions, ReadHead } from './options.ts';
import { withoutRefused } from './refused-options.ts';
import { LINT_TOOLS, readsFile } from './tools.ts';

export interface LintChangesRequest {
  linters: LinterPort;
  files: readonly LintedFile[];
  settings: ToolsConfig;
  readHead: ReadHead;
  signal?: AbortSignal;
}

export interface LintSummary {
  tool: ToolName;
  title: string;
  enabled: boolean;
  /** Changed files that it read. */
  files: number;
  unlinted: { path: string; reason: string }[];
  /** All it said about these files. */
  found: number;
  /** On added lines, repeats on one line counted once; those above `MAX_FINDINGS` are counted here and are no findings. */
  onChangedLines: number;
  /** What of its configuration could not be used. */
  notes: string[];
}

export interface LintOutcome {
  findings: SourcedFinding[];
  summaries: LintSummary[];
}

const MAX_FILES = 300;
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** Of one tool: a review that repeats a linter's whole report is read by nobody. */
export const MAX_FINDINGS = 40;
const MAX_REFUSALS = 12;

/** Findings in the order of paths and lines. */
export async function lintChanges(request: LintChangesRequest): Promise<LintOutcome> {
  const outcomes = [];
  // One after the other: each is a process of some hundred megabytes.
  for (const tool of TOOL_NAMES) outcomes.push(await runTool(tool, request));
  return {
    findings: outcomes.flatMap(({ findings }) => findings),
    summaries: outcomes.map(({ summary }) => summary),
  };
}

async function runTool(
  tool: ToolName,
  { linters, files, settings, readHead, signal }: LintChangesRequest,
): Promise<{ findings: SourcedFinding[]; summary: LintSummary }> {
  const { enabled, configFile } = settings[tool];
  const summary: LintSummary = {
    tool,
    title: LINT_TOOLS[tool].title,
    enabled,
    files: 0,
    unlinted: [],
    found: 0,
    onChangedLines: 0,
    notes: [],
  };
  const readable = files.filter(({ path }) => readsFile(tool, path));
  if (!enabled || readable.length === 0) return { findings: [], summary };
  const { taken, left } = withinBounds(readable);
  const notes = new Set<string>();
  const findings: SourcedFinding[] = [];
  summary.unlinted.push(...left.map(({ path }) => ({ path, reason: 'more files than one run reads' })));
  for (const group of await configGroups(tool, configFile, taken, readHead)) {
    const { report, notes: said } = await lintGroup(linters, tool, group.files, group.options, signal);
    for (const note of [...group.options.notes, ...said]) notes.add(note);
    summary.files += group.files.length - report.unlinted.length;
    summary.unlinted.push(...report.unlinted);
    summary.found += report.diagnostics.length;
    const texts = new Map(group.files.map((file) => [file.path, file]));
    for (const diagnostic of report.diagnostics) {
      const file = texts.get(diagnostic.path);
      if (file === undefined || group.options.ignores(diagnostic.path, diagnostic.rule ?? '')) continue;
      const finding = findingOf(tool, diagnostic, file);
      if (finding !== undefined) findings.push(finding);
    }
  }
  const said = joinRepeats(findings).sort((a, b) => weightOf(a) - weightOf(b) || comparePlaces(a, b));
  summary.onChangedLines = said.length;
  summary.notes = [...notes];
  if (said.length > MAX_FINDINGS) summary.notes.push(`the ${MAX_FINDINGS} gravest of ${said.length} findings are kept`);
  return { findings: said.slice(0, MAX_FINDINGS).sort(comparePlaces), summary };
}

function withinBounds(files: readonly LintedFile[]): { taken: LintedFile[]; left: LintedFile[] } {
  const [taken, left]: [LintedFile[], LintedFile[]] = [[], []];
  let characters = 0;
  for (const file of files) {
    characters += file.text.length;
    (taken.length < MAX_FILES && characters <= MAX_CHARACTERS ? taken : left).push(file);
  }
  return { taken, left };
}

type Done = Extract<LintReport, { status: 'done' }>;

/** Runs the tool, with less of the options while it refuses some, and with its defaults when nothing else helps. */
async function lintGroup(
  linters: LinterPort,
  tool: ToolName,
  files: readonly LintedFile[],
  { options: given, folder }: LintOptions,
  signal: AbortSignal | undefined,
): Promise<{ report: Done; notes: string[] }> {
  const request = {
    tool,
    files: files.map(({ path, text }) => ({ path, text })),
    ...(signal === undefined ? {} : { signal }),
  };
  const notes: string[] = [];
  let options = given;
  for (let refusals = 0; ; refusals++) {
    const report = await linters.lint({
      ...request,
      ...(options === undefined ? {} : { options, optionsFolder: folder }),
    });
    if (report.status === 'done') return { report, notes };
    if (options === undefined) {
      const reason = 'the linter could not be run';
      return {
        report: { status: 'done', diagnostics: [], unlinted: files.map(({ path }) => ({ path, reason })) },
        notes,
      };
    }
    const reduced = refusals < MAX_REFUSALS ? withoutRefused(options, report.detail) : undefined;
    if (reduced === undefined) notes.push('the linter does not take the configuration; the defaults apply');
    else
      notes.push(
        ...reduced.leftOut.map((name) => `${name} is not known to this version of the linter and was left out`),
      );
    options = reduced?.options;
  }
}

function weightOf({ severity }: SourcedFinding): number {
  return SEVERITIES.indexOf(severity);
}

function comparePlaces(a: SourcedFinding, b: SourcedFinding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line_start - b.line_start;
}

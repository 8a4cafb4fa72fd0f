/**
 * Lines of a change that silence a linter, a type checker or a scanner. Nobody else tells: the linter says nothing, as it
 * was told to.
 *
 *     +x = eval(y)  # noqa: S307      → { path: 'a.py', line: 3, text: '# noqa: S307' }
 */
import type { Suppression } from '../../model/change-facts.ts';
import { isGeneratedMark } from '../../model/generated.ts';
import { redact } from '../../model/redact.ts';
import type { FileDiff } from '../diff/diff-trees.ts';
import { switchedOffIn } from './switched-off.ts';

const COMMENTS: readonly RegExp[] = [
  // Python: ruff, flake8, mypy, pyright, pylint, bandit, coverage
  /#\s*(?:flake8:\s*|ruff:\s*)?noqa\b/i,
  /#\s*(?:type|pyright):\s*(?:ignore|basic)\b/i,
  /#\s*pylint:\s*(?:disable|skip-file)/i,
  /#\s*nosec\b|#\s*pragma:\s*no cover|#\s*(?:fmt|isort|yapf):\s*(?:off|skip|disable)/i,
  /#\s*mypy:\s*(?:ignore-errors|disable-error-code)|#\s*pyre-(?:ignore|fixme|unsafe|strict)|#\s*(?:sourcery|bandit|vulture)[: ]+(?:skip|ignore)/i,
  // JavaScript and TypeScript
  /(?:\/\/|\/\*|<!--)\s*(?:eslint|tslint|oxlint|stylelint|jshint|jscs)[-: ]+(?:disable|ignore)/i,
  /\/\*\s*eslint\s+["'@\w/-]+\s*:\s*(?:0|["']?off)/i,
  /(?:\/\/|\/\*)\s*@ts-(?:ignore|nocheck|expect-error)\b/,
  /(?:\/\/|\/\*)\s*(?:biome-ignore|deno-lint-ignore|prettier-ignore|istanbul ignore|c8 ignore|v8 ignore)\b/i,
  /\$FlowFixMe\b|\$FlowIgnore\b|(?:\/\/|\/\*|<!--)\s*(?:flowlint|markdownlint|htmlhint|dprint|codespell|cspell)[-: ]+(?:disable|ignore|off)/i,
  // Go, Rust, C and C++
  /\/\/\s*nolint\b|\/\/\s*revive:disable|\/\/\s*lint:ignore\b|\/\/\s*#nosec\b/i,
  /#!?\[\s*(?:cfg_attr\([^\]]*)?(?:allow|expect)\s*\(/,
  /#!?\[\s*(?:rustfmt::skip|cfg_attr\([^\]]*rustfmt::skip)|\/\/\s*clang-format\s+off|\/\*\s*lint\s+-|PVS-Studio:?\s*-V|coverity\[/i,
  /\/\/\s*NOLINT|#\s*pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored|#\s*pragma\s+warning\s*\(?\s*disable|cppcheck-suppress/i,
  // Java, Kotlin, Scala, C#, Swift
  /@(?:file:)?Suppress(?:Warnings|Lint|FBWarnings)?\b|\/\/\s*NOSONAR\b|\/\/\s*CHECKSTYLE:\s*OFF|@nowarn\b/i,
  /\[(?:assembly:\s*)?SuppressMessage\b|\/\/\s*ReSharper\s+disable|\/\/\s*scalastyle:off/i,
  /\/\/\s*swiftlint:disable|\/\/\s*ktlint-disable|\/\/\s*swift-format-ignore|\/\/\s*noinspection\b|\/\/\s*(?:scalafix|scalafmt|spotless):\s*(?:off|ignore)|\/\/\s*@formatter:off/i,
  /^\s*#\s*nullable\s+disable\b|(?:\/\/|#)\s*skipcq\b/i,
  // Ruby, PHP, shell, Lua, Haskell
  /#\s*(?:rubocop|standard):\s*(?:disable|todo)|:nocov:/i,
  /(?:@|\/\/\s*|#\s*)(?:phpstan-ignore|psalm-suppress|phpcs:\s*(?:ignore|disable)|codingStandardsIgnore)/i,
  /@codeCoverageIgnore|@noinspection\b|(?:#|\/\/)\s*(?:tfsec|trivy|tflint-|checkov|kics|hadolint|yamllint|ansible-lint|snyk|sonar)[-: ]*(?:ignore|skip|disable)/i,
  /#\s*shellcheck\s+disable=|--\s*luacheck:\s*(?:ignore|push ignore|no )|---@diagnostic\s+disable/i,
  /\{-#\s*OPTIONS_GHC\s+[^#]*-(?:w\b|fno-warn|Wno)|\{-#\s*ANN\b.*"HLint: ignore|\{-\s*HLINT\s+ignore/i,
  // What tools that nobody has named here are told: `tool:ignore`, `tool-disable-next-line`, `tool: ignore`
  /(?:\/\/|\/\*+|#|--|<!--|;|%|\{\/\*|\{-)\s*@?(?:lint:file-ignore\b|(?!(?:auto|re|non|un|pre|self|case|soft|force|to|can)\b)[\w$.]+(?:[-:][\w$]+)?[-:.](?:ignore|disable|skip|off|suppress|allow)(?:[-_:](?:for|this|next|previous|line|file|block|all|start|begin|end))*(?=\s*$|\s*[:=(\[<*]|\s*--|\s+[\w@"'*/-]+\s*(?:$|[,:(*\[<])))/i,
  /(?:\/\/|\/\*+|#|--|<!--)\s*(?!(?:[Tt]odo|TODO|[Nn]ote|NOTE|FIXME|XXX|HACK|[Dd]efault|[Ww]arning|[Tt]ip)\b)(?:[\w$]+:)?[\w$]+:\s+(?:ignore|disable|allow)(?=\s*(?:$|\*\/|-->|[(:=\[]|\s[\w./-]*[_A-Z0-9][\w./-]*\s*$))/,
  /(?:\/\/|\/\*+|#|--|<!--)\s*(?:(?:format(?:ter)?|autopep8|lint\w*|sqlfluff|vale|typed|flake8)[: ]+(?:off|ignore|disable)\b|csslint\s+(?:ignore|allow)|ignore_for_file:|ignore:\s*\w+_\w+|@?no(?:lint|qa|Rector)\b|JET ignore)/i,
  /\/\/\s*(?:NOPMD|CS-?OFF)\b|CHECKSTYLE[.:]\s*OFF|\$COVERAGE-OFF\$|\b(?:LCOV|GCOVR?|COV)_EXCL_|node:coverage (?:disable|ignore)|%#ok\b|#\s*noinspection\b/i,
  /\bSuppressMessageAttribute\b|\[\s*ExcludeFromCodeCoverage\b|#!?\[\s*coverage\(off\)|^\s*@(?:typing\.)?no_type_check\b|#\s*pyright:\s*(?:strict\s*=\s*false|report\w+\s*=\s*(?:false|none))/i,
  /semgrep:\s*ignore|nosemgrep\b|gitleaks:allow|codeql\[|lgtm\s*\[/i,
];

const LONGEST = 120;

/**
 * In the order of the files and lines; `line` at head, `text` from where it begins, cut. A line that only moved, or was
 * changed and had one before, is none.
 */
export function suppressionsIn(diffs: readonly FileDiff[]): Suppression[] {
  const gone = goneLines(diffs);
  return diffs.flatMap((diff) =>
    addedIn(diff).flatMap(({ line, text }): Suppression[] => {
      const before = gone.get(text) ?? 0;
      gone.set(text, before - 1);
      return before > 0 ? [] : [{ path: diff.path, line, text: redact(text).slice(0, LONGEST) }];
    }),
  );
}

/** Comments, and in configurations of checks what is switched off, each line once. */
function addedIn(diff: FileDiff): { line: number; text: string }[] {
  const comments = diff.hunks.flatMap(({ lines }) =>
    lines.flatMap(({ kind, text, new: line }): { line: number; text: string }[] => {
      const found = kind === 'added' && line !== null ? commentIn(text) : undefined;
      return found === undefined || line === null ? [] : [{ line, text: found }];
    }),
  );
  const known = new Set(comments.map(({ line }) => line));
  const switched = switchedOffIn(diff).filter(({ line }) => !known.has(line));
  return [...comments, ...switched].sort((a, b) => a.line - b.line);
}

/** How often each text was taken away. */
function goneLines(diffs: readonly FileDiff[]): Map<string, number> {
  const gone = new Map<string, number>();
  for (const { hunks } of diffs) {
    for (const { kind, text } of hunks.flatMap(({ lines }) => lines)) {
      if (kind !== 'removed') continue;
      const said = commentIn(text) ?? text.trim();
      gone.set(said, (gone.get(said) ?? 0) + 1);
    }
  }
  return gone;
}

function commentIn(text: string): string | undefined {
  // Many linters, and many people, pass over what says that a program wrote it.
  if (isGeneratedMark(text)) return text.trim();
  const starts = COMMENTS.map((form) => form.exec(text)?.index ?? -1).filter((at) => at >= 0);
  return starts.length === 0 ? undefined : text.slice(Math.min(...starts)).trim();
}

/**
 * Lines of a change that silence a linter, a type checker or a scanner. Nobody else tells: the linter says nothing, as it
 * was told to.
 *
 *     +x = eval(y)  # noqa: S307      → { path: 'a.py', line: 3, text: '# noqa: S307' }
 */
import type { Suppression } from '../../model/change-facts.ts';
import { isGeneratedMark } from '../../model/generated.ts';
import type { FileDiff } from '../diff/diff-trees.ts';

const COMMENTS: readonly RegExp[] = [
  // Python: ruff, flake8, mypy, pyright, pylint, bandit, coverage
  /#\s*(?:flake8:\s*|ruff:\s*)?noqa\b/i,
  /#\s*(?:type|pyright):\s*(?:ignore|basic)\b/i,
  /#\s*pylint:\s*(?:disable|skip-file)/i,
  /#\s*nosec\b|#\s*pragma:\s*no cover|#\s*(?:fmt|isort|yapf):\s*(?:off|skip|disable)/i,
  // JavaScript and TypeScript
  /(?:\/\/|\/\*|<!--)\s*(?:eslint|tslint|oxlint|stylelint|jshint|jscs)[-: ]+(?:disable|ignore)/i,
  /\/\*\s*eslint\s+["'@\w/-]+\s*:\s*(?:0|["']?off)/i,
  /(?:\/\/|\/\*)\s*@ts-(?:ignore|nocheck|expect-error)\b/,
  /(?:\/\/|\/\*)\s*(?:biome-ignore|deno-lint-ignore|prettier-ignore|istanbul ignore|c8 ignore|v8 ignore)\b/i,
  // Go, Rust, C and C++
  /\/\/\s*nolint\b|\/\/\s*revive:disable|\/\/\s*lint:ignore\b|\/\/\s*#nosec\b/i,
  /#!?\[\s*(?:cfg_attr\([^\]]*)?(?:allow|expect)\s*\(/,
  /\/\/\s*NOLINT|#\s*pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored|#\s*pragma\s+warning\s*\(?\s*disable|cppcheck-suppress/i,
  // Java, Kotlin, Scala, C#, Swift
  /@(?:file:)?Suppress(?:Warnings|Lint|FBWarnings)?\b|\/\/\s*NOSONAR\b|\/\/\s*CHECKSTYLE:\s*OFF|@nowarn\b/i,
  /\[(?:assembly:\s*)?SuppressMessage\b|\/\/\s*ReSharper\s+disable|\/\/\s*scalastyle:off/i,
  /\/\/\s*swiftlint:disable|\/\/\s*ktlint-disable/i,
  // Ruby, PHP, shell, Lua, Haskell
  /#\s*(?:rubocop|standard):\s*(?:disable|todo)|:nocov:/i,
  /(?:@|\/\/\s*|#\s*)(?:phpstan-ignore|psalm-suppress|phpcs:\s*(?:ignore|disable)|codingStandardsIgnore)/i,
  /#\s*shellcheck\s+disable=|--\s*luacheck:\s*(?:ignore|push ignore|no )|---@diagnostic\s+disable/i,
  /\{-#\s*OPTIONS_GHC\s+[^#]*-(?:w\b|fno-warn|Wno)|\{-#\s*ANN\b.*"HLint: ignore/i,
  /semgrep:\s*ignore|nosemgrep\b|gitleaks:allow|codeql\[|lgtm\s*\[/i,
];

/** Configuration in which rules are switched off; it is code in some languages. */
const CONFIGURATION =
  /(?:^|\/)(?:\.?eslint(?:rc)?\b[^/]*|\.?oxlint[^/]*|\.?stylelint[^/]*|conftest\.py|noxfile\.py|\.rubocop[^/]*|\.luacheckrc)$/i;
const SWITCHED_OFF = /["'][@\w/-]+["']\s*:\s*(?:\[\s*)?(?:["']off["']|0\b)|\bignore(?:Patterns|s)?\b\s*[:=]/;

const LONGEST = 120;

/**
 * In the order of the files and lines; `line` at head, `text` from where it begins, cut. A line that only moved, or was changed and had one before, is
 * none.
 */
export function suppressionsIn(diffs: readonly FileDiff[]): Suppression[] {
  const removed = new Map<string, number>();
  for (const { hunks } of diffs) {
    for (const { lines } of hunks) {
      for (const { kind, text } of lines) {
        const found = kind === 'removed' ? suppressionIn('', text) : undefined;
        if (found !== undefined) removed.set(found, (removed.get(found) ?? 0) + 1);
      }
    }
  }
  return diffs.flatMap(({ path, hunks }) =>
    hunks.flatMap(({ lines }) =>
      lines.flatMap(({ kind, text, new: line }): Suppression[] => {
        const found = kind === 'added' ? suppressionIn(path, text) : undefined;
        if (found === undefined || line === null) return [];
        const before = removed.get(found) ?? 0;
        removed.set(found, before - 1);
        return before > 0 ? [] : [{ path, line, text: found }];
      }),
    ),
  );
}

function suppressionIn(path: string, text: string): string | undefined {
  // Many linters, and many people, pass over what says that a program wrote it.
  if (isGeneratedMark(text)) return text.trim().slice(0, LONGEST);
  const starts = COMMENTS.map((form) => form.exec(text)?.index ?? -1).filter((at) => at >= 0);
  if (starts.length > 0)
    return text
      .slice(Math.min(...starts))
      .trim()
      .slice(0, LONGEST);
  const found = CONFIGURATION.test(path) ? SWITCHED_OFF.exec(text) : null;
  return found === null ? undefined : text.trim().slice(0, LONGEST);
}

/**
 * Lines by which a change switches rules off in a configuration of a linter, a type checker or a scanner: a rule that is
 * set to off, a list of ignored rules that grows, a path that is passed over.
 *
 *     ruff.toml        +ignore = ["S307"]           .eslintrc.json   +"no-eval": "off"
 *     .golangci.yml    +    - errcheck              (in a list below `disable:`)
 */
import type { FileDiff } from '../diff/diff-trees.ts';

/** Configuration of nothing but checks; what stands in it is about them. */
const CHECKS =
  /(?:^|\/)(?:\.?eslint(?:rc)?\b[^/]*|\.?oxlint[^/]*|\.?stylelint[^/]*|tslint\.json|biome\.jsonc?|\.?ruff\.toml|\.flake8|\.?pylintrc|\.?mypy\.ini|pyrightconfig\.json|\.bandit|\.?revive\.toml|\.golangci\.(?:ya?ml|toml|json)|\.rubocop[^/]*|\.swiftlint\.ya?ml|detekt[^/]*\.ya?ml|\.?clippy\.toml|\.clang-tidy|phpstan[^/]*\.neon(?:\.dist)?|\.luacheckrc|\.hlint\.ya?ml|\.shellcheckrc|\.gitleaks\.toml|\.yamllint[^/]*|\.markdownlint[^/]*|sonar-project\.properties)$/i;
/** Configuration of many things, and code that configures tests. */
const OTHERS_TOO = /(?:^|\/)(?:pyproject\.toml|setup\.cfg|tox\.ini|conftest\.py|noxfile\.py)$/i;
/** Where a number is a rule's level. */
const BY_LEVEL = /(?:^|\/)\.?(?:eslint|oxlint|stylelint)[^/]*$|(?:^|\/)package\.json$/i;
/** Each line is a path or a finding that is passed over. */
const IGNORED = /(?:^|\/)\.(?:eslint|stylelint|semgrep|gitleaks|trivy|snyk|prettier)ignore$/i;

const OFF = /["']?[@\w/.-]+["']?\s*[:=]\s*(?:\[\s*)?(?:["'](?:off|none)["']|off\b)|^\s*Enabled:\s*false\b/;
const LEVEL_OFF = /["'](?:@?[a-z][\w-]*\/)*[a-z]+(?:-[a-z]+)+["']\s*:\s*(?:\[\s*)?(?:["']off["']|0\s*(?:[,\]}]|$))/;
/** Opens or holds a list of what is passed over. */
const LIST =
  /^[\s{]*["']?(?:[\w-]+\.)*(?:extend-|extend_|per-file-|per_file_)?(?:ignore[sd]?|ignore-?patterns|ignores|disable|disabled?_rules|disabled|disable_error_code|skip|skips|suppress|allowlist|ignoreErrors)["']?\s*[:=]\s*(.*)$/i;
/** In a configuration of checks alone, paths as well. */
const PATHS =
  /^[\s{]*["']?(?:extend-|global_)?(?:exclude[sd]?|exclude-?(?:files|dirs|rules)|excluded)["']?\s*[:=]\s*(.*)$/i;
const EMPTY = /^(?:\[\s*\]?|\{\s*\}?|\(|\|?|["']{2},?|false,?|none,?)\s*(?:#.*|\/\/.*)?$/i;
const COMMENT = /^\s*(?:#|\/\/|;|--)/;

/** In the order of the lines at head, `text` as it stands there. */
export function switchedOffIn({ path, hunks }: FileDiff): SwitchedOff[] {
  const all = CHECKS.test(path);
  if (!all && ![OTHERS_TOO, IGNORED, BY_LEVEL].some((names) => names.test(path))) return [];
  const isOff = (text: string): boolean =>
    IGNORED.test(path) || (all && OFF.test(text)) || (BY_LEVEL.test(path) && LEVEL_OFF.test(text));
  return hunks.flatMap(({ lines }) => {
    let list: OpenList | undefined;
    return lines.flatMap(({ kind, text, new: line }): SwitchedOff[] => {
      if (kind === 'removed' || line === null) return [];
      const added = kind === 'added' && text.trim() !== '' && !COMMENT.test(text) ? [{ line, text: text.trim() }] : [];
      const value = listedBehind(text, path);
      if (value !== undefined) {
        list = openedBy(value, text);
        return EMPTY.test(value) ? [] : added;
      }
      if (list !== undefined && isBehind(text, list)) list = undefined;
      const isItem = list !== undefined && /\w/.test(text);
      return isItem || isOff(text) ? added : [];
    });
  });
}

interface SwitchedOff {
  line: number;
  text: string;
}

interface OpenList {
  indent: number;
  /** What ends it; null for one that ends with its indentation. */
  closed: RegExp | null;
}

function openedBy(value: string, text: string): OpenList | undefined {
  const closed = /[[({]\s*(?:#.*)?$/.test(value) ? /[\])}]/ : null;
  const isOpen = (closed !== null || EMPTY.test(value)) && !/[\])}]/.test(value);
  return isOpen ? { indent: indentOf(text), closed } : undefined;
}

/** What stands behind the key of a list of passed-over things; undefined for another line. */
function listedBehind(text: string, path: string): string | undefined {
  if (!CHECKS.test(path) && !OTHERS_TOO.test(path)) return undefined;
  const [, value] = LIST.exec(text) ?? (CHECKS.test(path) ? PATHS.exec(text) : null) ?? [];
  return value;
}

function indentOf(text: string): number {
  return /^\s*/.exec(text)?.[0].length ?? 0;
}

/** The list has ended: at its bracket, or with a line that stands no farther in and is no item. */
function isBehind(text: string, { indent, closed }: OpenList): boolean {
  if (closed !== null) return closed.test(text) && !/["'\w]/.test(text);
  return text.trim() !== '' && indentOf(text) <= indent && !/^\s*-\s/.test(text);
}

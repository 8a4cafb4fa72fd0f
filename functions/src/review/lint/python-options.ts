/**
 * Ruff's options: all of `ruff.toml`, or `[tool.ruff]` of `pyproject.toml`. The module that lints knows texts but no paths,
 * so what goes by paths (`exclude`, `per-file-ignores`) is done here.
 *
 *   [tool.ruff]
 *   extend = "../ruff.toml"
 *   exclude = ["gen"]
 *   [tool.ruff.lint]
 *   select = ["E", "F"]
 *   per-file-ignores = { "tests/**" = ["S101"] }
 */
import { parse } from 'smol-toml';
import { isTable, textsIn, type ParsedOptions } from './parsed-options.ts';
import { compilePatterns, withFolders } from './path-patterns.ts';

/** Which files are read, and how the command behaves: neither is for a module that is given texts. */
const NOT_FOR_TEXTS = new Set([
  'extend',
  'include',
  'extend-include',
  'exclude',
  'extend-exclude',
  'force-exclude',
  'respect-gitignore',
  'cache-dir',
  'fix',
  'fix-only',
  'unsafe-fixes',
  'show-fixes',
  'output-format',
  'required-version',
  'src',
  'namespace-packages',
  'per-file-target-version',
  'format',
  'analyze',
]);
const BY_PATH = new Set(['exclude', 'per-file-ignores', 'extend-per-file-ignores']);

export function parsePythonOptions(path: string, text: string): ParsedOptions {
  const file = parseToml(text);
  if (file === undefined) return { extends: [], notes: [`${path} is no valid TOML; the defaults apply`] };
  const project = path.endsWith('pyproject.toml');
  const tool = isTable(file['tool']) ? file['tool']['ruff'] : undefined;
  const options = project ? tool : file;
  if (!isTable(options)) return { extends: [], notes: [`${path} has no [tool.ruff]; the defaults apply`] };
  const target = project && options['target-version'] === undefined ? targetOf(file['project']) : undefined;
  return {
    options: target === undefined ? options : { ...options, 'target-version': target },
    extends: typeof options['extend'] === 'string' ? [options['extend']] : [],
    notes: [],
  };
}

export function parseToml(text: string): Record<string, unknown> | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** `requires-python = ">=3.11"` → `py311` */
function targetOf(project: unknown): string | undefined {
  const required = isTable(project) ? project['requires-python'] : undefined;
  const minor = typeof required === 'string' ? /(?:>=|~=|==)\s*3\.(\d{1,2})/.exec(required)?.[1] : undefined;
  return minor === undefined ? undefined : `py3${minor}`;
}

export interface PathRules {
  options: Record<string, unknown>;
  skips(path: string): boolean;
  ignores(path: string, rule: string): boolean;
  refused: string[];
}

/** What is for the module, and what goes by paths, which are relative to the configuration's folder. */
export function splitByPath(given: Record<string, unknown>): PathRules {
  const lint = isTable(given['lint']) ? given['lint'] : {};
  const excluded = compilePatterns([
    ...textsIn(given['exclude']),
    ...textsIn(given['extend-exclude']),
    ...textsIn(lint['exclude']),
  ]);
  const perFile = [given, lint].flatMap((table) =>
    [table['per-file-ignores'], table['extend-per-file-ignores']]
      .filter(isTable)
      .flatMap((ignores) => Object.entries(ignores)),
  );
  const rules = perFile.map(([pattern, codes]) => ({ patterns: compilePatterns([pattern]), codes: textsIn(codes) }));
  const kept = Object.entries(given).filter(([key]) => !NOT_FOR_TEXTS.has(key) && !BY_PATH.has(key));
  const keptLint = Object.entries(lint).filter(([key]) => !BY_PATH.has(key));
  return {
    options: { ...Object.fromEntries(kept), ...(isTable(given['lint']) ? { lint: Object.fromEntries(keptLint) } : {}) },
    skips: (path) => withFolders(path).some((part) => excluded.matches(part)),
    ignores: (path, rule) =>
      rules.some(
        ({ patterns, codes }) =>
          codes.some((code) => code === 'ALL' || rule.startsWith(code)) && patterns.matches(path),
      ),
    refused: [...excluded.refused, ...rules.flatMap(({ patterns }) => patterns.refused)],
  };
}

/**
 * Options for oxlint out of its own `.oxlintrc.json` or ESLint's `.eslintrc.json` (also `eslintConfig` in package.json),
 * which it understands for the most part. Both can name code to run (`jsPlugins`, `plugins`, `parser`, `extends` of
 * packages, a configuration written in JavaScript), so the options are put together anew from the keys that are data.
 *
 *   { "extends": ["eslint:recommended", "./base.json"], "plugins": ["import"], "rules": { "no-debugger": "error" } }
 *     → { plugins: ["import"], rules: { "no-debugger": "error" } }, and base.json is read first
 */
import { parse, type ParseError } from 'jsonc-parser';
import { isTable, textsIn, type ParsedOptions } from './parsed-options.ts';

/** Plugins that are part of the linter, by all their names. */
const BUILT_IN = new Map(
  Object.entries({
    eslint: 'eslint',
    oxc: 'oxc',
    unicorn: 'unicorn',
    typescript: 'typescript',
    '@typescript-eslint': 'typescript',
    import: 'import',
    'import-x': 'import',
    react: 'react',
    'react-hooks': 'react',
    'react-perf': 'react-perf',
    'jsx-a11y': 'jsx-a11y',
    jsdoc: 'jsdoc',
    jest: 'jest',
    vitest: 'vitest',
    promise: 'promise',
    node: 'node',
    n: 'node',
    nextjs: 'nextjs',
    '@next/next': 'nextjs',
    vue: 'vue',
  }),
);

const LEVELS = ['off', 'warn', 'error', 'allow', 'deny'];

/** undefined for text that is nested deeper than the parser's stack. */
function parsed(text: string, errors: ParseError[]): unknown {
  try {
    return parse(text, errors, { allowTrailingComma: true }) as unknown;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function parseJavascriptOptions(path: string, text: string): ParsedOptions {
  if (/\.([cm]?[jt]s|ya?ml)$/.test(path)) {
    return { extends: [], notes: [`${path} is no JSON, and nothing else is read; the defaults apply`] };
  }
  const errors: ParseError[] = [];
  const file = parsed(text, errors);
  const given = isTable(file) && path.endsWith('package.json') ? file['eslintConfig'] : file;
  if (errors.length > 0 || !isTable(given))
    return { extends: [], notes: [`${path} holds no options; the defaults apply`] };
  const notes: string[] = [];
  const others = typeof given['extends'] === 'string' ? [given['extends']] : textsIn(given['extends']);
  const files = others.filter((other) => other.startsWith('.') || /\.jsonc?$/.test(other));
  // ESLint runs what is named and nothing else; the linter's own format starts from its defaults.
  const named = /(^|\/)\.?eslintrc|package\.json$/.test(path) && others.length === 0;
  for (const key of ['jsPlugins', 'parser']) {
    if (given[key] !== undefined) notes.push(`${path}: ${key} names code, which is not run`);
  }
  const packages = others.filter((other) => !files.includes(other) && !other.startsWith('eslint:'));
  if (packages.length > 0) notes.push(`${path}: ${packages.join(', ').slice(0, 200)} is not read (a package)`);
  return {
    options: { ...(named ? { categories: { correctness: 'off' } } : {}), ...optionsOf(given, path, notes) },
    extends: files,
    notes,
  };
}

function optionsOf(given: Record<string, unknown>, path: string, notes: string[]): Record<string, unknown> {
  const plugins = textsIn(given['plugins']).map((name) => name.replace(/^eslint-plugin-|\/eslint-plugin$/, ''));
  const unknown = plugins.filter((name) => !BUILT_IN.has(name));
  if (unknown.length > 0)
    notes.push(`${path}: plugins that are not part of the linter are not run: ${unknown.join(', ').slice(0, 200)}`);
  const known = plugins.flatMap((name) => BUILT_IN.get(name) ?? []);
  const rules = rulesOf(given['rules'], new Set(unknown));
  const overrides = Array.isArray(given['overrides']) ? given['overrides'].filter(isTable) : [];
  return {
    ...(given['plugins'] === undefined
      ? {}
      : { plugins: [...new Set(['eslint', 'typescript', 'unicorn', 'oxc', ...known])] }),
    ...(isTable(given['categories']) ? { categories: given['categories'] } : {}),
    ...(rules === undefined ? {} : { rules }),
    ...(isTable(given['env']) ? { env: truths(given['env']) } : {}),
    ...(isTable(given['globals']) ? { globals: given['globals'] } : {}),
    ...(isTable(given['settings']) ? { settings: given['settings'] } : {}),
    ...(textsIn(given['ignorePatterns']).length === 0 ? {} : { ignorePatterns: textsIn(given['ignorePatterns']) }),
    ...(overrides.length === 0 ? {} : { overrides: overrides.map((each) => overrideOf(each, path, notes)) }),
  };
}

function overrideOf(given: Record<string, unknown>, path: string, notes: string[]): Record<string, unknown> {
  const files = typeof given['files'] === 'string' ? [given['files']] : textsIn(given['files']);
  const { plugins, rules, env, globals } = optionsOf(given, path, notes);
  const parts = Object.entries({ plugins, rules, env, globals }).filter(([, value]) => value !== undefined);
  return { files, ...Object.fromEntries(parts) };
}

/** `{ "no-debugger": 2, "import/order": ["error", { … }] }`; levels that are none, and rules of unknown plugins, go. */
function rulesOf(given: unknown, unknown: ReadonlySet<string>): Record<string, unknown> | undefined {
  if (!isTable(given)) return undefined;
  const kept = Object.entries(given).filter(([name, value]) => {
    const level: unknown = Array.isArray(value) ? value[0] : value;
    const valid = typeof level === 'number' ? level >= 0 && level <= 2 : LEVELS.some((known) => known === level);
    return valid && !unknown.has(name.slice(0, name.lastIndexOf('/')));
  });
  return Object.fromEntries(kept);
}

function truths(given: Record<string, unknown>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (typeof value === 'boolean' ? [[key, value]] : [])),
  );
}

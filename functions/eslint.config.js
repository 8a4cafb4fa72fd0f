import { join } from 'node:path';
import tseslint from 'typescript-eslint';
import { houseRules } from './local/lint/house-rules.ts';

/** Folders of like entries: one a file, all of them in one list. They may hold more than 25 files. */
const LISTS = ['src/graph/queries', 'src/resolve/flow/idioms', 'src/resolve/imports/strategies', 'local/cli'];

const folders = ['src', 'local', 'test'].map((name) => join(import.meta.dirname, name));

/** What keeps every piece of code readable in one sitting. */
const limits = {
  complexity: ['error', 15],
  'max-lines': ['error', 300],
  'max-lines-per-function': ['error', 60],
  '@typescript-eslint/no-shadow': ['error', { builtinGlobals: true, allow: ['_'] }],
  'house/folder-size': ['error', { max: 25, lists: LISTS }],
  'house/no-import-cycle': ['error', ...folders],
};

/** What a function of Node 22 finds without importing it: a variable of the same name would hide it. */
const globals = Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']));

export default tseslint.config(
  {
    ignores: [
      'console/src/api/schema.ts',
      'console/dist/**',
      'lib/**',
      'grammars/**',
      'explorers/**',
      'languages/**',
      'node_modules/**',
      '.toolchain/**',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      globals,
      parserOptions: { projectService: { allowDefaultProject: ['*.js', 'local/*.mjs', 'console/vite.config.ts'] } },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { house: houseRules },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      // Ports and rooms are plain objects of functions; none of them has a `this`.
      '@typescript-eslint/unbound-method': 'off',
      // A plain dispatch has as many branches as there are cases: it may say so.
      'house/reasoned-disable': ['error', 'complexity'],
      ...limits,
    },
  },
  // A suite is one function of many; a test is as long as what it tells. Tests of one subject are found by its name.
  { files: ['test/**/*.test.ts', 'test/upgrade/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['test/**'], rules: { 'house/folder-size': 'off' } },
  // Commands print to the terminal; that is what they are for.
  { files: ['local/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js', '**/*.mjs', '**/*.cjs'], ...tseslint.configs.disableTypeChecked },
  // Node preloads CommonJS into the programs that it traces.
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);

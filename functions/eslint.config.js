import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['lib/**', 'grammars/**', 'explorers/**', 'languages/**', 'node_modules/**', '.toolchain/**'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.js', 'local/*.mjs'] } } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      // Ports and rooms are plain objects of functions; none of them has a `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  // Commands print to the terminal; that is what they are for.
  { files: ['local/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);

/** Cyclomatic complexity of JavaScript and TypeScript by ESLint's rule, one function at a time as the rule counts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import type { Scored } from './installed-tools.ts';

/** `Method 'run' has a complexity of 4. Maximum allowed is 0.`, `Arrow function has …`: then the line alone tells which. */
const MESSAGE = /^(.*) has a complexity of (\d+)/;

export function eslintComplexity(folder: string, paths: string[]): Scored[] {
  const linter = new Linter({ configType: 'flat', cwd: folder });
  return paths.flatMap((path) => {
    const parserOptions = { ecmaFeatures: { jsx: /x$|\.js$/.test(path) } };
    const languageOptions = { parser: tseslint.parser as Linter.Parser, parserOptions };
    const config: Linter.Config = { files: ['**/*.*'], languageOptions, rules: { complexity: ['error', 0] } };
    const text = readFileSync(join(folder, path), 'utf8');
    return linter
      .verify(text, [config], { filename: path, allowInlineConfig: false })
      .flatMap(({ line, message, ruleId }) => {
        const [, said = '', score = ''] = ruleId === 'complexity' ? (MESSAGE.exec(message) ?? []) : [];
        return score === ''
          ? []
          : [{ path, line, name: /'#?([^']*)'/.exec(said)?.[1] ?? '', complexity: Number(score) }];
      });
  });
}

/**
 * A user's settings of the three linters, `tools_config/{uid}`, as the interface gives them:
 *
 *     { python_linter: { enabled: true, configFile: "tools/ruff.toml" }, javascript_linter: …, go_linter: … }
 *
 * `configFile` is read from the commit under review, so it must be a path inside the repository and nothing else.
 */
import { z } from 'zod';

export const TOOL_NAMES = ['python_linter', 'javascript_linter', 'go_linter'] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

const LONGEST_PATH = 500;

/** As git stores it: relative, `/` between parts, no part that leads elsewhere. */
export function isRepositoryPath(path: string): boolean {
  const parts = path.split('/');
  const controls = Array.from(path).some((c) => c < ' ' || c === '\x7f');
  return (
    !controls &&
    !/[\\:\p{Surrogate}]/u.test(path) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

const toolSchema = z.strictObject({
  enabled: z.boolean(),
  configFile: z
    .string()
    .max(LONGEST_PATH)
    .refine(isRepositoryPath, 'Expected a relative path inside the repository, such as tools/ruff.toml')
    .nullable(),
});

/** All six fields, none besides. */
export const toolsConfigSchema = z.strictObject({
  python_linter: toolSchema,
  javascript_linter: toolSchema,
  go_linter: toolSchema,
});
export type ToolsConfig = z.infer<typeof toolsConfigSchema>;

/** What a user has who never set anything. */
export const DEFAULT_TOOLS: ToolsConfig = {
  python_linter: { enabled: true, configFile: null },
  javascript_linter: { enabled: true, configFile: null },
  go_linter: { enabled: true, configFile: null },
};

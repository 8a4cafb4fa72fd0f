/**
 * Which configuration goes for which file. A file that the user's settings name goes for all; without one, the Python and
 * the Go linter use their defaults, and the JavaScript linter looks for the configuration nearest to each file.
 */
import type { ToolName } from '../../model/tools.ts';
import type { LintedFile } from './linted-file.ts';
import { DEFAULT_OPTIONS, readOptionsFile, type LintOptions, type ReadHead } from './options.ts';
import { splitByPath } from './python-options.ts';

export interface ConfigGroup {
  options: LintOptions;
  files: LintedFile[];
}

/** Looked for in each folder, in this order. */
const AUTOMATIC: Record<ToolName, readonly string[]> = {
  python_linter: [],
  javascript_linter: ['.oxlintrc.json', '.eslintrc.json', '.eslintrc', 'package.json'],
  go_linter: [],
};
/** Each is a run of its own; files beyond them are linted with the defaults. */
const MAX_GROUPS = 6;

export async function configGroups(
  tool: ToolName,
  configFile: string | null,
  files: readonly LintedFile[],
  readHead: ReadHead,
): Promise<ConfigGroup[]> {
  if (configFile !== null) return [await groupOf(tool, configFile, files, readHead)];
  const nearest = nearestConfig(AUTOMATIC[tool], readHead);
  const byConfig = new Map<string | undefined, LintedFile[]>();
  for (const file of files) {
    const found = await nearest(folderOf(file.path));
    const config = byConfig.has(found) || byConfig.size < MAX_GROUPS ? found : undefined;
    byConfig.set(config, [...(byConfig.get(config) ?? []), file]);
  }
  const groups: ConfigGroup[] = [];
  for (const [config, members] of byConfig) {
    groups.push(
      config === undefined
        ? { options: DEFAULT_OPTIONS, files: members }
        : await groupOf(tool, config, members, readHead),
    );
  }
  return groups;
}

async function groupOf(
  tool: ToolName,
  config: string,
  files: readonly LintedFile[],
  readHead: ReadHead,
): Promise<ConfigGroup> {
  const { options, notes } = await readOptionsFile(tool, config, readHead);
  const folder = folderOf(config);
  if (options === undefined) return { options: { ...DEFAULT_OPTIONS, notes }, files: [...files] };
  if (tool !== 'python_linter') return { options: { ...DEFAULT_OPTIONS, options, folder, notes }, files: [...files] };
  const rules = splitByPath(options);
  const relative = (path: string): string => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path);
  const refused = rules.refused.map(
    (pattern) => `${config}: the pattern ${pattern.slice(0, 80)} is too complex and matches nothing`,
  );
  return {
    options: {
      options: rules.options,
      folder,
      notes: [...notes, ...refused],
      ignores: (path, rule) => rules.ignores(relative(path), rule),
    },
    files: files.filter(({ path }) => !rules.skips(relative(path))),
  };
}

function nearestConfig(names: readonly string[], readHead: ReadHead): (folder: string) => Promise<string | undefined> {
  const known = new Map<string, Promise<string | undefined>>();
  const lookUp = async (folder: string): Promise<string | undefined> => {
    for (const name of names) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const text = await readHead(path);
      if (text !== undefined && (name !== 'package.json' || text.includes('"eslintConfig"'))) return path;
    }
    return folder === '' ? undefined : nearest(folderOf(folder));
  };
  const nearest = (folder: string): Promise<string | undefined> => {
    const found = known.get(folder) ?? lookUp(folder);
    known.set(folder, found);
    return found;
  };
  return names.length === 0 ? () => Promise.resolve(undefined) : nearest;
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** Variables through which a surrounding git command (a hook, `git rebase -x`) would redirect ours to its repository. */
const REPOSITORY_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_PROTOCOL',
  'GIT_CONFIG_PARAMETERS',
  'GIT_CONFIG_COUNT',
];

/** The environment without them. */
export function gitEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const env = { ...environment };
  for (const name of REPOSITORY_VARIABLES) delete env[name];
  return env;
}

/** For all that this process starts from now on: a command that a hook runs is about the folder that it is given. */
export function leaveSurroundingGit(): void {
  for (const name of REPOSITORY_VARIABLES) delete process.env[name];
}

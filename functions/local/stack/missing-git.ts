/** What a command says where git cannot be started. Undefined when it could be, and failed. */
export function missingGit(error: unknown): Error | undefined {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isMissing ? new Error('git is needed: install it.') : undefined;
}

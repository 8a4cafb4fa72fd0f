/** Accounts that no human uses, as far as a login says so. */

/** Accounts of GitLab's project and group tokens: `project_42_bot_9f1c`. */
const TOKEN_ACCOUNT = /^(?:project|group)_\d+_bot(?:_\w+)?$/;

export function isTokenAccount(login: string): boolean {
  return TOKEN_ACCOUNT.test(login);
}

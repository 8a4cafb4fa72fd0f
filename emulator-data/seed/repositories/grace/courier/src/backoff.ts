/** Milliseconds to wait before the next attempt: 100, 200, 400, … */
export function backoff(attempt: number): number {
  return 100 * 2 ** (attempt - 1);
}

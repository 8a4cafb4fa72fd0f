/**
 * The words inside an identifier, for search: analyzers keep `getUserById` and `parse_http_request` whole.
 *
 *   identifierWords('parseHTTPRequest2')        → ['parse', 'http', 'request', '2']
 *   nameTokens('create_meeting_booking')        → 'create meeting booking createmeetingbooking'
 */

const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lo}\p{Lm}\p{M}]+|\p{Lt}\p{Ll}*|\p{N}+/gu;

/** Lower-case words in order; anything that is neither letter nor digit only separates. */
export function identifierWords(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** The words, and behind them the words joined, so that `getuserbyid` meets `get_user_by_id`. */
export function nameTokens(name: string): string {
  const words = identifierWords(name);
  return words.length > 1 ? `${words.join(' ')} ${words.join('')}` : words.join(' ');
}

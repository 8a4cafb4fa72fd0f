/**
 * Characters that nobody sees. They can hide words from people that other readers act upon.
 *
 *     'pay<U+200B>load'   →   unseenIn: { U+200B }, visible: 'payload'
 */

/** What Unicode says is shown by nothing (bidirectional marks, tags, selectors, fillers), and controls but tab and line feed. */
const UNSEEN = /(?![\t\n\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?<!\p{Emoji})\ufe0f/gu;

/** The characters of a text that nobody sees, each once. */
export function unseenIn(text: string): Set<string> {
  return new Set(text.match(UNSEEN) ?? []);
}

/** Without characters that cannot be seen: they hide words from people that other readers act upon. ❤️ keeps its own. */
export function visible(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNSEEN, '');
}

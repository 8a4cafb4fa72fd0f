/**
 * What somebody says in a thread that the service opened, or to the service by its handle: a command about the finding
 * there, or words that want an answer.
 *
 *     @reviewgraph dismiss the caller checks it   → { command: 'dismiss', rule: false, reason: 'the caller checks it' }
 *     @reviewgraph dismiss rule                   → { command: 'dismiss', rule: true, reason: null }
 *     resolve                                     → { command: 'resolve' }          alone, as an answer in the thread
 *     @reviewgraph why is this wrong?             → { command: 'question' }
 *     @grace what do you think?                   → undefined: said to somebody else
 */
import { mentionsIn, spokenText } from './command.ts';

export type ThreadCommand =
  | { command: 'dismiss'; rule: boolean; reason: string | null }
  | { command: 'resolve' }
  | { command: 'explain' }
  | { command: 'question' };

/** Characters of a reason that are kept. */
const LONGEST_REASON = 500;

const DISMISS =
  /^(?:please[ \t]+)?dismiss(?:[ \t]+(?:this|it))?([ \t]+rule)?(?![\w-])[ \t]*(?:[:,;.–—-][ \t]*|because[ \t]+)?/i;
const RESOLVE = /^(?:please[ \t]+)?resolve(?:[ \t]+(?:this|it|the thread))?[ \t.!]*(?:\n|$)/i;
const EXPLAIN = /^(?:please[ \t]+)?explain(?:[ \t]+(?:this|it))?[ \t.!?]*(?:\n|$)/i;
/** Without the handle, a word is a command when the comment is nothing else, or a mark divides it from a reason. */
const BARE = /^(?:dismiss(?:[ \t]+rule)?(?:[ \t]*[:–—-][ \t]*\S.*)?|resolve|explain)[ \t.!]*$/i;

/** A name that the words begin with. */
const TO_SOMEBODY = /^\s*@[A-Za-z0-9]/;
/** Programs begin what they write with a mark that nobody sees. */
const BY_PROGRAM = /^\s*<!--/;
/** Of this service's own comments. */
const OWN_MARK = /^\s*<!-- reviewgraph:/;

export function isOwnText(body: string): boolean {
  return OWN_MARK.test(body);
}

/**
 * undefined for what asks nothing of the service: its own words, another program's, words for somebody else, nothing but
 * quotes. `inThread`: it answers a comment of the service, which needs no mention.
 */
export function threadCommandIn(body: string, handle: string, inThread: boolean): ThreadCommand | undefined {
  if (isOwnText(body)) return undefined;
  const [mention] = mentionsIn(body, handle);
  if (mention !== undefined) {
    return commandAt(mention.rest) ?? (saysSomething(mention) ? { command: 'question' } : undefined);
  }
  const text = spokenText(body).trim();
  if (!inThread || text === '' || TO_SOMEBODY.test(text) || BY_PROGRAM.test(body)) return undefined;
  return BARE.test(text) ? commandAt(text) : { command: 'question' };
}

function saysSomething({ before, rest }: { before: string; rest: string }): boolean {
  return /[\p{L}\p{N}?]/u.test(before + rest);
}

function commandAt(text: string): ThreadCommand | undefined {
  const dismiss = DISMISS.exec(text);
  if (dismiss !== null) {
    const reason = text.slice(dismiss[0].length).trim().slice(0, LONGEST_REASON);
    return { command: 'dismiss', rule: dismiss[1] !== undefined, reason: reason === '' ? null : reason };
  }
  if (RESOLVE.test(text)) return { command: 'resolve' };
  return EXPLAIN.test(text) ? { command: 'explain' } : undefined;
}

/**
 * What of a conversation is sent again. It is kept within a number of characters: results of tools are shortened, oldest
 * first, since what the model made of them stands in its own words behind. The instructions and the material are never
 * touched here. What the model itself wrote has a form and a length that every gateway takes back: several check names,
 * ids and arguments of calls, and refuse the whole conversation for one that they let the model write before.
 */
import type { ChatMessage, ChatToolCall } from '../../ports.ts';
import { jsonValuesIn } from './json.ts';

/** What is left of a result. */
const KEPT = 200;

/** A model that floods is not sent all of its own flood. */
const MOST_CALLS = 24;
const LONGEST_ARGUMENTS = 4_000;
const LONGEST_TEXT = 24_000;
/** As OpenAI's protocol has them. */
const LONGEST_NAME = 64;
const LONGEST_ID = 200;

/** The calls of one answer, each with its own id among those in `taken`, which grows by them. */
export function keptCalls(calls: readonly ChatToolCall[], taken: Set<string>): ChatToolCall[] {
  return calls.slice(0, MOST_CALLS).map((call) => {
    const id = ownId(call.id, taken);
    taken.add(id);
    const name = call.name.replace(/[^\w-]/g, '_').slice(0, LONGEST_NAME) || 'unnamed';
    return { id, name, arguments: oneObject(call.arguments) };
  });
}

function ownId(given: string, taken: ReadonlySet<string>): string {
  if (given !== '' && given.length <= LONGEST_ID && !taken.has(given)) return given;
  for (let n = taken.size; ; n++) if (!taken.has(`call_${n}`)) return `call_${n}`;
}

/** As it was written if it is one JSON object, else the first that is in it, else `{}`. */
function oneObject(text: string): string {
  if (text.length > LONGEST_ARGUMENTS) return '{}';
  const { values, cutOff } = jsonValuesIn(text);
  if (cutOff) return '{}';
  const first = values.find((value) => !Array.isArray(value));
  return values.length === 1 && isJson(text) ? text : JSON.stringify(first ?? {});
}

function isJson(text: string): boolean {
  try {
    return !Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

/** What the model said, to be sent back to it. */
export function keptText(content: string): string {
  return content.length <= LONGEST_TEXT ? content : `${content.slice(0, LONGEST_TEXT)}\n… cut`;
}

function lengthOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => {
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    return sum + (message.content?.length ?? 0) + calls.reduce((all, call) => all + call.arguments.length, 0);
  }, 0);
}

/** The same conversation, at most `budget` characters long where shortening results can do that. */
export function shortenResults(messages: readonly ChatMessage[], budget: number): ChatMessage[] {
  let excess = lengthOf(messages) - budget;
  return messages.map((message) => {
    if (excess <= 0 || message.role !== 'tool') return message;
    const content = `${message.content.slice(0, KEPT)}\n… shortened; call the tool again if you need the rest`;
    if (content.length >= message.content.length) return message;
    excess -= message.content.length - content.length;
    return { ...message, content };
  });
}

/**
 * Calls and results as plain text from the user. Some gateways refuse a conversation that holds tool calls when the
 * request declares no tools, which the last one must not.
 */
export function asPlainText(messages: readonly ChatMessage[]): ChatMessage[] {
  const calls = new Map<string, string>();
  return messages.flatMap((message): ChatMessage[] => {
    if (message.role === 'tool') {
      return [{ role: 'user', content: `${calls.get(message.toolCallId) ?? 'A tool'} gave:\n${message.content}` }];
    }
    if (message.role !== 'assistant') return [message];
    for (const { id, name, arguments: given } of message.toolCalls ?? []) calls.set(id, `${name}(${given})`);
    return message.content === null || message.content === '' ? [] : [{ role: 'assistant', content: message.content }];
  });
}

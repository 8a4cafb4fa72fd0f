/**
 * Keeps a conversation within a number of characters: results of tools are shortened, oldest first, since what the model
 * made of them stands in its own words behind. The instructions and the material are never touched here.
 */
import type { ChatMessage } from '../ports.ts';

/** What is left of a result. */
const KEPT = 200;

export function lengthOf(messages: readonly ChatMessage[]): number {
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

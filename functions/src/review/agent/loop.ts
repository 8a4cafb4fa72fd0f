/**
 * One agent: the model asks tools until it answers, for a bounded number of rounds. When they are used up, one last
 * question without tools must be answered. Whatever kept the agent from a full answer is said in `incomplete`; an empty
 * list of findings beside it means "not known", never "nothing there".
 */
import type { ChatAnswer } from '../../ports.ts';
import { Conversation, type Speaker, type Totals } from './conversation.ts';
import { LAST_ROUND } from './prompts.ts';
import { readWithRepair, type Reading } from './read-with-repair.ts';

export interface Agent extends Speaker {
  maxRounds: number;
  /** Milliseconds after which no further round begins. */
  timeMs: number;
}

export interface AgentResult extends Reading, Omit<Totals, 'unanswered'> {
  rounds: number;
}

/** An agent that has asked its tools and given an answer, of whatever form. */
export interface Heard {
  conversation: Conversation;
  answer: ChatAnswer;
  rounds: number;
  /** Why the answer was forced; empty when it was not. */
  incomplete: string[];
}

/** Failures: those of GatewayPort.chat, once asking again and asking for less has not helped. */
export async function askWithTools(agent: Agent): Promise<Heard> {
  const conversation = new Conversation(agent);
  const endsAt = performance.now() + agent.timeMs;
  const incomplete: string[] = [];
  let rounds = 0;
  let answer = await conversation.ask(rounds < agent.maxRounds);
  while (answer.toolCalls.length > 0 && rounds < agent.maxRounds) {
    rounds++;
    await conversation.run(answer);
    const late = performance.now() > endsAt;
    const last = late || rounds >= agent.maxRounds;
    if (last) conversation.say(LAST_ROUND);
    answer = await conversation.ask(!last);
    // Nobody knows what it would have asked next, so an answer that was forced is not taken for a whole one.
    if (last)
      incomplete.push(late ? 'the time for it was over' : `the ${agent.maxRounds} rounds of tool calls were used up`);
    if (last) break;
  }
  return { conversation, answer, rounds, incomplete };
}

/** Failures are those of `askWithTools`. */
export async function runAgent(agent: Agent): Promise<AgentResult> {
  const { conversation, answer, rounds, incomplete } = await askWithTools(agent);
  const read = await readWithRepair(conversation, answer);
  const { unanswered, ...totals } = conversation.totals();
  if (unanswered > 0) incomplete.push(`${unanswered} of the model’s questions about the code could not be answered`);
  return { ...read, incomplete: [...incomplete, ...read.incomplete], rounds, ...totals };
}

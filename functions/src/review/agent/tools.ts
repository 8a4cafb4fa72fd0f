/**
 * What a review agent can do: a fixed set of functions that read, each with its arguments' schema. A call is text that a
 * model wrote after reading a stranger's pull request, so nothing of it is trusted: an unknown name, broken arguments or
 * a failure is an answer that the model reads, and every result has a bound.
 */
import { z } from 'zod';
import { AppError } from '../../model/errors.ts';
import type { ChatTool, ChatToolCall } from '../../ports.ts';
import { jsonValuesIn } from './json.ts';
import type { Statement } from '../evidence/statements.ts';
import { patiently, type Patience } from './patience.ts';

export interface AgentTool {
  name: string;
  description: string;
  input: z.ZodType;
  /**
   * `input` is already parsed by the schema. The result is shown to the model as JSON, or as it is when it is text; `note`
   * is told what of it can be cited as evidence.
   */
  run(input: unknown, note: (statements: readonly Statement[]) => void): Promise<unknown>;
}

/** Characters of one result. */
const MAX_RESULT = 12_000;
/** Objects in the arguments of one call: some models write several calls into one. */
const MAX_OBJECTS = 4;

/** A tool's declaration; the schema has no `$schema`, which some gateways refuse. */
export function declarationOf({ name, description, input }: AgentTool): ChatTool {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return { name, description, parameters };
}

export interface CallAnswer {
  /** What the model reads. */
  text: string;
  /** What the tool asks was away, also after some patience. */
  unavailable: boolean;
  /** What the graph said in it, as far as the model reads it. */
  statements: Statement[];
}

/** The answer to one call; never throws for what the model did. */
export async function answerCall(
  tools: readonly AgentTool[],
  call: ChatToolCall,
  patience?: Patience,
  signal?: AbortSignal,
): Promise<CallAnswer> {
  const told = (text: string): CallAnswer => ({ text, unavailable: false, statements: [] });
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined)
    return told(`There is no tool "${call.name.slice(0, 80)}". Tools: ${tools.map((t) => t.name).join(', ')}`);
  const given = argumentsOf(call.arguments);
  if (given === undefined) {
    return told(`The arguments are not a JSON object: ${call.arguments.slice(0, 200)}\nSend one object for each call.`);
  }
  const results: CallAnswer[] = [];
  for (const value of given) results.push(await runTool(tool, value, patience, signal));
  const text = bounded(results.map((result) => result.text).join('\n\n'));
  return {
    text,
    unavailable: results.some(({ unavailable }) => unavailable),
    statements: results.flatMap(({ statements }) => statements).filter((each) => isRead(each, text)),
  };
}

function argumentsOf(text: string): unknown[] | undefined {
  if (text.trim() === '') return [{}];
  const { values, cutOff } = jsonValuesIn(text);
  const objects = values.filter((value) => !Array.isArray(value)).slice(0, MAX_OBJECTS);
  return cutOff || objects.length === 0 ? undefined : objects;
}

/** What was cut from an answer nobody has read. */
function isRead({ path, lines }: Statement, text: string): boolean {
  return text.includes(JSON.stringify(path)) && lines.some((line) => text.includes(String(line)));
}

async function runTool(
  tool: AgentTool,
  given: unknown,
  patience: Patience | undefined,
  signal: AbortSignal | undefined,
): Promise<CallAnswer> {
  const input = tool.input.safeParse(given);
  const statements: Statement[] = [];
  if (!input.success)
    return { text: `The arguments do not fit: ${z.prettifyError(input.error)}`, unavailable: false, statements };
  try {
    const note = (said: readonly Statement[]): void => void statements.push(...said);
    const result = await patiently(() => tool.run(input.data, note), patience, signal);
    return { text: typeof result === 'string' ? result : JSON.stringify(result), unavailable: false, statements };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { text: `The tool failed: ${error.message}`, unavailable: error.retryable, statements };
  }
}

function bounded(text: string): string {
  if (text.length <= MAX_RESULT) return text;
  const marker = `\n… cut: ${text.length} characters in all. Ask for less.`;
  return text.slice(0, MAX_RESULT - marker.length) + marker;
}

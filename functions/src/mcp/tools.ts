/**
 * The tools of the MCP server: six that are shaped as an agent's tasks, and on request (`?tools=all`) the declared questions
 * that these do not cover. Descriptions and schemas of the six are paid for in every conversation, so they are kept short
 * (test/mcp/tools.test.ts holds 6,000 characters).
 */
import { z } from 'zod';
import type { ReaderQuestion } from '../graph/queries/declare.ts';
import { changes } from '../graph/queries/changes.ts';
import { clones } from '../graph/queries/clones.ts';
import { codeMap } from '../graph/queries/code-map.ts';
import { deadCode } from '../graph/queries/dead-code.ts';
import { unresolvedCalls } from '../graph/queries/unresolved-calls.ts';
import { budgetSchema } from './inputs.ts';
import type { Tool } from './tool.ts';
import { find } from './tools/find.ts';
import { impact } from './tools/impact.ts';
import { outline } from './tools/outline.ts';
import { path } from './tools/path.ts';
import { read } from './tools/read.ts';
import { symbols } from './tools/symbols.ts';

export const TOOLS = [find, read, symbols, impact, outline, path] as const;

const OTHER_QUESTIONS = [deadCode, clones, codeMap, unresolvedCalls, changes] as const;
export const OTHER_TOOLS = OTHER_QUESTIONS.map((question) => toolOf(question));

/** A declared question as a tool: its elements, one a line, as JSON. */
export function toolOf(question: ReaderQuestion): Tool {
  if (!(question.input instanceof z.ZodObject)) throw new TypeError(`${question.name}: its input is no object`);
  return {
    name: question.name,
    description: question.summary,
    input: question.input.extend({ budget_tokens: budgetSchema }),
    async run(reader, input) {
      const answer = z
        .record(z.string(), z.unknown())
        .parse(await question.answer(reader, question.input.parse(input)));
      const next = answer['next_cursor'];
      const lines = Object.entries(answer).flatMap(
        ([name, value]) =>
        Array.isArray(value) ? [`${name} (${value.length})`, ...value.map((one) => `  ${JSON.stringify(one)}`)] : [`${name}: ${JSON.stringify(value)}`], // prettier-ignore
      );
      return {
        sections: [{ heading: `## ${question.name}`, lines, ...(typeof next === 'string' ? { more: `goes on with cursor ${next}` } : {}) }], // prettier-ignore
        data: answer,
        paths: [],
      };
    },
  };
}

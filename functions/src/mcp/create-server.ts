/**
 * The MCP server over a code base: tools, resources and prompts, registered with the protocol's library, whose factories
 * serve the specification of 2026-07-28 and those of 2025 alike (https://modelcontextprotocol.io/specification/2026-07-28).
 */
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { AppError } from '../model/errors.ts';
import type { ClockPort } from '../ports.ts';
import { askTool, inputOf, type CodeBase } from './ask-tool.ts';
import { PROMPTS } from './prompts.ts';
import { resourcesOf } from './resources.ts';
import type { Tool } from './tool.ts';
import { OTHER_TOOLS, TOOLS } from './tools.ts';

export interface ServerOptions {
  code: CodeBase;
  clock: ClockPort;
  version: string;
  /** The tools that are not offered by default as well. */
  all?: boolean;
  /** Hears of failures that are no answers: what went wrong is not the client's to read. */
  failed?: (error: unknown) => void;
}

const INSTRUCTIONS =
  'Answers about code from its graph. Start with find; then read, symbols, impact. Targets are path, path:line, path#name or name.';

export function createServer({
  code,
  clock,
  version,
  all = false,
  failed = () => undefined,
}: ServerOptions): McpServer {
  const server = new McpServer({ name: 'reviewgraph', version }, { instructions: INSTRUCTIONS });
  const tools: readonly Tool[] = all ? [...TOOLS, ...OTHER_TOOLS] : TOOLS;
  for (const one of tools) addTool(server, one, { code, clock, failed });
  addResources(server, code, failed);
  for (const { name, description, args, text } of PROMPTS) {
    server.registerPrompt(name, { description, argsSchema: args }, (given) => ({
      messages: [{ role: 'user', content: { type: 'text', text: text(given) } }],
    }));
  }
  return server;
}

function addTool(
  server: McpServer,
  one: Tool,
  { code, clock, failed: hear }: Required<Pick<ServerOptions, 'code' | 'clock' | 'failed'>>,
): void {
  const config = {
    description: one.description,
    inputSchema: inputOf(one, code),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
  server.registerTool(one.name, config, async (input) => {
    const { text, data, failed } = await told(hear, () => askTool(one, code, input, clock.now()));
    return { content: [{ type: 'text', text }], structuredContent: data, ...(failed ? { isError: true } : {}) };
  });
}

/** The library shows a failure's text to the client, so none but an expected one may reach it. */
async function told<T>(hear: (error: unknown) => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    hear(error);
    throw new AppError('internal');
  }
}

function addResources(server: McpServer, code: CodeBase, hear: (error: unknown) => void): void {
  for (const { name, description, uri, text } of resourcesOf(code)) {
    const template = new ResourceTemplate(uri, { list: undefined });
    server.registerResource(name, template, { description, mimeType: 'text/plain' }, async (read, variables) => {
      const partOf = (part: string): string | undefined => {
        const value = variables[part];
        const [first] = Array.isArray(value) ? value : [value];
        return first === undefined ? undefined : decoded(first);
      };
      const parts = { repository: partOf('repository'), name: partOf('name') ?? '' };
      const shown = await told(hear, () => text(code, parts));
      return { contents: [{ uri: read.href, mimeType: 'text/plain', text: shown }] };
    });
  }
}

/** Not all that a client sends is percent-encoded rightly. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

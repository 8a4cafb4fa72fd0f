/**
 * The server that the protocol's conformance suite asks: tools, resources and prompts that it names, none of which is ours.
 * Its scenarios say what each has to do (`@modelcontextprotocol/conformance`, `conformance list`).
 */
import {
  acceptedContent,
  completable,
  inputRequired,
  isLegacyRequest,
  McpServer,
  ResourceTemplate,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  addAskingTools,
  addCapabilityTools,
  addForms,
  addQuestions,
  addRounds,
  addTalkingTools,
  asks,
  states,
  text,
} from './mcp-fixtures-asking.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';

export function fixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'fixtures', version: '1' },
    {
      capabilities: { logging: {}, resources: { subscribe: true }, completions: {} },
      requestState: { verify: states.verify },
    },
  );
  addContentTools(server);
  for (const add of [addTalkingTools, addQuestions, addForms, addAskingTools, addRounds, addCapabilityTools])
    add(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addContentTools(server: McpServer): void {
  const tool = (name: string, answer: () => CallToolResult) =>
    server.registerTool(name, { description: `Fixture ${name}` }, answer);
  const embedded = {
    uri: 'test://embedded-resource',
    mimeType: 'text/plain',
    text: 'This is an embedded resource content.',
  };
  const mixed = {
    uri: 'test://mixed-content-resource',
    mimeType: 'application/json',
    text: '{"test":"data","value":123}',
  };
  tool('test_simple_text', () => text('This is a simple text response for testing.'));
  tool('test_image_content', () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }));
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }));
  tool('test_embedded_resource', () => ({ content: [{ type: 'resource', resource: embedded }] }));
  tool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'resource', resource: mixed },
    ],
  }));
  tool('test_error_handling', () => ({
    ...text('This tool intentionally returns an error for testing'),
    isError: true,
  }));
}

function addResources(server: McpServer): void {
  const fixed = (name: string, uri: string, mimeType: string, contents: { text: string } | { blob: string }) =>
    server.registerResource(name, uri, { description: `Fixture ${name}`, mimeType }, (read) => ({
      contents: [{ uri: read.href, mimeType, ...contents }],
    }));
  fixed('static-text', 'test://static-text', 'text/plain', {
    text: 'This is the content of the static text resource.',
  });
  fixed('static-binary', 'test://static-binary', 'image/png', { blob: PNG });
  fixed('watched-resource', 'test://watched-resource', 'text/plain', { text: 'Watched' });
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource(
    'template',
    template,
    { description: 'Fixture template', mimeType: 'application/json' },
    (read, { id }) => ({
      contents: [
        {
          uri: read.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) {
    server.server.setRequestHandler(method, () => ({}));
  }
}

function addPrompts(server: McpServer): void {
  const says = (said: string) => ({ role: 'user' as const, content: { type: 'text' as const, text: said } });
  server.registerPrompt('test_simple_prompt', { description: 'Fixture' }, () => ({
    messages: [says('This is a simple prompt for testing.')],
  }));
  const word = completable(z.string(), (value) => ['paris', 'park', 'party'].filter((each) => each.startsWith(value)));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Fixture', argsSchema: z.object({ arg1: word, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Fixture', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => {
      const resource = { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return {
        messages: [
          { role: 'user', content: { type: 'resource', resource } },
          says('Please process the embedded resource above.'),
        ],
      };
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Fixture' }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      says('Please analyze the image above.'),
    ],
  }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'Fixture' }, ((context: ServerContext) => {
    const found = acceptedContent(context.mcpReq.inputResponses, 'user_context')?.['context'];
    if (typeof found === 'string') return { messages: [says(`Context: ${found}`)] };
    const user_context = asks('What context should the prompt use?', { context: { type: 'string' } });
    return inputRequired({ inputRequests: { user_context } });
  }) as never);
}

/**
 * Of 2025, the suite also asks for what needs a session: questions of a server to its client. Ours has none, so these are
 * the library's own sessions.
 */
export function createFixtureHandler(): (request: Request) => Promise<Response> {
  const modern = createMcpHandler(fixtureServer, { legacy: 'reject' });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    if (!(await isLegacyRequest(request))) return modern.fetch(request);
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known !== undefined) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await fixtureServer().connect(transport);
    return transport.handleRequest(request);
  };
}

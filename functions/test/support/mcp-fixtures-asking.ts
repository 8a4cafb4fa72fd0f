/** The tools of the conformance suite that speak to their client, or ask it something, before they answer. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type CallToolResult,
  type ElicitRequestFormParams,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

export const states = createRequestStateCodec<{ step: string }>({ key: randomBytes(32) });

export const text = (said: string): CallToolResult => ({ content: [{ type: 'text', text: said }] });
type Field = { type: 'string' } | { type: 'boolean' };
export const asks = (message: string, properties: Record<string, Field>) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } });

/** A question that belongs to a call goes on its stream: the other one may not be open yet. */
const onStreamOf = ({ id }: ServerContext['mcpReq']) => ({ relatedRequestId: id });

/** Tools that speak, or ask, while they work. */
export function addTalkingTools(server: McpServer): void {
  const tool = (name: string, work: (context: ServerContext) => Promise<CallToolResult>) =>
    server.registerTool(name, { description: `Fixture ${name}` }, work);
  tool('test_tool_with_logging', async ({ mcpReq }) => {
    for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', said);
      await sleep(50);
    }
    return text('Logged');
  });
  tool('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await sleep(50);
    }
    return text('Worked');
  });
}

/** Tools of 2025, which ask their client while they work. */
export function addQuestions(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Fixture test_sampling', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const asked = { role: 'user' as const, content: { type: 'text' as const, text: prompt } };
      const { content } = await mcpReq.requestSampling({ messages: [asked], maxTokens: 100 }, onStreamOf(mcpReq));
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const person = {
    username: { type: 'string' as const, description: 'User name' },
    email: { type: 'string' as const, description: 'Address' },
  };
  server.registerTool(
    'test_elicitation',
    { description: 'Fixture test_elicitation', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const requestedSchema = { type: 'object' as const, properties: person, required: ['username', 'email'] };
      const { action, content } = await mcpReq.elicitInput({ message, requestedSchema }, onStreamOf(mcpReq));
      return text(`User response: action=${action}, content=${JSON.stringify(content)}`);
    },
  );
}

export function addForms(server: McpServer): void {
  const tool = (name: string, work: (context: ServerContext) => Promise<CallToolResult>) =>
    server.registerTool(name, { description: `Fixture ${name}` }, work);
  const elicits = (name: string, properties: object) =>
    tool(name, async ({ mcpReq }) => {
      const form = { message: 'Fill in', requestedSchema: { type: 'object', properties } } as ElicitRequestFormParams;
      const { action, content } = await mcpReq.elicitInput(form, onStreamOf(mcpReq));
      return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
    });
  elicits('test_elicitation_sep1034_defaults', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  });
  const titled = ['First', 'Second', 'Third'];
  elicits('test_elicitation_sep1330_enums', {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      oneOf: titled.map((title, at) => ({ const: `value${at + 1}`, title: `${title} Option` })),
    },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: {
      type: 'array',
      items: { anyOf: titled.map((title, at) => ({ const: `value${at + 1}`, title: `${title} Choice` })) },
    },
  });
}

const askingTool = (server: McpServer) => (name: string, work: (context: ServerContext) => unknown) =>
  server.registerTool(name, { description: `Fixture ${name}` }, work as (context: ServerContext) => CallToolResult);
const given = ({ mcpReq }: ServerContext, key: string) => mcpReq.inputResponses?.[key];
const accepted = ({ mcpReq }: ServerContext, key: string) => acceptedContent(mcpReq.inputResponses, key);
const namesUser = asks('What is your name?', { name: { type: 'string' } });
const sampling = (said: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: said } }], maxTokens });

/** Tools of 2026-07-28, which ask by an answer of their own and are called again with what they asked for. */
export function addAskingTools(server: McpServer): void {
  const tool = askingTool(server);
  tool('test_input_required_result_elicitation', (context) => {
    const name = accepted(context, 'user_name')?.['name'];
    return typeof name === 'string'
      ? text(`Hello, ${name}!`)
      : inputRequired({ inputRequests: { user_name: namesUser } });
  });
  tool('test_input_required_result_sampling', (context) => {
    const answer = given(context, 'capital_question');
    return answer === undefined
      ? inputRequired({ inputRequests: { capital_question: sampling('What is the capital of France?', 100) } })
      : text(JSON.stringify(answer));
  });
  tool('test_input_required_result_list_roots', (context) => {
    const roots = given(context, 'client_roots');
    return roots === undefined
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : text(JSON.stringify(roots));
  });
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    tool(name, async (context) => {
      if (context.mcpReq.requestState<{ step: string }>() !== undefined && given(context, 'confirm') !== undefined)
        return text('state-ok');
      const requestState = await states.mint({ step: 'confirm' });
      return inputRequired({
        inputRequests: { confirm: asks('Please confirm', { ok: { type: 'boolean' } }) },
        requestState,
      });
    });
  }
}

/** The same in several rounds, or for several things. */
export function addRounds(server: McpServer): void {
  const tool = askingTool(server);
  tool('test_input_required_result_multiple_inputs', async (context) => {
    if (['user_name', 'greeting', 'client_roots'].every((key) => given(context, key) !== undefined))
      return text('All there');
    const inputRequests = {
      user_name: namesUser,
      greeting: sampling('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    };
    return inputRequired({ inputRequests, requestState: await states.mint({ step: 'all' }) });
  });
  tool('test_input_required_result_multi_round', async (context) => {
    const step = context.mcpReq.requestState<{ step: string }>()?.step;
    if (step === '2' && given(context, 'step2') !== undefined) return text('Both steps done');
    if (step === '1' && given(context, 'step1') !== undefined) {
      const step2 = asks('Step 2: What is your favorite color?', { color: { type: 'string' } });
      return inputRequired({ inputRequests: { step2 }, requestState: await states.mint({ step: '2' }) });
    }
    const step1 = asks('Step 1: What is your name?', { name: { type: 'string' } });
    return inputRequired({ inputRequests: { step1 }, requestState: await states.mint({ step: '1' }) });
  });
}

/** The same of clients that may not be able to answer. */
export function addCapabilityTools(server: McpServer): void {
  const tool = askingTool(server);
  tool('test_input_required_result_capabilities', ({ mcpReq }) => {
    const { elicitation, sampling: samples } = declaredBy(mcpReq);
    const inputRequests = {
      ...(elicitation === undefined ? {} : { user_name: namesUser }),
      ...(samples === undefined ? {} : { greeting: sampling('Generate a greeting', 50) }),
    };
    return Object.keys(inputRequests).length === 0 ? text('Nothing to ask') : inputRequired({ inputRequests });
  });
  // The library refuses to ask what a client has not said that it can.
  tool('test_missing_capability', (context) =>
    given(context, 'greeting') === undefined
      ? inputRequired({ inputRequests: { greeting: sampling('Generate a greeting', 50) } })
      : text('It samples'),
  );
  tool('test_streaming_elicitation', (context) =>
    given(context, 'user_name') === undefined
      ? inputRequired({ inputRequests: { user_name: namesUser } })
      : text('Told'),
  );
  tool('test_logging_tool', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Said to whoever asked for it');
    return text('Logged');
  });
}

/** What the client can do, as each request of 2026-07-28 says. */
function declaredBy({ envelope = {} }: ServerContext['mcpReq']): { elicitation?: unknown; sampling?: unknown } {
  return z.looseObject({}).catch({}).parse(Reflect.get(envelope, CLIENT_CAPABILITIES_META_KEY));
}

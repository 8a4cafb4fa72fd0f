/** The gateway and the models that the environment names, for reviews on this machine. */
import type { AskPorts } from '../../../src/jobs/reviews/ask.ts';
import type { GraphPort } from '../../../src/ports.ts';

/** A variable that is set to nothing is not given. */
function given(name: string, standard: string): string {
  const value = process.env[name] ?? '';
  return value === '' ? standard : value;
}

/** '' where none is configured. */
export function gatewayKey(): string {
  return given('GATEWAY_API_KEY', '');
}

/** Throws a sentence about a variable that holds no number. */
export function wholeNumber(name: string, standard: number): number {
  const number = Number(given(name, String(standard)));
  if (!Number.isInteger(number) || number < 0) throw new Error(`${name} has to be a whole number, 0 or more.`);
  return number;
}

/** `graph`: the database whose questions are tools; null for none. */
export async function askPorts(graph: GraphPort | null): Promise<AskPorts> {
  // Its SDK is the largest package of all, and most reviews here are without a model.
  const { openaiGateway } = await import('../../../src/adapters/gateway/gateway.ts');
  const reviewModel = given('REVIEW_MODEL', 'gpt-5-mini');
  return {
    graph,
    gateway: openaiGateway({
      apiKey: gatewayKey(),
      baseUrl: given('GATEWAY_BASE_URL', 'https://api.openai.com/v1'),
      embeddingModel: given('EMBEDDING_MODEL', 'text-embedding-3-small'),
    }),
    settings: {
      gatewayConfigured: true,
      reviewModel,
      synthesisModel: given('SYNTHESIS_MODEL', reviewModel),
      maxToolRounds: wholeNumber('MAX_TOOL_ROUNDS', 8),
    },
  };
}

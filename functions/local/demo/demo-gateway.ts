/**
 * The model gateway that the demo reviews with: what the environment names, asked once before minutes are spent on
 * starting a service that could not use it.
 */
import { z } from 'zod';

const NAMES = ['GATEWAY_API_KEY', 'GATEWAY_BASE_URL', 'REVIEW_MODEL', 'SYNTHESIS_MODEL', 'EMBEDDING_MODEL'] as const;
/** As in src/settings.ts. */
const STANDARD_URL = 'https://api.openai.com/v1';
const ANSWER_MS = 20_000;

/** The settings that are given; undefined without a key. A variable that is set to nothing is not given. */
export function givenGateway(env: NodeJS.ProcessEnv): Record<string, string> | undefined {
  const given: Record<string, string> = {};
  for (const name of NAMES) {
    const value = env[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  return given['GATEWAY_API_KEY'] === undefined ? undefined : given;
}

/**
 * Why a gateway cannot review, in a sentence with what to do; undefined when it may. It is asked for its list of models:
 * whoever does not serve one is taken at its word.
 */
export async function whyNoReview(gateway: Record<string, string>): Promise<string | undefined> {
  const url = gateway['GATEWAY_BASE_URL'] ?? STANDARD_URL;
  const without = 'or unset GATEWAY_API_KEY for the scripted stand-in';
  if (!URL.canParse(url) || !/^https?:/.test(url))
    return `GATEWAY_BASE_URL is ${url}, which is no http address: correct it, ${without}.`;
  let response: Response;
  try {
    response = await fetch(`${url.replace(/\/+$/, '')}/models`, {
      headers: { authorization: `Bearer ${gateway['GATEWAY_API_KEY'] ?? ''}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.body?.cancel();
  } catch (error) {
    return `No model gateway answers at ${url} (${causeOf(error)}): check GATEWAY_BASE_URL, ${without}.`;
  }
  if (response.status === 401 || response.status === 403)
    return `The model gateway at ${url} refuses GATEWAY_API_KEY (HTTP ${response.status}): check the key, ${without}.`;
  return undefined;
}

const causeSchema = z.object({ cause: z.object({ code: z.string().optional(), message: z.string() }) });

/** `ECONNREFUSED`, else what is said of the cause: fetch itself only says that it failed. */
function causeOf(error: unknown): string {
  const parsed = causeSchema.safeParse(error);
  if (parsed.success) return parsed.data.cause.code ?? parsed.data.cause.message;
  return error instanceof Error ? error.message : String(error);
}

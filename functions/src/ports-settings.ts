/** What the settings say once they are read, for whoever works by them. */

export type ScmKind = 'github' | 'gitea' | 'gitlab';

/** What is done without anybody's command. */
export interface AutomaticSettings {
  /** Nothing at all, whatever else is set. */
  paused: boolean;
  /** Of REVIEW_AUTO: what starts a review where the repository says nothing. */
  reviews: 'off' | 'opened' | 'pushed';
  /** Without another push, before a review starts. */
  waitSeconds: number;
  /** Whose pull requests, in upper case; empty for nobody's. */
  associations: string[];
  /** A pull request that has it is left alone. */
  ignoreLabel: string;
  /** Percent of the tokens of a day that automatic reviews may use. */
  tokensPercent: number;
}

/** Read by wiring from params; see settings.ts. */
export interface Settings {
  /** Where people open the console, without a slash at its end; null when nobody has said. */
  publicUrl: string | null;
  allowedOrigins: string[];
  maxCloneBytes: number;
  /** What one task takes of a repository; more is divided over several. */
  shards: { files: number; bytes: number };
  /** The most source files that one task resolves, as parts count them; 0 = no limit. */
  resolveFiles: number;
  requestsPerMinute: number;
  /** What the platform last showed to a user counts so long for personal access tokens. */
  grantsMinutes: number;
  ingestionsPerHour: number;
  scmAppSlug: string;
  /** Whether GATEWAY_API_KEY is set. */
  gatewayConfigured: boolean;
  embeddingModel: string;
  reviewModel: string;
  synthesisModel: string;
  reviewMode: 'normal' | 'deep';
  /** Rounds of tool calls that one agent may take. */
  maxToolRounds: number;
  /** Comments that one review puts on the diff. */
  maxComments: number;
  /** What a repository's `.reviewgraph.yml` may ask for beyond the defaults above. */
  repositoryConfigAllows: readonly string[];
  /** Per repository; 0 = no limit. */
  reviewsPerHour: number;
  automatic: AutomaticSettings;
  /** Per repository and day (UTC); 0 = no limit. */
  tokensPerDay: number;
  /** Per person and repository; 0 = no limit. */
  answersPerHour: number;
  /** The platform is asked for what its webhooks do not bring. */
  polling: boolean;
  /** Word that commands are addressed to, without the @. */
  scmAppHandle: string;
  /** The platform's author associations (`OWNER`, `MEMBER`, …) that may command; empty for everyone. */
  reviewAllowedAssociations: string[];
  /** Logins in lower case that may see what concerns the whole deployment. */
  operators: string[];
  /** The first signs nothing: a delivery is good when any of them signed it. Empty when none is set. */
  webhookSecrets: string[];
  /** Secret tokens of GitLab's webhooks, any of which a delivery may carry; read for that platform alone. */
  webhookTokens: string[];
  /** Which platform this is: what its adapter is called. */
  scmKind: ScmKind;
  /** Logins that the sign-in page offers as buttons; only the local stack names any. */
  signInHints: string[];
  /** Address of the auth emulator as browsers reach it; null in production. */
  authEmulatorUrl: string | null;
  projectId: string;
}

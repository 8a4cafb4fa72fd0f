/**
 * Every setting, declared once: its name, its default and what it is. `npm run settings` prints the table of
 * docs/settings.md and `.env.example` from here, and `firebase deploy` shows the description where it asks for a value.
 *
 *   NEO4J_URI=neo4j+s://1a2b3c4d.databases.neo4j.io      in functions/.env.<project id>
 *
 * A setting without a default of use is empty; its description says what that means. Secrets have no default: the value
 * `unset` stands for none, since a deployed secret cannot be empty.
 */
import { number, secret, text } from './declare-setting.ts';
import { LIMITS } from './settings-limits.ts';

export * from './settings-limits.ts';

export const NEO4J_URI = text(
  'NEO4J_URI',
  'bolt://127.0.0.1:7687',
  'address of the graph database; `neo4j+s://…` for Aura',
);
export const NEO4J_USERNAME = text('NEO4J_USERNAME', 'neo4j', 'user of the graph database');
export const NEO4J_PASSWORD = secret(
  'NEO4J_PASSWORD',
  'password of the graph database; `unset` for a server without authentication',
);

export const SCM_KIND = text(
  'SCM_KIND',
  'github',
  '`github` (GitHub Enterprise too), `gitea` for Gitea and Forgejo, or `gitlab`',
);
export const SCM_API_URL = text(
  'SCM_API_URL',
  'https://api.github.com',
  "the platform's REST API: `https://host/api/v3` of a GitHub Enterprise Server, `https://host/api/v1` of Gitea, `https://gitlab.com/api/v4`",
);
export const SCM_GIT_URL = text(
  'SCM_GIT_URL',
  'https://github.com',
  'where repositories are cloned from; nothing else is ever cloned',
);
export const SCM_APP_ID = text('SCM_APP_ID', '', "id of the platform's app; empty when there is none");
export const SCM_APP_SLUG = text('SCM_APP_SLUG', 'reviewgraph', "the app's name in URLs");
export const SCM_APP_HANDLE = text(
  'SCM_APP_HANDLE',
  'reviewgraph',
  'the word that review commands are addressed to, without the @',
);
export const SCM_APP_PRIVATE_KEY = secret(
  'SCM_APP_PRIVATE_KEY',
  "the app's private key as PEM; `unset` when there is no app",
);
export const SCM_WEBHOOK_SECRET = secret(
  'SCM_WEBHOOK_SECRET',
  'signs webhooks, the same as at the platform (on GitLab the signing token, `whsec_…`); several, comma-separated, while it is rotated',
);
export const SCM_WEBHOOK_TOKEN = secret(
  'SCM_WEBHOOK_TOKEN',
  'the secret token of GitLab’s webhooks, read with `SCM_KIND=gitlab` alone; several, comma-separated, while it is rotated; `unset` for none',
);
export const SCM_TOKEN = secret(
  'SCM_TOKEN',
  "a GitLab project's or group's access token (scope `api`, role developer) that the service reads and writes with; `unset` for the tokens of those who index",
);
export const SCM_CA_CERTIFICATE = text(
  'SCM_CA_CERTIFICATE',
  '',
  'PEM certificates of a private authority that the platform’s own is signed by; empty for a public one',
);

export const SCM_OAUTH_CLIENT_ID = text(
  'SCM_OAUTH_CLIENT_ID',
  '',
  "the app's client id, for sign-in to the console; empty when nobody signs in there",
);
export const SCM_OAUTH_CLIENT_SECRET = secret(
  'SCM_OAUTH_CLIENT_SECRET',
  "the app's client secret; `unset` when nobody signs in to the console",
);
export const SCM_OAUTH_SCOPE = text(
  'SCM_OAUTH_SCOPE',
  'repo',
  'what a user is asked to allow at sign-in; a GitHub App ignores it, GitLab needs `api`',
);
export const SIGN_IN_HINTS = text(
  'SIGN_IN_HINTS',
  '',
  'logins offered as buttons at sign-in, comma-separated; for local stacks',
);

export const GATEWAY_BASE_URL = text(
  'GATEWAY_BASE_URL',
  'https://api.openai.com/v1',
  "the model gateway: any server that speaks OpenAI's protocol",
);
export const GATEWAY_API_KEY = secret('GATEWAY_API_KEY', 'key of the model gateway; `unset` for none');
export const EMBEDDING_MODEL = text(
  'EMBEDDING_MODEL',
  'text-embedding-3-small',
  'makes the vectors of semantic search and of locating code; they must have 1,536 numbers',
);
export const REVIEW_MODEL = text('REVIEW_MODEL', 'gpt-5-mini', 'reviews');
export const SYNTHESIS_MODEL = text(
  'SYNTHESIS_MODEL',
  '',
  'joins the findings of a deep review; empty for `REVIEW_MODEL`',
);

export const REVIEW_MODE = text('REVIEW_MODE', 'normal', '`normal` or `deep`, when a command does not say');
export const REPOSITORY_CONFIG_ALLOWS = text(
  'REPOSITORY_CONFIG_ALLOWS',
  'deep,other_files',
  "what a repository's `.reviewgraph.yml` may ask for beyond the defaults here, comma-separated: `deep`, `other_files`, `conversation`, and `opened` or `pushed` for automatic reviews; empty for nothing",
);
export const REVIEW_AUTO = text(
  'REVIEW_AUTO',
  'off',
  'which pull requests are reviewed without a command: `off`; `opened` (opened again or ready for review, too); `pushed` (each push, too)',
);
export const REVIEW_AUTO_WAIT_SECONDS = number(
  'REVIEW_AUTO_WAIT_SECONDS',
  60,
  'seconds without another push before an automatic review starts',
);
export const REVIEW_AUTO_ASSOCIATIONS = text(
  'REVIEW_AUTO_ASSOCIATIONS',
  'OWNER,MEMBER,COLLABORATOR',
  'whose pull requests are reviewed without a command, and who may `pause`, `resume` and `ignore`; empty for nobody',
);
export const REVIEW_IGNORE_LABEL = text(
  'REVIEW_IGNORE_LABEL',
  'reviewgraph:ignore',
  'label of pull requests that are not reviewed without a command; empty for none',
);
export const AUTOMATIC_WORK = text(
  'AUTOMATIC_WORK',
  'on',
  '`paused` stops all that nobody commands: automatic reviews, for instance; `on` otherwise',
);
export const REVIEW_MAX_COMMENTS = number(
  'REVIEW_MAX_COMMENTS',
  30,
  'comments that one review puts on the diff at most, the gravest first; the walkthrough lists the others',
);
export const MAX_TOOL_ROUNDS = number('MAX_TOOL_ROUNDS', 8, 'rounds of tool calls that one review agent may take');
export const REVIEW_ALLOWED_ASSOCIATIONS = text(
  'REVIEW_ALLOWED_ASSOCIATIONS',
  '',
  'who may command, comma-separated, for instance `OWNER,MEMBER,COLLABORATOR`; empty for everyone',
);

export const POLLING = text(
  'POLLING',
  'off',
  '`on` asks the platform every two minutes for pushes, pull requests and comments, where its webhooks do not arrive; `off` otherwise',
);
export const PUBLIC_URL = text(
  'PUBLIC_URL',
  '',
  'where people open the console, `https://code.example.com`: reviews link to their page there, the doctor’s test calls the webhook there, and tokens of agents are for it; empty for no links, `<project>.web.app`, and the address that agents ask for',
);
export const ALLOWED_ORIGINS = text(
  'ALLOWED_ORIGINS',
  '',
  'web origins that may call the API from a browser (CORS), comma-separated; empty for none',
);
export const OPERATORS = text(
  'OPERATORS',
  '',
  'logins, comma-separated, that may see what concerns the whole deployment: refused webhooks, for instance; empty for nobody',
);
export const TOKEN_ENCRYPTION_KEY = secret(
  'TOKEN_ENCRYPTION_KEY',
  'seals stored platform tokens: 32 random bytes in base64; several, comma-separated: the first seals, all open',
);
export const TASKS_SERVICE_ACCOUNT = text(
  'TASKS_SERVICE_ACCOUNT',
  '',
  'signs tasks, and is the only caller that task functions accept',
);
export const TASKS_LOCATION = text('TASKS_LOCATION', 'us-central1', 'region of the functions and their queues');
export const TASKS_TARGET_URL = text(
  'TASKS_TARGET_URL',
  '',
  "base URL of the task functions; empty for the region's own",
);
export const TASKS_API_HOST = text(
  'TASKS_API_HOST',
  '',
  '`host:port` of a local Cloud Tasks; leave it empty in production',
);

export const TELEMETRY_URL = text(
  'TELEMETRY_URL',
  '',
  'where traces and metrics are sent, as OTLP over HTTP: `https://telemetry.googleapis.com` for Google Cloud, or a collector’s address; empty for nowhere',
);
export const TELEMETRY_TRACES_URL = text(
  'TELEMETRY_TRACES_URL',
  '',
  'the whole address for traces where it is not `TELEMETRY_URL` and `/v1/traces`',
);
export const TELEMETRY_METRICS_URL = text(
  'TELEMETRY_METRICS_URL',
  '',
  'the whole address for metrics where it is not `TELEMETRY_URL` and `/v1/metrics`',
);
export const TELEMETRY_HEADERS = secret(
  'TELEMETRY_HEADERS',
  'what a collector asks for, as vendors write it for `OTEL_EXPORTER_OTLP_HEADERS`: `x-api-key=…,x-team=…`; `unset` for none',
);
export const TELEMETRY_PERCENT = number('TELEMETRY_PERCENT', 100, 'percent of the traces that are sent');
export const MODEL_PRICES = text(
  'MODEL_PRICES',
  '',
  'what models cost in USD per million tokens read and written, for the metric of cost: `gpt-5-mini=0.25/2`, comma-separated; empty for no such metric',
);

/** In the order of the table and of `.env.example`: what most deployments set stands in the first group. */
export const SETTING_GROUPS = {
  'To be filled in': [
    NEO4J_URI,
    SCM_APP_ID,
    SCM_APP_SLUG,
    SCM_OAUTH_CLIENT_ID,
    TASKS_SERVICE_ACCOUNT,
    PUBLIC_URL,
    ALLOWED_ORIGINS,
  ],
  Secrets: [
    NEO4J_PASSWORD,
    TOKEN_ENCRYPTION_KEY,
    SCM_APP_PRIVATE_KEY,
    SCM_OAUTH_CLIENT_SECRET,
    SCM_WEBHOOK_SECRET,
    SCM_WEBHOOK_TOKEN,
    SCM_TOKEN,
    GATEWAY_API_KEY,
    TELEMETRY_HEADERS,
  ],
  'The platform, when it is not github.com': [SCM_KIND, SCM_API_URL, SCM_GIT_URL, SCM_OAUTH_SCOPE, SCM_CA_CERTIFICATE],
  Models: [GATEWAY_BASE_URL, EMBEDDING_MODEL, REVIEW_MODEL, SYNTHESIS_MODEL],
  Reviews: [
    SCM_APP_HANDLE,
    REVIEW_MODE,
    REVIEW_MAX_COMMENTS,
    REPOSITORY_CONFIG_ALLOWS,
    MAX_TOOL_ROUNDS,
    REVIEW_ALLOWED_ASSOCIATIONS,
    REVIEW_AUTO,
    REVIEW_AUTO_WAIT_SECONDS,
    REVIEW_AUTO_ASSOCIATIONS,
    REVIEW_IGNORE_LABEL,
    AUTOMATIC_WORK,
  ],
  Limits: LIMITS,
  'Seen from outside': [TELEMETRY_URL, TELEMETRY_TRACES_URL, TELEMETRY_METRICS_URL, TELEMETRY_PERCENT, MODEL_PRICES],
  'Where it runs': [
    POLLING,
    OPERATORS,
    NEO4J_USERNAME,
    TASKS_LOCATION,
    TASKS_TARGET_URL,
    TASKS_API_HOST,
    SIGN_IN_HINTS,
  ],
};

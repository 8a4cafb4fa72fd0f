/**
 * Secrets of many kinds, made for a test and valid nowhere: each by the form in which its issuer gives it, so that no file
 * of this repository holds one. `rule` is what the scanner calls it.
 *
 *     plantedSecrets('seed')[0]   { rule: 'github-pat', value: 'ghp_1aB…', line: 'GITHUB = "ghp_1aB…"' }
 */
import { createHash } from 'node:crypto';

export interface PlantedSecret {
  rule: string;
  /** What must be found, and never repeated. */
  value: string;
  /** A line, or some, of Python that holds it. */
  line: string;
}

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const HEX = DIGITS + 'abcdef';
const WORD = LOWER + UPPER + DIGITS;
const LOW = LOWER + DIGITS;
const BASE32 = UPPER + '234567';

type Make = (some: (alphabet: string, length: number) => string) => string;

/** By their own form: `rule: what makes one`. Prefixes are joined here, so that nobody takes this file for a leak. */
const FORMS: Record<string, Make> = {
  'github-pat': (some) => 'gh' + `p_${some(WORD, 36)}`,
  'github-oauth': (some) => 'gh' + `o_${some(WORD, 36)}`,
  'github-app-token': (some) => 'gh' + `s_${some(WORD, 36)}`,
  'github-refresh-token': (some) => 'gh' + `r_${some(WORD, 36)}`,
  'github-fine-grained-pat': (some) => 'github' + `_pat_${some(WORD, 82)}`,
  'gitlab-pat': (some) => 'gl' + `pat-${some(WORD, 20)}`,
  'gitlab-deploy-token': (some) => 'gl' + `dt-${some(WORD, 20)}`,
  'gitlab-runner-authentication-token': (some) => 'gl' + `rt-${some(WORD, 20)}`,
  'gitlab-ptt': (some) => 'gl' + `ptt-${some(HEX, 40)}`,
  'aws-access-token': (some) => 'AK' + `IA${some(BASE32, 16)}`,
  'gcp-api-key': (some) => 'AI' + `za${some(WORD, 35)}`,
  'azure-ad-client-secret': (some) => `${some(WORD, 3)}${some(DIGITS, 1)}Q~${some(WORD, 34)}`,
  'digitalocean-pat': (some) => 'do' + `p_v1_${some(HEX, 64)}`,
  'digitalocean-access-token': (some) => 'do' + `o_v1_${some(HEX, 64)}`,
  'stripe-access-token': (some) => 'sk' + `_live_${some(WORD, 24)}`,
  'slack-bot-token': (some) => 'xo' + `xb-${some(DIGITS, 12)}-${some(DIGITS, 12)}-${some(WORD, 24)}`,
  'slack-webhook-url': (some) =>
    'https://hooks.slack' + `.com/services/T${some(UPPER, 8)}/B${some(UPPER, 8)}/${some(WORD, 24)}`,
  'twilio-api-key': (some) => 'SK' + some(HEX, 32),
  'sendgrid-api-token': (some) => 'SG' + `.${some(WORD, 22)}.${some(WORD, 43)}`,
  'npm-access-token': (some) => 'np' + `m_${some(LOW, 36)}`,
  'pypi-upload-token': (some) => 'py' + `pi-AgEIcHlwaS5vcmc${some(WORD, 80)}`,
  'rubygems-api-token': (some) => 'ruby' + `gems_${some(HEX, 48)}`,
  'huggingface-access-token': (some) => 'h' + `f_${some(LOWER, 34)}`,
  'openai-api-key': (some) => 's' + `k-${some(WORD, 20)}T3BlbkFJ${some(WORD, 20)}`,
  'anthropic-api-key': (some) => 's' + `k-ant-api03-${some(WORD, 93)}AA`,
  'databricks-api-token': (some) => 'da' + `pi${some(HEX, 32)}`,
  'doppler-api-token': (some) => 'dp' + `.pt.${some(LOW, 43)}`,
  'dynatrace-api-token': (some) => 'dt' + `0c01.${some(LOW, 24)}.${some(LOW, 64)}`,
  'easypost-api-token': (some) => 'EZ' + `AK${some(LOW, 54)}`,
  'grafana-service-account-token': (some) => 'gl' + `sa_${some(WORD, 32)}_${some(HEX, 8)}`,
  'infracost-api-token': (some) => 'ic' + `o-${some(WORD, 32)}`,
  'linear-api-key': (some) => 'lin' + `_api_${some(LOW, 40)}`,
  'notion-api-token': (some) => 'nt' + `n_${some(DIGITS, 11)}${some(WORD, 35)}`,
  'perplexity-api-key': (some) => 'pp' + `lx-${some(WORD, 48)}`,
  'planetscale-password': (some) => 'pscale' + `_pw_${some(WORD, 43)}`,
  'postman-api-token': (some) => 'PM' + `AK-${some(HEX, 24)}-${some(HEX, 34)}`,
  'prefect-api-token': (some) => 'pn' + `u_${some(WORD, 36)}`,
  'pulumi-api-token': (some) => 'pu' + `l-${some(HEX, 40)}`,
  'readme-api-token': (some) => 'rd' + `me_${some(LOW, 70)}`,
  'sendinblue-api-token': (some) => 'xkey' + `sib-${some(HEX, 64)}-${some(LOW, 16)}`,
  'shippo-api-token': (some) => 'ship' + `po_live_${some(HEX, 40)}`,
  'shopify-access-token': (some) => 'sh' + `pat_${some(HEX, 32)}`,
  'vault-service-token': (some) => 'hv' + `s.${some(WORD, 96)}`,
  'hashicorp-tf-api-token': (some) => `${some(LOW, 14)}.atla` + `sv1.${some(LOW, 64)}`,
  jwt: (some) => 'ey' + `J${some(WORD, 24)}.eyJ${some(WORD, 40)}.${some(WORD, 43)}`,
};

/** Known by the name that they are given. */
const NAMED: Record<string, [name: string, make: Make]> = {
  'cloudflare-api-key': ['cloudflare_api_key', (some) => some(LOW, 40)],
  'datadog-access-token': ['datadog_access_token', (some) => some(LOW, 40)],
  'heroku-api-key': ['heroku_api_key', (some) => [8, 4, 4, 4, 12].map((length) => some(HEX, length)).join('-')],
  'mailgun-private-api-token': ['mailgun_token', (some) => 'ke' + `y-${some(HEX, 32)}`],
  'telegram-bot-api-token': ['telegram_bot', (some) => `${some(DIGITS, 9)}:A${some(WORD, 34)}`],
  'generic-api-key': ['billing_api_key', (some) => some(LOW, 32)],
};

/** Every kind once, the same for the same seed. */
export function plantedSecrets(seed: string): PlantedSecret[] {
  let count = 0;
  const some = (alphabet: string, length: number): string => {
    let out = '';
    while (out.length < length) {
      const bytes = createHash('sha256').update(`${seed} ${count++}`).digest();
      out += Array.from(bytes, (byte) => alphabet[byte % alphabet.length] ?? '').join('');
    }
    return out.slice(0, length);
  };
  const formed = Object.entries(FORMS).map(([rule, make], at) => {
    const value = make(some);
    return { rule, value, line: `VALUE_${at} = "${value}"` };
  });
  const named = Object.entries(NAMED).map(([rule, [name, make]]) => {
    const value = make(some);
    return { rule, value, line: `${name} = "${value}"` };
  });
  return [...formed, ...named, privateKey(some)];
}

function privateKey(some: Parameters<Make>[0]): PlantedSecret {
  const lines = Array.from({ length: 12 }, () => some(WORD, 64));
  const mark = (word: string) => `-----${word} RSA PRIV` + 'ATE KEY-----';
  const text = [mark('BEGIN'), ...lines, mark('END')].join('\n');
  return { rule: 'private-key', value: lines.join('\n'), line: `PEM = """${text}"""` };
}

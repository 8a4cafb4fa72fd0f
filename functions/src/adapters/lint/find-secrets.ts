/**
 * Gitleaks' detector and rules, built for WASI (linters/gitleaks/build.sh says how and why), over texts that it is given:
 * it knows no repository, no configuration and no ignore file. A run is a process of its own like a linter's, and when it
 * fails, its texts are halved until the one that breaks it stands alone. It is given the lines that may hold a secret
 * (secret-candidates.ts), and not started where there are none.
 *
 *   [{"text": 0, "rule": "aws-access-token", "about": "Identified a pattern…", "start": 17, "end": 37, "secret": "…"}]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { FoundSecret, ScannedText, SecretReport, SecretRequest } from '../../model/secrets.ts';
import { withFiles } from './lint-tool.ts';
import { secretCandidates, type Candidates } from './secret-candidates.ts';
import { runWasi } from './run-wasi.ts';

const GITLEAKS = fileURLToPath(new URL('../../../linters/gitleaks/gitleaks.wasm.br', import.meta.url));
const REQUEST = 'texts.json';
/** Base64 in base64 in a percent-encoded parameter is as deep as anybody was seen to go. */
const DECODED_DEPTH = 3;
/** Characters of a token before and behind the part that is told. */
const LONGEST_PART = 2_000;
/** UTF-16 units of one run: a process has a bounded memory, and a share of the time. */
const RUN_CHARACTERS = 4 * 1024 * 1024;

const outputSchema = z.array(
  z.object({
    text: z.int(),
    rule: z.string(),
    about: z.string(),
    start: z.int(),
    end: z.int(),
    secret: z.string(),
  }),
);

export interface ScanLimits {
  /** Milliseconds of one run. */
  runMs: number;
  /** Milliseconds of a request with all its runs. */
  totalMs: number;
}

type Numbered = ScannedText & Pick<Candidates, 'originalOf'> & { at: number; whole: string };

export async function findSecrets(
  { texts, signal }: SecretRequest,
  { runMs, totalMs }: ScanLimits,
): Promise<SecretReport> {
  const endsAt = performance.now() + totalMs;
  const report: SecretReport = { found: [], unread: [] };
  const pieces = texts.flatMap(({ path, text, lines: asked }, at): Numbered[] => {
    const lines = secretCandidates(path, text, asked);
    return lines === undefined ? [] : [{ ...lines, path, at, whole: text }];
  });
  for (const portion of portionsOf(pieces)) {
    const { found, unread } = await scan(portion, { runMs, endsAt, signal });
    report.found.push(...found);
    report.unread.push(...unread);
  }
  return report;
}

/** Texts for one run each, in their order. */
function portionsOf(texts: readonly Numbered[]): Numbered[][] {
  const portions: Numbered[][] = [];
  let characters = Infinity;
  for (const text of texts) {
    characters += text.text.length;
    if (characters > RUN_CHARACTERS) {
      portions.push([]);
      characters = text.text.length;
    }
    portions.at(-1)?.push(text);
  }
  return portions;
}

interface RunLimits {
  runMs: number;
  endsAt: number;
  signal: AbortSignal | undefined;
}

async function scan(texts: readonly Numbered[], limits: RunLimits): Promise<SecretReport> {
  const { endsAt, runMs, signal } = limits;
  const timeoutMs = Math.min(runMs, endsAt - performance.now());
  const unread = (reason: string): SecretReport => ({
    found: [],
    unread: texts.map(({ at }) => ({ text: at, reason })),
  });
  if (timeoutMs <= 0) return unread('the time for it was over');
  const result = await scanOnce(texts, timeoutMs, signal);
  if (result.status === 'done') return { found: result.found, unread: [] };
  if (texts.length === 1 || signal?.aborted === true) return unread(`the scanner failed: ${result.reason}`);
  const middle = Math.ceil(texts.length / 2);
  const first = await scan(texts.slice(0, middle), limits);
  const second = await scan(texts.slice(middle), limits);
  return { found: [...first.found, ...second.found], unread: [...first.unread, ...second.unread] };
}

type ScanResult = { status: 'done'; found: FoundSecret[] } | { status: 'failed'; reason: string };

function scanOnce(texts: readonly Numbered[], timeoutMs: number, signal: AbortSignal | undefined): Promise<ScanResult> {
  return withFiles([], async (folder): Promise<ScanResult> => {
    const request = { decode: DECODED_DEPTH, texts: texts.map(({ path, text }) => ({ path, text })) };
    writeFileSync(join(folder, REQUEST), JSON.stringify(request));
    const result = await runWasi({ program: GITLEAKS, folder, args: [`/src/${REQUEST}`], timeoutMs, signal });
    if (result.status === 'failed') return result;
    // What it writes besides may repeat what it read.
    if (result.code !== 0) return { status: 'failed', reason: `ended with status ${result.code}` };
    const output = outputSchema.safeParse(parseJson(result.stdout));
    if (!output.success) return { status: 'failed', reason: 'its answer could not be read' };
    return { status: 'done', found: placesIn(texts, output.data) };
  });
}

type ToldSecret = z.infer<typeof outputSchema>[number];

/** With offsets in the texts as they were given, not in their UTF-8. */
function placesIn(texts: readonly Numbered[], told: readonly ToldSecret[]): FoundSecret[] {
  const byText = Map.groupBy(told, ({ text }) => text);
  return [...byText].flatMap(([at, secrets]) => {
    const text = texts[at];
    if (text === undefined) return [];
    const unitsBefore = unitCounter(Buffer.from(text.text));
    // Each offset is counted from the one before it.
    const places = secrets.flatMap(({ start, end }) => [start, end]).sort((a, b) => a - b);
    const units = new Map(places.map((place) => [place, unitsBefore(place)]));
    return secrets.map(({ rule, about, start, end, secret }): FoundSecret => {
      const place = [start, end].map((byte) => text.originalOf(units.get(byte) ?? 0));
      const [from, to] = wholeToken(text.whole, place[0] ?? 0, place[1] ?? 0);
      // What is decoded stands nowhere in the text.
      const isPlain = text.whole.slice(place[0], place[1]) === secret;
      return { text: text.at, rule, about, start: from, end: to, value: isPlain ? text.whole.slice(from, to) : secret };
    });
  });
}

/** Some rules name a part of a token as the secret. */
function wholeToken(text: string, start: number, end: number): [start: number, end: number] {
  let [from, to] = [start, end];
  while (from > 0 && start - from < LONGEST_PART && /[\w+/-]/.test(text[from - 1] ?? '')) from--;
  while (to < text.length && to - end < LONGEST_PART && /[\w+/-]/.test(text[to] ?? '')) to++;
  while (to < text.length && text[to] === '=') to++;
  return [from, to];
}

/** UTF-16 units before a byte; asked for ascending bytes. */
function unitCounter(bytes: Buffer): (byte: number) => number {
  let last = { byte: 0, units: 0 };
  return (byte) => {
    const units = last.units + bytes.subarray(last.byte, byte).toString().length;
    last = { byte, units };
    return units;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

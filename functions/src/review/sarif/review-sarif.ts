/**
 * A review run as SARIF 2.1.0. Lines are those of the head that was reviewed. What the graph says stands as related
 * locations; a run that is not a whole one says so as an invocation that was not successful, with every reason, so that
 * nobody takes what is missing for what is mended.
 *
 *     reviewSarif({ repositoryUri: 'https://code.example.com/ada/shop', head: '9ab…', number: 7, run: 3, findings, … })
 */
import { nameIn, stepsOf, type EvidenceStep } from '../../model/evidence.ts';
import { SEVERITIES, type Issue } from '../../model/reviews.ts';
import type { SarifInvocation, SarifLevel, SarifLocation, SarifLog, SarifResult, SarifRule } from './sarif-log.ts';

export type SarifFinding = Pick<
  Issue,
  | 'fingerprint'
  | 'path'
  | 'line_start'
  | 'line_end'
  | 'side'
  | 'symbol_id'
  | 'severity'
  | 'category'
  | 'title'
  | 'description'
  | 'suggestion'
  | 'code_snippet'
  | 'confidence'
  | 'source'
  | 'rule'
  | 'evidence'
  | 'status'
>;

export interface ReviewedRun {
  /** Of this service's code. */
  version: string;
  /** Where the repository is seen or cloned; no secret is part of it. */
  repositoryUri: string;
  head: string;
  /** Of the head; null when it is not known. */
  branch: string | null;
  /** Of the pull request and of its run; null for a review of a folder. */
  number: number | null;
  run: number;
  command: string;
  mode: string;
  startedAt: string;
  endedAt: string | null;
  /** Why it ended without a review, or what of it could not be posted; null for neither. */
  failure: string | null;
  /** Why it is not a whole review; empty when it is one. */
  incomplete: readonly string[];
  findings: readonly SarifFinding[];
  /** There are more findings than these. */
  truncated: boolean;
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const ROOT = 'SRCROOT';
/** The name of our fingerprints, with the version of how they are made. */
const FINGERPRINT = 'reviewgraph/v1';

export function reviewSarif(run: ReviewedRun): SarifLog {
  const rules = rulesOf(run.findings);
  const index = new Map(rules.map(({ id }, at) => [id, at]));
  const pull = run.number === null ? 'local' : `pull-${run.number}`;
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Reviewgraph',
            version: run.version,
            semanticVersion: run.version,
            rules,
            notifications: [
              { id: INCOMPLETE, shortDescription: { text: 'A part of the change was not reviewed' } },
              { id: FAILED, shortDescription: { text: 'The review did not come to its end' } },
            ],
          },
        },
        automationDetails: { id: `reviewgraph/${pull}/${run.run}` },
        versionControlProvenance: [
          {
            repositoryUri: run.repositoryUri,
            revisionId: run.head,
            ...(run.branch === null ? {} : { branch: run.branch }),
            mappedTo: { uriBaseId: ROOT },
          },
        ],
        originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository at the reviewed commit' } } },
        invocations: [invocationOf(run)],
        columnKind: 'utf16CodeUnits',
        results: run.findings.map((finding) => resultOf(finding, index.get(ruleOf(finding)) ?? 0)),
        properties: { command: run.command, mode: run.mode, incomplete: !isWhole(run) },
      },
    ],
  };
}

const INCOMPLETE = 'incomplete';
const FAILED = 'failed';

/** A review of which nothing is missing: only such a one says that what it does not name is in order. */
export function isWhole({ failure, incomplete, truncated, endedAt }: ReviewedRun): boolean {
  return failure === null && incomplete.length === 0 && !truncated && endedAt !== null;
}

function invocationOf(run: ReviewedRun): SarifInvocation {
  const { failure, incomplete, truncated, startedAt, endedAt } = run;
  const reasons = [...incomplete, ...(truncated ? ['There are more findings than are listed here'] : [])];
  return {
    executionSuccessful: isWhole(run),
    startTimeUtc: startedAt,
    ...(endedAt === null ? {} : { endTimeUtc: endedAt }),
    toolExecutionNotifications: [
      ...(failure === null
        ? []
        : [{ descriptor: { id: FAILED }, level: 'error' as const, message: { text: failure } }]),
      ...reasons.map((text) => ({ descriptor: { id: INCOMPLETE }, level: 'warning' as const, message: { text } })),
    ],
  };
}

const LEVELS: Record<Issue['severity'], SarifLevel> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};
/** As code scanning reads them: 9 and above is critical, 7 high, 4 medium. */
const SECURITY: Record<Issue['severity'], string> = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.0' };

/** `python_linter/F401`; what the model finds has its category for a rule. */
function ruleOf({ source, rule, category }: SarifFinding): string {
  return source === 'agent' ? `review/${category}` : `${source}/${rule ?? category}`;
}

/** One of each, by its name; its level is that of its gravest finding. */
function rulesOf(findings: readonly SarifFinding[]): SarifRule[] {
  const groups = [...Map.groupBy(findings, ruleOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.map(([id, found]) => {
    const severity = SEVERITIES.find((each) => found.some((finding) => finding.severity === each)) ?? 'low';
    const [{ category, rule, source } = found[0] as SarifFinding] = found;
    const isSecurity = found.some((finding) => finding.category === 'security');
    const text =
      source === 'agent'
        ? `Found by a review: ${category}`
        : `${rule ?? category} of the ${source.replaceAll('_', ' ')}`;
    return {
      id,
      name: id.replace(/[^\p{L}\p{N}]+(\p{L}|\p{N}|$)/gu, (_, letter: string) => letter.toUpperCase()),
      shortDescription: { text },
      defaultConfiguration: { level: LEVELS[severity] },
      properties: {
        tags: [...new Set(found.map((finding) => finding.category))].sort(),
        ...(isSecurity ? { 'security-severity': SECURITY[severity] } : {}),
      },
    };
  });
}

function resultOf(finding: SarifFinding, ruleIndex: number): SarifResult {
  const { severity, category, confidence, suggestion, status, evidence, symbol_id } = finding;
  const related = stepsOf(evidence).map(relatedLocation);
  return {
    ruleId: ruleOf(finding),
    ruleIndex,
    level: LEVELS[severity],
    rank: Math.round(confidence * 10),
    message: { text: messageOf(finding) },
    locations: [locationOf(finding)],
    ...(related.length === 0 ? {} : { relatedLocations: related }),
    partialFingerprints: { [FINGERPRINT]: finding.fingerprint },
    ...(status === 'dismissed'
      ? { suppressions: [{ kind: 'external', status: 'accepted', justification: 'Dismissed on the pull request' }] }
      : {}),
    properties: {
      severity,
      category,
      status,
      symbol_id,
      ...(suggestion === null ? {} : { suggestion }),
      evidence: evidence.length === 0 ? NO_EVIDENCE : evidence,
    },
  };
}

const NO_EVIDENCE = 'no graph evidence';

function messageOf({ title, description, side, line_start: start, line_end: end }: SarifFinding): string {
  const removed = side === 'LEFT' ? ` (about ${start === end ? `line ${start}` : `lines ${start} to ${end}`} of the base, which the change removes)` : ''; // prettier-ignore
  return description.trim() === '' ? `${title}${removed}` : `${title}${removed}\n\n${description}`;
}

/** Lines of the base have no place in the tree at head, so only the file is named for them. */
function locationOf(finding: SarifFinding): SarifLocation {
  const { path, side, line_start: start, line_end: end, code_snippet: code } = finding;
  const isAtHead = side === 'RIGHT' && start > 0;
  const snippet = code.trim() === '' ? {} : { snippet: { text: code } };
  return {
    physicalLocation: {
      artifactLocation: artifact(path),
      ...(isAtHead ? { region: { startLine: start, endLine: Math.max(start, end), ...snippet } } : {}),
    },
    ...symbolAround(finding),
  };
}

/** The symbol that holds the lines: its name for people, its id for programs. A file is named by its address already. */
function symbolAround({ symbol_id: id, path }: SarifFinding): Pick<SarifLocation, 'logicalLocations'> {
  const name = id === null ? path : nameIn({ symbol_id: id, path });
  return id === null || name === path ? {} : { logicalLocations: [{ fullyQualifiedName: name, decoratedName: id }] };
}

const VERBS = { calls: 'calls', reaches: 'reaches', inherits: 'inherits from', imports: 'imports' } as const;

/** Its lines are of the commit that the graph holds, which the message names. */
function relatedLocation({ from, to }: EvidenceStep, at: number): SarifLocation {
  const { relation } = from;
  const said =
    relation === 'not_called'
      ? `Nothing calls ${nameIn(from)}`
      : relation === 'declares' || to === null
        ? `${nameIn(from)} is declared here`
        : `${nameIn(from)} ${VERBS[relation]} ${nameIn(to)}`;
  return {
    id: at + 1,
    physicalLocation: { artifactLocation: artifact(from.path), region: { startLine: Math.max(1, from.line) } },
    logicalLocations: [{ fullyQualifiedName: nameIn(from) }],
    message: { text: `${said} (the graph at ${from.commit.slice(0, 12)})` },
  };
}

function artifact(path: string): { uri: string; uriBaseId: string } {
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: ROOT };
}

/**
 * The part of SARIF 2.1.0 that a review is written in (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).
 * Names are the standard's. test/review/sarif/ holds what is written against the official schema.
 */
export interface SarifLog {
  $schema: string;
  version: '2.1.0';
  runs: SarifRun[];
}

export type SarifLevel = 'error' | 'warning' | 'note';

export interface SarifRun {
  tool: { driver: SarifDriver };
  /** What results of one pull request replace when they are uploaded again: all before the last slash. */
  automationDetails: { id: string };
  versionControlProvenance: {
    repositoryUri: string;
    revisionId: string;
    branch?: string;
    mappedTo: { uriBaseId: string };
  }[];
  originalUriBaseIds: Record<string, { description: SarifMessage }>;
  invocations: SarifInvocation[];
  columnKind: 'utf16CodeUnits';
  results: SarifResult[];
  properties: Record<string, unknown>;
}

export interface SarifDriver {
  name: string;
  version: string;
  semanticVersion: string;
  rules: SarifRule[];
  /** Named by notifications. */
  notifications: { id: string; shortDescription: SarifMessage }[];
}

export interface SarifRule {
  id: string;
  name: string;
  shortDescription: SarifMessage;
  defaultConfiguration: { level: SarifLevel };
  properties: { tags: string[]; 'security-severity'?: string };
}

export interface SarifMessage {
  text: string;
}

export interface SarifInvocation {
  executionSuccessful: boolean;
  startTimeUtc: string;
  endTimeUtc?: string;
  toolExecutionNotifications: { descriptor: { id: string }; level: SarifLevel; message: SarifMessage }[];
}

export interface SarifLocation {
  id?: number;
  physicalLocation: {
    artifactLocation: { uri: string; uriBaseId: string };
    region?: { startLine: number; endLine?: number; snippet?: SarifMessage };
  };
  logicalLocations?: { fullyQualifiedName: string; decoratedName?: string }[];
  message?: SarifMessage;
}

export interface SarifResult {
  ruleId: string;
  ruleIndex: number;
  level: SarifLevel;
  /** 0 to 100. */
  rank: number;
  message: SarifMessage;
  locations: SarifLocation[];
  relatedLocations?: SarifLocation[];
  partialFingerprints: Record<string, string>;
  suppressions?: { kind: 'external'; status: 'accepted'; justification: string }[];
  properties: Record<string, unknown>;
}

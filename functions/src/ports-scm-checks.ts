/**
 * What is said of a commit on the platform, as types: checks and code scanning. A part of ports-scm.ts.
 */

/** What a check says of some lines of the head. */
export interface ScmAnnotation {
  path: string;
  /** Lines of the file at the check's commit. */
  startLine: number;
  endLine: number;
  level: 'notice' | 'warning' | 'failure';
  title: string;
  message: string;
}

/**
 * How a review stands at a commit. Platforms without checks show a status: it has no annotations, and of the texts the
 * title alone.
 */
export interface ScmCheck {
  commitSha: string;
  /** What it is called beside the commit. */
  name: string;
  /** Tells the checks of one name apart: saying one again changes that one. */
  key: string;
  /** `incomplete` is never shown as a success. */
  state: 'in_progress' | 'success' | 'neutral' | 'failure' | 'incomplete' | 'cancelled';
  /** Whether an incomplete one is to keep from a merge that requires it. */
  blocking: boolean;
  /** One line. */
  title: string;
  /** Markdown. */
  summary: string;
  annotations: ScmAnnotation[];
  detailsUrl: string;
  /** The token is an app's: GitHub takes checks from nobody else. */
  byApp: boolean;
}

/** Findings for the platform's code scanning: SARIF 2.1.0 as text, at the head of a pull request. */
export interface ScmSarif {
  commitSha: string;
  /** Of the pull request. */
  number: number;
  sarif: string;
}

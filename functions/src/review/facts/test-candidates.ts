/**
 * What speaks for each file of tests, put together. Each kind is compared with the file that it speaks for most, so that
 * none outweighs the others by its scale; the weights were found on merged pull requests (docs/measurements.md).
 */
import type { TestFact } from '../../model/change-facts.ts';

const WORTH = {
  /** It was changed together with what changes, before. */
  history: 3,
  /** It calls what changes, over one call, two, or more. */
  direct: 1,
  second: 0.4,
  farther: 0.1,
  /** It has the name of a changed file, parts of it, or lies in folders of the same names. */
  name: 1,
  likeness: 0.8,
  folders: 0.5,
  imports: 0.8,
} as const;
type Kind = keyof typeof WORTH;

/** A test that is changed itself comes first. */
const CHANGED = 100;

const MOST_REACHED = 10;
/** Of the best one's score: less is said only of tests that reach the change by calls. */
const LEAST_SHARE = 0.1;
/** What alone is no reason to run a test. */
const HINTS: readonly Kind[] = ['likeness', 'folders'];

interface Candidate {
  fact: TestFact;
  worth: Map<Kind, number>;
  changed: boolean;
}

export class TestCandidates {
  private readonly files = new Map<string, Candidate>();
  private readonly total: number;

  /** `total`: files of tests in the repository. */
  constructor(total: number) {
    this.total = total;
  }

  /** What few tests do says more: `files` is how many of them do it. */
  rarity(files: number): number {
    return Math.log(1 + this.total / Math.max(1, files));
  }

  /** Adds up. `of`: what of the change it has to do with. */
  note(path: string, kind: Kind, worth: number, of?: string, reached?: { test: string; distance: number }): void {
    const { fact, worth: known } = this.at(path);
    known.set(kind, (known.get(kind) ?? 0) + worth);
    if (of !== undefined && fact.reaches.length < MOST_REACHED && !fact.reaches.includes(of)) fact.reaches.push(of);
    if (reached === undefined || (fact.distance !== null && fact.distance <= reached.distance)) return;
    fact.distance = reached.distance;
    fact.qualified_name = reached.test;
  }

  /** It is changed itself. */
  noteChanged(path: string): void {
    const candidate = this.at(path);
    candidate.changed = true;
    candidate.fact.reaches.unshift(path);
  }

  /** Keeps the highest. */
  best(path: string, kind: Kind, worth: number): void {
    if (worth === 0) return;
    const known = this.at(path).worth;
    known.set(kind, Math.max(known.get(kind) ?? 0, worth));
  }

  /** The best first. */
  ranked(): TestFact[] {
    const kinds = Object.keys(WORTH) as Kind[];
    const all = [...this.files.values()];
    const most = new Map(kinds.map((kind) => [kind, Math.max(0, ...all.map(({ worth }) => worth.get(kind) ?? 0))]));
    const scored = all
      .filter(({ worth, changed }) => changed || [...worth.keys()].some((kind) => !HINTS.includes(kind)))
      .map(({ fact, worth, changed }) => ({ fact, score: this.scoreOf(worth, most) + (changed ? CHANGED : 0) }))
      .sort((a, b) => b.score - a.score || (a.fact.path < b.fact.path ? -1 : 1));
    const least = Math.max(0, ...scored.map(({ score }) => score % CHANGED)) * LEAST_SHARE;
    return scored.filter(({ fact, score }) => score >= least || fact.distance !== null).map(({ fact }) => fact);
  }

  private scoreOf(worth: ReadonlyMap<Kind, number>, most: ReadonlyMap<Kind, number>): number {
    // Likeness of names is a share already.
    const scale = (kind: Kind) => (HINTS.includes(kind) ? 1 : (most.get(kind) ?? 1));
    return [...worth].reduce((sum, [kind, value]) => sum + (WORTH[kind] * value) / scale(kind), 0);
  }

  private at(path: string): Candidate {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const made: Candidate = {
      fact: { path, qualified_name: path, reaches: [], distance: null },
      worth: new Map(),
      changed: false,
    };
    this.files.set(path, made);
    return made;
  }
}

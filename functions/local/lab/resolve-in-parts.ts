/**
 * A repository resolved in parts within one process, as tasks would: what tests compare with a whole resolution, and what
 * the cost of parts is measured with.
 */
import type { GraphNode, ResolvedFile } from '../../src/model/graph.ts';
import { areAmong, ChangedKeys, stepsUnknownTo } from '../../src/resolve/parts/changed-keys.ts';
import type { Step } from '../../src/resolve/parts/changed-keys.ts';
import type { Said } from '../../src/resolve/parts/journal.ts';
import { offersOf, Providers } from '../../src/resolve/parts/providers.ts';
import type { Offers } from '../../src/resolve/parts/providers.ts';
import { providedByText, resolvePart } from '../../src/resolve/parts/resolve-part.ts';
import type { PartResolution } from '../../src/resolve/parts/resolve-part.ts';
import type { Repository } from '../../src/resolve/resolve-asked.ts';

export interface PartsResolution {
  /** In the order of their paths. */
  files: ResolvedFile[];
  modules: GraphNode[];
  /** Files that were resolved in each round, and the most facts that a part held. */
  rounds: number[];
  mostHeld: number;
}

interface Part {
  byText: Map<string, Uint32Array>;
  offers: Offers;
  said: Map<string, Said>;
  /** As it was last looked at. */
  looked?: { knows: number; rests: Uint32Array };
}

interface PartStep extends Step {
  part: Part;
}

const MOST_ROUNDS = 30;

/** `division`: each file in one part. `atOnce`: so many begin before the first of them ends. `most`: see resolvePart. */
export async function resolveInParts(
  repository: Repository,
  division: readonly (readonly string[])[],
  { atOnce = 1, most = Infinity }: { atOnce?: number; most?: number } = {},
): Promise<PartsResolution> {
  const parts: Part[] = [];
  for (const paths of division) {
    const byText = providedByText(await repository.readFacts([...paths]), repository.manifests);
    parts.push({ byText, offers: offersOf(byText), said: new Map() });
  }
  const steps: PartStep[] = [];
  const files = new Map<string, ResolvedFile>();
  const modules = new Map<string, GraphNode>();
  const found: Pick<PartsResolution, 'rounds' | 'mostHeld'> = { rounds: [], mostHeld: 0 };
  let runs = 0;
  for (let due = parts; due.length > 0; due = parts.filter((part) => isDue(part, steps))) {
    if (found.rounds.length >= MOST_ROUNDS) throw new Error(`Parts still change after ${MOST_ROUNDS} rounds`);
    let resolved = 0;
    for (let at = 0; at < due.length; at += atOnce) {
      const together = due.slice(at, at + atOnce);
      // All of them begin before what the first one says is written down.
      const begun = together.map((part) => ({
        part,
        run: String(++runs),
        knows: steps.length,
        work: begin(parts, part, steps, { most, round: found.rounds.length + 1 }),
      }));
      for (const { part, run, knows, work } of begun) {
        const done = await work(repository);
        found.mostHeld = Math.max(found.mostHeld, done.held);
        resolved += done.files.length;
        for (const { ways, ...file } of done.files) {
          part.said.set(file.path, { dependence: file.dependence, ways, knows, run });
          files.set(file.path, file);
        }
        for (const module of done.modules) modules.set(module.id, module);
        part.offers = offersOf(done.provided);
        steps.push({ part, sequence: steps.length + 1, run, keys: done.changed });
        part.looked = { knows, rests: done.rests };
      }
    }
    found.rounds.push(resolved);
  }
  const inOrder = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files: inOrder, modules: [...modules.values()], ...found };
}

/** As jobs/ingest/parts/ asks the database. */
function isDue(part: Part, steps: readonly PartStep[]): boolean {
  const { knows, rests } = part.looked ?? { knows: 0, rests: new Uint32Array() };
  return areAmong(stepsUnknownTo(part, knows, steps), rests);
}

/** Takes what is known now; the answer resolves the part by that. */
function begin(
  parts: readonly Part[],
  part: Part,
  steps: readonly Step[],
  { most, round }: { most: number; round: number },
): (from: Repository) => Promise<PartResolution> {
  const providers = new Providers(parts.filter((other) => other !== part).map(({ offers }) => offers));
  const said = new Map(parts.flatMap((one) => [...one.said]));
  const known = {
    byText: part.byText,
    said: new Map(part.said),
    providersElsewhere: providers.of,
    saidElsewhere: (path: string) => said.get(path),
    changed: new ChangedKeys([...steps]),
    round,
  };
  return (repository) => resolvePart({ repository, known, most });
}

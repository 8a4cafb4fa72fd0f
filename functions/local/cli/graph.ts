/**
 * `npm --silent --prefix functions run graph -- <folder> [--json]`: the graph of a folder with no services.
 *
 * With --json one object goes to standard output and nothing else:
 *
 *     { nodes: [{ id, label, name, qualified_name, path, line_number, end_line, language, complexity }],
 *       edges: [{ type, from, to, evidence, confidence, sites: [{ line }] }],
 *       unresolved_calls, problems: [{ path, line, message }], skipped: [{ path, reason }] }
 *
 * Without it a summary for people.
 */
import { basename, resolve } from 'node:path';
import { AppError } from '../../src/model/errors.ts';
import { resolveGraph } from '../../src/resolve/resolve.ts';
import { nodesOf } from '../../src/resolve/program/nodes.ts';
import { endWithReason, parseWords, typedIn, WrongArguments } from './arguments/command-line.ts';
import { extractFolder } from '../lab/extract-folder.ts';
import { graphSummary } from './output/graph-summary.ts';

const USAGE = 'Usage: npm --silent --prefix functions run graph -- <folder> [--json]';

function readArguments(): { folder: string; json: boolean } {
  const { values, positionals } = parseWords({
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder, more] = positionals;
  if (folder === undefined) throw new WrongArguments('Give a folder.');
  if (more !== undefined) throw new WrongArguments(`"${more}" is one word too many.`);
  return { folder: resolve(typedIn(), folder), json: values.json };
}

async function printGraph(path: string, json: boolean): Promise<void> {
  const repoId = `local/${basename(path)}`;
  const started = performance.now();
  const extracted = await extractFolder(path);
  const extractedAt = performance.now();
  const nodes = extracted.files.flatMap((facts) => nodesOf(repoId, facts));
  const graph = resolveGraph({ repoId, files: extracted.files, manifests: extracted.manifests });
  const resolvedAt = performance.now();

  if (json) {
    const edges = graph.files.flatMap((file) => file.edges);
    const unresolved = graph.files.reduce((sum, file) => sum + file.calls.unresolved + file.calls.ambiguous, 0);
    const repository = {
      id: repoId,
      label: 'Repository',
      kind: 'repository',
      name: basename(path),
      qualified_name: repoId,
      path: '',
      line_number: 0,
      end_line: 0,
      language: '',
    };
    const shown = [repository, ...graph.modules, ...nodes].map((node) => ({ ...node, range: undefined }));
    process.stdout.write(
      JSON.stringify({
        nodes: shown,
        edges,
        unresolved_calls: unresolved,
        problems: [...extracted.problems, ...graph.files.flatMap((file) => file.problems ?? [])],
        skipped: extracted.skipped,
      }),
    );
  } else {
    const seconds = { extract: (extractedAt - started) / 1000, resolve: (resolvedAt - extractedAt) / 1000 };
    process.stdout.write(graphSummary({ nodes, graph, extracted, seconds }));
  }
}

try {
  const { folder, json } = readArguments();
  await printGraph(folder, json);
} catch (error) {
  // Words, and a folder that is missing or unreadable, are the caller's to mend: a sentence. The rest is a fault of ours.
  if (!(error instanceof AppError || error instanceof WrongArguments)) throw error;
  endWithReason(error, USAGE);
}

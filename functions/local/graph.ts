/**
 * `npm --silent --prefix functions run graph -- <dir> [--json]`: the graph of a folder with no services.
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
import { parseArgs } from 'node:util';
import { AppError } from '../src/model/errors.ts';
import { resolveGraph } from '../src/resolve/resolve.ts';
import { nodesOf } from '../src/resolve/nodes.ts';
import { extractFolder } from './extract-folder.ts';
import { graphSummary } from './graph-summary.ts';

const USAGE = 'Usage: npm --silent --prefix functions run graph -- <dir> [--json]\n';

function readArguments(): { folder: string; json: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) return undefined;
    // npm runs scripts in the package's folder; a relative path means the folder the command was typed in.
    return { folder: resolve(process.env.INIT_CWD ?? '.', folder), json: values.json === true };
  } catch {
    return undefined; // An option that there is not.
  }
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
        problems: extracted.problems,
        skipped: extracted.skipped,
      }),
    );
  } else {
    const seconds = { extract: (extractedAt - started) / 1000, resolve: (resolvedAt - extractedAt) / 1000 };
    process.stdout.write(graphSummary({ nodes, graph, extracted, seconds }));
  }
}

const given = readArguments();
if (given === undefined) {
  process.stderr.write(USAGE);
  process.exit(2);
}
try {
  await printGraph(given.folder, given.json);
} catch (error) {
  // A folder that is missing or unreadable is the caller's to mend: a sentence. The rest is a fault of ours.
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

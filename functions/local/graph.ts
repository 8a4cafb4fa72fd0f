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
import { resolveGraph } from '../src/resolve/resolve.ts';
import { nodesOf } from '../src/resolve/nodes.ts';
import { extractFolder } from './extract-folder.ts';
import { graphSummary } from './graph-summary.ts';

const args = process.argv.slice(2);
const json = args.includes('--json');
const [folder] = args.filter((arg) => !arg.startsWith('--'));
if (folder === undefined) {
  process.stderr.write('Usage: npm --silent --prefix functions run graph -- <dir> [--json]\n');
  process.exit(2);
}

// npm runs scripts in the package's folder; a relative path means the folder the command was typed in.
const path = resolve(process.env.INIT_CWD ?? '.', folder);
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

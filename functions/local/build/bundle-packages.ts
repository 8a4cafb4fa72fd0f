/**
 * Packages of many files become part of the built files that import them. Node has to find, read and start each file before
 * every first answer and every job of a fresh process: the driver of the graph is 391 files, and its bundle loads in less
 * than half of the time (docs/measurements.md).
 *
 *     lib/adapters/neo4j.js   import neo4j from 'neo4j-driver'   →   the driver itself, then the adapter
 *     lib/model/reviews.js    import { z } from 'zod'            →   import { … } from '../packages/chunk-IC5XSSHQ.js'
 *
 * The product's own files stay separate, since they find grammars, languages and each other by their own addresses. A
 * thread shares nothing with others, so it is one file with all that it imports, and starts sooner.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

/**
 * Left out are packages of few files, those that look for files of theirs beside them (parser, linters), and the platform's
 * SDKs, which are shared with what runs the functions.
 */
const BUNDLED = [
  '@hono/node-server',
  '@hono/zod-openapi',
  '@octokit/core',
  '@octokit/plugin-paginate-rest',
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
  'hono',
  'isomorphic-git',
  'jsonc-parser',
  'neo4j-driver',
  'openai',
  'smol-toml',
  'tar-stream',
  'zod',
];

/** Packages written for `require` get Node's own modules by it; ECMAScript modules have none. */
const REQUIRE =
  "import { createRequire as bundledRequire } from 'node:module'; const require = bundledRequire(import.meta.url); ";
/** The bundler's own, in the one chunk that all who call it import. */
const CALLS_REQUIRE = 'var __require = ';

function isBundled(specifier: string): boolean {
  return BUNDLED.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** Files import each other, and what is not bundled, as before. */
const ownImports: Plugin = {
  name: 'own-imports',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point' || importer.includes('node_modules') || isBundled(path)) return undefined;
      return { path, external: true };
    });
  },
};

/** Files that threads are started with, `extract/worker.js`. Their modules may look for files two folders up, and no other way. */
function startsThread(path: string): boolean {
  return path.endsWith('worker.js');
}

/** What is not bundled is loaded by threads as by all others. */
const packagesApart: Plugin = {
  name: 'packages-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
      importer === '' || importer.includes('node_modules') || isBundled(path) ? undefined : { path, external: true },
    );
  },
};

/** `const { default: git } = await import("…")` and `(await import("…")).default`, as the compiler leaves them. */
const IMPORTED_LATER = /\{([^{}]*)\} = await import\("(\.[^"]+)"\)|\(await import\("(\.[^"]+)"\)\)\.(\w+)/g;

/**
 * Node finds the names of a package written for `require`, its bundle has `default` alone. Types tell nothing of it, and who
 * imports another name later gets undefined: throws for one.
 */
function checkImportedLater(path: string, text: string, exported: ReadonlyMap<string, readonly string[]>): void {
  for (const [, names = '', from, of, name = ''] of text.matchAll(IMPORTED_LATER)) {
    const known = exported.get(resolve(dirname(path), from ?? of ?? ''));
    const taken = [name, ...names.split(',').map((one) => one.split(':')[0]?.trim() ?? '')].filter((one) => one !== '');
    const missing = taken.find((one) => known !== undefined && !known.includes(one));
    if (missing !== undefined)
      throw new Error(`${path} imports ${missing} from a package that has it under its default only`);
  }
}

/** By address of the file that is written. */
function exportsOf({ outputs }: Metafile): Map<string, string[]> {
  return new Map(Object.entries(outputs).map(([path, output]) => [resolve(path), output.exports]));
}

/** Rewrites the `.js` files below `folder`, and adds the chunks that several share. Rejects with what cannot be bundled. */
export async function bundlePackages(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  const common = {
    outbase: folder,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    sourcemap: true,
    sourcesContent: false,
    write: false,
    logLevel: 'silent',
  } satisfies BuildOptions;
  const entries = (wanted: (path: string) => boolean) => files.filter(wanted).map((path) => join(folder, path));
  const [threads, others] = await Promise.all([
    build({ ...common, entryPoints: entries(startsThread), plugins: [packagesApart] }),
    build({
      ...common,
      entryPoints: entries((path) => !startsThread(path)),
      metafile: true,
      splitting: true,
      chunkNames: 'packages/[name]-[hash]',
      plugins: [ownImports],
    }),
  ]);
  const exported = exportsOf(others.metafile);
  for (const { path, text } of [...threads.outputFiles, ...others.outputFiles]) {
    if (path.endsWith('.js')) checkImportedLater(path, text, exported);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, path.endsWith('.js') && text.includes(CALLS_REQUIRE) ? `${REQUIRE}${text}` : text);
  }
}

/**
 * Lets commands start soon: without it each process, and each of its threads, strips the types of hundreds of files and reads
 * the 391 of the graph's driver one by one, which takes longer than most commands take for their work. `local/run.mjs` starts
 * commands with it (`--import`), and their threads have it too.
 *
 *     .toolchain/stripped/<hash of Node's version and a text>   what Node makes of a file of ours
 *     .toolchain/packages/neo4j-driver-6.3.0.mjs                the driver in one file, as the build bundles it
 *
 * A file is known by what is in it and a package by its version, so nothing is ever out of date.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';

const ROOT = new URL('../', import.meta.url).href;
const TOOLCHAIN = fileURLToPath(new URL('../.toolchain/', import.meta.url));
const DRIVER = 'neo4j-driver';

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!isOwn(context.parentURL)) return nextResolve(specifier, context);
    // Files of ours name each other by their whole paths: there is nothing to look for.
    if (/^\.\.?\/.*\.ts$/.test(specifier)) {
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    }
    const bundle = specifier === DRIVER ? bundleOfDriver() : undefined;
    if (bundle === undefined) return nextResolve(specifier, context);
    return { url: pathToFileURL(bundle).href, format: 'module', shortCircuit: true };
  },
  load(url, context, nextLoad) {
    const source = isOwn(url) && url.endsWith('.ts') ? textOf(fileURLToPath(url)) : undefined;
    return source === undefined
      ? nextLoad(url, context)
      : { format: 'module', source: stripped(source), shortCircuit: true };
  },
});

function isOwn(url) {
  return url !== undefined && url.startsWith(ROOT) && !url.includes('/node_modules/');
}

function stripped(source) {
  const name = createHash('sha256').update(process.version).update(source).digest('hex').slice(0, 40);
  const file = join(TOOLCHAIN, 'stripped', name);
  const known = textOf(file);
  if (known !== undefined) return known;
  const code = withoutTypes(source);
  keep(file, code);
  return code;
}

/** Node says of the function, and only of it, that it may change. */
function withoutTypes(source) {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Packages written for `require` get Node's own modules by it; ECMAScript modules have none. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Undefined where it cannot be made, or kept: the package itself is loaded then. */
function bundleOfDriver() {
  const require = createRequire(import.meta.url);
  try {
    const { version } = JSON.parse(readFileSync(require.resolve(`${DRIVER}/package.json`), 'utf8'));
    const file = join(TOOLCHAIN, 'packages', `${DRIVER}-${version}.mjs`);
    if (existsSync(file)) return file;
    const { outputFiles } = require('esbuild').buildSync({
      // Of a file that is surely a module, so that the default export is the one that Node gives.
      stdin: {
        contents: `export { default } from '${DRIVER}';`,
        resolveDir: dirname(TOOLCHAIN),
        sourcefile: 'driver.mjs',
      },
      banner: { js: REQUIRE },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node22',
      write: false,
      logLevel: 'silent',
    });
    return keep(file, outputFiles[0].text) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Another process may be writing the same: whoever is later puts the same in its place. False on a full or read-only disk. */
function keep(file, text) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const fresh = `${file}.${process.pid}.${threadId}`;
    writeFileSync(fresh, text);
    renameSync(fresh, file);
    return true;
  } catch {
    return false;
  }
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

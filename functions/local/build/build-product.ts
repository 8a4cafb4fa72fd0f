/**
 * The build's steps, for `npm run build` and for the commands that build before they start. Each step's inputs are
 * hashed (contents, not times: a fresh clone has new times) and the hash of the last success is kept in `.toolchain/`.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashCode, VERSIONS_FILE } from '../../src/jobs/sync/code-versions.ts';
import { EXPLORER_BUNDLES } from '../../src/api/http/explorer-assets.ts';
import { buildConsole, CONSOLE_PAGE, CONSOLE_TYPES, consoleSources } from './build-console.ts';
import { bundlePackages } from './bundle-packages.ts';
import { checkGrammars } from './check-grammars.ts';
import { runTool } from './run-tool.ts';
import { withFileLock } from '../stack/file-lock.ts';
import { PACKAGE, toolchainFolder } from '../stack/toolchain.ts';

const LANGUAGES = join(PACKAGE, 'languages');
const LIB = join(PACKAGE, 'lib');
const GRAMMARS = join(PACKAGE, 'grammars');
const EXPLORERS = join(PACKAGE, 'explorers');

/**
 * What `npm run build` does first: type errors fail it. Commands that build before they start leave the types to the tests, since
 * checking them takes twice as long as compiling.
 */
export async function checkTypes(log: (line: string) => void): Promise<void> {
  const inputs = [join(PACKAGE, 'src'), configFile('tsconfig.json'), configFile('tsconfig.build.json'), lockFile()];
  await step('types', [...inputs, ...consoleSources()], {
    product: PACKAGE,
    run: async () => {
      log('Checking the types of src/ and of the console');
      await typescript('src/', ['-p', configFile('tsconfig.build.json'), '--noEmit']);
      await typescript('console/', ['-p', CONSOLE_TYPES]);
    },
  });
}

/** Runs the steps that are needed; `log` gets one line for each. Rejects with what is wrong. */
export async function buildProduct(log: (line: string) => void): Promise<void> {
  await withFileLock(join(toolchainFolder(), 'build.lock'), 300_000, async () => {
    await step(
      'lib',
      [
        join(PACKAGE, 'src'),
        join(PACKAGE, 'local', 'build', 'bundle-packages.ts'),
        configFile('tsconfig.json'),
        configFile('tsconfig.build.json'),
        lockFile(),
      ],
      {
        product: join(LIB, 'model', 'errors.js'),
        run: async () => {
          log('Compiling src/ to lib/');
          await compile();
        },
      },
    );
    const versions = join(LIB, VERSIONS_FILE);
    await step('versions', [join(PACKAGE, 'src'), LANGUAGES, lockFile()], {
      product: versions,
      run: () => {
        writeFileSync(versions, JSON.stringify(hashCode(pathToFileURL(`${PACKAGE}/`))));
      },
    });
    await step('explorers', [join(PACKAGE, 'src', 'api', 'http', 'explorer-assets.ts'), lockFile()], {
      product: EXPLORERS,
      run: copyExplorers,
    });
    await step('console', [...consoleSources(), lockFile()], {
      product: CONSOLE_PAGE,
      run: async () => {
        log('Building the console');
        await buildConsole();
      },
    });
    await step('grammars', [LANGUAGES, lockFile()], {
      product: GRAMMARS,
      run: async () => {
        const count = copyGrammars();
        log(`Checking ${count} grammars against the examples`);
        await checkGrammars();
      },
    });
  });
}

async function step(
  name: string,
  inputs: string[],
  { product, run }: { product: string; run: () => void | Promise<void> },
): Promise<void> {
  const stamp = join(toolchainFolder(), `${name}.hash`);
  const hash = hashOf(inputs);
  if (existsSync(product) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  rmSync(stamp, { force: true });
  await run();
  writeFileSync(stamp, hash);
}

/** Into a fresh folder that takes lib's place: a deleted source leaves nothing behind, a failed build changes nothing. */
async function compile(): Promise<void> {
  const fresh = `${LIB}.new`;
  rmSync(fresh, { recursive: true, force: true });
  try {
    await typescript('src/', ['-p', configFile('tsconfig.build.json'), '--outDir', fresh, '--noCheck']);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  await bundlePackages(fresh);
  rmSync(LIB, { recursive: true, force: true });
  renameSync(fresh, LIB);
}

async function typescript(what: string, args: string[]): Promise<void> {
  await runTool(`${what} does not compile`, 'typescript/bin/tsc', args);
}

/** The bundles of the API explorers, whose packages (with all that they build on) are not deployed. */
function copyExplorers(): void {
  rmSync(EXPLORERS, { recursive: true, force: true });
  mkdirSync(EXPLORERS, { recursive: true });
  for (const [name, file] of Object.entries(EXPLORER_BUNDLES)) {
    copyFileSync(join(PACKAGE, 'node_modules', file), join(EXPLORERS, name));
  }
}

interface GrammarEntry {
  package?: string;
  file: string;
}

/** Brings exactly the named grammars to `grammars/`; returns how many. Equal base names must be equal files. */
function copyGrammars(): number {
  const wanted = new Map<string, string>();
  for (const name of readdirSync(LANGUAGES)) {
    const file = join(LANGUAGES, name, 'language.json');
    if (!existsSync(file)) continue;
    const { grammars = [] } = JSON.parse(readFileSync(file, 'utf8')) as { grammars?: GrammarEntry[] };
    for (const grammar of grammars) {
      const folder =
        grammar.package === undefined ? join(LANGUAGES, name) : join(PACKAGE, 'node_modules', grammar.package);
      const source = join(folder, grammar.file);
      if (!existsSync(source))
        throw new Error(`languages/${name}/language.json names a grammar that is not at ${source}`);
      wanted.set(basename(source), source);
    }
  }
  mkdirSync(GRAMMARS, { recursive: true });
  for (const name of readdirSync(GRAMMARS)) if (!wanted.has(name)) rmSync(join(GRAMMARS, name), { recursive: true });
  for (const [name, source] of wanted) {
    copyFileSync(source, join(GRAMMARS, `${name}.new`));
    renameSync(join(GRAMMARS, `${name}.new`), join(GRAMMARS, name));
  }
  return wanted.size;
}

function configFile(name: string): string {
  return join(PACKAGE, name);
}

function lockFile(): string {
  return join(PACKAGE, 'package-lock.json');
}

/** Over names and contents of the files and of everything in the folders. */
function hashOf(inputs: string[]): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesIn).sort()) {
    hash
      .update(`${relative(PACKAGE, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = readdirSyncOrFile(path);
  return entries === undefined ? [path] : entries.flatMap((name) => filesIn(join(path, name)));
}

function readdirSyncOrFile(path: string): string[] | undefined {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * The rooms of ARCHITECTURE.md, held against the code: who imports whom, who may use which package, and the few rules
 * that a linter does not know. The table there is read, not repeated here.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { loadRegistry } from '../src/extract/compile/registry.ts';

const ROOT = join(import.meta.dirname, '..');
const MAX_LINES = 300;

/** Packages and the only places under src/ that may load them; types may be named where a port's adapter needs them. */
const PACKAGES: Record<string, readonly string[]> = {
  '@google-cloud/tasks': ['src/adapters/queue.ts'],
  'google-auth-library': ['src/adapters/queue.ts', 'src/adapters/telemetry.ts'],
  '@astral-sh/ruff-wasm-nodejs': ['src/adapters/lint/lint-python-program.ts'],
  '@hono/node-server': ['src/api/http/serve.ts'],
  '@hono/zod-openapi': ['src/api/'],
  hono: ['src/api/'],
  '@opentelemetry/api': ['src/adapters/telemetry.ts'],
  '@opentelemetry/core': ['src/adapters/telemetry.ts'],
  '@opentelemetry/exporter-metrics-otlp-http': ['src/adapters/telemetry.ts'],
  '@opentelemetry/exporter-trace-otlp-http': ['src/adapters/telemetry.ts'],
  '@opentelemetry/resources': ['src/adapters/telemetry.ts'],
  '@opentelemetry/sdk-metrics': ['src/adapters/telemetry.ts'],
  '@opentelemetry/sdk-trace': ['src/adapters/telemetry.ts'],
  '@octokit/core': ['src/adapters/scm/client.ts'],
  '@octokit/plugin-paginate-rest': ['src/adapters/scm/client.ts'],
  'firebase-admin/app': ['src/adapters/firebase-app.ts'],
  'firebase-admin/auth': ['src/adapters/identity.ts'],
  'firebase-admin/firestore': ['src/adapters/store.ts'],
  'firebase-functions/firestore': ['src/handlers.ts'],
  'firebase-functions/https': ['src/handlers.ts', 'src/index.ts'],
  'firebase-functions/logger': ['src/adapters/log.ts'],
  'firebase-functions/options': ['src/index.ts'],
  'firebase-functions/params': ['src/declare-setting.ts', 'src/wiring.ts', 'src/wiring-telemetry.ts'],
  'firebase-functions/scheduler': ['src/index.ts'],
  'firebase-functions/tasks': ['src/handlers.ts', 'src/index.ts'],
  ignore: ['src/adapters/git/git-folder.ts'],
  'isomorphic-git': ['src/adapters/git/git.ts'],
  'jsonc-parser': ['src/resolve/', 'src/review/lint/'],
  jsonrepair: ['src/review/'],
  'neo4j-driver': ['src/adapters/neo4j.ts'],
  openai: ['src/adapters/gateway/gateway.ts'],
  '@modelcontextprotocol/server': ['src/api/routes/mcp.ts', 'src/mcp/create-server.ts'],
  'smol-toml': ['src/adapters/lint/lint-go.ts', 'src/resolve/', 'src/review/lint/'],
  'tar-stream': ['src/adapters/scm/archive.ts'],
  'web-tree-sitter': ['src/extract/'],
  yaml: ['src/review/config/'],
  zod: ['src/'],
};

interface Import {
  specifier: string;
  typeOnly: boolean;
}

interface SourceFile {
  /** Relative to `functions/`. */
  path: string;
  text: string;
  imports: Import[];
}

function importsOf(text: string): Import[] {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ESNext);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      const phase = ts.isImportDeclaration(node) ? node.importClause?.phaseModifier : undefined;
      const typeOnly = phase === ts.SyntaxKind.TypeKeyword || (ts.isExportDeclaration(node) && node.isTypeOnly);
      if (ts.isStringLiteral(node.moduleSpecifier)) found.push({ specifier: node.moduleSpecifier.text, typeOnly });
    }
    const [argument] =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : [];
    if (argument !== undefined && ts.isStringLiteralLike(argument))
      found.push({ specifier: argument.text, typeOnly: false });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function sourcesUnder(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(ROOT, folder, path), 'utf8');
      return { path: join(folder, path), text, imports: importsOf(text) };
    });
}

/** `src/api/` → [src/model/, src/ports.ts, …]: the table's first and last column. */
function readTable(): Map<string, string[]> {
  const rows = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `([^`]+)` \|.*\| ([^|]*) \|$/gm);
  const names = new Map<string, string[]>();
  for (const [, room = '', allowed = ''] of rows)
    names.set(
      room,
      allowed.split(',').map((name) => name.trim()),
    );
  const rooms = [...names.keys()];
  const placeOf = (name: string): string[] => {
    if (name === 'src' || name === 'local' || name === 'console') return [`${name}/`];
    const whole = rooms.find((room) => room === `src/${name}/` || room === `src/${name}.ts`);
    if (whole !== undefined) return [whole];
    return name.includes('/') ? [`src/${name}/`, `src/${name}.ts`] : [];
  };
  return new Map([...names].map(([room, allowed]) => [room, allowed.flatMap(placeOf)]));
}

function roomOf(table: Map<string, string[]>, path: string): string | undefined {
  // A room within a room is the narrower one.
  return [...table.keys()]
    .filter((room) => (room.endsWith('/') ? path.startsWith(room) : path === room))
    .sort((a, b) => b.length - a.length)[0];
}

/** What a file imports from other rooms against the table. */
function violations(table: Map<string, string[]>, { path, imports }: Pick<SourceFile, 'path' | 'imports'>): string[] {
  const room = roomOf(table, path);
  if (room === undefined) return [`${path} is in no room`];
  return imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => join(dirname(path), specifier))
    .filter((target) => roomOf(table, target) !== room)
    .filter(
      (target) =>
        !(table.get(room) ?? []).some((place) => target === place || (place.endsWith('/') && target.startsWith(place))),
    )
    .map((target) => `${path} imports ${target}`);
}

/** The longest listed package that a specifier is of: `hono/cors` is of `hono`. */
function packageOf(specifier: string): string | undefined {
  return Object.keys(PACKAGES)
    .filter((name) => specifier === name || specifier.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function packageViolations({ path, imports }: Pick<SourceFile, 'path' | 'imports'>): string[] {
  return imports
    .filter(({ specifier }) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
    .filter(({ specifier, typeOnly }) => {
      const places = PACKAGES[packageOf(specifier) ?? ''];
      if (places === undefined) return true;
      const adapterType = typeOnly && path.startsWith('src/adapters/');
      return !adapterType && !places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)));
    })
    .map(({ specifier }) => `${path} loads ${specifier}`);
}

describe('architecture', () => {
  const table = readTable();
  const src = sourcesUnder('src');
  const all = [...src, ...sourcesUnder('local'), ...sourcesUnder('test')];

  it('has a table that names every room', () => {
    const rooms = ['src/index.ts', 'src/wiring.ts', 'src/model/', 'src/ports.ts', 'src/extract/', 'src/resolve/'];
    for (const room of [...rooms, 'src/graph/', 'src/jobs/', 'src/api/', 'src/adapters/', 'local/', 'test/']) {
      assert.ok(table.has(room), room);
    }
    assert.deepEqual(table.get('src/extract/gather/'), ['src/model/', 'src/extract/compile/']);
  });

  it('would see a forbidden import', () => {
    const text =
      "import { x } from '../graph/schema.ts';\nconst y = import('../adapters/scm.ts');\nimport type { S } from 'zod';";
    const imports = importsOf(text);
    assert.deepEqual(violations(table, { path: 'src/extract/a.ts', imports }), [
      'src/extract/a.ts imports src/graph/schema.ts',
      'src/extract/a.ts imports src/adapters/scm.ts',
    ]);
    const upwards = importsOf("import type { Job } from '../ingest/states.ts';");
    assert.deepEqual(violations(table, { path: 'src/jobs/work/a.ts', imports: upwards }), [
      'src/jobs/work/a.ts imports src/jobs/ingest/states.ts',
    ]);
    assert.deepEqual(violations(table, { path: 'src/jobs/ingest/shards/a.ts', imports: upwards }), []);
    const driver = [{ specifier: 'neo4j-driver', typeOnly: true }];
    assert.deepEqual(packageViolations({ path: 'src/graph/a.ts', imports: driver }), [
      'src/graph/a.ts loads neo4j-driver',
    ]);
    assert.equal(
      packageViolations({ path: 'src/jobs/a.ts', imports: [{ specifier: 'left-pad', typeOnly: false }] }).length,
      1,
    );
  });

  it('imports only what the table allows', () => {
    assert.deepEqual(
      all.flatMap((file) => violations(table, file)),
      [],
    );
  });

  it('lets the rooms of resolution import downward only: each what stands above it in the table', () => {
    const rooms = [...table.keys()].filter((room) => room.startsWith('src/resolve/'));
    assert.ok(rooms.length > 9, `${rooms.length} rooms`);
    const upward = rooms.flatMap((room, at) => {
      const lower = rooms.slice(0, at + 1);
      const places = (table.get(room) ?? []).filter((place) => place.startsWith('src/resolve/'));
      return places.filter((place) => !lower.includes(place)).map((place) => `${room} may import ${place}`);
    });
    assert.deepEqual(upward, []);
  });

  it('loads each package in its one place', () => {
    assert.deepEqual(src.flatMap(packageViolations), []);
  });

  it('loads nothing but the parser in threads that extract', () => {
    const loaded = new Set<string>();
    const visit = (path: string): void => {
      if (loaded.has(path)) return;
      loaded.add(path);
      const imports = src.find((file) => file.path === path)?.imports.filter(({ typeOnly }) => !typeOnly) ?? [];
      for (const { specifier } of imports)
        visit(specifier.startsWith('.') ? join(dirname(path), specifier) : specifier);
    };
    visit('src/jobs/sync/source-worker.ts');
    const packages = [...loaded].filter((name) => !name.startsWith('src/') && !name.startsWith('node:'));
    assert.deepEqual(packages, ['web-tree-sitter']);
  });

  it('keeps files short and folders named after what they hold', () => {
    const long = all.filter(({ text }) => text.split('\n').length - 1 > MAX_LINES);
    assert.deepEqual(
      long.map(({ path }) => path),
      [],
    );
    const vague = all.filter(({ path }) => /(^|\/)(utils?|common|helpers?|misc|shared)(\/|\.ts$)/.test(path));
    assert.deepEqual(
      vague.map(({ path }) => path),
      [],
    );
  });

  it('reads the environment in wiring.ts only', () => {
    const readers = src.filter(({ text }) => text.includes('process.env')).map(({ path }) => relative('src', path));
    assert.deepEqual(readers, ['wiring.ts']);
  });

  it('compares no language by name', () => {
    const names = loadRegistry().names.join('|');
    const comparison = new RegExp(
      `[=!]==? ?['"\`](${names})['"\`]|case ['"\`](${names})['"\`]:|\\blanguage\\w* ?[=!]== ?['"\`]`,
      'i',
    );
    const lines = src.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (comparison.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
    assert.deepEqual(lines, []);
    assert.match("if (facts.language === 'python') {", comparison);
  });

  it('names a test for every threat', () => {
    const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('\n## Threats\n')[1] ?? '';
    const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| who, what'));
    assert.ok(rows.length > 20, `${rows.length} threats`);
    const missing = rows.flatMap((row) => {
      const tests = [...row.matchAll(/`(test\/[^`]+)` ((?:“[^”]+”(?:, )?)+)/g)];
      if (tests.length === 0) return [row];
      return tests.flatMap(([, path = '', titles = '']) => {
        const file = all.find((each) => each.path === path)?.text ?? '';
        const named = [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
        return named.filter((title) => !file.includes(`it('${title}'`)).map((title) => `${path}: ${title}`);
      });
    });
    assert.deepEqual(missing, []);
  });
});

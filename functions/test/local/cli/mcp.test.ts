/** The stdio server as clients use it, by the protocol's own client library. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';

const SCRIPT = fileURLToPath(new URL('../../../local/cli/mcp.ts', import.meta.url));
const contentSchema = z.array(z.looseObject({ type: z.literal('text'), text: z.string() }));

describe('local/mcp', function () {
  this.timeout(180_000);
  let folder: string;
  let client: Client;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reviewgraph-mcp-'));
    write('src/merge.ts', 'import { branchOf } from "./branch";\n/** Joins two. */\nexport function mergeBranches(a: string) {\n  return branchOf(a) + unknown(a);\n}\n'); // prettier-ignore
    write('src/branch.ts', 'export function branchOf(a: string) {\n  return a;\n}\n');
    write('test/merge.test.ts', 'import { mergeBranches } from "../src/merge";\nfunction merges() {\n  mergeBranches("a");\n}\n'); // prettier-ignore
    write('.gitignore', 'private.ts\n');
    write('private.ts', 'export function secretKey() {}\n');
    const git = (...words: string[]) => execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words]); // prettier-ignore
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    client = new Client({ name: 'test', version: '1' });
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      XDG_CACHE_HOME: join(folder, '.git', 'cache'),
      INIT_CWD: folder,
    };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [SCRIPT], env, stderr: 'pipe' }));
  });
  after(async () => {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  async function ask(name: string, input: Record<string, unknown>): Promise<{ text: string; failed: boolean; data: unknown }> {
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: input });
    const [first] = contentSchema.parse(content);
    return { text: first?.text ?? '', failed: isError === true, data: structuredContent };
  } // prettier-ignore

  it('offers six tools that only read, with prompts and resources', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), ['find', 'read', 'symbols', 'impact', 'outline', 'path']); // prettier-ignore
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
    assert.ok((await client.listPrompts()).prompts.length === 2);
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.equal(resourceTemplates.length, 2);
    const { contents } = await client.readResource({ uri: 'reviewgraph://file/src%2Fbranch.ts' });
    assert.match(JSON.stringify(contents), /branchOf/);
  });

  it('answers with the commit, the age, and what is unresolved', async () => {
    const { text, data } = await ask('symbols', { targets: ['mergeBranches', 'src/branch.ts:2'] });
    assert.match(text, /^local\/\S+ @ [0-9a-f]{10} \S+, indexed \d+ s ago\n/);
    assert.match(text, /## mergeBranches {2}src\/merge\.ts:3-5/);
    assert.match(text, /calls \(1\)\n {2}branchOf {2}src\/branch\.ts:1-3 {2}at 4/);
    assert.match(text, /## branchOf/);
    assert.match(text, /Unresolved: 1 of \d+ call sites in src\/merge\.ts/);
    assert.match(JSON.stringify(data), /"commit":"[0-9a-f]{40}"/);
  });

  it('finds, reads, and tells what a change reaches', async () => {
    assert.match((await ask('find', { queries: ['merging branches'] })).text, /\nsrc\/merge\.ts {2}says/);
    assert.match((await ask('read', { targets: ['branchOf'] })).text, /\n1 export function branchOf/);
    assert.match(
      (await ask('impact', { targets: ['branchOf'] })).text,
      /tests that reach it \(1, in 1 files\)\n {2}merges/,
    );
    assert.match((await ask('outline', {})).text, /typescript 3 files/);
    assert.match((await ask('path', { pairs: [{ from: 'mergeBranches', to: 'branchOf' }] })).text, /: 1 calls\n/);
  });

  it('reads nothing that git ignores, and says what to do about a wrong name', async () => {
    const { text, failed } = await ask('read', { targets: ['secretKey'] });
    assert.ok(failed);
    assert.match(text, /use find/);
    assert.ok((await ask('read', { targets: ['../../etc/passwd'] })).failed);
    assert.ok((await ask('read', { targets: [] })).failed);
  });

  it('follows an edit within two seconds', async () => {
    write('src/added.ts', 'import { branchOf } from "./branch";\nexport function freshlyAdded() {\n  return branchOf("x");\n}\n'); // prettier-ignore
    const saved = performance.now();
    let found = '';
    while (!found.includes('freshlyAdded') && performance.now() - saved < 20_000) found = (await ask('symbols', { targets: ['branchOf'] })).text; // prettier-ignore
    assert.match(found, /called by \(2\)/);
    assert.match(found, /1 files differ from that commit/);
  });
});
